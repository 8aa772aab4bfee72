import { Button } from 'antd';
import { useLayoutEffect, useState, type ReactNode } from 'react';
import { goTo } from '../address.ts';
import { REGISTER_PATH, SIGN_IN_PATH } from '../redirect.ts';
import { readRegistered } from './registration.ts';

/** /user/register-result: what came of it and what is next; without a registration it leads to one. */
export function RegisterResultPage(): ReactNode {
  const [registered] = useState(readRegistered);
  useLayoutEffect(() => {
    if (!registered) goTo(REGISTER_PATH, { replace: true });
  }, [registered]);
  if (!registered) return null;
  const { username, isTrial } = registered;
  return (
    <>
      <h2 className="wb-user-result">你的账户：{username} 注册成功</h2>
      <p>
        {isTrial
          ? '试用团队已经开通，试用期30天，您是它的管理员。登录后可在“系统管理”中邀请同事、分配角色。'
          : '您已加入邀请您的团队，角色与部门由邀请人指定。登录后即可开始工作。'}
      </p>
      <div className="wb-user-buttons">
        <Button type="primary" size="large" onClick={() => goTo(SIGN_IN_PATH)}>
          去登录
        </Button>
        <Button size="large" onClick={() => location.assign('/')}>
          返回首页
        </Button>
      </div>
    </>
  );
}

import { Button } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { pageTitle, type Brand } from '../../brand.ts';
import { PasswordForm } from './password-form.tsx';
import { signOut } from '../sign-in.ts';
import { UserLayout } from '../sign-in/user-layout.tsx';

/** Stands in place of the console until a password that somebody else chose has been changed. */
export function ForcedPasswordPage({ brand }: { brand: Brand }): ReactNode {
  useEffect(() => {
    document.title = pageTitle('修改密码', brand);
  }, [brand]);
  return (
    <UserLayout brand={brand} note="您的密码由管理员设置，请先修改密码，之后才能继续使用">
      <h2>修改密码</h2>
      <PasswordForm onDone={() => undefined} actions={<Button onClick={signOut}>退出登录</Button>} />
    </UserLayout>
  );
}

import { Button, Tag } from 'antd';
import { useState, type ReactNode } from 'react';
import {
  Avatar,
  clearCache,
  DepartDialog,
  greetingNow,
  PageContent,
  PasswordDialog,
  TenantDialog,
} from '#console/index.ts';
import { usePage } from '#kit/web/index.ts';
import type { OwnProfile, SignIn } from '../../model/routes/account.ts';
import { JoinTenantDialog } from './join-tenant-dialog.tsx';
import { useProfile } from './profile.ts';
import { Awaited } from './settings-frame.tsx';
import './account.css';

/** 个人中心: who one is here, and who signed in with this account of late. */
export function AccountCenter(): ReactNode {
  const profile = useProfile();
  return (
    <Awaited of={profile}>
      {(data) => (
        <PageContent
          title={`${greetingNow()}，${data.realname}`}
          avatar={<Avatar user={data} size={72} />}
          description={data.username}
        >
          <div className="ac-center">
            <PersonCard profile={data} />
            <div>
              <Shortcuts hasTenants={data.tenants.length > 1} />
              <SignIns signIns={data.signIns} />
            </div>
          </div>
        </PageContent>
      )}
    </Awaited>
  );
}

function PersonCard({ profile }: { profile: OwnProfile }): ReactNode {
  const { departs, posts, roleNames, tenants, workNo } = profile;
  const facts: [string, ReactNode][] = [
    ['租户', tenants.find(({ isCurrent }) => isCurrent)?.name],
    [
      '部门',
      departs.map(({ departName, orgCode, isCurrent }) => (
        <div key={orgCode}>
          {departName} {isCurrent && departs.length > 1 && <Tag>当前</Tag>}
        </div>
      )),
    ],
    ['职务', posts.join('、')],
    ['角色', roleNames?.split(',').join('、')],
    ['工号', workNo],
    ['邮箱', profile.email],
  ];
  return (
    <section className="ac-card" aria-label="个人信息">
      <h2>个人信息</h2>
      <dl className="ac-facts">
        {facts.map(([title, value]) => (
          <div key={title} style={{ display: 'contents' }}>
            <dt>{title}</dt>
            <dd>{isBlank(value) ? <span className="ac-weak">未设置</span> : value}</dd>
          </div>
        ))}
      </dl>
    </section>
  );
}

const isBlank = (value: ReactNode): boolean =>
  value === null || value === undefined || value === '' || (Array.isArray(value) && value.length === 0);

type Dialog = 'password' | 'depart' | 'tenant' | 'join';

const DIALOGS = {
  password: PasswordDialog,
  depart: DepartDialog,
  tenant: TenantDialog,
  join: JoinTenantDialog,
};

/** What the user menu of the header offers, where there is room for it. */
function Shortcuts({ hasTenants }: { hasTenants: boolean }): ReactNode {
  const { open } = usePage();
  const [dialog, setDialog] = useState<Dialog | null>(null);
  const Opened = dialog && DIALOGS[dialog];
  return (
    <section className="ac-card" aria-label="快捷入口">
      <h2>快捷入口</h2>
      <div className="ac-actions">
        <Button onClick={() => open('/account/settings/base')}>账号设置</Button>
        <Button onClick={() => setDialog('password')}>修改密码</Button>
        <Button onClick={() => open('/account/settings/devices')}>登录设备</Button>
        <Button onClick={() => setDialog('depart')}>切换部门</Button>
        {hasTenants && <Button onClick={() => setDialog('tenant')}>切换租户</Button>}
        <Button onClick={() => setDialog('join')}>加入团队</Button>
        <Button onClick={() => void clearCache()}>清理缓存</Button>
      </div>
      {Opened && <Opened onClose={() => setDialog(null)} />}
    </section>
  );
}

function SignIns({ signIns }: { signIns: readonly SignIn[] }): ReactNode {
  return (
    <section className="ac-card" aria-label="最近登录">
      <h2>最近登录</h2>
      {signIns.length === 0 && <p className="ac-weak">暂无登录记录</p>}
      <ul className="ac-lines">
        {signIns.map(({ id, isFailure, browser, system, ip, createTime }) => (
          <li key={id}>
            <div className="ac-line-text">
              <strong>
                {createTime} {isFailure && <Tag color="error">密码错误</Tag>}
              </strong>
              <span>
                {browser} · {system}，IP {ip ?? '未知'}
              </span>
            </div>
          </li>
        ))}
      </ul>
    </section>
  );
}

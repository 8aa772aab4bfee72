import {
  LogoutOutlined,
  MenuFoldOutlined,
  MenuUnfoldOutlined,
  UserOutlined,
} from '@ant-design/icons';
import { Button, Dropdown, type MenuProps } from 'antd';
import type { ReactNode } from 'react';
import type { Brand } from '../brand.ts';
import { ask } from '../feedback.tsx';
import type { SessionUser } from '../session/session-store.ts';
import { signOut } from '../session/sign-in.ts';
import { useUnits } from '../units.ts';

export interface HeaderProps {
  brand: Brand;
  user: SessionUser;
  isMobile: boolean;
  isMenuOpen: boolean;
  onToggleMenu: () => void;
  onHome: () => void;
}

/** Top line: menu toggle, platform name, welcome, user menu. */
export function Header({
  brand,
  user,
  isMobile,
  isMenuOpen,
  onToggleMenu,
  onHome,
}: HeaderProps): ReactNode {
  return (
    <header className="wb-header">
      <Button
        type="text"
        icon={isMenuOpen ? <MenuFoldOutlined /> : <MenuUnfoldOutlined />}
        aria-label={isMenuOpen ? '收起菜单' : '展开菜单'}
        aria-expanded={isMenuOpen}
        onClick={onToggleMenu}
      />
      <button type="button" className="wb-brand" onClick={onHome}>
        {brand.logo && <img className="wb-brand-logo" src={brand.logo} alt="" />}
        {isMobile ? brand.short : brand.platform}
      </button>
      {!isMobile && <span className="wb-welcome">{brand.welcome}</span>}
      <UserMenu user={user} isMobile={isMobile} />
    </header>
  );
}

function UserMenu({ user, isMobile }: { user: SessionUser; isMobile: boolean }): ReactNode {
  const { system, setSystem } = useUnits();
  const name = user.realname || user.username;
  const menu: MenuProps = {
    items: [
      { key: 'who', label: `${name}（${user.username}）`, disabled: true },
      { type: 'divider' },
      {
        key: 'units',
        label: system === 'us' ? '切换为公制单位（cm / kg）' : '切换为英制单位（in / lb）',
      },
      { type: 'divider' },
      { key: 'signOut', icon: <LogoutOutlined />, label: '退出登录' },
    ],
    onClick: ({ key }) => {
      if (key === 'units') setSystem(system === 'us' ? 'metric' : 'us');
      if (key === 'signOut') void confirmSignOut();
    },
  };
  return (
    <Dropdown menu={menu} trigger={['click']} placement="bottomRight">
      <Button type="text" icon={<UserOutlined />} aria-label={`用户菜单 ${name}`}>
        {isMobile ? null : name}
      </Button>
    </Dropdown>
  );
}

async function confirmSignOut(): Promise<void> {
  const isAgreed = await ask({
    title: '退出登录',
    content: '真的要退出登录吗？',
    okText: '退出登录',
  });
  if (isAgreed) await signOut();
}

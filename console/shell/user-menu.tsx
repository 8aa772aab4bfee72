import { useQuery } from '@tanstack/react-query';
import { Button, type MenuProps } from 'antd';
import { useRef, useState, type ReactNode } from 'react';
import { confirmAction } from '#ui/feedback.tsx';
import { fetched } from '#ui/fetched.tsx';
import { fetchRoute } from '#ui/http/route-call.ts';
import { shellCalls } from '#modules/system/model/routes/shell.ts';
import { LazyHelpDrawer } from '#kit/web/help/help-button.tsx';
import { registeredRoutes } from '#kit/web/pages.ts';
import { useAccessStore } from '#kit/web/session/access.ts';
import {
  DepartDialog,
  PasswordDialog,
  TenantDialog,
  type AccountDialogProps,
} from '../session/account/account-dialogs.ts';
import { actFor, shownName, stopActing, useRepresented } from '../session/account/acting.ts';
import { Avatar } from '../session/account/avatar.tsx';
import type { SessionUser } from '#kit/web/session/session-store.ts';
import { signOut } from '../session/sign-in.ts';
import type { SettingDrawerProps } from '../settings/setting-drawer.tsx';
import { useUnits } from '#ui/units.ts';
import { release } from '#ui/page/held-pages.ts';
import { heldTitles } from './leave-guard.ts';
import { Dropdown } from './dropdown.ts';
import { matchRoute } from './menu.ts';

const SettingDrawer = fetched<SettingDrawerProps>(() =>
  import('../settings/setting-drawer.tsx').then((module) => module.SettingDrawer),
);

type Item = NonNullable<MenuProps['items']>[number];

/** In front of the account of somebody for whom one may act. */
const ACT_FOR = 'actFor ';

/** Pages of the own account, where a module offers them. */
const OWN_PAGES = [
  { key: '/account/center', label: '个人中心' },
  { key: '/account/settings/base', label: '账号设置' },
];

const DIALOGS: Record<string, (props: AccountDialogProps) => ReactNode> = {
  settings: ({ onClose }) => <SettingDrawer onClose={onClose} />,
  password: ({ onClose }) => <PasswordDialog onClose={onClose} />,
  depart: ({ onClose }) => <DepartDialog onClose={onClose} />,
  tenant: ({ onClose }) => <TenantDialog onClose={onClose} />,
};

/** What concerns the person: own pages, settings, password, workplace, cache, units, sign-out. */
export function UserMenu({
  user,
  isMobile,
  onOpen,
}: {
  user: SessionUser;
  isMobile: boolean;
  onOpen: (path: string) => void;
}): ReactNode {
  const [isRequested, setRequest] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  // The entry that opened the dialog is gone with its menu: the keyboard goes on from its button.
  const acts = useUserActs(user, isRequested, {
    onOpen,
    onDialogClosed: () => button.current?.focus(),
  });
  const name = shownName(user);
  return (
    <>
      <Dropdown
        menu={{ items: acts.items, onClick: ({ key }) => acts.choose(key) }}
        trigger={['click']}
        placement="bottomRight"
        classNames={{ root: 'wb-user-menu' }}
        onOpenChange={(isOpen) => isOpen && setRequest(true)}
      >
        <Button ref={button} type="text" title={name}>
          <span className="wb-unseen">用户菜单 {isMobile && name}</span>
          <Avatar user={user} size={24} />
          {!isMobile && <span className="wb-user-name">{name}</span>}
        </Button>
      </Dropdown>
      {acts.dialog}
    </>
  );
}

/**
 * What a person can do about their own account, as entries of a menu.
 * @param isAsked the menu is open: only then the tenants are counted
 */
export function useUserActs(
  user: SessionUser,
  isRequested: boolean,
  { onOpen, onDialogClosed }: { onOpen: (path: string) => void; onDialogClosed: () => void },
): { items: Item[]; choose: (key: string) => void; dialog: ReactNode } {
  const [dialog, setDialog] = useState<string | null>(null);
  const { system, setSystem } = useUnits();
  const items = useItems(user, isRequested);
  const close = (): void => {
    setDialog(null);
    requestAnimationFrame(onDialogClosed);
  };
  const choose = (key: string): void => {
    if (key.startsWith('/')) onOpen(key);
    else if (key === 'help' || key in DIALOGS) setDialog(key);
    else if (key === 'units') setSystem(system === 'us' ? 'metric' : 'us');
    else if (key === 'cache') void clearCache();
    else if (key === 'signOut') void confirmSignOut();
    else if (key === 'stopActing') void stopActing();
    else if (key.startsWith(ACT_FOR)) void actFor(key.slice(ACT_FOR.length));
  };
  const shown =
    dialog === 'help' ? (
      <LazyHelpDrawer at={location.pathname} onOpen={onOpen} onClose={close} />
    ) : (
      dialog !== null && DIALOGS[dialog]?.({ onClose: close })
    );
  return { items, choose, dialog: shown };
}

/** @param isAsked once the menu was opened: only then the tenants are counted */
function useItems(user: SessionUser, isRequested: boolean): Item[] {
  const { system } = useUnits();
  const routes = useAccessStore((state) => state.routes);
  const represented = useRepresented(isRequested);
  const { data: tenants } = useQuery({
    queryKey: ['own-tenants'],
    queryFn: ({ signal }) => fetchRoute(shellCalls.tenants, { signal }),
    enabled: isRequested && !user.actedBy,
    staleTime: Infinity,
    retry: false,
  });
  const isPage = ({ key }: { key: string }): boolean => matchRoute([...routes, ...registeredRoutes()], key) !== null;
  const who = `${shownName(user)}（${user.actedBy?.username ?? user.username}）`;
  // Of the account of somebody else nothing is open.
  const own: Item[] = user.actedBy
    ? [{ key: 'settings', label: '系统设置' }]
    : [
        ...OWN_PAGES.filter(isPage),
        { key: 'settings', label: '系统设置' },
        { key: 'password', label: '修改密码' },
        { key: 'depart', label: '切换部门' },
        ...((tenants?.length ?? 0) > 1 ? [{ key: 'tenant', label: '切换租户' }] : []),
        ...represented.map(({ username, realname }) => ({
          key: `${ACT_FOR}${username}`,
          label: `代 ${realname || username} 处理`,
        })),
      ];
  return [
    { key: 'who', label: <span title={who}>{who}</span>, disabled: true },
    { type: 'divider' },
    ...own,
    { key: 'cache', label: '清理缓存' },
    {
      key: 'units',
      label: system === 'us' ? '切换为公制单位（cm / kg）' : '切换为英制单位（in / lb）',
    },
    { key: 'help', label: '帮助' },
    { type: 'divider' },
    ...(user.actedBy ? [{ key: 'stopActing', label: '结束代理' }] : []),
    { key: 'signOut', label: '退出登录' },
  ];
}

const clearCache = (): Promise<void> =>
  import('../session/account/clear-cache.ts').then((module) => module.clearCache());

async function confirmSignOut(): Promise<void> {
  const lost = heldTitles();
  const isAgreed = await confirmAction({
    title: '退出登录',
    content: lost === '' ? '真的要退出登录吗？' : `真的要退出登录吗？${lost}中未保存的修改将丢失。`,
    okText: '退出登录',
    danger: lost !== '',
  });
  if (!isAgreed) return;
  release();
  signOut();
}

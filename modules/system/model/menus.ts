/** A page or a group of the side menu. Paths are the key: the code owns them. */
export interface DeclaredMenu {
  /** Route of a page, or the path of a group. */
  path: string;
  title: string;
  /** Path of the group it hangs below; none = a root. */
  parent?: string;
  /** View below the views area, e.g. `system/UserList`; a group has none. */
  component?: string;
  icon?: string;
  sort: number;
  /** Code a person needs for the page; none = everybody who is signed in. */
  permission?: string;
  /** `module:resource` whose buttons belong to this page; taken from `permission` where absent. */
  resources?: readonly string[];
  hidden?: boolean;
  keepAlive?: boolean;
  redirect?: string;
}

export const HOME_PATH = '/dashboard/analysis';

/** Home, system administration and what belongs to the person himself. */
export const systemMenus: readonly DeclaredMenu[] = [
  {
    path: HOME_PATH,
    title: '首页',
    component: 'dashboard/Analysis',
    icon: 'home',
    sort: 0,
    keepAlive: true,
  },
  { path: '/isystem', title: '系统管理', icon: 'setting', sort: 90, redirect: '/isystem/user' },
  {
    path: '/isystem/user',
    title: '用户管理',
    parent: '/isystem',
    component: 'system/UserList',
    sort: 1,
    permission: 'system:user:list',
  },
  {
    path: '/isystem/roleUserList',
    title: '角色管理',
    parent: '/isystem',
    component: 'system/RoleUserList',
    sort: 2,
    permission: 'system:role:list',
  },
  {
    path: '/isystem/depart',
    title: '部门管理',
    parent: '/isystem',
    component: 'system/DepartList',
    sort: 3,
    permission: 'system:depart:list',
  },
  {
    path: '/isystem/position',
    title: '职务管理',
    parent: '/isystem',
    component: 'system/SysPositionList',
    sort: 4,
    permission: 'system:position:list',
  },
  {
    path: '/isystem/log',
    title: '日志管理',
    parent: '/isystem',
    component: 'system/LogList',
    sort: 8,
    permission: 'system:log:list',
  },
  {
    path: '/isystem/online',
    title: '在线用户',
    parent: '/isystem',
    component: 'system/SysUserOnlineList',
    sort: 9,
    permission: 'system:online:list',
  },
];

import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of system administration, over the routes below /sys. */
export const pages: PageSpecs = {
  'system/UserList': { load: () => import('./user-list.tsx').then(({ UserList }) => UserList) },
  'system/RoleUserList': {
    load: () => import('./role-list.tsx').then(({ RoleUserList }) => RoleUserList),
  },
  'system/DepartList': {
    load: () => import('./depart-list.tsx').then(({ DepartList }) => DepartList),
  },
  'system/SysPositionList': {
    load: () => import('./position-list.tsx').then(({ SysPositionList }) => SysPositionList),
  },
  'system/LogList': { load: () => import('./log-list.tsx').then(({ LogList }) => LogList) },
  'system/SysUserOnlineList': {
    load: () => import('./online-list.tsx').then(({ SysUserOnlineList }) => SysUserOnlineList),
  },
};

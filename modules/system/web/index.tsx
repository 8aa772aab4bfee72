import type { PageSpecs } from '#kit/web/index.ts';
import { accountPages } from './account/pages.ts';
import { registerPeopleCells } from './cell-types.ts';

registerPeopleCells();

export {
  CategorySelect,
  DepartSelect,
  MultiUserSelect,
  PositionSelect,
  RoleSelect,
  UserByDepartSelect,
} from './pickers/lazy-pickers.ts';

/** Pages of system administration, over the routes below /sys. */
export const pages: PageSpecs = {
  ...accountPages,
  'system/UserList': { load: () => import('./user-list.tsx').then(({ UserList }) => UserList) },
  'system/RoleUserList': {
    load: () => import('./role-list.tsx').then(({ RoleUserList }) => RoleUserList),
  },
  'system/DepartList': {
    load: () => import('./depart-list.tsx').then(({ DepartList }) => DepartList),
  },
  'system/SysPositionList': {
    load: () => import('./register-lists.tsx').then(({ SysPositionList }) => SysPositionList),
  },
  'list/system/category': {
    load: () => import('./category-list.tsx').then(({ SysCategoryList }) => SysCategoryList),
  },
  'system/SysInvitationList': {
    load: () => import('./invitation-list.tsx').then(({ SysInvitationList }) => SysInvitationList),
  },
  'system/SysMessageList': {
    load: () => import('./message-list.tsx').then(({ SysMessageList }) => SysMessageList),
  },
  'system/FileJobList': {
    load: () => import('./file-job-list.tsx').then(({ FileJobList }) => FileJobList),
  },
  'system/LogList': { load: () => import('./log-list.tsx').then(({ LogList }) => LogList) },
  'system/SysUserOnlineList': {
    load: () => import('./online-list.tsx').then(({ SysUserOnlineList }) => SysUserOnlineList),
  },
  'system/SysAnnouncementList': {
    load: () =>
      import('./notices/notice-list.tsx').then(({ SysAnnouncementList }) => SysAnnouncementList),
  },
  'system/UserAnnouncementList': {
    load: () =>
      import('./notices/my-notices.tsx').then(({ UserAnnouncementList }) => UserAnnouncementList),
  },
};

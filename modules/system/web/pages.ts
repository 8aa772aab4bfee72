import type { PageSpecs } from '#kit/web/index.ts';
import { accountPages } from './account/pages.ts';

/** Pages of system administration, over the routes below /sys. */
export const pages: PageSpecs = {
  ...accountPages,
  'system/UserList': { load: () => import('./user-list.tsx').then(({ UserList }) => UserList) },
  'system/TenantList': {
    load: () => import('./tenants/tenant-list.tsx').then(({ TenantList }) => TenantList),
  },
  'system/PlanList': {
    load: () => import('./tenants/plan-list.tsx').then(({ PlanList }) => PlanList),
  },
  'system/TenantSettings': {
    load: () => import('./tenant-settings.tsx').then(({ TenantSettings }) => TenantSettings),
  },
  'system/OwnTenant': {
    load: () => import('./tenants/own-tenant.tsx').then(({ OwnTenant }) => OwnTenant),
  },
  'system/AddressList': {
    load: () => import('./address-list.tsx').then(({ AddressList }) => AddressList),
  },
  'system/RoleUserList': {
    load: () => import('./role-list.tsx').then(({ RoleUserList }) => RoleUserList),
  },
  'system/NewPermissionList': {
    load: () => import('./menus/menu-list.tsx').then(({ NewPermissionList }) => NewPermissionList),
  },
  'system/DepartList': {
    load: () => import('./depart-list.tsx').then(({ DepartList }) => DepartList),
  },
  'system/DepartUserList': {
    load: () => import('./departs/my-depart-list.tsx').then(({ DepartUserList }) => DepartUserList),
  },
  'system/SysPositionList': {
    load: () => import('./register-lists.tsx').then(({ SysPositionList }) => SysPositionList),
  },
  'system/SysCheckRuleList': {
    load: () => import('./code-rules/code-rule-lists.tsx').then((rules) => rules.SysCheckRuleList),
  },
  'system/SysFillRuleList': {
    load: () => import('./code-rules/code-rule-lists.tsx').then((rules) => rules.SysFillRuleList),
  },
  'system/DictList': { load: () => import('./dict-list.tsx').then(({ DictList }) => DictList) },
  'system/SysCategoryList': {
    load: () => import('./category-list.tsx').then(({ SysCategoryList }) => SysCategoryList),
  },
  'system/SysInvitationList': {
    load: () => import('./invitation-list.tsx').then(({ SysInvitationList }) => SysInvitationList),
  },
  'modules/message/SysMessageList': {
    load: () => import('./messages/message-list.tsx').then((page) => page.SysMessageList),
  },
  'modules/message/SysMessageTemplateList': {
    load: () => import('./messages/template-list.tsx').then((page) => page.SysMessageTemplateList),
  },
  'modules/oss/OSSFileList': {
    load: () => import('./files/file-list.tsx').then(({ OSSFileList }) => OSSFileList),
  },
  'system/StorageUse': {
    load: () => import('./files/storage-use.tsx').then((page) => page.StorageUsePage),
  },
  'system/FileJobList': {
    load: () => import('./file-job-list.tsx').then(({ FileJobList }) => FileJobList),
  },
  'system/LogList': { load: () => import('./log-list.tsx').then(({ LogList }) => LogList) },
  'system/DataLogList': {
    load: () => import('./data-log/data-log-list.tsx').then(({ DataLogList }) => DataLogList),
  },
  'system/SysUserOnlineList': {
    load: () => import('./online-list.tsx').then(({ SysUserOnlineList }) => SysUserOnlineList),
  },
  'system/SysAnnouncementList': {
    load: () => import('./notices/notice-list.tsx').then(({ SysAnnouncementList }) => SysAnnouncementList),
  },
  'system/UserAnnouncementList': {
    load: () => import('./notices/my-notices.tsx').then(({ UserAnnouncementList }) => UserAnnouncementList),
  },
};

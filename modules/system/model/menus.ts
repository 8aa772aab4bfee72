import type { DeclaredMenu } from '#kit/model/menu.ts';
import { MY_NOTICES_PATH } from './notice.ts';

export const HOME_PATH = '/dashboard/analysis';

/** Home, system administration and what belongs to the person themselves. */
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
    // sic: annountCement
    path: '/isystem/annountCement',
    title: '系统通告',
    parent: '/isystem',
    component: 'system/SysAnnouncementList',
    sort: 7,
    permission: 'system:announcement:list',
    keepAlive: true,
  },
  {
    path: MY_NOTICES_PATH,
    title: '我的通知',
    component: 'system/UserAnnouncementList',
    sort: 99,
    hidden: true,
    keepAlive: true,
  },
  {
    path: '/isys/category',
    title: '分类字典',
    parent: '/isystem',
    component: 'list/system/category',
    sort: 6,
    permission: 'system:category:list',
    keepAlive: true,
  },
  {
    path: '/isystem/invitation',
    title: '邀请成员',
    parent: '/isystem',
    component: 'system/SysInvitationList',
    sort: 5,
    permission: 'system:invitation:list',
  },
  {
    path: '/isystem/message',
    title: '消息日志',
    parent: '/isystem',
    component: 'system/SysMessageList',
    sort: 10,
    permission: 'system:message:list',
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

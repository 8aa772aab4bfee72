import type { HelpPart } from '#kit/model/help.ts';
import { MY_NOTICES_PATH } from './notice.ts';

/** What holds for every page, and what concerns the person themselves. */
export const basicsHelp: HelpPart = {
  module: 'system',
  title: '开始',
  chapters: [
    { name: 'first-steps', title: '从店铺到第一箱', pages: [] },
    { name: 'sign-in', title: '登录与注册', pages: [] },
    { name: 'shell', title: '菜单、页签与搜索', pages: [] },
    { name: 'lists', title: '列表', pages: [] },
    { name: 'views', title: '筛选、视图与列设置', pages: [] },
    { name: 'batches', title: '批量操作', pages: [] },
    { name: 'sheets', title: '导入与导出', pages: ['/base/file-job'], of: ['system:fileJob'] },
    { name: 'own-tenant', title: '租户', pages: ['/base/tenant'] },
    { name: 'lines', title: '明细表格', pages: [] },
    { name: 'settings', title: '系统设置', pages: [] },
    {
      name: 'account',
      title: '个人中心与账号设置',
      pages: [
        '/account/center',
        '/account/settings/base',
        '/account/settings/security',
        '/account/settings/notification',
        '/account/settings/devices',
      ],
    },
    { name: 'my-notices', title: '我的通知', pages: [MY_NOTICES_PATH] },
  ],
  notes: [],
};

/** 系统管理 in the handbook. */
export const systemHelp: HelpPart = {
  module: 'system',
  title: '系统管理',
  chapters: [
    { name: 'tenant-settings', title: '系统设置（全公司）', pages: ['/isystem/settings'] },
    { name: 'users', title: '用户管理', pages: ['/isystem/user'] },
    { name: 'tenants', title: '租户管理', pages: ['/isys/tenant'], of: ['system:tenant'] },
    { name: 'plans', title: '套餐管理', pages: ['/isys/plan'], of: ['system:plan'] },
    { name: 'roles', title: '角色管理', pages: ['/isystem/roleUserList'] },
    { name: 'menus', title: '权限管理', pages: ['/isystem/newPermissionList'] },
    { name: 'departs', title: '部门管理', pages: ['/isystem/depart'] },
    { name: 'my-departs', title: '我的部门', pages: ['/isystem/departUserList'] },
    { name: 'addresses', title: '通讯录', pages: ['/isystem/addressList'] },
    { name: 'positions', title: '职务管理', pages: ['/isystem/position'] },
    { name: 'invitations', title: '邀请成员', pages: ['/isystem/invitation'] },
    { name: 'dicts', title: '数据字典', pages: ['/isystem/dict'] },
    { name: 'categories', title: '分类字典', pages: ['/isys/category'] },
    { name: 'check-rules', title: '编码校验规则', pages: ['/isystem/checkRule'] },
    { name: 'fill-rules', title: '填值规则', pages: ['/isystem/fillRule'] },
    { name: 'notices', title: '系统通告', pages: ['/isystem/annountCement'] },
    { name: 'logs', title: '日志管理', pages: ['/isystem/log'] },
    { name: 'data-log', title: '数据日志', pages: ['/sys/dataLog-list'] },
    { name: 'online', title: '在线用户', pages: ['/isystem/online'] },
    { name: 'message-templates', title: '消息模板', pages: ['/isystem/messageTemplate'] },
    { name: 'messages', title: '消息日志', pages: ['/isystem/message'] },
    { name: 'files', title: '文件管理', pages: ['/isystem/file', '/isystem/storage'] },
  ],
  notes: [],
};

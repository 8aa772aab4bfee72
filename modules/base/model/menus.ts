import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 基础资料 (domain.md §11 for the paths). */
export const baseMenus: readonly DeclaredMenu[] = [
  { path: '/base', title: '基础资料', icon: 'database', sort: 30, redirect: '/base/inventory' },
  ...listPages('/base', [
    ['/base/warehouse', '仓库', 8, 'base:warehouse'],
    ['/base/ship-method', '物流渠道', 9, 'base:shipMethod'],
  ]),
  {
    path: '/base/tenant',
    title: '租户',
    parent: '/base',
    component: 'system/OwnTenant',
    sort: 19,
    permission: 'system:ownTenant:list',
    resources: ['system:ownTenant'],
    keepAlive: true,
  },
  {
    path: '/base/file-job',
    title: '导入导出',
    parent: '/base',
    component: 'system/FileJobList',
    sort: 20,
    resources: ['system:fileJob'],
    keepAlive: true,
  },
];

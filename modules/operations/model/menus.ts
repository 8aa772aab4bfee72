import type { DeclaredMenu } from '#kit/model/menu.ts';

/** 在线报表, and below 系统管理 what is arranged, at the paths of the base. */
export const operationsMenus: readonly DeclaredMenu[] = [
  { path: '/online', title: '报表', icon: 'bar-chart', sort: 27, redirect: '/online/cgreport' },
  {
    path: '/online/cgreport',
    title: '在线报表',
    parent: '/online',
    component: 'modules/online/cgreport/OnlCgreportHeadList',
    sort: 1,
    permission: 'operations:report:list',
    resources: ['operations:report'],
    keepAlive: true,
  },
  {
    path: '/isystem/QuartzJobList',
    title: '定时任务',
    parent: '/isystem',
    component: 'system/QuartzJobList',
    sort: 12,
    permission: 'operations:quartzJob:list',
    resources: ['operations:quartzJob', 'operations:quartzRun', 'platform:clockWork'],
    keepAlive: true,
  },
  {
    path: '/isystem/dataSource',
    title: '多数据源管理',
    parent: '/isystem',
    component: 'system/SysDataSourceList',
    sort: 13,
    permission: 'operations:dataSource:list',
    keepAlive: true,
  },
  {
    path: '/isystem/gatewayroute',
    title: '网关路由',
    parent: '/isystem',
    component: 'system/SysGatewayRouteList',
    sort: 14,
    permission: 'operations:gatewayRoute:list',
    keepAlive: true,
  },
];

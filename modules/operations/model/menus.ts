import type { DeclaredMenu } from '#kit/model/menu.ts';

/** Below 系统管理, at the paths of the base. */
export const operationsMenus: readonly DeclaredMenu[] = [
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

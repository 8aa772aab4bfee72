import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of operations, by the names of the base. */
export const pages: PageSpecs = {
  'system/QuartzJobList': { load: () => import('./quartz-list.tsx').then(({ QuartzJobList }) => QuartzJobList) },
  'system/SysDataSourceList': {
    load: () => import('./source-list.tsx').then(({ SysDataSourceList }) => SysDataSourceList),
  },
  'system/SysGatewayRouteList': {
    load: () => import('./gateway-list.tsx').then(({ SysGatewayRouteList }) => SysGatewayRouteList),
  },
};

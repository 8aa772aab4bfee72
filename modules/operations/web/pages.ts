import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of operations, by the names of the base. */
export const pages: PageSpecs = {
  'system/QuartzJobList': { load: () => import('./quartz-list.tsx').then(({ QuartzJobList }) => QuartzJobList) },
  'modules/online/cgreport/OnlCgreportHeadList': {
    load: () => import('./reports/report-list.tsx').then(({ ReportList }) => ReportList),
  },
  'modules/online/cgreport/auto/OnlCgreportAutoList': {
    load: () => import('./reports/report-view.tsx').then(({ ReportView }) => ReportView),
  },
  'system/SysDataSourceList': {
    load: () => import('./source-list.tsx').then(({ SysDataSourceList }) => SysDataSourceList),
  },
  'system/SysGatewayRouteList': {
    load: () => import('./gateway-list.tsx').then(({ SysGatewayRouteList }) => SysGatewayRouteList),
  },
};

import type { HelpPart } from '#kit/model/help.ts';

/** 定时任务 in the handbook. */
export const operationsHelp: HelpPart = {
  module: 'operations',
  title: '运维',
  chapters: [
    {
      name: 'schedules',
      title: '定时任务',
      pages: ['/isystem/QuartzJobList'],
      of: ['operations:quartzJob', 'operations:quartzRun'],
    },
    {
      name: 'data-sources',
      title: '多数据源',
      pages: ['/isystem/dataSource'],
      of: ['operations:dataSource'],
    },
    {
      name: 'gateway-routes',
      title: '网关路由',
      pages: ['/isystem/gatewayroute'],
      of: ['operations:gatewayRoute'],
    },
    {
      name: 'reports',
      title: '在线报表',
      pages: ['/online/cgreport', '/online/cgreport/:code'],
      of: ['operations:report'],
    },
  ],
  notes: [],
};

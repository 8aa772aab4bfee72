import type { HelpPart } from '#kit/model/help.ts';

/** 监控 in the handbook. */
export const monitorHelp: HelpPart = {
  module: 'monitor',
  title: '监控',
  chapters: [
    { name: 'alarms', title: '告警', pages: ['/monitor/alarms'] },
    {
      name: 'nodes',
      title: '节点指标',
      pages: ['/monitor/Disk', '/monitor/JvmInfo', '/monitor/SystemInfo', '/monitor/TomcatInfo', '/monitor/redis/info'],
    },
    { name: 'traces', title: 'HTTP 追踪', pages: ['/monitor/HttpTrace'] },
    { name: 'database', title: '数据库监控', pages: ['/monitor/database'] },
    { name: 'queue', title: '任务与投递', pages: ['/monitor/deliveries'] },
  ],
  notes: [],
};

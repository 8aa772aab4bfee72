import type { DeclaredMenu } from '#kit/model/menu.ts';
import { SEE_DATABASE, SEE_FIGURES, SEE_THRESHOLDS, SEE_TRACES } from './rights.ts';

const page = (path: string, title: string, component: string, sort: number, permission: string): DeclaredMenu => ({
  path,
  title,
  parent: '/monitor',
  component: `modules/monitor/${component}`,
  sort,
  permission,
  keepAlive: true,
});

/** 监控: the six pages of the base at its paths, and ours. */
export const monitorMenus: readonly DeclaredMenu[] = [
  { path: '/monitor', title: '监控', icon: 'dashboard', sort: 95, redirect: '/monitor/alarms' },
  page('/monitor/alarms', '告警', 'AlarmList', 1, SEE_THRESHOLDS),
  page('/monitor/Disk', '磁盘监控', 'DiskMonitoring', 2, SEE_FIGURES),
  page('/monitor/JvmInfo', '运行时', 'JvmInfo', 3, SEE_FIGURES),
  page('/monitor/redis/info', 'Redis 监控', 'RedisInfo', 4, SEE_FIGURES),
  page('/monitor/SystemInfo', '服务器信息', 'SystemInfo', 5, SEE_FIGURES),
  page('/monitor/TomcatInfo', 'HTTP 服务', 'TomcatInfo', 6, SEE_FIGURES),
  page('/monitor/HttpTrace', 'HTTP 追踪', 'HttpTrace', 7, SEE_TRACES),
  page('/monitor/database', '数据库监控', 'DatabaseInfo', 8, SEE_DATABASE),
  page('/monitor/deliveries', '任务与投递', 'QueueInfo', 9, SEE_FIGURES),
];

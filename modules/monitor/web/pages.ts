import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of 监控, by the names of the base where it has them. None of them shows a resource. */
export const pages: PageSpecs = {
  'modules/monitor/AlarmList': {
    isBare: true,
    load: () => import('./alarm-page.tsx').then(({ AlarmList }) => AlarmList),
  },
  'modules/monitor/DiskMonitoring': {
    isBare: true,
    load: () => import('./node-pages.tsx').then(({ DiskMonitoring }) => DiskMonitoring),
  },
  'modules/monitor/JvmInfo': {
    isBare: true,
    load: () => import('./node-pages.tsx').then(({ JvmInfo }) => JvmInfo),
  },
  'modules/monitor/RedisInfo': {
    isBare: true,
    load: () => import('./redis-page.tsx').then(({ RedisInfo }) => RedisInfo),
  },
  'modules/monitor/SystemInfo': {
    isBare: true,
    load: () => import('./node-pages.tsx').then(({ SystemInfo }) => SystemInfo),
  },
  'modules/monitor/TomcatInfo': {
    isBare: true,
    load: () => import('./node-pages.tsx').then(({ TomcatInfo }) => TomcatInfo),
  },
  'modules/monitor/HttpTrace': {
    isBare: true,
    load: () => import('./trace-page.tsx').then(({ HttpTrace }) => HttpTrace),
  },
  'modules/monitor/DatabaseInfo': {
    isBare: true,
    load: () => import('./database-page.tsx').then(({ DatabaseInfo }) => DatabaseInfo),
  },
  'modules/monitor/QueueInfo': {
    isBare: true,
    load: () => import('./queue-page.tsx').then(({ QueueInfo }) => QueueInfo),
  },
};

import type { ReactNode } from 'react';
import { NodePage } from './node-page.tsx';
import type { ChartSpec } from './day-chart.tsx';
import type { ShownFigure } from './node-page.tsx';

const DISK_FIGURES: readonly ShownFigure[] = [
  { title: '已用', part: 'diskFree', of: 'diskTotal', left: true, badBeyond: 90 },
  'diskFree',
  'diskTotal',
];
const DISK_CHARTS: readonly ChartSpec[] = [{ title: '磁盘剩余', figures: ['diskFree'] }];

/** 磁盘监控: the disk that files and, where it is embedded, the database lie on. */
export const DiskMonitoring = (): ReactNode => (
  <NodePage
    title="磁盘监控"
    figures={DISK_FIGURES}
    charts={DISK_CHARTS}
    hasFacts
    method="数据目录所在的磁盘。数据库在别的服务器上时，那里的磁盘请在那台服务器上监控。"
  />
);

const RUNTIME_FIGURES: readonly ShownFigure[] = [
  { title: '堆内存使用率', part: 'heapUsed', of: 'heapLimit', badBeyond: 85 },
  'heapUsed',
  'heapTotal',
  'heapLimit',
  'rss',
  'buffers',
  'loopP99',
  'loopUse',
  'gcMs',
  'handles',
];
const RUNTIME_CHARTS: readonly ChartSpec[] = [
  { title: '堆内存', figures: ['heapUsed', 'heapTotal', 'heapLimit'] },
  { title: '事件循环延迟', figures: ['loopP99', 'loopMax'] },
  { title: '垃圾回收', figures: ['gcMs', 'gcMaxMs'] },
  { title: '事件循环占用', figures: ['loopUse', 'cpu'] },
  { title: '进程内存', figures: ['rss', 'buffers'] },
  { title: '句柄数', figures: ['handles'] },
];

/** 运行时, where the base has its Java machine. */
export const JvmInfo = (): ReactNode => (
  <NodePage
    title="运行时"
    figures={RUNTIME_FIGURES}
    charts={RUNTIME_CHARTS}
    hasFacts
    method="事件循环延迟：到点的工作晚了多久才执行，P99 为一分钟内 99% 的延迟不超过的值。"
  />
);

const SYSTEM_FIGURES: readonly ShownFigure[] = [
  'systemCpu',
  'cpu',
  'load',
  { title: '内存使用率', part: 'memoryFree', of: 'memoryTotal', left: true, badBeyond: 95 },
  'memoryFree',
  'memoryTotal',
];
const SYSTEM_CHARTS: readonly ChartSpec[] = [
  { title: 'CPU', figures: ['systemCpu', 'cpu'] },
  { title: '可用内存', figures: ['memoryFree'] },
  { title: '系统负载', figures: ['load'] },
];

/** 服务器信息: the machine that a node runs on. */
export const SystemInfo = (): ReactNode => (
  <NodePage title="服务器信息" figures={SYSTEM_FIGURES} charts={SYSTEM_CHARTS} hasFacts />
);

const HTTP_FIGURES: readonly ShownFigure[] = [
  'requests',
  'answerMs',
  'answerP95',
  'refused',
  'faults',
  'httpOpen',
  'sockets',
  'poolOpen',
  'poolBusy',
  'poolWaiting',
];
const HTTP_CHARTS: readonly ChartSpec[] = [
  { title: '请求数', figures: ['requests'] },
  { title: '响应时间', figures: ['answerMs', 'answerP95'] },
  { title: '错误', figures: ['faults', 'refused'] },
  { title: '连接', figures: ['httpOpen', 'sockets'] },
  { title: '连接池', figures: ['poolBusy', 'poolOpen', 'poolWaiting'] },
];

/** HTTP 服务, where the base has its Tomcat. */
export const TomcatInfo = (): ReactNode => (
  <NodePage
    title="HTTP 服务"
    figures={HTTP_FIGURES}
    charts={HTTP_CHARTS}
    method="请求数与响应时间为最近一整分钟；只统计接口，不含页面文件。"
  />
);

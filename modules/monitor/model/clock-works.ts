import { defineOwnWork } from '#kit/model/clock-work.ts';

export const sampleNodeWork = defineOwnWork(
  'monitor.sampleNode',
  '记录节点指标',
  '每个节点每分钟记录一次自己的内存、事件循环、磁盘和请求，超过告警阈值时通知平台运营。',
);
export const sampleWholeWork = defineOwnWork(
  'monitor.sampleWhole',
  '记录数据库与任务指标',
  '每分钟记录一次数据库、任务队列和登录失败，超过告警阈值时通知平台运营。',
);
export const sweepSamplesWork = defineOwnWork(
  'monitor.sweep',
  '清理监控记录',
  '删除一天前的指标、30 天前的告警和停止的节点。',
);

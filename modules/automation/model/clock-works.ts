import { defineOwnWork } from '#kit/model/clock-work.ts';

export const scheduledRulesWork = defineOwnWork(
  'automation.scheduled',
  '启动定时规则',
  '自动化规则的执行时间到了，即判断待处理的订单。',
);
export const sweepRuleRunsWork = defineOwnWork(
  'automation.sweepRuns',
  '清理规则轨迹',
  '删除 30 天前没有命中的规则轨迹；执行过的保留。',
);

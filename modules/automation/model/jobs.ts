import { defineJob } from '#kit/model/job.ts';

/** Orders that wait to be judged, this one among them. */
export const judgeJob = defineJob<{ orderId: string }>('automation.judge', '执行自动化规则');
/** Orders that are short of these SKUs are judged. */
export const stockJob = defineJob<{ skuIds: readonly string[] }>(
  'automation.stock',
  '到货后执行规则',
);
/** A rule with hours of its own judges the open orders. */
export const scheduledRuleJob = defineJob<{ ruleId: string; at: string }>(
  'automation.schedule',
  '定时执行规则',
);

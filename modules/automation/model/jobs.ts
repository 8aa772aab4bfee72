import { defineJob } from '#kit/model/job.ts';

/** What waits to be judged, this order, return, request or feed first. */
export const judgeJob = defineJob<{ subjectId: string }>('automation.judge', '执行自动化规则');
/** Orders that are short of these SKUs are judged. */
export const stockJob = defineJob<{ skuIds: readonly string[] }>('automation.stock', '到货后执行规则');
/** A rule with hours of its own judges the open orders. */
export const scheduledRuleJob = defineJob<{ ruleId: string; at: string }>('automation.schedule', '定时执行规则');

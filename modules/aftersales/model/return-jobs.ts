import { defineJob } from '#kit/model/job.ts';

/** Returns whose goods have not come by their day are not waited for any more. */
export const expireReturnsJob = defineJob<Record<string, never>>('aftersales.expire', '退货过期', {
  isPeriodic: true,
});

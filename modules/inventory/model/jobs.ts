import { defineJob } from '#kit/model/job.ts';

/** Once a day: safety stock goes to where goods were sold lately. */
export const shareSafetyJob = defineJob<object>('inventory.shareSafety', '分摊安全库存', {
  isPeriodic: true,
});

import { defineJob } from '#kit/model/job.ts';

/** Part orders that wait for these SKUs hold what has come. */
export const takeAwaitedJob = defineJob<{ skuIds: readonly string[] }>('aftersales.takeAwaited', '到货补配件');

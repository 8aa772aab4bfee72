import { defineJob } from '#kit/model/job.ts';

/** Orders that were short of these SKUs hold what has come. */
export const refillJob = defineJob<{ skuIds: readonly string[] }>('orders.refill', '到货补预占');

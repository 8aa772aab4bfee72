import { defineEvent } from '#kit/model/event.ts';

interface AboutReturn {
  returnId: string;
  /** Null for goods of no order. */
  orderId: string | null;
  accountId: string | null;
}

/** A return may come, and the channel may hear under which number. */
export const returnApproved = defineEvent<AboutReturn>('return.approved');
/** It may not come. */
export const returnRejected = defineEvent<AboutReturn>('return.rejected');
/** Nobody waits for its goods any more. */
export const returnEnded = defineEvent<AboutReturn>('return.ended');

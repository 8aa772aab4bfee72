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
/** All that comes has come: 收货完成, whatever order it is of, or none. */
export const returnReceived = defineEvent<AboutReturn>('return.received');
/** Nobody waits for its goods any more. */
export const returnEnded = defineEvent<AboutReturn>('return.ended');

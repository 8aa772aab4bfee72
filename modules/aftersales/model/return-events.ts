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

interface AboutCreditNote {
  creditNoteId: string;
  creditNo: string;
  /** Null for goods of no order. */
  orderId: string | null;
}

/** Something is given back because of a return; whoever keeps what the order owes takes it off there. */
export const creditNoteIssued = defineEvent<AboutCreditNote>('creditNote.issued');
/** It was taken back. `entryId`: what it had posted, if anything. */
export const creditNoteReversed = defineEvent<AboutCreditNote & { entryId: string | null }>('creditNote.reversed');

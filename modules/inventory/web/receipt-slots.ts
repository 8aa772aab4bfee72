import { defineSlot } from '#kit/web/index.ts';

/** The way back from a receipt to the document that asked for its goods, by the kind of that document. */
export const receiptOrigin = defineSlot<{ type: string; id: string; no: string }>('inventory.receipt.origin');

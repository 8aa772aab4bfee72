import { inTransaction, type TransactionHandler } from '#kit/server/outbox.ts';
import { creditNoteIssued, creditNoteReversed } from '#modules/aftersales/model/return-events.ts';
import { creditOrders, uncredit } from './credits/post-credits.ts';

/** What is given back because of a return takes from what its order owes, at once. */
export const receivablesInTransaction: readonly TransactionHandler[] = [
  inTransaction(creditNoteIssued, 'finance.credit', async (tx, { orderId }) => {
    if (orderId) await creditOrders(tx, [orderId]);
  }),
  inTransaction(creditNoteReversed, 'finance.uncredit', (tx, { creditNoteId, creditNo, entryId }) =>
    uncredit(tx, { id: creditNoteId, creditNo, entryId }),
  ),
];

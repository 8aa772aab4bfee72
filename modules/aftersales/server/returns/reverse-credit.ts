import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { creditNote, creditNoteLifecycle, type CreditNoteRow } from '../../model/credit-note.ts';
import { creditNoteReversed } from '../../model/return-events.ts';
import { returnOrder } from '../../model/return-order.ts';
import { stateBefore, uncreditReturn } from './credit-return.ts';
import { holdOrders, showReturns } from './order-facts.ts';
import { addValues } from './return-lines.ts';

/** 冲销: the return is owed again. */
export const reverseCreditNote: Command = command(creditNoteLifecycle, 'reverse', {
  async run(tx, rows, { reason }) {
    // Held first: who credits the return meanwhile waits for us.
    await tx.run`select 1 from return_order where tenant_id = ${tx.tenant}
      and id = any(${rows.map(({ returnId }) => returnId)}::uuid[]) order by id for update`;
    await holdOrders(
      tx,
      rows.map(({ returnId, orderId }) => ({ id: returnId, orderId })),
    );
    await setColumns(tx, creditNote, rows, {
      reversedBy: tx.actor.username,
      reversedAt: tx.now,
      reverseReason: reason,
    });
    for (const row of rows) await takeBack(tx, row);
  },
});

async function takeBack(tx: Tx, row: CreditNoteRow): Promise<void> {
  const { entryId } = await tx.one<{ entryId: string | null }>`
    select entry_id from credit_note where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  const about = { creditNoteId: row.id, creditNo: row.creditNo, orderId: row.orderId, entryId };
  await tx.emit(creditNoteReversed, row.id, about);
  await tx.run`
    update return_line l set credited = l.credited - c.amount, update_time = ${tx.now}, version = l.version + 1
    from credit_note_line c
    where c.tenant_id = ${tx.tenant} and c.credit_note_id = ${row.id}::uuid
      and l.tenant_id = c.tenant_id and l.id = c.return_line_id`;
  const [back] = await pick(tx, returnOrder, ['id', 'type', 'orderId', 'creditTotal'])`
    id = ${row.returnId}::uuid`;
  if (!back) return;
  await setColumns(tx, returnOrder, [back.id], {
    creditTotal: back.creditTotal - row.total,
    creditNoteId: null,
  });
  await addValues(tx, back.id, { credit: -row.baseTotal });
  await moveInTransaction(tx, uncreditReturn, [back.id]);
  await showReturns(tx, [back], stateBefore(back.type));
}

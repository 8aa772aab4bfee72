import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { reverseEntry } from '#modules/ledger/server/index.ts';
import { remittance, type RemittanceRow } from '../../model/remittance.ts';
import { remittanceLifecycle } from '../../model/remittance-lifecycle.ts';
import { unbookDeductions } from '../deductions/book-deductions.ts';
import { unsettleInvoices } from '../invoices/settle.ts';
import { REMITTANCE } from './post-remittance.ts';
import { reverseRemittancePayment } from './remittance-payment.ts';
import { takeBackApplied } from './apply-parked.ts';

/** 冲销: invoices are owed again, what it booked is booked back today, and its deductions are withdrawn. */
export const reverseRemittance: Command = command(remittanceLifecycle, 'reverse', {
  async run(tx, rows, { reason }) {
    for (const row of rows) await takeBack(tx, row, reason);
  },
});

async function takeBack(tx: Tx, row: RemittanceRow, reason: string): Promise<void> {
  await unbookDeductions(tx, row.id);
  await takeBackApplied(tx, row);
  await unsettleInvoices(tx, { type: REMITTANCE, id: row.id });
  const { entryId } = await tx.one<{ entryId: string | null }>`
    select entry_id from remittance where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  if (entryId) await reverseEntry(tx, entryId, { memo: `冲销回款 ${row.remitNo}` });
  await reverseRemittancePayment(tx, row, reason);
  // Nothing waits in 待核销 any more; what it was matched with stays to be read.
  await tx.run`
    update remittance_line set match_status = 'open'
    where tenant_id = ${tx.tenant} and remittance_id = ${row.id}::uuid and match_status = 'parked'`;
  await setColumns(tx, remittance, [row], {
    parkedTotal: 0n,
    reversedBy: tx.actor.username,
    reversedAt: tx.now,
    reverseReason: reason,
  });
}

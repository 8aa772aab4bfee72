import type { Tx } from '#kit/server/database.ts';
import { recordBirth } from '#kit/server/command.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto, pick } from '#kit/server/stored-rows.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { customerOfChannel } from '#modules/base/server/index.ts';
import { creditNote, creditNoteLifecycle, creditNoteLine } from '../../model/credit-note.ts';
import { creditNoteIssued } from '../../model/return-events.ts';
import type { ReturnRow } from '../../model/return-order.ts';

/** What a line of a return is credited with. */
export interface CreditedLine {
  returnLineId: string;
  orderLineId: string | null;
  skuId: string;
  qty: number;
  /** Minor units, above zero. */
  amount: bigint;
}

interface NewNote {
  lines: readonly CreditedLine[];
  total: bigint;
  fxRate: string;
  baseCurrency: string;
  baseTotal: bigint;
  reason: string | null;
}

/**
 * Issues a credit note for a return, with what it is worth in the currency of the books. Whoever keeps the invoices
 * posts it (`creditNote.issued`): what was sold is owed once it is invoiced, so that a refund of it before would leave
 * receivables below zero. @returns its id
 */
export async function issueNote(tx: Tx, row: ReturnRow, { lines, ...amounts }: NewNote): Promise<string> {
  const [creditNo = ''] = await tx.numbering.take(tx.actor, 'CN', 1);
  const [id = ''] = await insertInto(tx, creditNote, [
    {
      creditNo,
      returnId: row.id,
      orderId: row.orderId,
      accountId: row.accountId,
      warehouseId: row.warehouseId,
      customerId: await customerOf(tx, row.accountId),
      currency: row.currency,
      lineCount: lines.length,
      ...amounts,
      issuedBy: tx.actor.username,
      status: 'issued' as const,
    },
  ]);
  await insertInto(
    tx,
    creditNoteLine,
    lines.map((line) => ({ ...line, creditNoteId: id, currency: row.currency })),
  );
  await noteMakers(tx, creditNote, id);
  recordBirth(tx, creditNoteLifecycle, 'credit', [{ id, status: 'issued', scope: null }]);
  await tx.emit(creditNoteIssued, id, { creditNoteId: id, creditNo, orderId: row.orderId });
  return id;
}

/** The marketplace among our customers: who is owed what the note says. */
async function customerOf(tx: Tx, accountId: string | null): Promise<string | null> {
  const [shop] = accountId ? await pick(tx, channelAccount, ['channelCode'])`id = ${accountId}::uuid` : [];
  const customer = shop ? await customerOfChannel(tx, shop.channelCode) : undefined;
  return customer?.id ?? null;
}

/** The books know a credit note now, by this entry. */
export async function notePosted(tx: Tx, id: string, entryId: string): Promise<void> {
  await tx.run`update credit_note set entry_id = ${entryId}::uuid where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
}

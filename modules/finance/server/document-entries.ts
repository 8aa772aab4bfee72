import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { journalEntry } from '#modules/ledger/model/entry.ts';
import type { DocumentBooks, RemittanceBooks, ShownEntry } from '../model/document-entries.ts';

interface PostedLine {
  id: string;
  entryNo: string;
  day: string;
  memo: string | null;
  currency: string;
  debit: string;
  credit: string;
  amount: bigint;
}

/** What documents led to in the books; nothing for whoever may not read the books or their amounts. */
export async function entriesOf(tx: Tx, ids: readonly string[]): Promise<ShownEntry[]> {
  const isHidden = maskedFields(journalEntry, tx.actor).has('amount');
  if (isHidden || !may(tx.actor, 'ledger:journalEntry:list')) return [];
  const lines = await tx.rows<PostedLine>`
    select e.id, e.entry_no, e.day::text as day, e.memo, e.currency, d.name as debit, c.name as credit, p.amount
    from journal_entry e
    join posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id
    join account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
    join account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
    where e.tenant_id = ${tx.tenant} and e.ref_id = any(${ids}::text[])
    order by e.id, p.line_no`;
  return [...Map.groupBy(lines, ({ id }) => id).values()].flatMap((own) => {
    const [first] = own;
    if (!first) return [];
    const { id, entryNo, day, memo, currency } = first;
    const postings = own.map(({ debit, credit, amount }) => ({
      debit,
      credit,
      amount: formatDecimal(amount, exponentOf(currency)),
    }));
    return [{ id, entryNo, day, memo, currency, postings }];
  });
}

/** A payment with its entries: one of a remittance has that of the remittance and none of its own. */
export const paymentBooks = async (
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & DocumentBooks> => {
  const { remittanceId } = await tx.one<{ remittanceId: string | null }>`
    select remittance_id from payment where tenant_id = ${tx.tenant} and id = ${String(row['id'])}::uuid`;
  return { entries: await entriesOf(tx, [remittanceId ?? String(row['id'])]) };
};

/** A remittance with its entries, and the payment that its money is, for whoever may see payments. */
export const remittanceBooks = async (
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & RemittanceBooks> => {
  const id = String(row['id']);
  const paid = may(tx.actor, 'finance:payment:list')
    ? await tx.maybe<{ id: string; paymentNo: string }>`
        select id, payment_no from payment where tenant_id = ${tx.tenant} and remittance_id = ${id}::uuid
        order by status = 'posted' desc, id desc limit 1`
    : null;
  return { entries: await entriesOf(tx, [id]), payment: paid ?? null };
};

/** A document with its own entries. */
export const booksOf = async (
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & DocumentBooks> => ({ entries: await entriesOf(tx, [String(row['id'])]) });

import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import type { BillSurroundings, DocumentBooks, ShownEntry, ShownPayment } from '../model/document-entries.ts';
import { supplierBill } from '../model/supplier-bill.ts';
import { balancesOf } from './supplier-credits.ts';

const hidesCost = (tx: Tx): boolean => maskedFields(supplierBill, tx.actor).has('total');

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

/** What documents led to in the books; nothing for whoever may not read the books, or not what goods cost. */
async function entriesOf(tx: Tx, ids: readonly string[]): Promise<ShownEntry[]> {
  if (hidesCost(tx) || !may(tx.actor, 'ledger:journalEntry:list')) return [];
  const lines = await tx.rows<PostedLine>`
    select e.id, e.entry_no, e.day::text as day, e.memo, e.currency, d.name as debit, c.name as credit, p.amount
    from journal_entry e
    join posting p on p.tenant_id = e.tenant_id and p.entry_id = e.id
    join account d on d.tenant_id = p.tenant_id and d.id = p.debit_account_id
    join account c on c.tenant_id = p.tenant_id and c.id = p.credit_account_id
    where e.tenant_id = ${tx.tenant} and e.ref_id = any(${ids}::text[])
      and e.ref_type in ('supplierBill', 'billPayment', 'landedCost')
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

/** A bill: its payments, and the entries of itself and of them. */
export async function billDetail(
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & BillSurroundings> {
  const id = String(row['id']);
  type Row = Omit<ShownPayment, 'amount' | 'discount'> & {
    amount: bigint;
    discount: bigint;
    currency: string;
  };
  const rows = await tx.rows<Row>`
    select p.id, p.payment_no, p.paid_on::text as paid_on, p.amount, p.discount, p.currency, a.name as account,
      c.credit_no as credit,
      p.bank_ref, p.paid_by, p.status
    from bill_payment p left join paying_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
    left join supplier_credit c on c.tenant_id = p.tenant_id and c.id = p.credit_id
    where p.tenant_id = ${tx.tenant} and p.bill_id = ${id}::uuid order by p.id`;
  const isHidden = hidesCost(tx);
  const payments = rows.map(({ amount, discount, currency, ...payment }) => ({
    ...payment,
    ...(isHidden
      ? {}
      : {
          amount: formatDecimal(amount, exponentOf(currency)),
          discount: formatDecimal(discount, exponentOf(currency)),
        }),
  }));
  const balance = (await balancesOf(tx, String(row['supplierId']))).find(
    ({ currency }) => currency === row['currency'],
  );
  const openCredits = balance && Number(balance.credits) > 0 ? balance.credits : null;
  return {
    payments,
    openCredits,
    entries: await entriesOf(tx, [id, ...rows.map((one) => one.id)]),
  };
}

/** A landed cost: its entries. */
export const landedDetail = async (
  tx: Tx,
  row: Record<string, unknown>,
): Promise<Record<string, unknown> & DocumentBooks> => ({
  entries: await entriesOf(tx, [String(row['id'])]),
});

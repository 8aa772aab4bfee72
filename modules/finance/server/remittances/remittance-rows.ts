import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { invoice, invoiceLifecycle } from '../../model/invoice.ts';
import { matchKey } from '../../model/match/line-words.ts';
import type { OpenDeduction, OpenInvoice } from '../../model/match/match-lines.ts';
import { remittanceLine, remittanceShare, type RemittanceLineRow, type RemittanceRow } from '../../model/remittance.ts';

export type HeldLine = Pick<
  RemittanceLineRow,
  | 'id'
  | 'lineNo'
  | 'kind'
  | 'poNo'
  | 'invoiceNo'
  | 'code'
  | 'description'
  | 'currency'
  | 'amount'
  | 'matchStatus'
  | 'method'
  | 'matched'
  | 'deductionId'
>;

/** The lines of a remittance, in their order. */
export const linesOfRemittance = (tx: Tx, remittanceId: string): Promise<HeldLine[]> =>
  pick(tx, remittanceLine, [
    'id',
    'lineNo',
    'kind',
    'poNo',
    'invoiceNo',
    'code',
    'description',
    'currency',
    'amount',
    'matchStatus',
    'method',
    'matched',
    'deductionId',
  ])`remittance_id = ${remittanceId}::uuid order by line_no`;

/** Which parts of its lines pay which invoices. */
export const sharesOf = (
  tx: Tx,
  remittanceId: string,
): Promise<{ id: string; lineId: string; invoiceId: string; amount: bigint; moment: 'posting' | 'later' }[]> =>
  pick(tx, remittanceShare, ['id', 'lineId', 'invoiceId', 'amount', 'moment'])`
    remittance_id = ${remittanceId}::uuid order by id`;

const OWED = [...invoiceLifecycle.moves.settle.from];

type OfShop = Pick<RemittanceRow, 'accountId' | 'currency'>;

/** Invoices of a shop of which something is owed, of those that lines name; none that the actor may not see. */
export async function openInvoices(
  tx: Tx,
  { accountId, currency }: OfShop,
  named: readonly { poNo: string | null; invoiceNo: string | null }[],
): Promise<OpenInvoice[]> {
  const spelt = (texts: readonly (string | null)[]): string[] => [
    ...new Set(texts.flatMap((text) => (text === null ? [] : [text.trim().toUpperCase(), matchKey(text)]))),
  ];
  const orders = spelt(named.map(({ poNo }) => poNo));
  const numbers = spelt(named.map(({ invoiceNo }) => invoiceNo));
  if (orders.length === 0 && numbers.length === 0) return [];
  return tx.query<OpenInvoice>(sql`
    select t.id, t.invoice_no, t.channel_invoice_no, t.po_no, t.balance from invoice t
    where ${join(baseConditions(invoice, tx.actor), ' and ')} and t.account_id = ${accountId}::uuid
      and t.currency = ${currency} and t.balance > 0 and t.status = any(${OWED}::text[])
      and (upper(t.po_no) = any(${orders}::text[]) or upper(t.invoice_no) = any(${numbers}::text[])
        or upper(t.channel_invoice_no) = any(${numbers}::text[]))
    order by t.issue_date, t.id`);
}

/** Deductions of a shop that no remittance and no invoice has taken yet. */
export const openDeductions = (tx: Tx, { accountId, currency }: OfShop): Promise<OpenDeduction[]> =>
  tx.rows<OpenDeduction>`
    select id, deduction_no, channel_deduction_no, po_no, type, amount - recovered as amount from deduction
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and currency = ${currency}
      and booking = 'none' and status <> 'withdrawn' and amount > recovered
    order by posted_at, id`;

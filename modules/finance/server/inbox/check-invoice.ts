import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { invoice } from '../../model/invoice.ts';
import type { RowOutcome } from '../../model/report-file.ts';
import type { Invoice810 } from '../readers/read-810.ts';

/** What an invoice of a file is, held against ours. */
export interface CheckedInvoice {
  outcome: Extract<RowOutcome, 'equal' | 'differs' | 'missing'>;
  /** What differs, in words; null where nothing does. */
  note: string | null;
  invoiceId: string | null;
  accountId: string | null;
  currency: string;
}

interface Ours {
  id: string;
  accountId: string | null;
  poNo: string | null;
  issueDate: string;
  currency: string;
  total: bigint;
  lineCount: number;
  status: string;
}

/** Holds an 810 against our invoice of its number, ours or that of the channel. Nothing is booked. */
export async function checkInvoice(tx: Tx, said: Invoice810): Promise<CheckedInvoice> {
  const no = said.invoiceNo.toUpperCase();
  const [ours] = await tx.query<Ours>(sql`
    select t.id, t.account_id, t.po_no, t.issue_date::text as issue_date, t.currency, t.total, t.line_count, t.status
    from invoice t where ${join(baseConditions(invoice, tx.actor), ' and ')}
      and (upper(t.invoice_no) = ${no} or upper(t.channel_invoice_no) = ${no})
    order by t.status = 'voided', upper(t.invoice_no) = ${no} desc, t.id limit 1`);
  if (!ours)
    return {
      outcome: 'missing',
      note: '系统里没有这个发票号的发票',
      invoiceId: null,
      accountId: null,
      currency: said.currency ?? 'USD',
    };
  const note = differences(said, ours);
  return {
    outcome: note === null ? 'equal' : 'differs',
    note,
    invoiceId: ours.id,
    accountId: ours.accountId,
    currency: said.currency ?? ours.currency,
  };
}

/** What the two say otherwise, both sides named. */
function differences(said: Invoice810, ours: Ours): string | null {
  const amount = (minor: bigint, currency: string): string =>
    `${formatDecimal(minor, exponentOf(currency))} ${currency}`;
  const currency = said.currency ?? ours.currency;
  const pairs: [what: string, theirs: string, own: string][] = [
    ['总额', amount(said.total, currency), amount(ours.total, ours.currency)],
    ['开票日', said.issueDate, ours.issueDate],
  ];
  if (said.poNo !== null) pairs.push(['PO号', said.poNo, ours.poNo ?? '无']);
  if (said.lineCount > 0) pairs.push(['行数', String(said.lineCount), String(ours.lineCount)]);
  const parts = pairs
    .filter(([, theirs, own]) => theirs.toLowerCase() !== own.toLowerCase())
    .map(([what, theirs, own]) => `${what}：文件 ${theirs}，发票 ${own}`);
  if (ours.status === 'voided') parts.push('发票已红冲');
  return parts.length > 0 ? parts.join('；') : null;
}

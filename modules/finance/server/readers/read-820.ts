import { parseDecimal } from '#kit/model/money.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { lineKindOf } from '../../model/match/line-words.ts';
import type { IncomingLine } from '../remittances/take-remittance.ts';
import { X12Fault } from './x12-fault.ts';
import type { Segment, Transaction } from './x12.ts';

/** A remittance as an 820 says it, before anybody knows whose it is. */
export interface Remittance820 {
  channelRemitNo: string;
  /** `YYYY-MM-DD` */
  payDate: string;
  currency: string;
  /** Minor units. */
  netAmount: bigint;
  bankRef: string | null;
  lines: IncomingLine[];
}

const of = ({ elements }: Segment, no: number): string | null => elements[no - 1] || null;

/**
 * Reads an 820: BPR (amount, date), TRN (number), CUR, and for each RMR (invoice, paid) its REF*PO and ADX
 * (adjustment, reason). An ADX outside of an RMR is a line of its own; one inside explains what the RMR was paid
 * less, and is a line where gross and paid differ by it.
 * @throws X12Fault naming the segment
 */
export function read820({ segments, controlNo }: Transaction, defaultCurrency: string): Remittance820 {
  const bpr = segments.find(({ id }) => id === 'BPR');
  if (!bpr) throw new X12Fault('820 里没有 BPR（付款金额）', null);
  const currency = (
    segments.flatMap((one) => (one.id === 'CUR' ? (of(one, 2) ?? []) : []))[0] ?? defaultCurrency
  ).toUpperCase();
  const trn = segments.find(({ id }) => id === 'TRN');
  const net = amountOf(bpr, 2, currency, true);
  const isDebit = of(bpr, 3) === 'D';
  const lines: IncomingLine[] = [];
  let paid: PaidLine | null = null;
  for (const segment of segments) {
    if (segment.id === 'ENT') paid = null;
    else if (segment.id === 'RMR') {
      paid = paidLine(segment, currency);
      lines.push(paid.line, ...paid.discount);
    } else if (segment.id === 'REF' && paid) noteReference(paid.line, segment);
    else if (segment.id === 'ADX') lines.push(adjustmentOf(segment, paid, currency));
  }
  return {
    channelRemitNo: (trn && of(trn, 2)) ?? controlNo,
    payDate: dayOf(bpr, segments),
    currency,
    netAmount: isDebit ? -net : net,
    bankRef: trn ? of(trn, 2) : null,
    lines: lines
      .filter(({ amount }) => amount !== 0n)
      .map((line) => ({ ...line, kind: lineKindOf({ ...line, said: REASONS[line.code ?? ''] ?? null }) })),
  };
}

interface PaidLine {
  line: IncomingLine;
  /** What adjustments of it still have to explain, minor units. */
  short: bigint;
  discount: IncomingLine[];
}

/** What an RMR pays of an invoice or PO; what was left off for paying early is a line beside it. */
function paidLine(segment: Segment, currency: string): PaidLine {
  const [qualifier, no] = [of(segment, 1), of(segment, 2)];
  const said = amountOf(segment, 4, currency, true);
  const gross = amountOf(segment, 5, currency, false);
  const discount = amountOf(segment, 6, currency, false);
  const isCredit = qualifier === 'CM' && said > 0n;
  const line: IncomingLine = {
    kind: 'invoicePay',
    poNo: qualifier === 'PO' ? no : null,
    invoiceNo: qualifier === 'PO' ? null : no,
    amount: (isCredit ? -said : said) + discount,
    code: qualifier === 'IV' || qualifier === 'PO' ? null : qualifier,
    description: null,
    row: segment.no,
  };
  const beside: IncomingLine = {
    ...line,
    kind: 'earlyPayDiscount',
    amount: -discount,
    code: null,
    description: 'early payment discount',
  };
  return { line, short: gross === 0n ? 0n : gross - line.amount, discount: [beside] };
}

function noteReference(line: IncomingLine, segment: Segment): void {
  const no = of(segment, 2);
  if (of(segment, 1) === 'PO') line.poNo ??= no;
  else if (of(segment, 1) === 'IV') line.invoiceNo ??= no;
}

/** Paid less by what it explains, an invoice was paid in full, and this much was kept of it. */
function adjustmentOf(segment: Segment, paid: PaidLine | null, currency: string): IncomingLine {
  const amount = amountOf(segment, 1, currency, true);
  if (paid && paid.short !== 0n && -amount <= paid.short) {
    paid.line.amount -= amount;
    paid.short += amount;
  }
  return {
    kind: 'adjust',
    poNo: of(segment, 3) === 'PO' ? of(segment, 4) : (paid?.line.poNo ?? null),
    invoiceNo: null,
    amount,
    code: of(segment, 2),
    description: null,
    row: segment.no,
  };
}

/** Reasons of adjustments (X12 element 426) that say what was kept; others are judged by their words. */
const REASONS: Readonly<Record<string, string>> = {
  '01': 'pricing deduction',
  '03': 'damage deduction',
  '04': 'damage deduction',
  '05': 'damage deduction',
  '06': 'shortage deduction',
  '11': 'return deduction',
  '53': 'late deduction',
  '59': 'return deduction',
  L7: 'commission fee',
  CS: 'deduction',
};

/** The day of the payment: BPR16, else a DTM. */
function dayOf(bpr: Segment, segments: readonly Segment[]): string {
  const dtm = segments.find(({ id }) => id === 'DTM');
  const raw = of(bpr, 16) ?? (dtm && of(dtm, 2));
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(raw ?? '') ?? [];
  const text = `${year}-${month}-${day}`;
  if (!year || Number.isNaN(Date.parse(`${text}T00:00:00Z`)))
    throw new X12Fault(`付款日“${raw ?? ''}”不是 YYYYMMDD`, bpr);
  return text;
}

/** An amount of a segment in minor units; empty is no amount, never 0. */
export function amountOf(segment: Segment, no: number, currency: string, isNeeded: boolean): bigint {
  const raw = of(segment, no);
  const place = `${segment.id}${String(no).padStart(2, '0')}`;
  if (raw === null) {
    if (!isNeeded) return 0n;
    throw new X12Fault(`${place} 没有金额`, segment);
  }
  const text = raw.startsWith('.') ? `0${raw}` : raw.replace(/^-\./, '-0.');
  const amount = parseDecimal(text, exponentOf(currency));
  if (amount === null) throw new X12Fault(`${place}“${raw}”不是金额`, segment);
  return amount;
}

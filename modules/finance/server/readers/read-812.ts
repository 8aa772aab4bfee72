import { deductionTypeOf } from '../../model/match/line-words.ts';
import type { DeductionType } from '../../model/deduction.ts';
import { amountOf } from './read-820.ts';
import { X12Fault } from './x12-fault.ts';
import type { Segment, Transaction } from './x12.ts';

/** A deduction as an 812 announces it, before anybody knows whose it is. */
export interface Deduction812 {
  channelDeductionNo: string;
  /** `YYYY-MM-DD` */
  postedOn: string;
  currency: string;
  /** Minor units, above zero. */
  amount: bigint;
  type: DeductionType;
  poNo: string | null;
  invoiceNo: string | null;
  reason: string | null;
  row: number;
}

const of = ({ elements }: Segment, no: number): string | null => elements[no - 1] || null;

/**
 * Reads an 812: BCD (date, number, amount, C or D, invoice, PO) and its CDD (reason, amount). A debit is a
 * deduction; a credit to us is none.
 * @returns null for a credit
 * @throws X12Fault naming the segment
 */
export function read812({ segments }: Transaction, defaultCurrency: string): Deduction812 | null {
  const bcd = segments.find(({ id }) => id === 'BCD');
  if (!bcd) throw new X12Fault('812 里没有 BCD（借贷通知）', null);
  const currency = (
    segments.flatMap((one) => (one.id === 'CUR' ? (of(one, 2) ?? []) : []))[0] ?? defaultCurrency
  ).toUpperCase();
  const no = of(bcd, 2);
  if (no === null) throw new X12Fault('BCD02 没有编号', bcd);
  const amount = amountOf(bcd, 4, currency, true);
  if (of(bcd, 5) === 'C' || amount === 0n) return null;
  const details = segments.filter(({ id }) => id === 'CDD');
  const reasons = [...new Set(details.flatMap((one) => of(one, 1) ?? []))];
  const words = segments.flatMap((one) => (one.id === 'NTE' || one.id === 'PID' ? (one.elements.at(-1) ?? []) : []));
  const said = [...reasons.map((code) => ADJUSTMENTS[code] ?? code), ...words].filter(Boolean).join(' ');
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(of(bcd, 1) ?? '') ?? [];
  if (!year) throw new X12Fault(`BCD01“${of(bcd, 1) ?? ''}”不是 YYYYMMDD`, bcd);
  return {
    channelDeductionNo: no,
    postedOn: `${year}-${month}-${day}`,
    currency,
    amount: amount < 0n ? -amount : amount,
    type: deductionTypeOf(said),
    poNo: of(bcd, 10) ?? refOf(segments, 'PO'),
    invoiceNo: of(bcd, 7) ?? refOf(segments, 'IV'),
    reason: said || null,
    row: bcd.no,
  };
}

const refOf = (segments: readonly Segment[], qualifier: string): string | null =>
  segments.flatMap((one) => (one.id === 'REF' && of(one, 1) === qualifier ? (of(one, 2) ?? []) : []))[0] ?? null;

/** Reasons of adjustments (X12 element 426), in words. */
const ADJUSTMENTS: Readonly<Record<string, string>> = {
  '01': 'pricing error',
  '03': 'damaged goods',
  '04': 'quality damage',
  '06': 'shortage',
  '07': 'incorrect product, return',
  '11': 'returned goods',
  '15': 'missing documents',
  '53': 'late shipment',
  '59': 'returned item',
};

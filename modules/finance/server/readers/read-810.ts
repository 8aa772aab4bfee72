import { exponentOf } from '#kit/model/currency.ts';
import { X12Fault } from './x12-fault.ts';
import type { Segment, Transaction } from './x12.ts';

/** An invoice as an 810 says it. */
export interface Invoice810 {
  invoiceNo: string;
  poNo: string | null;
  /** `YYYY-MM-DD` */
  issueDate: string;
  /** null: the file names none. */
  currency: string | null;
  /** Minor units of its currency; two places where it names none. */
  total: bigint;
  /** Lines of goods. */
  lineCount: number;
}

const of = ({ elements }: Segment, no: number): string | null => elements[no - 1] || null;

/**
 * Reads an 810: BIG (date, number, PO), CUR, IT1 and TDS, whose amount has its places without a point (`26698` are
 * 266.98). A total that is written with a point is taken as it stands.
 * @throws X12Fault naming the segment
 */
export function read810({ segments }: Transaction): Invoice810 {
  const big = segments.find(({ id }) => id === 'BIG');
  if (!big) throw new X12Fault('810 里没有 BIG（发票号和日期）', null);
  const invoiceNo = of(big, 2);
  if (invoiceNo === null) throw new X12Fault('BIG02 没有发票号', big);
  const [, year, month, day] = /^(\d{4})(\d{2})(\d{2})$/.exec(of(big, 1) ?? '') ?? [];
  if (!year) throw new X12Fault(`BIG01“${of(big, 1) ?? ''}”不是 YYYYMMDD`, big);
  const tds = segments.find(({ id }) => id === 'TDS');
  if (!tds) throw new X12Fault('810 里没有 TDS（发票总额）', big);
  const said = of(tds, 1) ?? '';
  const currency = segments.flatMap((one) => (one.id === 'CUR' ? (of(one, 2) ?? []) : []))[0]?.toUpperCase() ?? null;
  const total = totalOf(said, currency === null ? 2 : exponentOf(currency));
  if (total === null) throw new X12Fault(`TDS01“${said}”不是金额`, tds);
  return {
    invoiceNo,
    poNo: of(big, 4),
    issueDate: `${year}-${month}-${day}`,
    currency,
    total,
    lineCount: segments.filter(({ id }) => id === 'IT1').length,
  };
}

function totalOf(said: string, places: number): bigint | null {
  const [, sign = '', whole = '', fraction] = /^(-?)(\d{1,15})(?:\.(\d{1,4}))?$/.exec(said) ?? [];
  if (whole === '') return null;
  if (fraction === undefined) return BigInt(`${sign}${whole}`);
  if (/[1-9]/.test(fraction.slice(places))) return null;
  return BigInt(`${sign}${whole}${fraction.slice(0, places).padEnd(places, '0')}`);
}

import { divideHalfUp, parseDecimal } from '#kit/model/money.ts';
import { addDays } from '#kit/model/time.ts';

/** A payment term, as far as its days go. */
export interface TermDays {
  baseDate: 'invoiceDate' | 'shipDate' | 'deliveryDate' | 'monthEnd';
  netDays: number;
  cutoffDay?: number | null | undefined;
  discountDays?: number | null | undefined;
  discountRate?: string | null | undefined;
}

/** Days of a document, `YYYY-MM-DD`; those that have not come yet are left out. */
export interface TermFacts {
  invoiceDate: string;
  shipDate?: string | null | undefined;
  deliveryDate?: string | null | undefined;
}

export interface TermDates {
  /** The day from which the days count. */
  baseDay: string;
  dueDate: string;
  /** Last day of paying with the discount; null: there is none. */
  discountDate: string | null;
}

/**
 * Until when a document under a term is to be paid.
 * @returns null as long as the day is missing from which the term counts
 */
export function termDates(term: TermDays, facts: TermFacts): TermDates | null {
  const baseDay = baseDayOf(term, facts);
  if (baseDay === null) return null;
  const hasDiscount = Number(term.discountRate ?? 0) > 0;
  return {
    baseDay,
    dueDate: addDays(baseDay, term.netDays),
    discountDate: hasDiscount ? addDays(baseDay, term.discountDays ?? 0) : null,
  };
}

/** Behind the cut-off day a document belongs to the next month: to its first day, or to its end. */
function baseDayOf({ baseDate, cutoffDay }: TermDays, facts: TermFacts): string | null {
  const isMonthEnd = baseDate === 'monthEnd';
  const day = isMonthEnd ? facts.invoiceDate : facts[baseDate];
  if (!day) return null;
  const isLate = Boolean(cutoffDay) && Number(day.slice(8)) > Number(cutoffDay);
  if (isMonthEnd) return addDays(firstOfMonth(day, isLate ? 2 : 1), -1);
  return isLate ? firstOfMonth(day, 1) : day;
}

/** The first day of a month, so many months behind that of a day. */
function firstOfMonth(day: string, later: number): string {
  const months = Number(day.slice(0, 4)) * 12 + Number(day.slice(5, 7)) - 1 + later;
  return `${Math.floor(months / 12)}-${String((months % 12) + 1).padStart(2, '0')}-01`;
}

const RATE_SCALE = 8;

/** What is taken off goods that are paid early: half up, minor units. Freight and tax have none. */
export function earlyDiscount(goods: bigint, discountRate: string): bigint {
  const factor = parseDecimal(discountRate, RATE_SCALE);
  if (factor === null) throw new Error(`no discount rate: ${discountRate}`);
  return divideHalfUp(goods * factor, 10n ** BigInt(RATE_SCALE));
}

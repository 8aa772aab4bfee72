import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { readReturnable, type ReturnableOrder } from '#modules/orders/server/index.ts';
import { answerFaults } from '../../model/return-errors.ts';
import type { ReturnRow } from '../../model/return-order.ts';
import { chargedFor, chargedForUnits, claimsOf, creditLeft } from '../claims/claims.ts';
import { owedUnits } from './close-return.ts';
import type { StoredLine } from './return-lines.ts';

/** What bounds the credit of a line, in minor units of its order. */
export interface CreditLimit {
  /** What the buyer was charged for the line of the order, as far as it was sent. */
  charged: bigint;
  /** Of that, what returns have not credited yet. */
  left: bigint;
  /** Units that are credited for; null where units do not bound the credit. */
  units: number | null;
  most: bigint;
}

type OfReturn = Pick<ReturnRow, 'type' | 'orderId'>;

/**
 * What may be credited for each line of a return: never more than the buyer was charged and has not got
 * back, and of a 退货 only for units that came back, or of which somebody said why they are credited
 * without. 仅退款 and 换货 are about no units that come.
 */
export async function creditLimits(
  tx: Tx,
  row: OfReturn,
  lines: readonly StoredLine[],
): Promise<{ order: ReturnableOrder | undefined; limits: ReadonlyMap<string, CreditLimit> }> {
  const order = row.orderId ? (await readReturnable(tx, [row.orderId])).get(row.orderId) : undefined;
  if (!order) return { order, limits: new Map() };
  const { currency } = order;
  const claims = await claimsOf(
    tx,
    lines.flatMap(({ orderLineId }) => orderLineId ?? []),
  );
  const limits = lines.flatMap((line): [string, CreditLimit][] => {
    const ordered = order.lines.find(({ id }) => id === line.orderLineId);
    if (!ordered) return [];
    const [charged, free] = [chargedFor(ordered, currency), creditLeft(ordered, claims, currency)];
    const left = free > 0n ? free : 0n;
    const units = row.type === 'return' ? owedUnits(line) : null;
    const bound = units === null ? left : chargedForUnits(ordered, units, currency);
    return [[line.id, { charged, left, units, most: bound < left ? bound : left }]];
  });
  return { order, limits: new Map(limits) };
}

/** An amount that somebody wants for a line, and where that was said. */
interface RequestedCredit {
  row: number;
  line: StoredLine;
  amount: bigint;
}

/** What is wrong with amounts, each at its line; several lines of one line of the order share what is left. */
export function creditFaults(
  requested: readonly RequestedCredit[],
  limits: ReadonlyMap<string, CreditLimit>,
  currency: string,
): FieldError[] {
  const taken = new Map<string, bigint>();
  return requested.flatMap(({ row, line, amount }): FieldError[] => {
    const { left, most, units } = limits.get(line.id) ?? { left: 0n, most: 0n, units: null };
    const before = taken.get(line.orderLineId ?? '') ?? 0n;
    taken.set(line.orderLineId ?? '', before + amount);
    const free = left > before ? left - before : 0n;
    if (amount <= most && amount <= free) return [];
    const text = (minor: bigint): string => formatDecimal(minor, exponentOf(currency));
    if (amount > free || units === null)
      return [answerFaults.beyondCharged(row, { sku: line.sku, most: text(free), currency })];
    return [answerFaults.beyondUnits(row, { sku: line.sku, units, most: text(most), currency })];
  });
}

import type { FieldError } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { convertAmount } from '#modules/base/model/convert.ts';
import { baseCurrency, isOwnRate, rateAt } from '#modules/base/server/index.ts';
import { readReturnable } from '#modules/orders/server/index.ts';
import { answerFaults } from '../../model/return-errors.ts';
import type { ReturnRow } from '../../model/return-order.ts';
import { chargedForUnits, claimsOf, unitsLeft } from '../claims/claims.ts';
import type { Plan } from './disposal-value.ts';
import { refuse } from './read-answers.ts';
import type { StoredLine } from './return-lines.ts';

export type Accepted = Pick<Plan, 'qtyAccepted' | 'acceptReason'>;

export const NONE_ACCEPTED: Accepted = { qtyAccepted: 0, acceptReason: null };

/** Units of a line that were asked for and are not here: they never came, or are other goods. */
export const unitsNotBack = ({ qtyRequested, qtyGood, qtyDamaged }: StoredLine): number =>
  Math.max(0, qtyRequested - qtyGood - qtyDamaged);

/** What somebody says of units that are credited without goods; all of them where the buyer keeps the goods. */
export function readAccepted(
  { type }: Pick<ReturnRow, 'type'>,
  { row, line, said }: { row: number; line: StoredLine; said: { accepted: number; acceptReason: string | null } },
  isStored: boolean,
  errors: FieldError[],
): Accepted {
  const { sku } = line;
  const units = isStored ? line.qtyRequested : said.accepted;
  const reason = said.acceptReason ?? '';
  const most = unitsNotBack(line);
  if (units > 0 && !isStored && type !== 'return') errors.push(answerFaults.acceptedType(row, { sku }));
  else if (units > most) errors.push(answerFaults.beyondNotBack(row, { sku, most }));
  else if (units > 0 && !reason) errors.push(answerFaults.acceptReason(row, { sku }));
  return units > 0 ? { qtyAccepted: units, acceptReason: reason } : NONE_ACCEPTED;
}

/**
 * What the buyer was charged for units that are credited without goods, in the currency of the books; and
 * whether only the actor says what the currency of the order is worth.
 * Units that another return took meanwhile are not credited twice.
 * @throws Refusal 422 naming the lines of which fewer are free
 */
export async function acceptedValue(
  tx: Tx,
  row: ReturnRow,
  plans: readonly Plan[],
): Promise<{ value: bigint; isOwnWord: boolean }> {
  const accepted = plans.filter(({ qtyAccepted }) => qtyAccepted > 0);
  const order = row.orderId ? (await readReturnable(tx, [row.orderId])).get(row.orderId) : undefined;
  if (!order || accepted.length === 0) return NOTHING;
  const claims = await claimsOf(
    tx,
    accepted.flatMap(({ line }) => line.orderLineId ?? []),
  );
  const errors: FieldError[] = [];
  const taken = new Map<string, number>();
  let total = 0n;
  for (const { line } of plans) add(taken, line.orderLineId, line.qtyGood + line.qtyDamaged);
  for (const { row: at, line, qtyAccepted } of accepted) {
    const ordered = order.lines.find(({ id }) => id === line.orderLineId);
    if (!ordered) continue;
    const free = unitsLeft(ordered, claims, row.id) - (taken.get(ordered.id) ?? 0);
    if (qtyAccepted > free) errors.push(answerFaults.beyondNotBack(at, { sku: line.sku, most: Math.max(0, free) }));
    add(taken, ordered.id, qtyAccepted);
    total += chargedForUnits(ordered, qtyAccepted, order.currency);
  }
  refuse(errors);
  // What a sandbox order was sold for never stood in the books.
  if (row.environment === 'sandbox') return NOTHING;
  const base = await baseCurrency(tx);
  const rate = await rateAt(tx, order.currency, base, tx.now);
  return {
    value: convertAmount(total, rate, order.currency, base),
    isOwnWord: await isOwnRate(tx, order.currency, base, tx.now),
  };
}

const NOTHING = { value: 0n, isOwnWord: false };

const add = (sums: Map<string, number>, key: string | null, units: number): void => {
  sums.set(key ?? '', (sums.get(key ?? '') ?? 0) + units);
};

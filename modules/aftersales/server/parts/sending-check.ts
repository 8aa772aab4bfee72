import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import { holdHand, knownCosts, noteAlone, reasonToCheckGoods, valueLines } from '#modules/inventory/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { beyondByMaker, harvestByMaker } from '../../model/part-errors.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';
import { beyondOrder } from './beyond-order.ts';
import type { StoredPartLine } from './part-lines.ts';

/** Whole units that a line of a part order takes apart. Amounts are minor units. */
export interface Breaking {
  line: StoredPartLine;
  key: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  /** What of their cost is not lost; part by part. */
  savedOf(cost: bigint): readonly Saved[];
  /** What of their cost the line sends out. */
  sentOf(cost: bigint): bigint;
}

/** What is left of units that were taken apart. */
interface Saved {
  /** Null for what nobody has named. */
  skuId: string | null;
  /** Units as somebody else left the list of parts. */
  qty: number;
  value: bigint;
}

/** Goods that somebody moves, and what they are worth. */
interface Valued {
  skuId: string;
  value: bigint | null;
  qty: number;
  aloneQty: number;
}

/**
 * What is lost when units are taken apart counts like goods that are written off, and so does what leaves for
 * no order, or beyond what its order was sent with: who wrote the request or chose the sources ships that alone
 * only within the limit of one person, and the sum of their day has it. A part saves no more of the cost than
 * others vouch for: nobody makes their loss smaller by saying what a part is worth.
 * @throws Refusal 403 to who wrote it or chose the sources
 */
export async function checkSending(
  tx: Tx,
  row: PartOrderRow,
  lines: readonly StoredPartLine[],
  breaking: readonly Breaking[],
): Promise<void> {
  if (row.environment === 'sandbox' || tx.actor.isSystem) return;
  if (!(await madeByActor(tx, partOrder, [row.id])).has(row.id)) return;
  await holdHand(tx);
  const beyond = await beyondOrder(tx, lines);
  const { losses, sent } = await dividedValues(tx, breaking, beyond);
  const reason = losses.length > 0 ? await reasonToCheckGoods(tx, losses) : null;
  if (reason) throw harvestByMaker({ partOrderNo: row.partOrderNo, reason });
  const broken = new Set(breaking.map(({ line }) => line.id));
  const whole = lines.filter(({ id }) => beyond.has(id) && !broken.has(id));
  const all = [...losses, ...sent, ...(await leavingValues(tx, whole, beyond))];
  if (all.length === 0) return;
  const beyondReason = all.length > losses.length ? await reasonToCheckGoods(tx, all) : null;
  if (beyondReason) throw beyondByMaker({ partOrderNo: row.partOrderNo, reason: beyondReason });
  await noteAlone(tx, { refType: 'partOrder', refId: row.id }, all);
}

async function dividedValues(
  tx: Tx,
  breaking: readonly Breaking[],
  beyond: ReadonlyMap<string, number>,
): Promise<{ losses: Valued[]; sent: Valued[] }> {
  const losses: Valued[] = [];
  const sent: Valued[] = [];
  for (const [warehouseId, own] of Map.groupBy(breaking, (one) => one.warehouseId)) {
    const valued = await valueLines(
      tx,
      warehouseId,
      own.map(({ key, skuId, qty }) => ({
        id: key,
        skuId,
        qty: -qty,
        condition: 'good',
        unitCost: null,
      })),
    );
    const savedAs = await savedParts(tx, warehouseId, own);
    own.forEach(({ line, skuId, qty, savedOf, sentOf }, at) => {
      const { value = null, aloneQty = qty } = valued[at] ?? {};
      const saved = savedOf(value ?? 0n).reduce((sum, part) => sum + savedAs(part), 0n);
      losses.push({ skuId, qty, aloneQty, value: value === null ? null : value - saved });
      const units = beyond.get(line.id) ?? 0;
      if (units > 0)
        sent.push({
          skuId: line.partSkuId ?? skuId,
          qty: units,
          // What the units are worth was weighed above.
          aloneQty: 0,
          value: value === null ? null : shareOf(sentOf(value), units, line.qty),
        });
    });
  }
  return { losses, sent };
}

/** Rounded up: the last cent counts. */
const shareOf = (value: bigint, units: number, of: number): bigint =>
  (value * BigInt(units) + BigInt(of) - 1n) / BigInt(of);

async function leavingValues(
  tx: Tx,
  lines: readonly StoredPartLine[],
  beyond: ReadonlyMap<string, number>,
): Promise<Valued[]> {
  const values: Valued[] = [];
  const leaving = lines.flatMap(({ id, partSkuId, warehouseId }) =>
    partSkuId && warehouseId ? [{ id, skuId: partSkuId, warehouseId }] : [],
  );
  for (const [warehouseId, own] of Map.groupBy(leaving, (one) => one.warehouseId))
    values.push(
      ...(await valueLines(
        tx,
        warehouseId,
        own.map(({ id, skuId }) => ({
          id,
          skuId,
          qty: -(beyond.get(id) ?? 0),
          condition: 'good',
          unitCost: null,
        })),
      )),
    );
  return values;
}

/** What a part saves as the actor's word counts: no more than others vouch for, unless there are none. */
async function savedParts(
  tx: Tx,
  warehouseId: string,
  breaking: readonly Breaking[],
): Promise<(part: Saved) => bigint> {
  if (await isOnlyPerson(tx)) return ({ value }) => value;
  const parts = breaking.flatMap(({ savedOf }) => savedOf(0n).flatMap(({ skuId }) => skuId ?? []));
  const { vouched, amountOf } = await knownCosts(tx, warehouseId, [...new Set(parts)]);
  return ({ skuId, qty, value }) => {
    const unit = skuId === null ? undefined : vouched.get(skuId);
    if (unit === undefined) return 0n;
    const most = amountOf(qty, unit);
    return value < most ? value : most;
  };
}

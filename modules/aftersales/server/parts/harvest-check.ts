import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import {
  knownCosts,
  lockSkus,
  noteAlone,
  reasonToCheckGoods,
  valueLines,
} from '#modules/inventory/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { harvestByMaker } from '../../model/part-errors.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';

/** Whole units that a line of a part order takes apart. */
export interface Breaking {
  key: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  /** What of their cost, minor units, is not lost; part by part. */
  savedOf(cost: bigint): readonly Saved[];
}

/** What is left of units that were taken apart. */
interface Saved {
  /** Null for what nobody has named. */
  skuId: string | null;
  qty: number;
  value: bigint;
}

/**
 * What is lost when units are taken apart counts like goods that are written off: who chose to do it ships
 * that alone only within the limit of one person, and the sum of their day has it. A part saves no more of
 * the cost than others vouch for: nobody makes their loss smaller by saying what a part is worth.
 * @throws Refusal 403 to who chose the sources
 */
export async function checkHarvest(
  tx: Tx,
  row: PartOrderRow,
  breaking: readonly Breaking[],
): Promise<void> {
  if (breaking.length === 0 || row.environment === 'sandbox' || tx.actor.isSystem) return;
  if (!(await madeByActor(tx, partOrder, [row.id])).has(row.id)) return;
  await lockSkus(
    tx,
    breaking.map(({ skuId }) => skuId),
  );
  const losses: { skuId: string; value: bigint | null; qty: number; aloneQty: number }[] = [];
  for (const [warehouseId, own] of Map.groupBy(breaking, (one) => one.warehouseId)) {
    const valued = await valueLines(
      tx,
      warehouseId,
      own.map(({ key, skuId, qty }) => ({
        ...{ id: key, skuId, qty: -qty, condition: 'good', unitCost: null },
      })),
    );
    const savedAs = await savedParts(tx, warehouseId, own);
    own.forEach(({ skuId, qty, savedOf }, at) => {
      const { value = null, aloneQty = qty } = valued[at] ?? {};
      if (value === null) losses.push({ skuId, qty, aloneQty, value });
      else {
        const saved = savedOf(value).reduce((sum, part) => sum + savedAs(part), 0n);
        losses.push({ skuId, qty, aloneQty, value: value - saved });
      }
    });
  }
  const reason = await reasonToCheckGoods(tx, losses);
  if (reason) throw harvestByMaker({ partOrderNo: row.partOrderNo, reason });
  await noteAlone(tx, { refType: 'partOrder', refId: row.id }, losses);
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

import type { Tx } from '#kit/server/database.ts';
import { madeByActor } from '#kit/server/makers.ts';
import {
  lockSkus,
  noteAlone,
  reasonToCheckGoods,
  valueLines,
} from '#modules/inventory/server/index.ts';
import { harvestByMaker } from '../../model/part-errors.ts';
import { partOrder, type PartOrderRow } from '../../model/part-order.ts';

/** Whole units that a line of a part order takes apart. */
export interface Breaking {
  key: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  /** What is lost of what the units cost, minor units. */
  lossOf(cost: bigint): bigint;
}

/**
 * What is lost when units are taken apart counts like goods that are written off: who chose to do it ships
 * that alone only within the limit of one person, and the sum of their day has it.
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
    own.forEach(({ skuId, qty, lossOf }, at) => {
      const { value = null, aloneQty = qty } = valued[at] ?? {};
      losses.push({ skuId, qty, aloneQty, value: value === null ? null : lossOf(value) });
    });
  }
  const reason = await reasonToCheckGoods(tx, losses);
  if (reason) throw harvestByMaker({ partOrderNo: row.partOrderNo, reason });
  await noteAlone(tx, { refType: 'partOrder', refId: row.id }, losses);
}

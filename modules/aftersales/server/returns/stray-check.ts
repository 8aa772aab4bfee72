import type { Tx } from '#kit/server/database.ts';
import { madeByActor, noteMakers } from '#kit/server/makers.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { holdHand, noteAlone, reasonToCheckGoods, valueLines } from '#modules/inventory/server/index.ts';
import { strayByMaker, strayCostUnknown, strayWords } from '../../model/return-errors.ts';
import { returnLine, returnOrder } from '../../model/return-order.ts';

/** A return that no order is behind, and where its goods are to lie. */
interface Stray {
  id: string;
  warehouseId: string | null;
}

/** What goods that nobody sold are worth: as much as is known of their cost. */
async function valued(tx: Tx, { id, warehouseId }: Stray) {
  const lines = await pick(tx, returnLine, ['id', 'skuId', 'qtyRequested'])`
    return_id = ${id}::uuid and order_line_id is null order by id`;
  await holdHand(tx);
  return valueLines(
    tx,
    warehouseId ?? '',
    lines.map(({ qtyRequested, ...line }) => ({
      ...line,
      condition: 'quarantine',
      qty: qtyRequested,
      unitCost: null,
    })),
  );
}

/** Why the actor may not take in goods of no order alone, in words; null where they may. */
export async function strayReason(tx: Tx, stray: Stray): Promise<string | null> {
  const reason = await reasonToCheckGoods(tx, await valued(tx, stray));
  return reason && strayWords[reason];
}

/** Whoever writes a return of goods that nobody sold has brought them in, and approves no more than one may. */
export async function noteStrayMaker(tx: Tx, id: string): Promise<void> {
  const [row] = await pick(tx, returnOrder, ['type'])`id = ${id}::uuid`;
  if (row?.type === 'unordered') await noteMakers(tx, returnOrder, id);
}

/**
 * Goods of no order become stock at what is known of their cost, by the word of two people beyond what one
 * may bring in alone.
 * @throws Refusal 403 to who made the return, 422 where nobody knows what its goods cost
 */
export async function approveStray(tx: Tx, stray: Stray & { returnNo: string }): Promise<void> {
  if (tx.actor.isSystem) return;
  const lines = await valued(tx, stray);
  if ((await madeByActor(tx, returnOrder, [stray.id])).has(stray.id)) {
    const reason = await reasonToCheckGoods(tx, lines);
    if (reason) throw strayByMaker({ returnNo: stray.returnNo, reason });
    await noteAlone(tx, { refType: 'returnOrder', refId: stray.id }, lines);
  }
  const unknown = lines.filter(({ value }) => value === null).map(({ skuId }) => skuId);
  if (unknown.length === 0) return;
  const codes = await tx.rows<{ sku: string }>`
    select sku_code as sku from sku where tenant_id = ${tx.tenant} and id = any(${unknown}::uuid[])
    order by sku_code`;
  throw strayCostUnknown({ skus: codes.map(({ sku }) => sku) });
}

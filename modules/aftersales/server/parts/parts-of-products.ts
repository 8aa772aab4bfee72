import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { requireSeen } from '#kit/server/query/seen-rows.ts';
import {
  bundleParts,
  cartonsOf,
  partDrawingsOf,
  partsOf,
  saleStates,
  skuFaces,
} from '#modules/catalog/server/index.ts';
import { goodStockSeen } from '#modules/inventory/server/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { readOrder } from '#modules/orders/server/index.ts';
import type { PartsOfProduct } from '../../model/part-routes.ts';

/** A product that something is asked for of, and where it was sold. */
interface Sold {
  skuId: string;
  orderLineId: string | null;
  qty: number | null;
}

/** What was sold with an order, and what it is put together of; a bundle as its components. */
export async function partsOfOrder(tx: Tx, orderId: string): Promise<PartsOfProduct[]> {
  await requireSeen(tx, salesOrder, orderId);
  const { lines } = await readOrder(tx, orderId);
  const known = lines.flatMap(({ id, skuId, qty }) => (skuId ? [{ id, skuId, qty }] : []));
  const bundles = await bundleParts(
    tx,
    known.map(({ skuId }) => skuId),
  );
  const sold = known.flatMap(({ id, skuId, qty }): Sold[] =>
    bundles.has(skuId)
      ? (bundles.get(skuId) ?? []).map((part) => ({
          skuId: part.skuId,
          orderLineId: id,
          qty: qty * part.qty,
        }))
      : [{ skuId, orderLineId: id, qty }],
  );
  return describe(tx, sold);
}

/** @throws Refusal 404 */
export async function partsOfProduct(tx: Tx, skuId: string): Promise<PartsOfProduct> {
  const [product] = await describe(tx, [{ skuId, orderLineId: null, qty: null }]);
  if (!product) throw notFound();
  return product;
}

async function describe(tx: Tx, sold: readonly Sold[]): Promise<PartsOfProduct[]> {
  const ids = [...new Set(sold.map(({ skuId }) => skuId))];
  const faces = new Map((await skuFaces(tx, ids)).map((face) => [face.id, face]));
  const states = new Map((await saleStates(tx, ids)).map((state) => [state.skuId, state]));
  const parts = Map.groupBy(await partsOf(tx, ids), ({ parentSkuId }) => parentSkuId);
  const cartons = await cartonsOf(tx, ids);
  const { drawings, points } = await partDrawingsOf(tx, ids);
  const stock = await goodStockSeen(
    tx,
    [...parts.values()].flat().map(({ partSkuId }) => partSkuId),
  );
  const free = (skuId: string): number =>
    stock.filter((place) => place.skuId === skuId).reduce((sum, { available }) => sum + Math.max(0, available), 0);
  return sold.flatMap(({ skuId, orderLineId, qty }) => {
    const face = faces.get(skuId);
    if (!face) return [];
    return [
      {
        skuId,
        skuCode: face.skuCode,
        name: face.name,
        images: face.images,
        drawing: drawings.get(skuId) ?? null,
        isDiscontinued: states.get(skuId)?.productStatus === 'discontinued',
        cartons: (cartons.get(skuId) ?? []).map(({ cartonNo, label }) => ({ cartonNo, label })),
        parts: (parts.get(skuId) ?? []).map(({ parentSkuId: _parent, standardCost: _cost, ...part }) => ({
          ...part,
          ...(points.get(part.id) ?? NOWHERE),
          available: free(part.partSkuId),
        })),
        orderLineId,
        qty,
      },
    ];
  });
}

/** Of a part that stands on no drawing. */
const NOWHERE = { pointX: null, pointY: null };

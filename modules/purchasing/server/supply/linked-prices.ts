import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { insertInto, setEach } from '#kit/server/stored-rows.ts';
import { supplierPrice } from '../../model/supplier-price.ts';

/** A cost that holds from today on, of a product that means a SKU of ours. */
interface LinkedCost {
  skuId: string;
  supplierSku: string;
  cost: string;
  currency: string;
}

/**
 * What a feed says of goods that mean SKUs of ours is a 供应商报价 from today on: purchase orders and advice take it from
 * there. A price of today is set, not added to.
 */
export async function quoteLinked(tx: Tx, supplierId: string, costs: readonly LinkedCost[]): Promise<void> {
  if (costs.length === 0) return;
  const day = dayIn(tx.now, tx.actor.zone);
  const known = await tx.rows<{ id: string; skuId: string; currency: string }>`
    select id, sku_id, currency from supplier_price
    where tenant_id = ${tx.tenant} and deleted_at is null and supplier_id = ${supplierId}::uuid and min_qty = 1
      and effective_date = ${day}::date and sku_id = any(${costs.map(({ skuId }) => skuId)}::uuid[])`;
  const ids = new Map(known.map(({ id, skuId, currency }) => [`${skuId} ${currency}`, id]));
  // Two products of a supplier may mean one SKU: the cheaper one is what it costs.
  const least = new Map<string, LinkedCost>();
  for (const one of costs) {
    const key = `${one.skuId} ${one.currency}`;
    const other = least.get(key);
    if (!other || Number(one.cost) < Number(other.cost)) least.set(key, one);
  }
  const today = [...least].flatMap(([key, one]) => {
    const id = ids.get(key);
    return id ? [{ id, unitPrice: one.cost, supplierSku: one.supplierSku }] : [];
  });
  const fresh = [...least].flatMap(([key, { skuId, supplierSku, cost, currency }]) =>
    ids.has(key) ? [] : [{ supplierId, skuId, supplierSku, minQty: 1, unitPrice: cost, currency, effectiveDate: day }],
  );
  await setEach(tx, supplierPrice, today);
  if (fresh.length > 0) await insertInto(tx, supplierPrice, fresh);
}

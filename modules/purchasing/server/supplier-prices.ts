import { invalid } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { currencyFaults } from '#modules/base/server/index.ts';
import { priceTaken } from '../model/errors.ts';
import type { supplierPrice } from '../model/supplier-price.ts';

interface Quoted {
  supplierId: string;
  currency: string;
  /** The tenant's day for which the price is asked. */
  day: string;
}

/**
 * What a supplier asks for goods on a day: of the prices in force for a SKU, that of the greatest
 * 起订量 which the quantity reaches; the latest of several.
 * @returns decimal texts by `skuId qty`; what has no price is not in it
 */
export async function quotedPrices(
  tx: Tx,
  { supplierId, currency, day }: Quoted,
  goods: readonly { skuId: string; qty: number }[],
): Promise<Map<string, string>> {
  if (goods.length === 0) return new Map();
  const rows = await tx.rows<{ skuId: string; qty: number; price: string }>`
    select g.sku_id, g.qty, p.unit_price::text as price
    from unnest(${goods.map(({ skuId }) => skuId)}::uuid[], ${goods.map(({ qty }) => qty)}::integer[])
      as g (sku_id, qty)
    cross join lateral (
      select unit_price from supplier_price p
      where p.tenant_id = ${tx.tenant} and p.deleted_at is null and p.supplier_id = ${supplierId}::uuid
        and p.sku_id = g.sku_id and p.currency = ${currency} and p.min_qty <= g.qty
        and p.effective_date <= ${day}::date
      order by p.min_qty desc, p.effective_date desc limit 1) p`;
  return new Map(rows.map(({ skuId, qty, price }) => [`${skuId} ${qty}`, price]));
}

interface Price {
  id?: string;
  supplierId?: string | null;
  skuId?: string | null;
  minQty?: number | null;
  currency?: string | null;
  effectiveDate?: string | null;
}

/** A currency of the tenant, and one price for supplier, SKU, quantity, currency and day. */
export const supplierPriceGuards: Guards<typeof supplierPrice> = {
  add: (tx, values) => judgePrice(tx, values, values, {}),
  edit: (tx, before, values) => judgePrice(tx, { ...before, ...values, id: before.id }, values, before),
};

async function judgePrice(
  tx: Tx,
  { id, supplierId, skuId, minQty, currency, effectiveDate }: Price,
  values: Readonly<Record<string, unknown>>,
  before: Readonly<Record<string, unknown>>,
): Promise<void> {
  const errors = await currencyFaults(tx, values, ['currency'], before);
  if (errors.length > 0) throw invalid(errors);
  const twin = await tx.maybe`
    select 1 from supplier_price
    where tenant_id = ${tx.tenant} and deleted_at is null and supplier_id = ${supplierId}::uuid
      and sku_id = ${skuId}::uuid and min_qty = ${minQty} and currency = ${currency}
      and effective_date = ${effectiveDate}::date and id is distinct from ${id ?? null}::uuid`;
  if (twin) throw priceTaken();
}

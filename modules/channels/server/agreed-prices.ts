import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { ownBundles } from '#modules/catalog/server/index.ts';
import { freeByMapper } from '#modules/orders/model/errors.ts';
import { recordAgreedPrices } from '#modules/orders/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { channelProduct } from '../model/channel-product.ts';

interface PricedListing {
  id: string;
  skuId: string | null;
  basePrice: string | null;
}

/**
 * What listings cost by the word of somebody else than the actor, or whom they act for: nobody agrees with
 * themselves. Neither a price of their own counts, nor any for goods that they mapped there, or put into the
 * bundle that is sold. Of a seller of one every price counts.
 * @returns prices by id of the listing; others have none
 */
export async function pricesOfOthers(tx: Tx, listings: readonly PricedListing[]): Promise<Map<string, string>> {
  const priced = listings.filter(({ skuId, basePrice }) => skuId !== null && basePrice !== null);
  const isAlone = await isOnlyPerson(tx);
  const left = isAlone ? null : await leftByOthers(tx, channelProduct, priced, ['skuId', 'basePrice']);
  const skuIds = priced.flatMap(({ skuId }) => skuId ?? []);
  const own = isAlone ? new Set<string>() : await ownBundles(tx, skuIds);
  return new Map(
    priced.flatMap(({ id, skuId, basePrice }): [string, string][] => {
      const listing = left ? left.get(id) : { skuId, basePrice };
      return listing?.basePrice && listing.skuId === skuId && !own.has(skuId ?? '') ? [[id, listing.basePrice]] : [];
    }),
  );
}

interface AgreedPrice extends PricedListing {
  lineId: string;
  isTyped: boolean;
  basePrice: string;
}

/**
 * Agreed prices are in the currency of the shop: an order in another one has none. Neither has a line typed by hand
 * that calls its goods what the channel calls others; of what a person says the agreed price is the one that
 * somebody else left there ({@link pricesOfOthers}).
 */
export async function sendAgreedPrices(tx: Tx, orderId: string): Promise<void> {
  const found = await tx.rows<AgreedPrice>`
    select l.id as line_id, o.order_type = 'manual' or o.maker_ids <> '{}' as is_typed, p.id, p.sku_id, p.base_price
    from sales_order o
      join channel_account a on a.tenant_id = o.tenant_id and a.id = o.account_id and a.currency = o.currency
      join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id
      join channel_product p on p.tenant_id = o.tenant_id and p.account_id = o.account_id
        and p.channel_sku = l.channel_sku and p.deleted_at is null and p.base_price is not null
        and (o.order_type <> 'manual' or p.sku_id = l.sku_id)
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`;
  const agreed = found.some(({ isTyped }) => isTyped) ? await pricesOfOthers(tx, found) : null;
  const prices = found.flatMap(({ lineId, id, basePrice }) => {
    const price = agreed ? agreed.get(id) : basePrice;
    return price ? [{ lineId, price }] : [];
  });
  if (prices.length > 0) await recordAgreedPrices(tx, prices);
}

/** Whoever said which goods a listing sells does not let them go for nothing. @throws Refusal 403 */
export async function refuseMapper(tx: Tx, orderId: string): Promise<void> {
  const listings = await tx.rows<{ id: string; channelSku: string; skuId: string }>`
    select distinct p.id, p.channel_sku, p.sku_id from sales_order o
      join order_line l on l.tenant_id = o.tenant_id and l.order_id = o.id and l.unit_price = 0
        and l.qty > l.qty_cancelled
      join channel_product p on p.tenant_id = o.tenant_id and p.account_id = o.account_id
        and p.channel_sku = l.channel_sku and p.deleted_at is null and p.sku_id is not null
    where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid order by p.channel_sku`;
  if (listings.length === 0 || (await isOnlyPerson(tx))) return;
  const left = await leftByOthers(tx, channelProduct, listings, ['skuId']);
  const own = listings.find(({ id, skuId }) => left.get(id)?.skuId !== skuId);
  if (own) throw freeByMapper(own);
}

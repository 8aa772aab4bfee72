import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Guards } from '#kit/server/write.ts';
import { listingRefusals } from '../model/errors.ts';
import type { marketListing } from '../model/listing.ts';
import { marketplace, type Marketplace } from '../model/marketplaces.ts';

type Row = RowOf<typeof marketListing>;
type Written = WrittenOf<typeof marketListing>;

/** What a listing is stays once it was seen; whose it is follows from the channel product. */
export const listingGuards: Guards<typeof marketListing> = {
  async add(tx, values) {
    await refuseTwin(tx, null, values);
    await complete(tx, null, values);
  },
  async edit(tx, before, values) {
    if (isMoved(before, values)) {
      const seen = await tx.maybe`
        select 1 from seller_offer where tenant_id = ${tx.tenant} and listing_id = ${before.id}::uuid limit 1`;
      if (seen) throw listingRefusals.isFixed();
      await refuseTwin(tx, before, values);
    }
    await complete(tx, before, values);
  },
  async delete(tx, rows) {
    const seen = await tx.maybe<{ title: string }>`
      select l.title from market_listing l
      where l.tenant_id = ${tx.tenant} and l.id = any(${rows.map(({ id }) => id)}::uuid[])
        and exists (select 1 from seller_offer o where o.tenant_id = l.tenant_id and o.listing_id = l.id)
      order by l.title limit 1`;
    if (seen) throw listingRefusals.seen(seen);
  },
};

const FIXED = ['marketplace', 'itemId', 'currency'] as const;

const isMoved = (before: Row, values: Written): boolean =>
  FIXED.some((key) => values[key] !== undefined && values[key] !== before[key]);

async function refuseTwin(tx: Tx, before: Row | null, values: Written): Promise<void> {
  const row = { ...before, ...values };
  const twin = await tx.maybe`
    select 1 from market_listing where tenant_id = ${tx.tenant} and deleted_at is null
      and marketplace = ${row.marketplace} and item_id = ${row.itemId}
      and id is distinct from ${before?.id ?? null}::uuid`;
  if (twin)
    throw listingRefusals.taken({
      marketplace: marketplace.items[row.marketplace as Marketplace],
      itemId: String(row.itemId),
    });
}

/** Shop and SKU of a listing of ours are those of its channel product; its seller sells there, and is ours. */
async function complete(tx: Tx, before: Row | null, values: Written): Promise<void> {
  const row = { ...before, ...values };
  const own = row.channelProductId
    ? await tx.one<{ accountId: string; skuId: string | null }>`
        select account_id, sku_id from channel_product
        where tenant_id = ${tx.tenant} and id = ${row.channelProductId}::uuid`
    : null;
  if (own && values.skuId != null && values.skuId !== own.skuId) throw listingRefusals.otherSku();
  const derived: Written = { accountId: own?.accountId ?? null, ...(own ? { skuId: own.skuId } : {}) };
  Object.assign(values, derived);
  if (!row.sellerId) return;
  const seller = await tx.one<{ marketplace: string; name: string; accountId: string | null }>`
    select marketplace, name, account_id from seller
    where tenant_id = ${tx.tenant} and id = ${row.sellerId}::uuid`;
  if (seller.marketplace !== row.marketplace) throw listingRefusals.otherSeller({ seller: seller.name });
  if (own && seller.accountId !== own.accountId) throw listingRefusals.notOwnSeller({ seller: seller.name });
}

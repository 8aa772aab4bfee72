import { newId, type Tx } from '#kit/server/database.ts';
import type { ChannelListing } from '../model/port.ts';
import { STOREFRONTS, type StorefrontCode } from '../model/publish/storefront.ts';

/** What became of listings that were read. */
export interface Noted {
  created: number;
  changed: number;
  repeated: number;
}

const codeOf = ({ storefront: one }: ChannelListing): StorefrontCode | null =>
  (Object.keys(STOREFRONTS) as StorefrontCode[]).find((code) => {
    const { country, locale, brand } = STOREFRONTS[code];
    return country === one.country && locale === one.locale && brand === one.brand;
  }) ?? null;

const keyOf = ({ channelSku, storefront: { country, locale, brand } }: ChannelListing): string =>
  JSON.stringify([channelSku, country, locale, brand]);

/**
 * Stores what was read of a shop's goods. Rows that are as they were keep everything but the mark of the pull that saw
 * them, which the rest is known by once all is read.
 */
export async function noteListings(
  tx: Tx,
  accountId: string,
  runId: string,
  read: readonly ChannelListing[],
): Promise<Noted> {
  // A row that stands on two pages, or twice on one, is one.
  const listings = [...new Map(read.map((one) => [keyOf(one), one])).entries()]
    .sort(([one], [other]) => (one < other ? -1 : 1))
    .map(([, one]) => one);
  if (listings.length === 0) return { created: 0, changed: 0, repeated: 0 };
  const titles = await orderedTitles(tx, accountId, [...new Set(listings.map(({ channelSku }) => channelSku))]);
  const ids = listings.map(() => newId());
  const rows = await tx.rows<{ isNew: boolean; isChanged: boolean }>`
    insert into standing_listing as l (tenant_id, id, account_id, channel_sku, country, locale, brand, storefront,
      listing_ids, state, class_id, class_name, title, run_id, changed_at, create_time)
    select ${tx.tenant}, p.id, ${accountId}::uuid, p.channel_sku, p.country, p.locale, p.brand, p.storefront,
      string_to_array(p.listing_ids, chr(10)), p.state, p.class_id, p.class_name, p.title, ${runId}::uuid,
      ${tx.now}, ${tx.now}
    from unnest(${ids}::uuid[], ${listings.map((one) => one.channelSku)}::text[],
      ${listings.map((one) => one.storefront.country)}::text[], ${listings.map((one) => one.storefront.locale)}::text[],
      ${listings.map((one) => one.storefront.brand)}::text[], ${listings.map(codeOf)}::text[],
      ${listings.map((one) => [...one.listingIds].sort().join('\n'))}::text[],
      ${listings.map((one) => one.state)}::text[], ${listings.map((one) => one.classId)}::text[],
      ${listings.map((one) => one.className)}::text[],
      ${listings.map((one) => titles.get(one.channelSku) ?? null)}::text[])
      as p (id, channel_sku, country, locale, brand, storefront, listing_ids, state, class_id, class_name, title)
    order by p.channel_sku, p.country, p.locale, p.brand
    on conflict (tenant_id, account_id, channel_sku, country, locale, brand) do update set
      storefront = excluded.storefront, listing_ids = excluded.listing_ids, state = excluded.state,
      class_id = excluded.class_id, class_name = excluded.class_name, title = excluded.title,
      run_id = excluded.run_id,
      changed_at = case when (l.listing_ids, l.state, l.class_id, l.class_name, l.title)
        is distinct from (excluded.listing_ids, excluded.state, excluded.class_id, excluded.class_name, excluded.title)
        then excluded.changed_at else l.changed_at end
    returning l.id = any(${ids}::uuid[]) as is_new, l.changed_at = ${tx.now}::timestamptz as is_changed`;
  const created = rows.filter(({ isNew }) => isNew).length;
  const changed = rows.filter(({ isNew, isChanged }) => !isNew && isChanged).length;
  return { created, changed, repeated: rows.length - created - changed };
}

/** What the marketplace called these goods in the latest order of each: no call of its own tells their titles. */
async function orderedTitles(
  tx: Tx,
  accountId: string,
  channelSkus: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  const rows = await tx.rows<{ channelSku: string; name: string }>`
    select distinct on (l.channel_sku) l.channel_sku, l.name
    from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = ${tx.tenant} and l.channel_sku_key = any(${channelSkus.map((one) => one.toLowerCase())}::text[])
      and l.channel_sku = any(${channelSkus}::text[]) and o.account_id = ${accountId}::uuid
      and o.order_type not in ('manual', 'replacement')
    order by l.channel_sku, l.create_time desc, l.id desc`;
  return new Map(rows.map(({ channelSku, name }) => [channelSku, name.slice(0, 255)]));
}

/** Part numbers that an earlier pull saw and this one did not. */
export async function unseenParts(tx: Tx, accountId: string, runId: string): Promise<string[]> {
  const rows = await tx.rows<{ channelSku: string }>`
    select distinct channel_sku from standing_listing
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and run_id <> ${runId}::uuid
      and state <> 'gone'
    order by channel_sku`;
  return rows.map(({ channelSku }) => channelSku);
}

/** Marks what this pull did not see of these parts. @returns how many rows */
export const markGone = (
  tx: Tx,
  accountId: string,
  runId: string,
  channelSkus: readonly string[],
): Promise<number> => tx.run`
  update standing_listing set state = 'gone', changed_at = ${tx.now}
  where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and run_id <> ${runId}::uuid
    and state <> 'gone' and channel_sku = any(${channelSkus}::text[])`;

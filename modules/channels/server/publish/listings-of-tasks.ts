import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { mapLines } from '#modules/orders/server/index.ts';
import { channelProduct } from '../../model/channel-product.ts';
import type { ListingAnswer } from '../../model/port.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import { publishItem } from '../../model/publish/publish-task.ts';
import { answersOf } from '../../model/publish/stored-form.ts';
import type { StorefrontCode } from '../../model/publish/storefront.ts';
import { judgeBasePrices } from '../pricing/base-prices.ts';
import { requestPush } from '../stock-requests.ts';
import { storefrontPrices, type StorefrontPrices } from './storefront-price.ts';

interface Standing {
  id: string;
  accountId: string;
  skuId: string;
  channelSku: string;
  storefront: StorefrontCode;
  answers: ListingAnswer[];
  /** What the marketplace had before; none of what did not stand there. */
  before: ListingAnswer[];
}

interface Listing {
  id: string;
  accountId: string;
  channelSku: string;
  skuId: string | null;
  mapStatus: string;
  basePrice: string | null;
}

const firstOf = (answers: readonly ListingAnswer[], role: 'price' | 'name'): string | null =>
  answers.find(({ questionId }) => roleOf({ id: questionId, isPerCarton: false }) === role)?.value ?? null;

/**
 * What has come to stand at the marketplace: what was sent is what it has, and the shop has a listing of it, mapped to
 * the SKU. Its price is judged like every other 供货价: one that is refused now is left out of the listing, to be put
 * right in 定价.
 */
export async function makeListings(tx: Tx, taskIds: readonly string[]): Promise<void> {
  const items = await newlyStanding(tx, taskIds);
  if (items.length === 0) return;
  await tx.run`
    update publish_item set live_answers = sent_answers, sent_answers = null
    where tenant_id = ${tx.tenant} and id = any(${items.map(({ id }) => id)}::uuid[])`;
  const known = await listingsBy(tx, items);
  const priced = await pricesFor(tx, items, known);
  const [old, made] = [true, false].map((isOld) => items.filter((one) => known.has(keyOf(one)) === isOld));
  await setEach(
    tx,
    channelProduct,
    (old ?? []).flatMap((one) => {
      const listing = known.get(keyOf(one));
      return listing
        ? [
            {
              id: listing.id,
              skuId: goodsOf(one, listing),
              mapStatus: 'mapped' as const,
              mapMethod: 'manual' as const,
              mapScore: 100,
              status: 'live' as const,
              basePrice: priced.get(one.id) ?? listing.basePrice,
              updateBy: tx.actor.username,
              updateTime: tx.now,
            },
          ]
        : [];
    }),
  );
  const rows = (made ?? []).map((one) => ({
    id: newId(),
    accountId: one.accountId,
    channelSku: one.channelSku,
    title: firstOf(one.answers, 'name')?.slice(0, 255) ?? null,
    skuId: one.skuId,
    mapStatus: 'mapped' as const,
    mapMethod: 'manual' as const,
    mapScore: 100,
    basePrice: priced.get(one.id) ?? null,
    status: 'live' as const,
  }));
  await insertInto(tx, channelProduct, rows);
  const ids = new Map(rows.map((row) => [keyOf(row), row.id]));
  await setEach(
    tx,
    publishItem,
    items.map((one) => ({ id: one.id, channelProductId: known.get(keyOf(one))?.id ?? ids.get(keyOf(one)) ?? null })),
  );
  for (const one of items) {
    const { accountId, channelSku } = one;
    await mapLines(tx, { accountId, channelSku, skuId: goodsOf(one, known.get(keyOf(one))) });
  }
  for (const accountId of new Set(items.map((one) => one.accountId))) await requestPush(tx, accountId, 'listing');
}

const keyOf = ({ accountId, channelSku }: { accountId: string; channelSku: string }): string =>
  `${accountId} ${channelSku}`;

/** What somebody has paired with a listing meanwhile stays. */
const goodsOf = ({ skuId }: Standing, listing: Listing | undefined): string =>
  (listing?.mapStatus === 'mapped' ? listing.skuId : null) ?? skuId;

async function newlyStanding(tx: Tx, taskIds: readonly string[]): Promise<Standing[]> {
  const rows = await tx.rows<Omit<Standing, 'answers' | 'before'> & { answers: unknown; before: unknown }>`
    select i.id, i.account_id, i.sku_id, i.channel_sku, t.storefront, i.sent_answers as answers, i.live_answers as before
    from publish_item i join publish_task t on t.tenant_id = i.tenant_id and t.id = i.task_id
    where i.tenant_id = ${tx.tenant} and i.task_id = any(${[...taskIds]}::uuid[]) and i.state = 'live'
      and i.sent_answers is not null
    order by i.channel_sku for update of i`;
  return rows.map((row) => ({ ...row, answers: answersOf(row.answers), before: answersOf(row.before) }));
}

async function listingsBy(tx: Tx, items: readonly Standing[]): Promise<Map<string, Listing>> {
  const rows = await tx.rows<Listing>`
    select id, account_id, channel_sku, sku_id, map_status, base_price::text as base_price from channel_product
    where tenant_id = ${tx.tenant} and deleted_at is null
      and account_id = any(${[...new Set(items.map(({ accountId }) => accountId))]}::uuid[])
      and channel_sku = any(${items.map(({ channelSku }) => channelSku)}::text[])
    order by id for update`;
  return new Map(rows.map((row) => [keyOf(row), row]));
}

/** Prices that may stand, by item. */
async function pricesFor(
  tx: Tx,
  items: readonly Standing[],
  known: ReadonlyMap<string, Listing>,
): Promise<Map<string, string>> {
  const places = new Map<string, Promise<StorefrontPrices>>();
  const pricesAt = ({ accountId, storefront }: Standing): Promise<StorefrontPrices> => {
    const key = `${accountId} ${storefront}`;
    const found = places.get(key) ?? storefrontPrices(tx, accountId, storefront);
    places.set(key, found);
    return found;
  };
  const asked: { one: Standing; basePrice: string; listing: Listing | undefined }[] = [];
  for (const one of items) {
    const sent = firstOf(one.answers, 'price');
    // One that stood there was not sent: 定价 may have changed it since.
    if (sent === null || sent === firstOf(one.before, 'price')) continue;
    const listing = known.get(keyOf(one));
    const prices = await pricesAt(one);
    if (prices.currency === prices.shopCurrency) {
      asked.push({ one, basePrice: sent, listing });
      continue;
    }
    // What a listing costs in the currency of its shop is not replaced by what it costs elsewhere; without a rate
    // nobody knows what that would be.
    const price = parseDecimal(sent, PRICE_SCALE);
    const inShop = price === null ? null : prices.inShop(price);
    if (inShop !== null && (listing?.basePrice ?? null) === null)
      asked.push({ one, basePrice: formatDecimal(inShop, PRICE_SCALE), listing });
  }
  const refusals = await judgeBasePrices(
    tx,
    asked.map(({ one, basePrice, listing }) => ({
      listingId: listing?.id ?? null,
      accountId: one.accountId,
      channelSku: one.channelSku,
      before: { skuId: listing?.skuId ?? null, basePrice: listing?.basePrice ?? null },
      after: { skuId: goodsOf(one, listing), basePrice },
    })),
  );
  return new Map(asked.flatMap(({ one, basePrice }, at) => (refusals[at] ? [] : [[one.id, basePrice] as const])));
}

async function listingIds(tx: Tx, taskIds: readonly string[]): Promise<{ id: string; accountId: string }[]> {
  return tx.rows`
    select p.id, p.account_id from publish_item i
      join channel_product p on p.tenant_id = i.tenant_id and p.id = i.channel_product_id
    where i.tenant_id = ${tx.tenant} and i.task_id = any(${[...taskIds]}::uuid[]) and i.live_answers is not null
    order by p.id`;
}

async function setStanding(tx: Tx, taskIds: readonly string[], status: 'live' | 'ended'): Promise<void> {
  const listings = await listingIds(tx, taskIds);
  await setColumns(tx, channelProduct, listings, { status, updateBy: tx.actor.username, updateTime: tx.now });
  for (const accountId of new Set(listings.map((one) => one.accountId))) await requestPush(tx, accountId, 'listing');
}

/** Listings of tasks that are sold no more. */
export const endListings = (tx: Tx, taskIds: readonly string[]): Promise<void> => setStanding(tx, taskIds, 'ended');

/** Listings of tasks that are sold again. */
export const reviveListings = (tx: Tx, taskIds: readonly string[]): Promise<void> => setStanding(tx, taskIds, 'live');

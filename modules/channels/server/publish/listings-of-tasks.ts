import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto, setColumns, setEach } from '#kit/server/stored-rows.ts';
import { mapLines } from '#modules/orders/server/index.ts';
import { channelProduct } from '../../model/channel-product.ts';
import type { ListingAnswer } from '../../model/port.ts';
import { roleOf } from '../../model/publish/known-questions.ts';
import { publishItem } from '../../model/publish/publish-task.ts';
import { answersOf } from '../../model/publish/stored-form.ts';
import { judgeBasePrices } from '../pricing/base-prices.ts';
import { requestPush } from '../stock-requests.ts';

interface Standing {
  id: string;
  accountId: string;
  skuId: string;
  channelSku: string;
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
    select id, account_id, sku_id, channel_sku, sent_answers as answers, live_answers as before from publish_item
    where tenant_id = ${tx.tenant} and task_id = any(${[...taskIds]}::uuid[]) and state = 'live'
      and sent_answers is not null
    order by channel_sku for update`;
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
  const asked = items.flatMap((one) => {
    const basePrice = firstOf(one.answers, 'price');
    // One that stood there was not sent: 定价 may have changed it since.
    return basePrice === null || basePrice === firstOf(one.before, 'price')
      ? []
      : [{ one, basePrice, listing: known.get(keyOf(one)) }];
  });
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

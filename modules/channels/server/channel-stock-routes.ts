import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { channelProduct } from '../model/channel-product.ts';
import {
  checkFullPushRoute,
  fullPushRoute,
  lockStockRoute,
  MOST_STOCK_ROWS,
  resendStockRoute,
  stockFormulaRoute,
  unlockStockRoute,
  type FullPushCheck,
  type StockFormula,
  type StockPlaceRef,
} from '../model/channel-stock.ts';
import { noStockRows, stockRowGone, tooManyStockRows } from '../model/errors.ts';
import { requireShopThatPushes } from './account-routes.ts';
import type { Connections } from './connections.ts';
import { judgePlan, toPush } from './push-stock.ts';
import type { ChannelServices } from './services.ts';
import { markInDoubt } from './shown-stock.ts';
import { planAll } from './stock-changes.ts';
import { planStock, type PlannedRow } from './stock-plan.ts';
import { lockListings, unlockListings, type SeenListing } from './stock-locks.ts';
import { requestPush } from './stock-requests.ts';

/** What is done on the page 渠道库存 beside reading it. */
export const channelStockRoutes = (
  { registry, wake }: Pick<ChannelServices, 'registry' | 'wake'>,
  connections: Connections,
): Route[] => [
  implement(stockFormulaRoute, (call) =>
    call.tx((tx) =>
      formulaOf(tx, { channelProductId: String(call.query.channelProductId), code: String(call.query.code) }),
    ),
  ),
  implement(resendStockRoute, (call) =>
    call.tx(async (tx) => {
      const shops = await resend(tx, connections, readPlaces(call.body.rows));
      tx.onCommit(wake);
      return shops;
    }),
  ),
  implement(lockStockRoute, (call) =>
    call.tx(async (tx) => lockListings(tx, registry, await mappedOnes(tx, call.body.channelProductIds))),
  ),
  implement(unlockStockRoute, (call) =>
    call.tx(async (tx) => unlockListings(tx, registry, await mappedOnes(tx, call.body.channelProductIds))),
  ),
  implement(checkFullPushRoute, (call) =>
    call.tx(async (tx) => {
      const { accountId } = await requireShopThatPushes(tx, connections, call.params.id);
      return checkOf(tx, accountId);
    }),
  ),
  implement(fullPushRoute, (call) =>
    call.tx(async (tx) => {
      const { accountId } = await requireShopThatPushes(tx, connections, call.params.id);
      const plan = await planStock(tx, accountId);
      await sendAgain(tx, accountId, plan, 'full');
      tx.onCommit(wake);
      return { rows: plan.length };
    }),
  ),
];

/** Marks rows so that the next push takes them along whatever their channel was sent, and asks for it. */
async function sendAgain(
  tx: Tx,
  accountId: string,
  rows: readonly PlannedRow[],
  trigger: 'manual' | 'full' = 'manual',
): Promise<void> {
  await markInDoubt(
    tx,
    rows.map(({ channelProductId, channelWarehouseCode, qty, previous }) => ({
      channelProductId,
      channelWarehouseCode,
      qty,
      previousQty: previous,
    })),
  );
  await requestPush(tx, accountId, trigger, { askedBy: tx.actor.username, retryRefused: true });
}

/** @throws Refusal 404 for a listing that is not in the reader's shops, 409 for a row that is no longer there */
async function formulaOf(tx: Tx, place: StockPlaceRef): Promise<StockFormula> {
  const [listing] = await seenListings(tx, [place.channelProductId]);
  const plan = listing ? await planStock(tx, listing.accountId, [listing.id]) : [];
  const row = plan.find(({ channelWarehouseCode }) => channelWarehouseCode === place.code);
  if (!listing) throw notFound();
  if (!row) throw stockRowGone();
  const names = await tx.rows<{ id: string; name: string }>`
    select id, name from warehouse
    where tenant_id = ${tx.tenant} and id = any(${row.inputs.sources.map(({ warehouseId }) => warehouseId)}::uuid[])`;
  const nameOf = new Map(names.map(({ id, name }) => [id, name]));
  return {
    channelSku: row.channelSku,
    code: row.channelWarehouseCode,
    inputs: row.inputs,
    warehouses: row.inputs.sources.map(({ warehouseId }) => nameOf.get(warehouseId) ?? ''),
    wanted: row.qty,
    shown: row.previous,
    isInDoubt: row.isInDoubt,
  };
}

/** Those of these listings that the actor may see, oldest part number first, locked against edits of their SKU. */
const seenListings = (tx: Tx, ids: readonly string[]): Promise<SeenListing[]> =>
  tx.query<SeenListing>(sql`
    select t.id, t.account_id, t.channel_sku, t.sku_id from channel_product t
    where ${join(baseConditions(channelProduct, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])
    order by t.channel_sku, t.id for share`);

async function resend(
  tx: Tx,
  connections: Connections,
  places: readonly StockPlaceRef[],
): Promise<{ rows: number; shops: number }> {
  const wanted = new Set(places.map(({ channelProductId, code }) => `${channelProductId} ${code}`));
  const listings = await seenListings(tx, [...new Set(places.map(({ channelProductId }) => channelProductId))]);
  const shops = Map.groupBy(listings, ({ accountId }) => accountId);
  let rows = 0;
  for (const accountId of [...shops.keys()].sort()) {
    await requireShopThatPushes(tx, connections, accountId);
    const ids = shops.get(accountId)?.map(({ id }) => id) ?? [];
    const plan = (await planStock(tx, accountId, ids)).filter((row) =>
      wanted.has(`${row.channelProductId} ${row.channelWarehouseCode}`),
    );
    rows += plan.length;
    await sendAgain(tx, accountId, plan);
  }
  if (listings.length === 0) throw notFound();
  if (rows < wanted.size) throw stockRowGone();
  return { rows, shops: shops.size };
}

/** Listings that are asked about, each with the SKU that it means. */
async function mappedOnes(tx: Tx, given: unknown): Promise<SeenListing[]> {
  const ids = Array.isArray(given) ? [...new Set(given.filter(isUuid))] : [];
  if (ids.length === 0) throw noStockRows();
  if (ids.length > MOST_STOCK_ROWS) throw tooManyStockRows({ most: MOST_STOCK_ROWS });
  const listings = await seenListings(tx, ids);
  if (listings.length === 0) throw notFound();
  if (listings.length < ids.length) throw stockRowGone();
  return listings;
}

function readPlaces(given: unknown): StockPlaceRef[] {
  const places = Array.isArray(given) ? given.filter(isPlace) : [];
  if (places.length === 0) throw noStockRows();
  if (places.length > MOST_STOCK_ROWS) throw tooManyStockRows({ most: MOST_STOCK_ROWS });
  return places;
}

const isPlace = (one: unknown): one is StockPlaceRef =>
  typeof one === 'object' &&
  one !== null &&
  'code' in one &&
  typeof one.code === 'string' &&
  'channelProductId' in one &&
  isUuid(one.channelProductId);

/** What 全量推送 would send now, and what the guard would say to it. */
async function checkOf(tx: Tx, accountId: string): Promise<FullPushCheck> {
  const plan = await planAll(tx, accountId);
  const { toZero, listed, before, after, reason } = await judgePlan(tx, accountId, plan, plan.rows);
  const { unmapped } = await tx.one<{ unmapped: number }>`
    select count(*)::integer as unmapped from channel_product
    where tenant_id = ${tx.tenant} and account_id = ${accountId}::uuid and deleted_at is null
      and status = 'live' and map_status in ('unmapped', 'suggested')`;
  return { rows: plan.rows.length, changed: toPush(plan.rows).length, toZero, listed, before, after, reason, unmapped };
}

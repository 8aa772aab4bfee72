import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { placeOf, may, type Actor } from '#kit/server/actor.ts';
import { forbidden, notFound } from '#kit/model/refusal.ts';
import { moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { parseBody } from '#kit/server/parse.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { join, sql } from '#kit/server/sql.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { percentShare, priceBy } from '../../model/pricing/price-change.ts';
import { nothingToAdjust, priceFaults, tooManyListings } from '../../model/pricing/price-errors.ts';
import { priceFloor, SHARE_SCALE, type FloorInputs } from '../../model/pricing/price-floor.ts';
import { MOST_NEW_PRICE, type PriceType } from '../../model/pricing/price-record.ts';
import {
  adjustFields,
  adjustPricesRoute,
  MOST_ADJUSTED,
  type AdjustAnswer,
  type AdjustedRow,
  type AdjustScope,
  type AdjustWay,
} from '../../model/pricing/price-routes.ts';
import { floorFacts, type Floors } from './floor-facts.ts';
import { seesFloor, shown } from './guard-prices.ts';
import { judgePrices, type AskedPrice, type JudgedPrice } from './judge-prices.ts';
import { judgeValue, listingPrices, priceInForce, storePrices, type ListingPrices } from './price-records.ts';
import { submitPrice } from './price-moves.ts';

interface Adjustment {
  type: PriceType;
  way: AdjustWay;
  amount: string;
  effectiveFrom: string;
  reason: string | null;
}

/** 批量调价: each listing by one formula, first as it would be; what cannot be priced is left out and named. */
export const adjustPrices: Route = implement(adjustPricesRoute, async (call) => {
  const asked = parseBody(
    adjustFields,
    call.body as Record<string, unknown>,
    placeOf(call.actor),
  ) as unknown as Adjustment;
  const isTrial = call.body.dryRun === true;
  return call.tx((tx) => adjust(tx, call.body, asked, isTrial));
});

async function adjust(
  tx: Tx,
  scope: CallOf<typeof adjustPricesRoute>['body'],
  asked: Adjustment,
  isTrial: boolean,
): Promise<AdjustAnswer> {
  if (!isTrial && !may(tx.actor, 'channels:priceRecord:submit')) throw forbidden('channels:priceRecord:submit');
  const listings = await listingPrices(tx, await listingsIn(tx, scope as AdjustScope));
  if (listings.size === 0) throw nothingToAdjust();
  const all = [...listings.values()].toSorted((a, b) => a.channelSku.localeCompare(b.channelSku, 'en'));
  const floors = await floorFacts(
    tx,
    all.map(({ id, accountId, skuId }) => ({ listingId: id, accountId, skuId })),
  );
  const priced = all.map((listing) => ({ listing, next: nextPrice(tx.actor, listing, asked, floors) }));
  const able = priced.flatMap(({ listing, next }): AskedPrice[] =>
    'price' in next
      ? [{ id: null, listing, type: asked.type, price: next.price, effectiveFrom: asked.effectiveFrom }]
      : [],
  );
  const judged = await judgePrices(tx, able, floors);
  const found = new Map(able.map(({ listing }, at) => [listing.id, judged[at] as JudgedPrice]));
  const rows = priced.map(({ listing, next }) =>
    rowOf(tx.actor, { listing, next, type: asked.type, isTrial }, found.get(listing.id)),
  );
  const going = able.filter((_one, at) => judged[at]?.refusal === null);
  const counts = isTrial ? { scheduled: 0, pending: 0 } : await handIn(tx, asked, going, listings, found);
  return { rows, able: going.length, ...counts };
}

/** Listings of the question that the actor may see. @throws Refusal 404 where those named are not, 422 for too many */
async function listingsIn(tx: Tx, { ids, accountId }: AdjustScope): Promise<string[]> {
  const given = Array.isArray(ids) ? ids.filter(isUuid) : null;
  const shop = isUuid(accountId) ? String(accountId) : null;
  if (given === null && shop === null) throw nothingToAdjust();
  const conditions = [
    ...baseConditions(channelProduct, tx.actor),
    ...(given ? [sql`t.id = any(${given}::uuid[])`] : [sql`t.account_id = ${shop}::uuid and t.status = 'live'`]),
  ];
  const found = await tx.query<{ id: string }>(sql`
    select t.id from channel_product t where ${join(conditions, ' and ')} order by t.id limit ${MOST_ADJUSTED + 1}`);
  if (given && found.length === 0) throw notFound();
  if (found.length > MOST_ADJUSTED) throw tooManyListings({ most: MOST_ADJUSTED });
  return found.map(({ id }) => id);
}

/** What a price may be at most where somebody types it. */
const MOST_PRICE = BigInt(MOST_NEW_PRICE) * 10n ** BigInt(PRICE_SCALE);
const MOST_PRICE_TEXT = MOST_NEW_PRICE.toLocaleString('en-US');

type Next = { price: bigint } | { fault: string };

function nextPrice(actor: Actor, listing: ListingPrices, asked: Adjustment, floors: Floors): Next {
  const next = formulaPrice(actor, listing, asked, floors);
  return 'price' in next && next.price > MOST_PRICE ? { fault: `算出的新价超过 ${MOST_PRICE_TEXT}` } : next;
}

/** By the formula alone, however much comes of it. */
function formulaPrice(actor: Actor, listing: ListingPrices, asked: Adjustment, floors: Floors): Next {
  const amount = parseDecimal(asked.amount, PRICE_SCALE) ?? 0n;
  const exponent = exponentOf(listing.currency);
  if (asked.way === 'margin') return byMargin(actor, listing, asked.type, amount, floors);
  if (asked.way === 'set') {
    try {
      return { price: judgeValue(asked.amount, listing.currency, 'amount') };
    } catch (error) {
      return { fault: (error as Error).message };
    }
  }
  const inForce = priceInForce(listing, asked.type);
  if (inForce === null) return { fault: '没有现价，请用“设为”' };
  const share = percentShare((amount * 100n) / 10n ** BigInt(PRICE_SCALE));
  const formula = asked.way === 'percent' ? ({ way: 'percent', share } as const) : ({ way: 'amount', amount } as const);
  const price = priceBy(formula, inForce, exponent);
  return price === null ? { fault: '算出的新价不大于 0' } : { price };
}

/** The least price that earns a margin, for who may know what goods cost. */
function byMargin(
  actor: Actor,
  { id, accountId, skuId }: ListingPrices,
  type: PriceType,
  percent: bigint,
  floors: Floors,
): Next {
  if (type !== 'baseCost') return { fault: '按毛利率只能调供货价' };
  if (!seesFloor(actor)) return { fault: '没有查看成本和利润的权限，不能按毛利率调价' };
  const { inputs, refusal } = floors.of({ listingId: id, accountId, skuId });
  if (!inputs) return { fault: refusal?.message ?? '成本未知，不能按毛利率调价' };
  const marginShare = percent * 10n ** BigInt(SHARE_SCALE - PRICE_SCALE - 2);
  const floor = priceFloor({ ...inputs, marginShare } satisfies FloorInputs);
  if (floor === null) return { fault: priceFaults.unreachable() };
  return { price: floor * 10n ** BigInt(PRICE_SCALE - inputs.exponent) };
}

function rowOf(
  actor: Actor,
  { listing, next, type, isTrial }: { listing: ListingPrices; next: Next; type: PriceType; isTrial: boolean },
  judged: JudgedPrice | undefined,
): AdjustedRow {
  const places = (price: bigint): string => shown(price, exponentOf(listing.currency));
  const found = judged?.found;
  const current = priceInForce(listing, type);
  // Trials are free and leave nothing: to who may not know the floor they would say it in a few tries.
  const isUnjudged = isTrial && type === 'baseCost' && !seesFloor(actor);
  const figures = {
    ...(actor.masks.has('cost') ? {} : { cost: found?.cost ?? null }),
    ...(seesFloor(actor) ? { floor: found?.floor ?? null, marginRate: found?.marginRate ?? null } : {}),
  };
  return {
    id: listing.id,
    channelSku: listing.channelSku,
    skuCode: listing.skuCode,
    shop: listing.accountName,
    currency: listing.currency,
    ...figures,
    current: current === null ? null : places(current),
    next: 'price' in next ? places(next.price) : null,
    changePct: found?.changePct ?? null,
    mapPrice: listing.mapPrice,
    delayedTo: found?.askedFrom ? found.effectiveFrom : null,
    reasons: (isUnjudged ? judged?.ofChange : judged?.reasons) ?? [],
    isUnjudged,
    fault: 'fault' in next ? next.fault : (judged?.refusal?.message ?? null),
  };
}

async function handIn(
  tx: Tx,
  { type, effectiveFrom, reason }: Adjustment,
  going: readonly AskedPrice[],
  listings: ReadonlyMap<string, ListingPrices>,
  found: ReadonlyMap<string, JudgedPrice>,
): Promise<{ scheduled: number; pending: number }> {
  if (going.length === 0) throw nothingToAdjust();
  const prices = going.map(({ listing, price }) => ({
    channelProductId: listing.id,
    type,
    value: formatDecimal(price, PRICE_SCALE),
    effectiveFrom,
    reason: reason ?? null,
  }));
  const ids = await storePrices(tx, prices, listings, 'adjust');
  await moveInTransaction(tx, submitPrice, ids);
  const pending = going.filter(({ listing }) => (found.get(listing.id)?.reasons.length ?? 0) > 0).length;
  return { scheduled: going.length - pending, pending };
}

import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { addDays, dayIn } from '#kit/model/time.ts';
import { partakers } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { changeOf, changesBy, type PricePolicy } from '../../model/pricing/price-change.ts';
import {
  belowMap,
  listingEnded,
  mapAboveRetail,
  priceDayPast,
  priceOpen,
  priceRefused,
  priceSame,
} from '../../model/pricing/price-errors.ts';
import { shareText } from '../../model/pricing/price-floor.ts';
import type { FloorCheck, PriceType } from '../../model/pricing/price-record.ts';
import { floorFacts, type Floors } from './floor-facts.ts';
import { guardPrices, shown, type PriceVerdict } from './guard-prices.ts';
import { nameOf, pastPrices, type PastPrices } from './past-prices.ts';
import { priceInForce, type ListingPrices } from './price-records.ts';

/** A price of a listing that is to be submitted. */
export interface AskedPrice {
  /** Of its record, where there is one already. */
  id: string | null;
  listing: ListingPrices;
  type: PriceType;
  /** 1/10000 of the currency. */
  price: bigint;
  effectiveFrom: string;
}

/** What is found of it; columns of its record among that. */
export interface JudgedPrice {
  refusal: Refusal | null;
  /** Why another person has to approve it; empty where nobody has to. */
  reasons: string[];
  /** Those that say nothing of a floor. */
  ofChange: string[];
  found: {
    /** The goods that are judged: an approval is one of these. */
    skuId: string | null;
    previousValue: string | null;
    changePct: string | null;
    cost: string | null;
    floor: string | null;
    marginRate: string | null;
    mapPrice: string | null;
    priceCheck: FloorCheck | null;
    effectiveFrom: string;
    askedFrom: string | null;
  };
}

/** How far back the steps of one person count together. */
const WALK_DAYS = 30;

/**
 * Judges prices as they are submitted (domain.md §3.7): the floor for 供货价, 最低广告价 for what buyers pay, how far
 * they go from where others left them, and from which day on the channel takes them.
 */
export async function judgePrices(tx: Tx, asked: readonly AskedPrice[], known?: Floors): Promise<JudgedPrice[]> {
  if (asked.length === 0) return [];
  const guarded = asked.map(({ listing, price, id }) => ({
    accountId: listing.accountId,
    skuId: listing.skuId,
    listingId: listing.id,
    price,
    approvalId: id,
  }));
  const floors = known ?? (await floorFacts(tx, guarded));
  const verdicts = await guardPrices(tx, guarded, floors);
  const others = await openPrices(tx, asked);
  const past = await pastPrices(
    tx,
    asked.map(({ listing }) => listing),
  );
  const bases = await basesOf(tx, asked, past);
  const today = dayIn(tx.now, tx.actor.zone);
  return asked.map((one, at) => {
    const verdict = one.type === 'baseCost' ? (verdicts[at] ?? null) : null;
    const policy = floors.settings.policy(one.listing.accountId);
    const inForce = priceInForce(one.listing, one.type);
    const gone = past.get(nameOf(one.listing))?.prices[one.type] ?? [];
    // Of one that was deleted and is back the last price stands.
    const stood = inForce ?? gone[0] ?? null;
    const froms = [stood, ...(inForce === null ? gone : []), ...(bases.get(keyOf(one)) ?? [])];
    const change = changeOf(stood, one.price);
    const isDelayed = changesBy(stood, one.price, policy.delayPct);
    const earliest = addDays(today, policy.delayDays);
    const effectiveFrom = isDelayed && one.effectiveFrom < earliest ? earliest : one.effectiveFrom;
    const ofChange = changeReasons(one.price, froms, policy);
    return {
      refusal: refusalOf(one, inForce, others.get(keyOf(one)) ?? null, today) ?? rateRefusal(verdict),
      reasons: [...floorReasons(verdict), ...ofChange],
      ofChange,
      found: {
        skuId: one.listing.skuId,
        previousValue: stood === null ? null : formatDecimal(stood, PRICE_SCALE),
        changePct: change === null ? null : shareText(change),
        ...floorColumns(verdict),
        mapPrice: one.listing.mapPrice,
        effectiveFrom,
        askedFrom: effectiveFrom === one.effectiveFrom ? null : one.effectiveFrom,
      },
    };
  });
}

const keyOf = ({ listing, type }: Pick<AskedPrice, 'listing' | 'type'>): string => `${listing.id} ${type}`;

function floorColumns(
  verdict: PriceVerdict | null,
): Pick<JudgedPrice['found'], 'cost' | 'floor' | 'marginRate' | 'priceCheck'> {
  if (!verdict) return { cost: null, floor: null, marginRate: null, priceCheck: null };
  const { facts, floor, margin, check } = verdict;
  return {
    cost: facts.inputs && formatDecimal(facts.inputs.landed, PRICE_SCALE),
    floor: floor === null ? null : formatDecimal(floor, facts.inputs?.exponent ?? 2),
    marginRate: margin === null ? null : shareText(margin),
    priceCheck: check,
  };
}

const rateRefusal = (verdict: PriceVerdict | null): Refusal | null =>
  verdict?.facts.missing === 'rate' && verdict.refusal ? priceRefused('value', verdict.refusal.message) : null;

function floorReasons(verdict: PriceVerdict | null): string[] {
  if (verdict === null || verdict.check === 'pass') return [];
  if (verdict.check === 'block') return [verdict.floor === null ? '利润目标不可达' : '低于底价'];
  return [verdict.facts.missing === 'ownRate' ? '汇率由本人录入' : '成本未知'];
}

const changeReasons = (price: bigint, froms: readonly (bigint | null)[], { reviewPct }: PricePolicy): string[] =>
  froms.some((from) => changesBy(from, price, reviewPct)) ? [`变动达到 ${reviewPct}%`] : [];

function refusalOf(
  { listing, type, price, effectiveFrom }: AskedPrice,
  inForce: bigint | null,
  open: string | null,
  today: string,
): Refusal | null {
  if (listing.status === 'ended') return listingEnded();
  if (price === inForce) return priceSame();
  if (open !== null) return priceOpen({ priceNo: open });
  if (effectiveFrom < today) return priceDayPast();
  const exponent = exponentOf(listing.currency);
  const { mapPrice, msrp } = listing;
  if (type === 'msrp' && mapPrice !== null && price < scaled(mapPrice))
    return belowMap({ map: shown(scaled(mapPrice), exponent) });
  if (type === 'map' && msrp !== null && price > scaled(msrp))
    return mapAboveRetail({ msrp: shown(scaled(msrp), exponent) });
  return null;
}

const scaled = (text: string): bigint => parseDecimal(text, PRICE_SCALE) ?? 0n;

/** Numbers of prices of the same listing and kind that are on their way. */
async function openPrices(tx: Tx, asked: readonly AskedPrice[]): Promise<Map<string, string>> {
  const rows = await tx.rows<{ listingId: string; type: string; priceNo: string }>`
    select channel_product_id as listing_id, type, price_no from price_record
    where tenant_id = ${tx.tenant} and channel_product_id = any(${asked.map(({ listing }) => listing.id)}::uuid[])
      and id <> all(${asked.flatMap(({ id }) => id ?? [])}::uuid[])
      and status in ('pending_approval', 'scheduled', 'submitted')`;
  return new Map(rows.map(({ listingId, type, priceNo }) => [`${listingId} ${type}`, priceNo]));
}

/**
 * From where else a change is measured: the price that others left at the listing, and the one before the steps that
 * the actor has taken since somebody last approved. Many small steps are one great one.
 */
async function basesOf(
  tx: Tx,
  asked: readonly AskedPrice[],
  past: ReadonlyMap<string, PastPrices>,
): Promise<Map<string, bigint[]>> {
  // Steps under the same number before it was deleted are steps of it.
  const nowOf = new Map(
    asked.flatMap(({ listing }) =>
      [listing.id, ...(past.get(nameOf(listing))?.ids ?? [])].map((id) => [id, listing.id] as const),
    ),
  );
  const bases = new Map<string, bigint[]>();
  if (tx.actor.isSystem) return bases;
  const note = (key: string, text: string | null | undefined): void => {
    if (text) bases.set(key, [...(bases.get(key) ?? []), scaled(text)]);
  };
  const since = new Date(tx.now.getTime() - WALK_DAYS * 86_400_000);
  const steps = await tx.rows<{ listingId: string; type: string; value: string | null }>`
    select distinct on (r.channel_product_id, r.type) r.channel_product_id as listing_id, r.type,
      r.previous_value::text as value
    from price_record r
    where r.tenant_id = ${tx.tenant} and r.channel_product_id = any(${[...nowOf.keys()]}::uuid[])
      and r.approved_by is null and r.status in ('scheduled', 'submitted', 'active', 'superseded')
      and r.submitted_at > ${since} and r.maker_ids && ${partakers(tx.actor)}::uuid[]
      and not exists (select 1 from price_record a where a.tenant_id = r.tenant_id
        and a.channel_product_id = r.channel_product_id and a.type = r.type and a.approved_by is not null
        and a.status in ('active', 'superseded') and a.submitted_at > r.submitted_at)
    order by r.channel_product_id, r.type, r.submitted_at`;
  for (const { listingId, type, value } of steps) note(`${nowOf.get(listingId) ?? listingId} ${type}`, value);
  const priced = asked.filter(({ type }) => type === 'baseCost').map(({ listing }) => listing);
  const left = await leftByOthers(tx, channelProduct, priced, ['basePrice']);
  for (const { id } of priced) note(`${id} baseCost`, left.get(id)?.basePrice);
  return bases;
}

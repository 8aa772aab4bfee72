import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Refusal } from '#kit/model/refusal.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { channelAccount } from '#modules/base/model/channel-account.ts';
import { rateMissing } from '#modules/base/model/errors.ts';
import { baseCurrency, isOwnRate, rateKnown } from '#modules/base/server/index.ts';
import { bundleParts } from '#modules/catalog/server/index.ts';
import { unitCosts } from '#modules/inventory/server/index.ts';
import { isOnlyPerson } from '#modules/system/server/index.ts';
import { channelProduct } from '../../model/channel-product.ts';
import { priceFloor, SHARE_SCALE, type FloorInputs } from '../../model/pricing/price-floor.ts';
import { feeParts, listingFees, type ListingFees } from './listing-fees.ts';
import { priceSettingsOf, type FloorSettings, type PriceSettings } from './price-settings.ts';

/** A listing, or one that is about to be made, whose floor is asked for. */
export interface PricedListing {
  accountId: string;
  /** Null where nobody knows yet which goods are sold. */
  skuId: string | null;
  listingId: string | null;
}

/** What is known of the floor of one listing. */
export interface FloorFacts {
  currency: string;
  /** Null where `missing` says what is not known. */
  inputs: FloorInputs | null;
  /** A rate that only the actor says makes a floor that nobody has checked. */
  missing: 'cost' | 'rate' | 'ownRate' | null;
  /** Of `rate`. */
  refusal: Refusal | null;
}

export interface Floors {
  of(listing: PricedListing): FloorFacts;
  settings: PriceSettings;
}

interface Shop {
  id: string;
  channelCode: string;
  currency: string;
  allowanceRate: string;
}

const RATE_SCALE = 8;

/**
 * What the floors of listings are calculated from (domain.md §4), as it binds the actor: costs as inventory knows
 * them to the actor, in the currency of the shop by the rate of the day; fee rules of today, as others left them where that is
 * dearer; what is decided of the shop and of the listing. The number of statements does not depend on the number of listings.
 */
export async function floorFacts(tx: Tx, listings: readonly PricedListing[]): Promise<Floors> {
  const accountIds = [...new Set(listings.map(({ accountId }) => accountId))];
  const shops = await shopsOf(tx, accountIds);
  const settings = await priceSettingsOf(tx, accountIds);
  const named = await goodsOfOthers(tx, listings);
  const sold = listings.flatMap(({ accountId, skuId, listingId }) => {
    const shop = shops.get(accountId);
    const skuIds = [skuId, named.get(listingId ?? '') ?? null].filter((id) => id !== null);
    return shop ? skuIds.map((id) => ({ ...shop, accountId, skuId: id })) : [];
  });
  const costs = await landedCosts(
    tx,
    sold.map(({ skuId }) => skuId),
  );
  const rates = await ratesOf(tx, sold);
  const fees = sold.length > 0 ? await listingFees(tx, sold) : null;
  const factsOf = ({ accountId, skuId, listingId }: PricedListing): FloorFacts => {
    const shop = shops.get(accountId);
    const currency = shop?.currency ?? 'USD';
    const none = (missing: FloorFacts['missing'], refusal: Refusal | null = null): FloorFacts => ({
      currency,
      inputs: null,
      missing,
      refusal,
    });
    const cost = skuId ? (costs.get(skuId) ?? null) : null;
    if (!shop || !skuId || cost === null || !fees) return none('cost');
    const rate = rates.get(currency);
    if (!rate || rate.refusal) return none('rate', rate?.refusal ?? null);
    if (rate.isOwn) return none('ownRate');
    const landed = divideHalfUp(cost * rate.rate, 10n ** BigInt(RATE_SCALE));
    const own = fees({ ...shop, accountId, skuId });
    const decided = settings.of(accountId, listingId);
    const inputs = inputsOf(landed, decided, shop, own.now);
    const bound = own.others && inputsOf(landed, decided, shop, own.others);
    return { currency, inputs: bound ? stricter(inputs, bound) : inputs, missing: null, refusal: null };
  };
  return {
    settings,
    of(listing) {
      const facts = factsOf(listing);
      const skuId = named.get(listing.listingId ?? '') ?? null;
      const others = skuId === null || skuId === listing.skuId ? null : factsOf({ ...listing, skuId });
      return facts.inputs && others?.inputs ? { ...facts, inputs: stricter(facts.inputs, others.inputs) } : facts;
    },
  };
}

/** Goods that others than the actor named for listings: who names cheaper ones does not price by that alone. */
async function goodsOfOthers(tx: Tx, listings: readonly PricedListing[]): Promise<Map<string, string>> {
  const ids = listings.flatMap(({ listingId }) => listingId ?? []);
  if (ids.length === 0 || tx.actor.isSystem || (await isOnlyPerson(tx))) return new Map();
  const stored = await tx.rows<{ id: string; skuId: string | null }>`
    select id, sku_id from channel_product where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const left = await leftByOthers(tx, channelProduct, stored, ['skuId']);
  return new Map([...left].flatMap(([id, words]) => (words?.skuId ? [[id, words.skuId] as const] : [])));
}

async function shopsOf(tx: Tx, ids: readonly string[]): Promise<Map<string, Shop>> {
  const shops = await tx.rows<Shop>`
    select id, channel_code, currency, allowance_rate::text from channel_account
    where tenant_id = ${tx.tenant} and id = any(${[...ids]}::uuid[])`;
  const isFree = tx.actor.isSystem || (await isOnlyPerson(tx));
  const left = isFree ? null : await leftByOthers(tx, channelAccount, shops, ['allowanceRate']);
  return new Map(
    shops.map((shop) => {
      const others = left?.get(shop.id)?.allowanceRate ?? null;
      const isLess = others !== null && Number(others) > Number(shop.allowanceRate);
      return [shop.id, isLess ? { ...shop, allowanceRate: others } : shop];
    }),
  );
}

/** By SKU, 1/10000 of the base currency; a bundle of which one component is unknown is unknown as a whole. */
async function landedCosts(tx: Tx, ids: readonly string[]): Promise<Map<string, bigint | null>> {
  const skuIds = [...new Set(ids)];
  if (skuIds.length === 0) return new Map();
  const bundles = await bundleParts(tx, skuIds);
  const parts = [...new Set([...bundles.values()].flat().map(({ skuId }) => skuId))];
  const costs = await unitCosts(tx, [...new Set([...skuIds, ...parts])]);
  return new Map(
    skuIds.map((skuId) => {
      const made = bundles.get(skuId);
      const isKnown = !made || (made.length > 0 && made.every((part) => costs(part.skuId).known !== null));
      return [skuId, isKnown ? costs(skuId).known : null];
    }),
  );
}

interface Rate {
  /** Scaled by 10^8. */
  rate: bigint;
  isOwn: boolean;
  refusal: Refusal | null;
}

/** What the base currency is worth in each currency of the shops today: never 1 for want of a rate. */
async function ratesOf(tx: Tx, shops: readonly Pick<Shop, 'currency'>[]): Promise<Map<string, Rate>> {
  const rates = new Map<string, Rate>();
  if (shops.length === 0) return rates;
  const base = await baseCurrency(tx);
  const day = dayIn(tx.now, tx.actor.zone);
  for (const currency of new Set(shops.map((shop) => shop.currency))) {
    const text = currency === base ? '1' : await rateKnown(tx, base, currency, day);
    rates.set(currency, {
      rate: parseDecimal(text ?? '0', RATE_SCALE) ?? 0n,
      isOwn: text !== null && (await isOwnRate(tx, base, currency, day)),
      refusal: text === null ? rateMissing({ from: base, to: currency, day }) : null,
    });
  }
  return rates;
}

const priceOf = (text: string): bigint => parseDecimal(text, PRICE_SCALE) ?? 0n;
const shareOf = (text: string): bigint => parseDecimal(text, SHARE_SCALE) ?? 0n;

/** Those of two by which the floor is higher; a floor that no price reaches is the highest. */
function stricter(one: FloorInputs, other: FloorInputs): FloorInputs {
  const [floor, beside] = [priceFloor(one), priceFloor(other)];
  return floor !== null && (beside === null || beside > floor) ? other : one;
}

/** Rules that are cut off at their least or most are looked at once more at the floor that follows. */
function inputsOf(landed: bigint, own: FloorSettings, shop: Shop, fees: ListingFees): FloorInputs {
  const exponent = exponentOf(shop.currency);
  const agreed = shareOf(shop.allowanceRate);
  const at = (near: bigint | null): FloorInputs => {
    const parts = feeParts(fees, near, exponent);
    return {
      landed,
      freight: priceOf(own.freightEstimate),
      handling: priceOf(own.handling),
      fixedFees: parts.fixed,
      feeShare: parts.share,
      // The same allowance may stand at the shop and among its fees: it is taken once.
      allowanceShare: agreed > parts.allowance ? agreed : parts.allowance,
      marginShare: shareOf(own.targetMargin),
      exponent,
    };
  };
  const first = at(null);
  const near = priceFloor(first);
  return near === null ? first : at(near);
}

import { formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { priceFaults, priceRefused } from '../../model/pricing/price-errors.ts';
import { marginAt, priceFloor } from '../../model/pricing/price-floor.ts';
import type { FloorCheck } from '../../model/pricing/price-record.ts';
import { floorFacts, type FloorFacts, type Floors, type PricedListing } from './floor-facts.ts';

/** A price that is about to be written, or offered. */
export interface GuardedPrice extends PricedListing {
  /** 1/10000 of the currency of the shop. */
  price: bigint;
  /**
   * What another person has approved: a price record, or an item of a promotion. It counts for its own listing with
   * the goods that it was approved for, at the price that was approved and above.
   */
  approvalId?: string | null;
}

/** What the floor says of one price. */
export interface PriceVerdict {
  check: FloorCheck;
  facts: FloorFacts;
  /** Minor units; null where it is not known, or no price reaches it. */
  floor: bigint | null;
  /** A share scaled by 10^8. */
  margin: bigint | null;
  /** Below the floor, or of unknown cost, and approved by another person. */
  isApproved: boolean;
  /** Why it may not be written; null where it may, or nothing is known of its floor. */
  refusal: Refusal | null;
}

/** Who may know a floor: it follows from what goods cost, and from what is to be earned by them. */
export const seesFloor = ({ masks }: Pick<Actor, 'masks'>): boolean => !masks.has('cost') && !masks.has('profit');

/** Who reads what is said of a floor; null: it is kept where others read it, and names none. */
export type FloorReader = Pick<Actor, 'masks'> | null;

/**
 * The one guard of every path that writes a price (domain.md §4, C-03): each price against the floor of its listing,
 * with what another person has approved. A missing exchange rate is a refusal; an unknown cost is said, never taken
 * for nothing. The number of statements does not depend on the number of prices.
 * @param known floors that were read for these listings already
 */
export async function guardPrices(
  tx: Tx,
  prices: readonly GuardedPrice[],
  known?: Floors,
  reader: FloorReader = tx.actor,
): Promise<PriceVerdict[]> {
  if (prices.length === 0) return [];
  const floors = known ?? (await floorFacts(tx, prices));
  const approved = await approvedPrices(
    tx,
    prices.flatMap(({ approvalId }) => approvalId ?? []),
  );
  return prices.map((one) => {
    const facts = floors.of(one);
    const approval = one.approvalId ? approved.get(one.approvalId) : undefined;
    const isApproved =
      approval !== undefined &&
      approval.listingId === one.listingId &&
      approval.skuId === one.skuId &&
      one.price >= approval.price;
    return verdictOn(reader, one.price, facts, isApproved);
  });
}

function verdictOn(reader: FloorReader, price: bigint, facts: FloorFacts, isApproved: boolean): PriceVerdict {
  const { inputs } = facts;
  if (inputs === null)
    return {
      check: 'warn',
      facts,
      floor: null,
      margin: null,
      isApproved,
      refusal: facts.refusal && priceRefused('basePrice', facts.refusal.message),
    };
  const floor = priceFloor(inputs);
  const isBelow = floor === null || price < floor * 10n ** BigInt(PRICE_SCALE - inputs.exponent);
  const said =
    floor === null ? priceFaults.unreachable() : priceFaults.below(floorShown(reader, price, floor, inputs.exponent));
  return {
    check: isBelow ? 'block' : 'pass',
    facts,
    floor,
    margin: marginAt(price, inputs),
    isApproved: isBelow && isApproved,
    refusal: isBelow && !isApproved ? priceRefused('basePrice', said) : null,
  };
}

/** A price and its floor as this reader may see them. */
export const floorShown = (
  reader: FloorReader,
  price: bigint,
  floor: bigint,
  exponent: number,
): { price: string; floor: string | null } => ({
  price: shown(price, exponent),
  floor: reader && seesFloor(reader) ? formatDecimal(floor, exponent) : null,
});

/** 1/10000 of a currency in its own places. */
export const shown = (price: bigint, exponent: number): string =>
  formatDecimal(price / 10n ** BigInt(PRICE_SCALE - exponent), exponent);

interface Approval {
  listingId: string;
  /** The goods that were approved at this price: dearer ones under the same listing are another decision. */
  skuId: string | null;
  price: bigint;
}

/** Of what is not approved, withdrawn or refused, nothing is answered. */
async function approvedPrices(tx: Tx, ids: readonly string[]): Promise<Map<string, Approval>> {
  if (ids.length === 0) return new Map();
  const records = await tx.rows<{ id: string; listingId: string; skuId: string | null; price: string }>`
    select id, channel_product_id as listing_id, sku_id, value::text as price from price_record
    where tenant_id = ${tx.tenant} and id = any(${[...new Set(ids)]}::uuid[]) and approved_by is not null
      and status in ('scheduled', 'submitted', 'active')
    union all
    select id, channel_product_id, exception_sku_id, exception_price::text from promotion_item
    where tenant_id = ${tx.tenant} and id = any(${[...new Set(ids)]}::uuid[]) and exception_by is not null
      and exception_price is not null`;
  return new Map(
    records.map(({ id, listingId, skuId, price }) => [
      id,
      { listingId, skuId, price: parseDecimal(price, PRICE_SCALE) ?? 0n },
    ]),
  );
}

import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { leftByOthers } from '#kit/server/left-by-others.ts';
import { channelProduct } from '../../model/channel-product.ts';
import type { PriceType } from '../../model/pricing/price-record.ts';

/** What is known of a number of a shop from listings that were deleted since. */
export interface PastPrices {
  ids: string[];
  /** The last price of each kind that was in force, and the one that others than the actor left; 1/10000. */
  prices: Partial<Record<PriceType, bigint[]>>;
}

interface Deleted {
  id: string;
  accountId: string;
  channelSku: string;
  basePrice: string | null;
  msrp: string | null;
  mapPrice: string | null;
  dropshipFee: string | null;
}

const KINDS = [
  ['baseCost', 'basePrice'],
  ['msrp', 'msrp'],
  ['map', 'mapPrice'],
  ['dropshipFee', 'dropshipFee'],
] as const;

/** What listings are called by their shop. */
export interface ListingName {
  accountId: string;
  channelSku: string;
}

export const nameOf = ({ accountId, channelSku }: ListingName): string => `${accountId} ${channelSku}`;

/**
 * Prices of deleted listings by what their shop calls them: deleting one and adding it again is no way to forget what
 * it cost. By {@link nameOf}; without those that were never deleted.
 */
export async function pastPrices(tx: Tx, names: readonly ListingName[]): Promise<Map<string, PastPrices>> {
  const past = new Map<string, PastPrices>();
  if (names.length === 0) return past;
  const deleted = await tx.rows<Deleted>`
    select id, account_id, channel_sku, base_price::text, msrp::text, map_price::text, dropship_fee::text
    from channel_product
    where tenant_id = ${tx.tenant} and deleted_at is not null
      and account_id = any(${[...new Set(names.map(({ accountId }) => accountId))]}::uuid[])
      and channel_sku = any(${[...new Set(names.map(({ channelSku }) => channelSku))]}::text[])
    order by deleted_at desc, id desc`;
  const left = await leftByOthers(tx, channelProduct, deleted, ['basePrice']);
  for (const one of deleted) {
    const key = nameOf(one);
    const known = past.get(key) ?? { ids: [], prices: {} };
    past.set(key, known);
    known.ids.push(one.id);
    for (const [type, field] of KINDS) {
      const texts = [one[field], type === 'baseCost' ? (left.get(one.id)?.basePrice ?? null) : null];
      const values = texts.flatMap((text) => (text === null ? [] : (parseDecimal(text, PRICE_SCALE) ?? [])));
      // The newest that had one says it.
      if (values.length > 0) known.prices[type] ??= values;
    }
  }
  return past;
}

import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { recordBirth } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { noteMakers } from '#kit/server/makers.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { pricePlaces, priceZero } from '../../model/pricing/price-errors.ts';
import { priceLifecycle } from '../../model/pricing/price-lifecycle.ts';
import { priceRecord, type PriceType } from '../../model/pricing/price-record.ts';

/** A price that somebody asks for. */
export interface NewPrice {
  channelProductId: string;
  type: PriceType;
  /** Decimal text. */
  value: string;
  effectiveFrom: string;
  reason: string | null;
}

const SOURCES = { add: 'typed', adjust: 'batch', import: 'sheet' } as const;

/** What of a listing its prices are about. */
export interface ListingPrices {
  id: string;
  accountId: string;
  accountName: string;
  channelSku: string;
  channelItemId: string | null;
  skuId: string | null;
  skuCode: string | null;
  status: string;
  currency: string;
  basePrice: string | null;
  msrp: string | null;
  /** Of the listing, else of its SKU. */
  mapPrice: string | null;
  dropshipFee: string | null;
}

/** Listings with the prices that are in force, by id. */
export async function listingPrices(tx: Tx, ids: readonly string[]): Promise<Map<string, ListingPrices>> {
  const rows = await tx.rows<ListingPrices>`
    select p.id, p.account_id, a.name as account_name, p.channel_sku, p.channel_item_id, p.sku_id, s.sku_code, p.status,
      a.currency, p.base_price::text, coalesce(p.msrp, s.msrp)::text as msrp,
      coalesce(p.map_price, s.map_price)::text as map_price, p.dropship_fee::text
    from channel_product p
      join channel_account a on a.tenant_id = p.tenant_id and a.id = p.account_id
      left join sku s on s.tenant_id = p.tenant_id and s.id = p.sku_id
    where p.tenant_id = ${tx.tenant} and p.id = any(${[...new Set(ids)]}::uuid[]) and p.deleted_at is null`;
  return new Map(rows.map((row) => [row.id, row]));
}

const COLUMNS = { baseCost: 'basePrice', msrp: 'msrp', map: 'mapPrice', dropshipFee: 'dropshipFee' } as const;

/** The price of a kind that is in force, 1/10000 of the currency. */
export function priceInForce(listing: ListingPrices, type: PriceType): bigint | null {
  const text = listing[COLUMNS[type]];
  return text === null ? null : parseDecimal(text, PRICE_SCALE);
}

/** @throws Refusal 422 where a currency has no such places, or nothing is asked for */
export function judgeValue(value: string, currency: string, field = 'value'): bigint {
  const price = parseDecimal(value, PRICE_SCALE) ?? 0n;
  const places = exponentOf(currency);
  if (price % 10n ** BigInt(PRICE_SCALE - places) !== 0n) throw pricePlaces({ currency, places, field });
  if (price <= 0n) throw priceZero();
  return price;
}

/** Stores drafts of prices for listings that were read. @returns ids, in their order */
export async function storePrices(
  tx: Tx,
  prices: readonly NewPrice[],
  listings: ReadonlyMap<string, ListingPrices>,
  birth: keyof typeof SOURCES,
): Promise<string[]> {
  if (prices.length === 0) return [];
  const numbers = await tx.numbering.take(tx.actor, 'PC', prices.length);
  const rows = prices.map((price, at) => {
    const listing = listings.get(price.channelProductId);
    if (!listing) throw new Error('a price of no listing');
    return {
      ...price,
      priceNo: numbers[at] ?? '',
      accountId: listing.accountId,
      skuId: listing.skuId,
      currency: listing.currency,
      previousValue: listing[COLUMNS[price.type]],
      source: SOURCES[birth],
      status: 'draft' as const,
    };
  });
  const ids = await insertInto(tx, priceRecord, rows);
  await noteMakers(tx, priceRecord, ids);
  recordBirth(
    tx,
    priceLifecycle,
    birth,
    ids.map((id) => ({ id, status: 'draft', scope: null })),
  );
  return ids;
}

import { snake } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { restockDaysWrong } from '../model/errors.ts';
import {
  DEFAULT_COVER_DAYS,
  MOST_COVER_DAYS,
  restockOf,
  type LeadBy,
  type Restock,
  type RestockFacts,
  type Sold,
  type SupplyTerms,
} from '../model/restock.ts';
import { sharedSafety } from '#modules/inventory/model/safety-share.ts';
import { daysAgo, placeId, placeKey, shareWeight, warehousesSeen } from '#modules/inventory/server/index.ts';
import { orderedUnits, type OrderedUnits } from '#modules/orders/server/index.ts';
import { termsOf, unannounced } from './supply-terms.ts';

/** What to order of a SKU to a warehouse, with what it follows from. */
export interface Advice extends RestockFacts, Restock {
  id: string;
  warehouseId: string;
  skuId: string;
  onHand: number;
  reserved: number;
  frozen: number;
  leadBy: LeadBy;
}

interface Place {
  id: string;
  warehouseId: string;
  skuId: string;
  /** What it weighs when safety stock is shared. */
  wanted30: number;
  onHand: number;
  reserved: number;
  frozen: number;
  available: number;
  inTransit: number;
  safetyStock: number;
}

/**
 * Advice for every SKU in every warehouse that the caller may see, where it lies or was ordered from. What is shared among warehouses is
 * shared among all of them, so that the advice for one does not depend on who looks.
 */
export async function restockAdviceOf(
  tx: Tx,
  { coverDays, leadBy }: AdviceQuery = { coverDays: DEFAULT_COVER_DAYS, leadBy: 'stated' },
): Promise<Advice[]> {
  const stocked = await goodsSold(tx);
  const bySku = Map.groupBy(stocked, ({ skuId }) => skuId);
  const terms = await termsOf(tx, [...bySku.keys()], leadBy);
  const onOrder = await unannounced(tx);
  const seen = new Set((await tx.query<{ id: string }>(warehousesSeen(tx))).map(({ id }) => id));
  return [...bySku.values()].flatMap((places) => {
    const shares = sharedSafety(places[0]?.safetyStock ?? 0, places);
    return places.flatMap((place, at): Advice[] => {
      if (!seen.has(place.warehouseId)) return [];
      const facts = {
        ...place,
        ...termsFor(terms, place.skuId),
        safetyStock: shares[at] ?? 0,
        onOrder: onOrder.get(placeKey(place)) ?? 0,
        coverDays,
      };
      return [{ ...facts, leadBy, ...restockOf(facts) }];
    });
  });
}

/** What the advice is asked by. */
export interface AdviceQuery {
  coverDays: number;
  leadBy: LeadBy;
}

/** Every SKU that was asked about has terms. */
function termsFor(terms: ReadonlyMap<string, SupplyTerms>, skuId: string): SupplyTerms {
  const found = terms.get(skuId);
  if (!found) throw new Error(`no terms of ${skuId}`);
  return found;
}

/** What is not sold in a place. */
const NOTHING_SOLD: Sold = { sold7: 0, sold14: 0, sold30: 0 };

/**
 * Goods in each place with what was ordered from there. What has no warehouse yet counts in the first of its
 * SKU's, in the order in which orders take them.
 */
async function goodsSold(tx: Tx): Promise<(Place & Sold)[]> {
  const ordered = await orderedUnits(tx, {
    sold7: daysAgo(tx, 7),
    sold14: daysAgo(tx, 14),
    sold30: daysAgo(tx, 30),
  });
  const places = await placesOf(tx, ordered);
  const first = new Map(places.toReversed().map((place) => [place.skuId, placeKey(place)]));
  const known = new Set(places.map(placeKey));
  const sold = new Map<string, Sold>();
  for (const { skuId, warehouseId, ...units } of ordered) {
    const here = placeKey({ skuId, warehouseId: warehouseId ?? '' });
    const key = known.has(here) ? here : first.get(skuId);
    if (key) sold.set(key, plus(sold.get(key) ?? NOTHING_SOLD, units));
  }
  return places.map((place) => ({ ...place, ...(sold.get(placeKey(place)) ?? NOTHING_SOLD) }));
}

const plus = (one: Sold, other: Sold): Sold => ({
  sold7: one.sold7 + other.sold7,
  sold14: one.sold14 + other.sold14,
  sold30: one.sold30 + other.sold30,
});

/**
 * Where goods lie, or were ordered from though none ever lay there. A bundle has no level: what is sold of it
 * leaves as its components. What is no longer sold is not bought, nor is anything for a warehouse that is
 * closed or not ours to fill.
 */
const placesOf = (tx: Tx, ordered: readonly OrderedUnits[]): Promise<Place[]> =>
  tx.query<Place>(sql`
  select ${placeId('g')} as id, g.warehouse_id, g.sku_id, s.safety_stock,
    coalesce(l.on_hand, 0) as on_hand, coalesce(l.reserved, 0) as reserved, coalesce(l.frozen, 0) as frozen,
    coalesce(l.available, 0) as available, coalesce(l.in_transit, 0) as in_transit,
    case when l.id is null then 0 else ${shareWeight(tx)} end as wanted30
  from (
    select warehouse_id, sku_id from stock_level where tenant_id = ${tx.tenant} and condition = 'good'
    union
    select warehouse_id, sku_id
    from unnest(${ordered.map(({ warehouseId }) => warehouseId)}::uuid[],
      ${ordered.map(({ skuId }) => skuId)}::uuid[]) as o (warehouse_id, sku_id)) g
  left join stock_level l on l.tenant_id = ${tx.tenant} and l.warehouse_id = g.warehouse_id
    and l.sku_id = g.sku_id and l.condition = 'good'
  join sku s on s.tenant_id = ${tx.tenant} and s.id = g.sku_id and s.deleted_at is null and s.type <> 'bundle'
  join product p on p.tenant_id = s.tenant_id and p.id = s.product_id and p.status <> 'discontinued'
  join warehouse w on w.tenant_id = ${tx.tenant} and w.id = g.warehouse_id and w.deleted_at is null
    and w.status = 'enabled' and w.type not in ('transit', 'supplier')
  order by g.sku_id, w.priority, g.warehouse_id`);

/** Days to cover that a query asks for. @throws Refusal 422 where they are none */
export function readCover(query: Readonly<Record<string, string>>): number {
  const text = query['coverDays'] ?? '';
  if (text.trim() === '') return DEFAULT_COVER_DAYS;
  const days = /^\d{1,4}$/.test(text.trim()) ? Number(text) : 0;
  if (days < 1 || days > MOST_COVER_DAYS) throw restockDaysWrong({ most: MOST_COVER_DAYS });
  return days;
}

/** By which days of delivery a query asks; what is neither is left to the filter. */
export const readLead = (query: Readonly<Record<string, string>>): LeadBy =>
  query['leadBy'] === 'learned' ? 'learned' : 'stated';

/** What of the advice the list shows, as columns of SQL. */
const COLUMNS: readonly (readonly [key: keyof Advice, type: Sql])[] = [
  ...(['id', 'skuId', 'warehouseId', 'supplierId'] as const).map((key) => [key, sql`uuid[]`] as const),
  ...(['status', 'leadFrom', 'leadBy'] as const).map((key) => [key, sql`text[]`] as const),
  ...(
    [
      'suggested',
      'missing',
      'sold7',
      'sold14',
      'sold30',
      'daysLeft',
      'onHand',
      'available',
      'reserved',
      'frozen',
      'inTransit',
      'onOrder',
      'position',
      'safetyStock',
      'reorderPoint',
      'target',
      'leadDays',
      'coverDays',
      'moq',
      'packUnits',
      'daily',
      'learnedDays',
      'learnedFrom',
    ] as const
  ).map((key) => [key, sql`integer[]`] as const),
];

/** The advice as rows of a list: computed once, and then asked as any other rows are. */
export async function restockRows(tx: Tx, query: Readonly<Record<string, string>>): Promise<Sql> {
  const request = { coverDays: readCover(query), leadBy: readLead(query) };
  const advice = await restockAdviceOf(tx, request);
  const values = COLUMNS.map(([key, type]) => sql`${advice.map((one) => one[key])}::${type}`);
  const names = COLUMNS.map(([key]) => (key === 'daily' ? sql`speed` : column(snake(key))));
  return sql`
    select ${tx.tenant}::integer as tenant_id, ${tx.now}::timestamptz as create_time, r.*,
      (r.speed / 10000.0)::numeric(18,4) as daily
    from unnest(${join(values, ', ')}) as r (${join(names, ', ')})`;
}

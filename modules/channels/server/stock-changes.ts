import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import type { ShownInAll } from '../model/feed-guard.ts';
import { COUNTED, differsFrom, quantityTables, stockOf, wantedOf } from './quantity-sql.ts';
import type { ShownQuantity, ShownState } from './shown-stock.ts';
import { planStock, type PlannedRow } from './stock-plan.ts';

/** Rows of a shop that are looked at one by one, and what the channel shows of all others, which stay as they are. */
export interface StockPlan {
  rows: PlannedRow[];
  rest: ShownInAll;
  /** What the channel shows beside all these, and would show no more, where the rows are sent as the full set. */
  leftOut?: readonly ShownState[];
}

const NOTHING: ShownInAll = { listed: 0, units: 0 };

/** All rows of a shop. */
export const planAll = async (tx: Tx, accountId: string): Promise<StockPlan> => ({
  rows: await planStock(tx, accountId),
  rest: NOTHING,
});

/** All rows of a shop, as a channel takes them that zeroes what a set does not name (TRUE_UP). */
export async function planFullSet(tx: Tx, accountId: string): Promise<StockPlan> {
  const plan = await planAll(tx, accountId);
  return { ...plan, leftOut: await shownBeside(tx, accountId, plan.rows) };
}

/** What a channel shows of a shop beside these rows: of listings that are paired or sold no more, at codes that are gone. */
export async function shownBeside(
  tx: Tx,
  accountId: string,
  rows: readonly Omit<ShownQuantity, 'qty'>[],
): Promise<ShownState[]> {
  const named = new Set(rows.map((row) => `${row.channelProductId} ${row.channelWarehouseCode}`));
  const shown = await tx.rows<ShownState>`
    select s.channel_product_id, s.channel_warehouse_code, s.qty, s.discontinued
    from channel_stock s
      join channel_product p on p.tenant_id = s.tenant_id and p.id = s.channel_product_id
    where s.tenant_id = ${tx.tenant} and p.account_id = ${accountId}::uuid and s.qty > 0
    order by s.channel_product_id, s.channel_warehouse_code`;
  return shown.filter((row) => !named.has(`${row.channelProductId} ${row.channelWarehouseCode}`));
}

/**
 * The listings of a shop of which a row differs from what the channel shows. The database compares, so that a shop of
 * 50,000 listings of which none has changed costs one statement.
 */
export async function planChanges(tx: Tx, accountId: string): Promise<StockPlan> {
  const stock = stockOf(tx, 'all');
  const [all] = await tx.query<ShownInAll & { changed: string[] | null }>(sql`
    select count(*) filter (where shown.qty > 0)::integer as listed, coalesce(sum(shown.qty), 0)::float8 as units,
      array_agg(t.id) filter (where shown.at is null or ${differsFrom(wantedOf(stock.units))}) as changed
    from ${quantityTables(tx, stock)}
    where t.tenant_id = ${tx.tenant} and t.account_id = ${accountId}::uuid and t.deleted_at is null
      and t.status = 'live' and t.map_status in ('mapped', 'broken')
      and ${COUNTED}`);
  return withListings(tx, accountId, { rows: [], rest: all ?? NOTHING }, all?.changed ?? []);
}

/** Takes listings from the rest, to look at their rows as well. */
export async function withListings(
  tx: Tx,
  accountId: string,
  { rows, rest }: StockPlan,
  listings: readonly string[],
): Promise<StockPlan> {
  const known = new Set(rows.map(({ channelProductId }) => channelProductId));
  const further = [...new Set(listings)].filter((id) => !known.has(id));
  if (further.length === 0) return { rows, rest };
  const planned = await planStock(tx, accountId, further);
  return {
    rows: [...rows, ...planned],
    rest: {
      listed: rest.listed - planned.filter(({ previous }) => (previous ?? 0) > 0).length,
      units: rest.units - planned.reduce((sum, { previous }) => sum + (previous ?? 0), 0),
    },
  };
}

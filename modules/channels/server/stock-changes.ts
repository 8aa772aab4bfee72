import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import type { ShownInAll } from '../model/feed-guard.ts';
import { quantityTables, STOPPED, stockOf, wantedOf } from './quantity-sql.ts';
import { planStock, type PlannedRow } from './stock-plan.ts';

/** Rows of a shop that are looked at one by one, and what the channel shows of all others, which stay as they are. */
export interface StockPlan {
  rows: PlannedRow[];
  rest: ShownInAll;
}

const NOTHING: ShownInAll = { listed: 0, units: 0 };

/** All rows of a shop. */
export const planAll = async (tx: Tx, accountId: string): Promise<StockPlan> => ({
  rows: await planStock(tx, accountId),
  rest: NOTHING,
});

/**
 * The listings of a shop of which a row differs from what the channel shows. The database compares, so that a shop of
 * 50,000 listings of which none has changed costs one statement.
 */
export async function planChanges(tx: Tx, accountId: string): Promise<StockPlan> {
  const stock = stockOf(tx, 'all');
  const [all] = await tx.query<ShownInAll & { changed: string[] | null }>(sql`
    select count(*) filter (where shown.qty > 0)::integer as listed, coalesce(sum(shown.qty), 0)::float8 as units,
      array_agg(t.id) filter (where shown.at is null or shown.in_doubt
        or shown.qty <> ${wantedOf(stock.units)}) as changed
    from ${quantityTables(tx, stock)}
    where t.tenant_id = ${tx.tenant} and t.account_id = ${accountId}::uuid and t.deleted_at is null
      and t.status = 'live' and t.map_status in ('mapped', 'broken')
      and (${STOPPED} is distinct from 'unmapped' or shown.qty <> 0 or shown.in_doubt)`);
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

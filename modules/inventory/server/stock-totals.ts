import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { column, sql, type Sql } from '#kit/server/sql.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { AGE_BANDS, ageTotalsRoute, stockAge, type AgeTotals } from '../model/stock-age.ts';
import { dayTotalsRoute } from '../model/stock-of-day.ts';
import { dayTotals } from './day-totals.ts';
import { amountText, foundRows } from './found-rows.ts';
import { stockAgeRows } from './stock-age.ts';

/** What the rows of a computed list come to, whatever page of it is shown. */
export const stockTotalRoutes = (registry: Registry): Route[] => [
  implement(ageTotalsRoute, (call) => call.tx((tx) => ageTotals(tx, registry, call.query))),
  implement(dayTotalsRoute, (call) => call.tx((tx) => dayTotals(tx, registry, call.query))),
];

async function ageTotals(tx: Tx, registry: Registry, query: Record<string, string>): Promise<AgeTotals> {
  const { from, hidesValue } = await foundRows(tx, stockAge, registry, query, await stockAgeRows(tx));
  const [sums] = await tx.query<Record<string, bigint | number>>(sql`
    select count(*)::integer as rows,
      ${sum('qty')} as qty, ${sum('value')} as value,
      ${sum('units30')} as units30, ${sum('value30')} as value30,
      ${sum('units60')} as units60, ${sum('value60')} as value60,
      ${sum('units90')} as units90, ${sum('value90')} as value90,
      ${sum('units180')} as units180, ${sum('value180')} as value180,
      ${sum('units365')} as units365, ${sum('value365')} as value365,
      ${sum('units_over')} as units_over, ${sum('value_over')} as value_over,
      (count(*) filter (where t.is_stale))::integer as stale_rows,
      coalesce(sum(t.units180 + t.units365 + t.units_over) filter (where t.is_stale), 0)::bigint as stale_units,
      coalesce(sum(t.value180 + t.value365 + t.value_over) filter (where t.is_stale), 0)::bigint as stale_value
    ${from}`);
  const currency = await baseCurrency(tx);
  const units = (key: string): number => Number(sums?.[key] ?? 0);
  const value = (key: string): string | null => (hidesValue ? null : amountText(BigInt(sums?.[key] ?? 0), currency));
  return {
    currency,
    rows: units('rows'),
    qty: units('qty'),
    value: value('value'),
    bands: AGE_BANDS.map(({ key, title }) => ({
      key,
      title,
      units: units(`units${key}`),
      value: value(`value${key}`),
    })),
    stale: { rows: units('staleRows'), units: units('staleUnits'), value: value('staleValue') },
  };
}

const sum = (name: string): Sql => sql`coalesce(sum(${column(`t.${name}`)}), 0)::bigint`;

import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { sql } from '#kit/server/sql.ts';
import { foundRows } from '#modules/inventory/server/index.ts';
import { restockAdvice, restockTotalsRoute, type RestockTotals } from '../model/restock-list.ts';
import { readCover, restockRows } from './restock.ts';

/** How many rows of the advice are in which state, whatever page of it is shown. */
export const restockTotalsOf = (registry: Registry): Route =>
  implement(restockTotalsRoute, (call) => call.tx((tx) => restockTotals(tx, registry, call.query)));

async function restockTotals(tx: Tx, registry: Registry, query: Record<string, string>): Promise<RestockTotals> {
  const rows = await restockRows(tx, query);
  const { from } = await foundRows(tx, restockAdvice, registry, query, rows);
  const found = await tx.query<{ status: string; n: number; suggested: number }>(sql`
    select t.status, count(*)::integer as n, sum(t.suggested)::integer as suggested
    ${from} group by t.status`);
  const of = (status: string) => found.find((one) => one.status === status);
  const count = (status: string): number => of(status)?.n ?? 0;
  return {
    coverDays: readCover(query),
    rows: {
      urgent: count('urgent'),
      due: count('due'),
      enough: count('enough'),
      still: count('still'),
    },
    suggested: found.reduce((sum, one) => sum + one.suggested, 0),
    urgent: of('urgent')?.suggested ?? 0,
  };
}

import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { listConditions } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';

/** Minor units as the wire writes them. */
export const amountText = (minor: bigint, currency: string): string => formatDecimal(minor, exponentOf(currency));

/** The rows of a list query, to be summed: `t` under its conditions. */
export async function foundRows(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  query: Record<string, string>,
  rows: Sql,
): Promise<{ from: Sql; hidesValue: boolean }> {
  const conditions = await listConditions(tx, resource, query, { registry, rows });
  return {
    from: sql`from (${rows}) t where ${join(conditions, ' and ')}`,
    hidesValue: maskedFields(resource, tx.actor).has('value'),
  };
}

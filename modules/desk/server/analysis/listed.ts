import { exponentOf } from '#kit/model/currency.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { listConditions } from '#kit/server/query/list.ts';
import { tableOf, type Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import type { Leads } from '../../model/analysis.ts';

/** Rows of a list: the page that shows them and the filter that finds exactly these. */
export interface Listed extends Leads {
  resource: AnyResource;
}

/** Every figure is counted as its list counts: by the same conditions, of the same reader. */
export interface Lists {
  /** Whether the reader may open the list at all. */
  sees(tx: Tx, resource: AnyResource): boolean;
  /** The rows of a list as `from … t where …`. */
  from(tx: Tx, of: Listed): Promise<Sql>;
  /** How many rows each of some lists has: one statement for all of them. */
  counts<K extends string>(tx: Tx, of: Readonly<Record<K, Listed>>): Promise<Record<K, number>>;
}

export function createLists(registry: Registry, serves: () => readonly Serve[]): Lists {
  const from = async (tx: Tx, { resource, query }: Listed): Promise<Sql> => {
    const serve = serves().find((one) => one.resource === resource);
    const asked = requestOf(query);
    const rows = await serve?.rows?.(tx, asked);
    const conditions = await listConditions(tx, resource, asked, { registry, rows, keyword: serve?.keyword });
    const source = rows ? sql`(${rows})` : column(tableOf(resource));
    return sql`from ${source} t where ${join(conditions, ' and ')}`;
  };
  return {
    sees: (tx, resource) => may(tx.actor, `${resourceKey(resource)}:list`),
    from,
    async counts<K extends string>(tx: Tx, of: Readonly<Record<K, Listed>>): Promise<Record<K, number>> {
      const names = Object.keys(of) as K[];
      const found: Sql[] = [];
      for (const [at, name] of names.entries())
        found.push(sql`(select count(*)::integer ${await from(tx, of[name])}) as ${column(`n${at}`)}`);
      const [row] = await tx.query<Record<string, number>>(sql`select ${join(found, ', ')}`);
      return Object.fromEntries(names.map((name, at) => [name, row?.[`n${at}`] ?? 0])) as Record<K, number>;
    },
  };
}

/** The question behind an address: a page that starts with a tab is asked for all by `*`. */
function requestOf({ tab, ...query }: Record<string, string>): Record<string, string> {
  return tab && tab !== '*' ? { ...query, tab } : query;
}

export const leadsOf = ({ path, query }: Leads): Leads => ({ path, query });

/** Minor units as the wire writes them; nothing stays nothing. */
export const amountText = (minor: bigint | null, currency: string): string | null =>
  minor === null ? null : formatDecimal(minor, exponentOf(currency));

/** A share with four places, as the wire writes it; null: of nothing. */
export const shareOf = (part: bigint | number, whole: bigint | number): string | null =>
  Number(whole) === 0 ? null : (Number(part) / Number(whole)).toFixed(4);

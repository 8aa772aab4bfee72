import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { RowLimit, Scope } from '#kit/model/scope.ts';
import type { Actor } from '../actor.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { rulesOn } from './row-rules.ts';

/** The limits of an actor as predicates on rows of a resource under an alias. */
export function scopeConditions({ scope = {} }: AnyResource, actor: Actor, alias: string): Sql[] {
  return limitsOn(scope, actor).map(({ holds }) => holds(alias));
}

/** What of a resource an actor sees, as predicates on its rows under an alias: limits and data rules. */
export const seenConditions = (resource: AnyResource, actor: Actor, alias: string): Sql[] => [
  ...scopeConditions(resource, actor, alias),
  ...rulesOn(resource, actor, alias),
];

/** A limit that rows are under. */
interface LimitOn {
  limit: RowLimit;
  /** What of a row names the ids, the first where there are two. */
  field: string;
  /** As a predicate on rows under an alias. */
  holds: (alias: string) => Sql;
}

/** The limits of an actor that rows of a scope are under. */
export const limitsOn = (scope: Scope, { limits }: Actor): LimitOn[] =>
  (Object.keys(limits) as RowLimit[]).flatMap((limit): LimitOn[] => {
    const [key, all, ids] = [scope[limit], scope.allOf?.[limit], limits[limit]];
    if (!ids) return [];
    if (all) return [{ limit, field: all, holds: (alias) => allAmong(all, ids, alias) }];
    if (!key) return [];
    const other = scope.orBy?.[limit];
    const keys = other ? [key, other] : [key];
    const isOpen = scope.openWithout?.includes(limit) ?? false;
    return [{ limit, field: key, holds: (alias) => oneAmong(keys, ids, alias, isOpen) }];
  });

/** Of several fields one is enough; where rows without are open, that all of them are empty. */
function oneAmong(keys: readonly string[], ids: readonly string[], alias: string, isOpen: boolean): Sql {
  const columns = keys.map((key) => column(`${alias}.${snake(key)}`));
  const ways = columns.map((one) => sql`${one} = any(${ids}::uuid[])`);
  if (isOpen)
    ways.push(
      sql`(${join(
        columns.map((one) => sql`${one} is null`),
        ' and ',
      )})`,
    );
  return ways.length === 1 ? (ways[0] as Sql) : sql`(${join(ways, ' or ')})`;
}

function allAmong(key: string, ids: readonly string[], alias: string): Sql {
  const named = column(`${alias}.${snake(key)}`);
  return sql`(${named} <> '{}' and ${named} <@ ${ids}::uuid[])`;
}

import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { RowLimit, Scope } from '#kit/model/scope.ts';
import type { Actor } from '../actor.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { rulesOn } from './row-rules.ts';

/** The limits of an actor as predicates on rows of a resource under an alias. */
export function scopeConditions({ scope = {} }: AnyResource, actor: Actor, alias: string): Sql[] {
  return limitsOn(scope, actor).map(([, keys, ids]) => limitCondition(keys, ids, alias));
}

/** One limit as a predicate on rows under an alias: of several fields one is enough. */
export const limitCondition = (
  keys: readonly string[],
  ids: readonly string[],
  alias: string,
): Sql => {
  const ways = keys.map((key) => sql`${column(`${alias}.${snake(key)}`)} = any(${ids}::uuid[])`);
  return ways.length === 1 ? (ways[0] as Sql) : sql`(${join(ways, ' or ')})`;
};

/** What of a resource an actor sees, as predicates on its rows under an alias: limits and data rules. */
export const seenConditions = (resource: AnyResource, actor: Actor, alias: string): Sql[] => [
  ...scopeConditions(resource, actor, alias),
  ...rulesOn(resource, actor, alias),
];

/** The limits of an actor that rows of a scope are under: the fields, and what may be seen. */
export const limitsOn = (
  scope: Scope,
  { limits }: Actor,
): (readonly [limit: RowLimit, keys: readonly [string, ...string[]], ids: readonly string[]])[] =>
  (Object.keys(limits) as RowLimit[]).flatMap((limit) => {
    const [key, ids] = [scope[limit], limits[limit]];
    const other = scope.orBy?.[limit];
    return key && ids ? [[limit, other ? [key, other] : [key], ids] as const] : [];
  });

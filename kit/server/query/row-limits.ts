import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { RowLimit, Scope } from '#kit/model/scope.ts';
import type { Actor } from '../actor.ts';
import { column, sql, type Sql } from '../sql.ts';

/** The limits of an actor as predicates on rows of a resource under an alias. */
export function scopeConditions(
  { scope = {} }: AnyResource,
  actor: Actor,
  alias: 't' | 'p' | 'l',
): Sql[] {
  return limitsOn(scope, actor).map(
    ([, key, ids]) => sql`${column(`${alias}.${snake(key)}`)} = any(${ids}::uuid[])`,
  );
}

/** The limits of an actor that rows of a scope are under: the field, and what may be seen. */
export const limitsOn = (
  scope: Scope,
  { limits }: Actor,
): (readonly [limit: RowLimit, key: string, ids: readonly string[]])[] =>
  (Object.keys(limits) as RowLimit[]).flatMap((limit) => {
    const [key, ids] = [scope[limit], limits[limit]];
    return key && ids ? [[limit, key, ids] as const] : [];
  });

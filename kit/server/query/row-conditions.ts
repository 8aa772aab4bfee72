import { snake, type AnyResource } from '#kit/model/resource.ts';
import { groupField } from '#kit/model/scope.ts';
import type { Actor } from '../actor.ts';
import { scopedParent, subjectsOf, tableOf } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { askedFields } from './conditions.ts';
import { scopeConditions } from './row-limits.ts';

/**
 * Predicates every reading of a resource carries: tenant, not deleted, the actor's row scope. The
 * query behind a view says all that itself.
 */
export function baseConditions(resource: AnyResource, actor: Actor): Sql[] {
  if (resource.kind === 'view') return [sql`true`];
  const predicates: Sql[] = [sql`t.tenant_id = ${actor.tenant}`];
  if (resource.kind === 'register') predicates.push(sql`t.deleted_at is null`);
  return [
    ...predicates,
    ...scopeConditions(resource, actor, 't'),
    ...parentConditions(resource, actor),
    ...subjectConditions(resource, actor),
  ];
}

/** Lines, holds and remarks are for those who may see the row that they belong to. */
function parentConditions(resource: AnyResource, actor: Actor): Sql[] {
  const parent = scopedParent(resource);
  const limits = parent ? scopeConditions(parent.resource, actor, 'p') : [];
  if (!parent || limits.length === 0) return [];
  return [
    sql`exists (select 1 from ${column(tableOf(parent.resource))} p
      where p.tenant_id = t.tenant_id and p.id = ${column(`t.${snake(parent.key)}`)}
        and ${join(limits, ' and ')})`,
  ];
}

/** Leaves out the rows that stand apart, unless the query asks for them. */
export function apartConditions(
  { scope = {} }: AnyResource,
  query: Record<string, string> = {},
): Sql[] {
  const { apart } = scope;
  const group = groupField(scope);
  if (!apart || query['selections']) return [];
  const asked = askedFields(query);
  const names = [apart.field, 'id', ...(group ? [group] : []), ...(apart.unless ?? [])];
  if (names.some((name) => asked.has(name))) return [];
  return [sql`${column(`t.${snake(apart.field)}`)} <> ${apart.value}`];
}

/** A row about something is for those who may see that; about nothing, for people without limits. */
function subjectConditions(resource: AnyResource, actor: Actor): Sql[] {
  const links = subjectsOf(resource);
  if (links.length === 0 || Object.keys(actor.limits).length === 0) return [];
  const ways = links.map(({ resource: about, key }, at) => {
    const earlier = links.slice(0, at).map((one) => sql`${column(`t.${snake(one.key)}`)} is null`);
    const seen = join(
      [
        sql`p.tenant_id = t.tenant_id and p.id = ${column(`t.${snake(key)}`)}`,
        ...scopeConditions(about, actor, 'p'),
      ],
      ' and ',
    );
    const isSeen = sql`exists (select 1 from ${column(tableOf(about))} p where ${seen})`;
    return sql`(${join([...earlier, isSeen], ' and ')})`;
  });
  return [sql`(${join(ways, ' or ')})`];
}

import { snake, type AnyResource } from '#kit/model/resource.ts';
import { groupField } from '#kit/model/scope.ts';
import type { Actor } from '../actor.ts';
import { scopedParent, subjectsOf, tableOf } from '../registry.ts';
import { column, join, sql, type Sql } from '../sql.ts';
import { queriedFields } from './conditions.ts';
import { scopeConditions, seenConditions } from './row-limits.ts';
import { isRuled, rulesOn } from './row-rules.ts';

/**
 * Predicates every reading of a resource carries: tenant, not deleted, the actor's row scope. The
 * query behind a view says all that itself.
 */
export function baseConditions(resource: AnyResource, actor: Actor): Sql[] {
  if (resource.kind === 'view') return givenConditions(resource, actor);
  const predicates: Sql[] = [sql`t.tenant_id = ${actor.tenant}`];
  if (resource.kind === 'register') predicates.push(sql`t.deleted_at is null`);
  return [
    ...predicates,
    ...seenConditions(resource, actor, 't'),
    ...parentConditions(resource, actor).map(({ holds }) => holds),
    ...subjectConditions(resource, actor).map(({ holds }) => holds),
  ];
}

/** As {@link baseConditions}, of rows that a query of a module gives: it names tenant and scope itself. */
export const givenConditions = (resource: AnyResource, actor: Actor): Sql[] => [
  sql`true`,
  ...rulesOn(resource, actor, 't'),
];

/** A predicate, and the field of the row that decides over it. */
interface FieldCondition {
  key: string;
  holds: Sql;
}

/** Lines, holds and remarks are for those who may see the row that they belong to. */
export function parentConditions(resource: AnyResource, actor: Actor): FieldCondition[] {
  const parent = scopedParent(resource);
  const limits = parent ? scopeConditions(parent.resource, actor, 'p') : [];
  if (!parent || limits.length === 0) return [];
  const holds = sql`exists (select 1 from ${column(tableOf(parent.resource))} p
      where p.tenant_id = t.tenant_id and p.id = ${column(`t.${snake(parent.key)}`)}
        and ${join(limits, ' and ')})`;
  return [{ key: parent.key, holds }];
}

/** Leaves out the rows that stand apart, unless the query asks for them. */
export function hiddenConditions({ scope = {} }: AnyResource, query: Record<string, string> = {}): Sql[] {
  const { hidden } = scope;
  const group = groupField(scope);
  if (!hidden || query['selections']) return [];
  const request = queriedFields(query);
  const names = [hidden.field, 'id', ...(group ? [group] : []), ...(hidden.unless ?? [])];
  if (names.some((name) => request.has(name))) return [];
  return [sql`${column(`t.${snake(hidden.field)}`)} <> ${hidden.value}`];
}

/** A row about something is for those who may see that; about nothing, for people without limits. */
export function subjectConditions(resource: AnyResource, actor: Actor): FieldCondition[] {
  const links = subjectsOf(resource);
  const [first] = links;
  if (!first) return [];
  const isLimited = Object.keys(actor.limits).length > 0;
  if (!isLimited && !links.some(({ resource: about }) => isRuled(about, actor))) return [];
  const ways = links.map(({ resource: about, key }, at) => {
    const earlier = links.slice(0, at).map((one) => sql`${column(`t.${snake(one.key)}`)} is null`);
    const seen = join(
      [sql`p.tenant_id = t.tenant_id and p.id = ${column(`t.${snake(key)}`)}`, ...seenConditions(about, actor, 'p')],
      ' and ',
    );
    const isSeen = sql`exists (select 1 from ${column(tableOf(about))} p where ${seen})`;
    return sql`(${join([...earlier, isSeen], ' and ')})`;
  });
  // A data rule of what it might be about says nothing of a row about nothing.
  const none = links.map(({ key }) => sql`${column(`t.${snake(key)}`)} is null`);
  const open = isLimited ? ways : [...ways, sql`(${join(none, ' and ')})`];
  return [{ key: first.key, holds: sql`(${join(open, ' or ')})` }];
}

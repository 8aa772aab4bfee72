import { cleanText } from '#kit/model/advanced-query.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { readFlatValue } from '#kit/model/query-language.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import { groupField, type Scope } from '#kit/model/scope.ts';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import { tableOf, type Registry } from '../registry.ts';
import { column, join, nothing, sql, type Sql } from '../sql.ts';
import { fieldOf, maskedFields } from './columns.ts';
import { limitsOn } from './row-limits.ts';
import { isRuled } from './row-rules.ts';
import { sourceOf } from './source.ts';

const EXACT_UP_TO = 10_000;

const COUNTED_ALONE = new Set(['pageNo', 'pageSize', 'column', 'order', 'field', 'tab', 'status']);

/** The states that tab and status filter leave over; null where only the rows can tell. */
function queriedStates(
  lifecycle: AnyLifecycle,
  { tab, status = '' }: Record<string, string>,
): readonly string[] | null {
  const all: readonly string[] = tab ? (lifecycle.tabs[tab]?.states ?? []) : Object.keys(lifecycle.states);
  const conditions = readFlatValue('status', status) ?? [];
  if (conditions.some(({ rule }) => rule !== 'eq' && rule !== 'in')) return null;
  return conditions.reduce((left, { rule, val }) => {
    const requested = rule === 'in' && typeof val === 'string' ? val.split(',') : [val].flat();
    return left.filter((state) => requested.some((one) => cleanText(one).trim() === state));
  }, all);
}

/** Rows of a list query: exact where counters know it or up to 10,000, beyond that `10000+`. */
export async function listTotal(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  conditions: Sql[],
  { registry, rows }: { registry: Registry; rows?: Sql | undefined },
): Promise<{ total: number; totalText?: string }> {
  const lifecycle = registry.lifecycleOf(resource);
  const requested = Object.keys(query).filter((key) => query[key] !== '');
  const group = groupField(resource.scope ?? {});
  const groupAsked = group && query[group];
  const hidden = maskedFields(resource, tx.actor);
  const states = lifecycle && fieldOf(resource, 'status', hidden) && queriedStates(lifecycle, query);
  if (
    states &&
    isCounted(resource, tx.actor) &&
    requested.every((key) => COUNTED_ALONE.has(key) || key === group) &&
    (!groupAsked || isUuid(groupAsked))
  ) {
    const counts = await stateCounts(tx, resource, groupAsked || null);
    return { total: states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0) };
  }
  const [counted] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from (
      select 1 from ${sourceOf(resource, rows)} t where ${join(conditions, ' and ')}
      limit ${EXACT_UP_TO + 1}) counted`);
  const n = counted?.n ?? 0;
  return n > EXACT_UP_TO ? { total: EXACT_UP_TO, totalText: `${EXACT_UP_TO}+` } : { total: n };
}

/** Whether counters know how many documents the actor sees: they are kept by group alone. */
export const isCounted = (resource: AnyResource, actor: Actor): boolean =>
  hasCounters(resource.scope ?? {}, actor) && !isRuled(resource, actor);

const hasCounters = (scope: Scope, actor: Actor): boolean =>
  groupField(scope) !== undefined && limitsOn(scope, actor).every(({ limit }) => limit === scope.groupedBy);

/** Exact number of documents per state from base counters and unfolded deltas, within row scope. */
export async function stateCounts(tx: Tx, resource: AnyResource, group: string | null): Promise<Map<string, number>> {
  const { groupedBy } = resource.scope ?? {};
  const seen = groupedBy && tx.actor.limits[groupedBy];
  const allowed = group && seen && !seen.includes(group) ? [] : group ? [group] : seen;
  const scope = join(
    [allowed ? sql`and scope_id = any(${allowed}::uuid[])` : nothing, group ? nothing : groupsTogether(tx, resource)],
    ' ',
  );
  const rows = await tx.query<{ state: string; n: number }>(sql`
    select state, sum(n)::integer as n from (
      select state, n from status_count where tenant_id = ${tx.tenant} and resource = ${resourceKey(resource)} ${scope}
      union all
      select state, n from status_delta where tenant_id = ${tx.tenant} and resource = ${resourceKey(resource)} ${scope}
    ) both_parts group by state`);
  return new Map(rows.map((row) => [row.state, row.n]));
}

/** Counts of groups whose rows stand apart are no part of those of all groups. */
function groupsTogether(tx: Tx, resource: AnyResource): Sql {
  const { scope = {} } = resource;
  const [{ hidden: apart }, group] = [scope, groupField(scope)];
  if (!apart || !group) return nothing;
  return sql`and not exists (select 1 from ${column(tableOf(resource))} t
    where t.tenant_id = ${tx.tenant} and ${column(`t.${snake(group)}`)} = scope_id
      and ${column(`t.${snake(apart.field)}`)} = ${apart.value})`;
}

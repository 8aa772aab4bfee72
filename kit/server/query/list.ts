import { cleanText } from '#kit/model/advanced-query.ts';
import type { AnyLifecycle } from '#kit/model/lifecycle.ts';
import { DEFAULT_SORT } from '#kit/model/limits.ts';
import { readFlatValue } from '#kit/model/query-language.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { resourceKey, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import { MESSAGES } from '../messages.ts';
import { scopedParent, subjectsOf, tableOf, type Registry } from '../registry.ts';
import { column, join, nothing, sql, type Sql } from '../sql.ts';
import { fieldOf, hiddenInLists, maskedFields, selectColumns, toWireRow } from './columns.ts';
import { askedFields, flatConditions, superConditions } from './conditions.ts';

const EXACT_UP_TO = 10_000;
const MAX_PAGE_SIZE = 200;
const MAX_OFFSET = 2_000_000;

export interface Page {
  records: Record<string, unknown>[];
  total: number;
  /** `10000+` where the count was capped. */
  totalText?: string;
  size: number;
  current: number;
  pages: number;
}

/**
 * Substring search of a big list: a definer function that answers ids (docs/architecture.md), asked
 * once for a call, whatever counts and reads with the condition that comes of it.
 */
export type KeywordSearch = (tx: Tx, keyword: string) => Promise<Sql>;

export interface ListOptions {
  registry: Registry;
  keyword?: KeywordSearch | undefined;
  /** Further predicates on alias `t`, AND-ed. */
  where?: Sql[];
  /** One row in full: sealed and structured fields too. */
  isDetail?: boolean;
}

/** Predicates every reading of a resource carries: tenant, not deleted, the actor's row scope. */
export function baseConditions(resource: AnyResource, actor: Actor): Sql[] {
  const predicates: Sql[] = [sql`t.tenant_id = ${actor.tenant}`];
  if (resource.kind === 'register') predicates.push(sql`t.deleted_at is null`);
  return [
    ...predicates,
    ...scopeConditions(resource, actor, 't'),
    ...parentConditions(resource, actor),
    ...subjectConditions(resource, actor),
  ];
}

function scopeConditions({ scope = {} }: AnyResource, actor: Actor, alias: 't' | 'p'): Sql[] {
  const limits: Sql[] = [];
  const { shops, warehouses } = scope;
  if (shops && actor.shops)
    limits.push(sql`${column(`${alias}.${snake(shops)}`)} = any(${actor.shops}::uuid[])`);
  if (warehouses && actor.warehouses)
    limits.push(sql`${column(`${alias}.${snake(warehouses)}`)} = any(${actor.warehouses}::uuid[])`);
  return limits;
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
  const { apart, shops } = scope;
  if (!apart || query['selections']) return [];
  const asked = askedFields(query);
  const names = [apart.field, 'id', ...(shops ? [shops] : []), ...(apart.unless ?? [])];
  if (names.some((name) => asked.has(name))) return [];
  return [sql`${column(`t.${snake(apart.field)}`)} <> ${apart.value}`];
}

/** A row about something is for those who may see that; about nothing, for people without limits. */
function subjectConditions(resource: AnyResource, actor: Actor): Sql[] {
  const links = subjectsOf(resource);
  if (links.length === 0 || (!actor.shops && !actor.warehouses)) return [];
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

/** All predicates of a list query: base, tab, flat filters, keyword, advanced query. */
export async function listConditions(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  { registry, keyword, where = [] }: ListOptions,
): Promise<Sql[]> {
  const { actor } = tx;
  const scene = { resource, actor, hidden: maskedFields(resource, actor) };
  const predicates = [
    ...baseConditions(resource, actor),
    ...apartConditions(resource, query),
    ...where,
  ];
  const lifecycle = registry.lifecycleOf(resource);
  if (query['tab'] && lifecycle) {
    if (!Object.hasOwn(lifecycle.tabs, query['tab']))
      throw new Refusal('badQuery', MESSAGES.filterUnknown('tab'), { status: 400 });
    predicates.push(sql`t.stage = ${query['tab']}`);
  }
  predicates.push(...flatConditions(scene, query));
  if (query['selections'])
    predicates.push(sql`t.id = any(${query['selections'].split(',').filter(isUuid)}::uuid[])`);
  const bracket = superConditions(scene, query['superQueryParams'], query['superQueryMatchType']);
  if (bracket) predicates.push(bracket);
  // Last: nothing is searched for a query that is refused.
  if (query['keyword']?.trim())
    predicates.push(await keywordCondition(tx, resource, query['keyword'].trim(), keyword));
  return predicates;
}

async function keywordCondition(
  tx: Tx,
  resource: AnyResource,
  text: string,
  search: KeywordSearch | undefined,
): Promise<Sql> {
  const word = text.slice(0, 100);
  const hidden = maskedFields(resource, tx.actor);
  if (search) return search(tx, word);
  const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const textual = [...new Set([resource.label, ...resource.search])].filter((key) =>
    ['text', 'textarea'].includes(fieldOf(resource, key, hidden)?.kind ?? ''),
  );
  if (textual.length === 0) return sql`false`;
  return sql`(${join(
    // A text may show an id, whose column is a uuid.
    textual.map((key) => sql`${column(`t.${snake(key)}`)}::text ilike ${pattern}`),
    ' or ',
  )})`;
}

function orderBy(resource: AnyResource, query: Record<string, string>, actor: Actor): Sql {
  const hidden = maskedFields(resource, actor);
  const asked = (query['column'] ?? '')
    .split(',')
    .map((name) => name.trim().replace(/_dictText$/, ''))
    .filter((name) => name !== '');
  // The id breaks ties, so that pages neither repeat nor lose a row.
  const keys = new Set(
    asked.length > 0 ? asked : [resource.sort?.field ?? DEFAULT_SORT.column],
  ).add('id');
  for (const key of keys) {
    const field = fieldOf(resource, key, hidden);
    if (!field || ['secret', 'sealed', 'json'].includes(field.kind))
      throw new Refusal('badSort', MESSAGES.sortUnknown(key.slice(0, 40)), { status: 400 });
  }
  const wanted =
    asked.length > 0 ? (query['order'] ?? '') : (resource.sort?.order ?? DEFAULT_SORT.order);
  const direction: Sql = {
    strings: [wanted.toLowerCase().includes('asc') ? 'asc' : 'desc'],
    values: [],
    isSql: true,
  };
  const names = [...keys].map((key) => sql`${column(`t.${snake(key)}`)} ${direction}`);
  return join(names, ', ');
}

const whole = (text: string | undefined, fallback: number, max: number): number => {
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 1 ? Math.min(Math.floor(value), max) : fallback;
};

/**
 * One page of a resource in the wire shape of the spec. A page beyond the end steps back to the
 * last one. The total is exact up to 10,000, beyond that `10000+`, unless counters know it.
 */
export async function listPage(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  options: ListOptions,
): Promise<Page> {
  const size = whole(query['pageSize'], 10, MAX_PAGE_SIZE);
  const wanted = Math.min(whole(query['pageNo'], 1, 1e9), Math.floor(MAX_OFFSET / size));
  const conditions = await listConditions(tx, resource, query, options);
  const counted = await total(tx, resource, query, conditions, options.registry);
  const pages = Math.max(1, Math.ceil(counted.total / size));
  const current = counted.totalText ? wanted : Math.min(wanted, pages);
  const records =
    counted.total === 0
      ? []
      : await readRows(tx, resource, query, conditions, options, size, (current - 1) * size);
  return { records, ...counted, size, current, pages };
}

/** Rows of a list query as wire objects, without counting: pages, exports, pickers. */
export async function readRows(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  conditions: Sql[],
  { registry, isDetail = false }: ListOptions,
  limit: number,
  offset: number,
): Promise<Record<string, unknown>[]> {
  const masked = maskedFields(resource, tx.actor);
  const hidden = isDetail ? masked : hiddenInLists(resource, masked);
  const table = column(tableOf(resource));
  const order = orderBy(resource, query, tx.actor);
  const page = sql`${table} t where ${join(conditions, ' and ')} order by ${order} limit ${limit}`;
  // A page further back passes over ids alone: the labels of links are looked up for its own rows.
  const source =
    offset > 0
      ? sql`(select t.id from ${page} offset ${offset}) page cross join lateral
          (select t.* from ${table} t where t.tenant_id = ${tx.tenant} and t.id = page.id offset 0) t
          order by ${order}`
      : page;
  const rows = await tx.query<Record<string, unknown>>(
    sql`select ${selectColumns(resource, registry, hidden)} from ${source}`,
  );
  return rows.map((row) => toWireRow(resource, row, { actor: tx.actor, registry, hidden }));
}

const COUNTED_ALONE = new Set([
  'pageNo',
  'pageSize',
  'column',
  'order',
  'field',
  'tab',
  'status',
  'accountId',
]);

/** The states that tab and status filter leave over; null where only the rows can tell. */
function askedStates(
  lifecycle: AnyLifecycle,
  { tab, status = '' }: Record<string, string>,
): readonly string[] | null {
  const all: readonly string[] = tab
    ? (lifecycle.tabs[tab]?.states ?? [])
    : Object.keys(lifecycle.states);
  const conditions = readFlatValue('status', status) ?? [];
  if (conditions.some(({ rule }) => rule !== 'eq' && rule !== 'in')) return null;
  return conditions.reduce((left, { rule, val }) => {
    const wanted = rule === 'in' && typeof val === 'string' ? val.split(',') : [val].flat();
    return left.filter((state) => wanted.some((one) => cleanText(one).trim() === state));
  }, all);
}

async function total(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  conditions: Sql[],
  registry: Registry,
): Promise<{ total: number; totalText?: string }> {
  const lifecycle = registry.lifecycleOf(resource);
  const asked = Object.keys(query).filter((key) => query[key] !== '');
  const isWarehouseBound = resource.scope?.warehouses && tx.actor.warehouses;
  const hidden = maskedFields(resource, tx.actor);
  const states = lifecycle && fieldOf(resource, 'status', hidden) && askedStates(lifecycle, query);
  if (
    states &&
    resource.scope?.shops &&
    !isWarehouseBound &&
    asked.every((key) => COUNTED_ALONE.has(key)) &&
    (!query['accountId'] || isUuid(query['accountId']))
  ) {
    const counts = await stateCounts(
      tx,
      resource,
      isUuid(query['accountId']) ? query['accountId'] : null,
    );
    return { total: states.reduce((sum, state) => sum + (counts.get(state) ?? 0), 0) };
  }
  const [row] = await tx.query<{ n: number }>(sql`
    select count(*)::integer as n from (
      select 1 from ${column(tableOf(resource))} t where ${join(conditions, ' and ')}
      limit ${EXACT_UP_TO + 1}) counted`);
  const n = row?.n ?? 0;
  return n > EXACT_UP_TO ? { total: EXACT_UP_TO, totalText: `${EXACT_UP_TO}+` } : { total: n };
}

/** Exact number of documents per state from base counters and unfolded deltas, within row scope. */
export async function stateCounts(
  tx: Tx,
  resource: AnyResource,
  shop: string | null,
): Promise<Map<string, number>> {
  const shops = shop ? [shop] : tx.actor.shops;
  const allowed = shop && tx.actor.shops && !tx.actor.shops.includes(shop) ? [] : shops;
  const scope = join(
    [
      allowed ? sql`and scope_id = any(${allowed}::uuid[])` : nothing,
      shop ? nothing : shopsTogether(tx, resource),
    ],
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

/** Counts of shops whose rows stand apart are no part of those of all shops. */
function shopsTogether(tx: Tx, resource: AnyResource): Sql {
  const { apart, shops } = resource.scope ?? {};
  if (!apart || !shops) return nothing;
  return sql`and not exists (select 1 from ${column(tableOf(resource))} t
    where t.tenant_id = ${tx.tenant} and ${column(`t.${snake(shops)}`)} = scope_id
      and ${column(`t.${snake(apart.field)}`)} = ${apart.value})`;
}

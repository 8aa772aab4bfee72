import type { Field } from '#kit/model/field.ts';
import { DEFAULT_SORT } from '#kit/model/limits.ts';
import { checksMaker, exemptsSoleUser } from '#kit/model/lifecycle.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { snake, type AnyResource } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import type { Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import { isHeldMaker, isMaker } from '../makers.ts';
import { MESSAGES } from '../messages.ts';
import type { Registry } from '../registry.ts';
import { column, join, nothing, sql, type Sql } from '../sql.ts';
import { fieldOf, hiddenInLists, maskedFields, selectColumns, toWireRow } from './columns.ts';
import { flatConditions, superConditions } from './conditions.ts';
import { listTotal } from './list-total.ts';
import { withFaces } from './list-faces.ts';
import { linkedByWord, numberedConditions, numbersCondition } from './numbers.ts';
import { sourceOf } from './source.ts';
import { hiddenConditions, baseConditions, givenConditions } from './row-conditions.ts';

const MAX_PAGE_SIZE = 200;
/** Lists on a given wire are read whole by clients that know no pages. */
const MAX_WIRE_PAGE_SIZE = 500;
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
 * Substring search of a big list: a definer function that answers ids, asked
 * once for a call, whatever counts and reads with the condition that comes of it.
 */
export type KeywordSearch = (tx: Tx, keyword: string) => Promise<Sql>;

/**
 * What the rows of a page are answered with beside their fields, by id: asked once for all of them.
 * Keys that it fills in replace nothing.
 */
export type BesideRows = (
  tx: Tx,
  rows: readonly Record<string, unknown>[],
) => Promise<ReadonlyMap<string, Record<string, unknown>>>;

/** What a row of a query is answered with beside its fields. */
export type MoreOfRow = (tx: Tx, row: Record<string, unknown>) => Record<string, unknown>;

interface ListOptions {
  registry: Registry;
  keyword?: KeywordSearch | undefined;
  /** Rows in place of a table, as a select that names the tenant itself. */
  rows?: Sql | undefined;
  /** Such rows are found by their id alone: a page is sorted before the rest of them is looked up. */
  isKeyed?: boolean | undefined;
  more?: MoreOfRow | undefined;
  beside?: BesideRows | undefined;
  /** Field whose lesser values stand first, whatever the order. */
  lead?: string | undefined;
  /** Further predicates on alias `t`, AND-ed. */
  where?: Sql[];
  /** One row in full: sealed and structured fields too. */
  isDetail?: boolean;
}

/** All predicates of a list query: base, tab, flat filters, numbers, keyword, advanced query. */
export async function listConditions(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  { registry, keyword, rows, where = [] }: ListOptions,
): Promise<Sql[]> {
  const { actor } = tx;
  const scene = { resource, actor, hidden: maskedFields(resource, actor) };
  const predicates = [
    ...(rows ? givenConditions(resource, actor) : baseConditions(resource, actor)),
    ...hiddenConditions(resource, query),
    ...where,
  ];
  const lifecycle = registry.lifecycleOf(resource);
  if (query['tab'] && lifecycle) {
    if (!Object.hasOwn(lifecycle.tabs, query['tab']))
      throw new Refusal('badQuery', MESSAGES.filterUnknown('tab'), { status: 400 });
    predicates.push(sql`t.stage = ${query['tab']}`);
  }
  predicates.push(...flatConditions(scene, query));
  predicates.push(...(await numberedConditions(tx, resource, registry, query)));
  if (query['selections']) predicates.push(sql`t.id = any(${query['selections'].split(',').filter(isUuid)}::uuid[])`);
  const bracket = superConditions(scene, query['superQueryParams'], query['superQueryMatchType']);
  if (bracket) predicates.push(bracket);
  if (query['numbers']) predicates.push(await numbersCondition(tx, resource, registry, query['numbers']));
  // Last: nothing is searched for a query that is refused.
  if (query['keyword']?.trim())
    predicates.push(await keywordCondition(tx, resource, registry, query['keyword'].trim(), keyword));
  return predicates;
}

async function keywordCondition(
  tx: Tx,
  resource: AnyResource,
  registry: Registry,
  text: string,
  search: KeywordSearch | undefined,
): Promise<Sql> {
  const word = text.slice(0, 100);
  const hidden = maskedFields(resource, tx.actor);
  if (search) return search(tx, word);
  const pattern = `%${word.replace(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  // Nobody looks for a part of an id; a text may show one, whose column is a uuid.
  const textual = [...new Set([resource.label, ...resource.search])].filter(
    (key) => key !== 'id' && ['text', 'textarea'].includes(fieldOf(resource, key, hidden)?.kind ?? ''),
  );
  const own = textual.map((key) => sql`${column(`t.${snake(key)}`)}::text ilike ${pattern}`);
  const linked = linkedByWord(tx, resource, registry, word);
  const ways = linked ? [...own, linked] : own;
  return ways.length === 0 ? sql`false` : sql`(${join(ways, ' or ')})`;
}

/** No row is without them, whether they are declared or not. */
const ALWAYS_THERE: ReadonlySet<string> = new Set(['id', 'createTime']);

/** Whether there are rows or not. @throws Refusal 400 for an order by what the list does not show */
export const requireOrder = ({ actor }: Tx, resource: AnyResource, query: Record<string, string>): void =>
  void orderedKeys(resource, query, actor);

/** Fields that a list is ordered by; the id breaks ties, so that pages neither repeat nor lose a row. */
function orderedKeys(
  resource: AnyResource,
  query: Record<string, string>,
  actor: Actor,
): { keys: ReadonlySet<string>; isQueried: boolean } {
  const hidden = maskedFields(resource, actor);
  const requested = (query['column'] ?? '')
    .split(',')
    .map((name) => name.trim().replace(/_dictText$/, ''))
    .filter((name) => name !== '');
  const keys = new Set(requested.length > 0 ? requested : [resource.sort?.field ?? DEFAULT_SORT.column]).add('id');
  for (const key of keys) {
    const field = fieldOf(resource, key, hidden);
    if (!field || ['secret', 'sealed', 'json'].includes(field.kind))
      throw new Refusal('badSort', MESSAGES.sortUnknown(key.slice(0, 40)), { status: 400 });
  }
  return { keys, isQueried: requested.length > 0 };
}

function orderBy(
  resource: AnyResource,
  query: Record<string, string>,
  actor: Actor,
  { rows, lead }: Pick<ListOptions, 'rows' | 'lead'>,
): Sql {
  const { keys, isQueried } = orderedKeys(resource, query, actor);
  const requested = isQueried ? (query['order'] ?? '') : (resource.sort?.order ?? DEFAULT_SORT.order);
  const direction: Sql = {
    strings: [requested.toLowerCase().includes('asc') ? 'asc' : 'desc'],
    values: [],
    isSql: true,
  };
  // What is not there stands last among a query's rows; what always is keeps the order of an index.
  const fields = resource.fields as Readonly<Record<string, Field>>;
  const endOf = (key: string): Sql =>
    rows && !ALWAYS_THERE.has(key) && !fields[key]?.always ? sql`nulls last` : nothing;
  const names = [...keys].map((key) => sql`${column(`t.${snake(key)}`)} ${direction} ${endOf(key)}`);
  return join([...(lead ? [column(`t.${snake(lead)}`)] : []), ...names], ', ');
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
  const size = whole(query['pageSize'], 10, resource.wire ? MAX_WIRE_PAGE_SIZE : MAX_PAGE_SIZE);
  const requested = Math.min(whole(query['pageNo'], 1, 1e9), Math.floor(MAX_OFFSET / size));
  const conditions = await listConditions(tx, resource, query, options);
  requireOrder(tx, resource, query);
  const counted = await listTotal(tx, resource, query, conditions, options);
  const pages = Math.max(1, Math.ceil(counted.total / size));
  const current = counted.totalText ? requested : Math.min(requested, pages);
  const records =
    counted.total === 0 ? [] : await readRows(tx, resource, query, conditions, options, size, (current - 1) * size);
  const faced = await withFaces(tx, resource, options.registry, records);
  return { records: await withBeside(tx, faced, options.beside), ...counted, size, current, pages };
}

async function withBeside(
  tx: Tx,
  rows: Record<string, unknown>[],
  beside: BesideRows | undefined,
): Promise<Record<string, unknown>[]> {
  if (!beside || rows.length === 0) return rows;
  const found = await beside(tx, rows);
  return rows.map((row) => ({ ...found.get(String(row['id'])), ...row }));
}

/** Rows of a list query as wire objects, without counting: pages, exports, pickers. */
export async function readRows(
  tx: Tx,
  resource: AnyResource,
  query: Record<string, string>,
  conditions: Sql[],
  { registry, rows: viewed, isKeyed = false, more, lead, isDetail = false }: ListOptions,
  limit: number,
  offset: number,
): Promise<Record<string, unknown>[]> {
  const masked = maskedFields(resource, tx.actor);
  const hidden = isDetail ? masked : hiddenInLists(resource, masked);
  const table = sourceOf(resource, viewed);
  const order = orderBy(resource, query, tx.actor, { rows: viewed, lead });
  const page = sql`${table} t where ${join(conditions, ' and ')} order by ${order} limit ${limit}`;
  // A page further back passes over ids alone: the labels of links are looked up for its own rows.
  const found =
    viewed && !isKeyed
      ? sql`join ${table} t on t.id = page.id`
      : sql`cross join lateral (select t.* from ${table} t
        where t.tenant_id = ${tx.tenant} and t.id = page.id offset 0) t`;
  const source =
    offset > 0 || isKeyed
      ? sql`(select t.id from ${page} offset ${offset}) page ${found} order by ${order}`
      : sql`${page} offset ${offset}`;
  // A select of a module's own may have columns that no field declares; a table has secrets.
  const columns = more && viewed ? sql`t.*` : selectColumns(resource, { registry, hidden, actor: tx.actor });
  // Who may not check what they made is shown so, before they try.
  const lifecycle = registry.lifecycleOf(resource);
  const hasHands = !viewed && checksMaker(lifecycle);
  const mine = exemptsSoleUser(lifecycle) ? isHeldMaker(tx) : isMaker(tx);
  const request = hasHands ? sql`${columns}, ${mine} as made_by_me` : columns;
  const rows = await tx.query<Record<string, unknown>>(sql`select ${request} from ${source}`);
  return rows.map((row) => ({
    ...toWireRow(resource, row, { actor: tx.actor, registry, hidden }),
    ...(hasHands ? { madeByMe: row['madeByMe'] === true } : {}),
    ...more?.(tx, row),
  }));
}

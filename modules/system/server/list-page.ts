import type { Field, Fields } from '#kit/model/field.ts';
import { DEFAULT_SORT } from '#kit/model/limits.ts';
import { Refusal } from '#kit/model/refusal.ts';
import { defineRegister, snake, type AnyResource } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { AUDIT_FIELDS } from '#kit/server/query/columns.ts';
import { flatConditions, superConditions } from '#kit/server/query/conditions.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';

/** A list that is no resource of its own: a select with named columns, and what may be asked of it. */
export interface ListSource {
  /** Fields that may be filtered and sorted by, beside the audit columns. */
  fields: Fields;
  /** Audit columns that the rows have beside their id, where not all: others are not asked for. */
  audit?: readonly string[];
  sort?: { field: string; order: 'asc' | 'desc' };
  /** Field by which rows stand together before any order: unread ones first. */
  lead?: string;
}

export interface Page<T> {
  records: T[];
  total: number;
  size: number;
  current: number;
  pages: number;
}

const MAX_PAGE_SIZE = 500;

/**
 * One page of a source in the query language of the wire. Unknown flat filters ask for nothing,
 * unknown sort columns and broken advanced queries are refused.
 * @param rows a select whose columns are the source's fields in snake case; must name tenant_id
 */
export async function readListPage<T>(
  tx: Tx,
  source: ListSource,
  rows: Sql,
  query: Record<string, string>,
): Promise<Page<T>> {
  const resource = asResource(source);
  const scene = { resource, actor: tx.actor, hidden: missingOf(source) };
  const conditions = [sql`true`, ...flatConditions(scene, query)];
  if (query['selections'])
    conditions.push(sql`t.id = any(${query['selections'].split(',').filter(isUuid)}::uuid[])`);
  const bracket = superConditions(scene, query['superQueryParams'], query['superQueryMatchType']);
  if (bracket) conditions.push(bracket);
  const order = orderBy(source, query);
  const where = join(conditions, ' and ');
  const [counted] = await tx.query<{ n: number }>(
    sql`select count(*)::integer as n from (${rows}) t where ${where}`,
  );
  const total = counted?.n ?? 0;
  const size = whole(query['pageSize'], 10, MAX_PAGE_SIZE);
  const pages = Math.max(1, Math.ceil(total / size));
  const current = Math.min(whole(query['pageNo'], 1, 1e9), pages);
  const records = await tx.query<T>(sql`
    select t.* from (${rows}) t where ${where} order by ${order}
    limit ${size} offset ${(current - 1) * size}`);
  return { records, total, size, current, pages };
}

const known = new WeakMap<ListSource, AnyResource>();

function asResource(source: ListSource): AnyResource {
  let resource = known.get(source);
  if (!resource) {
    resource = defineRegister({
      module: 'system',
      name: 'list',
      title: '',
      fields: source.fields,
      label: Object.keys(source.fields)[0] as string,
      list: [],
      search: [],
      form: [],
    });
    known.set(source, resource);
  }
  return resource;
}

/** Audit columns that the rows do not have. */
const missingOf = ({ fields, audit }: ListSource): Set<string> =>
  new Set(
    Object.keys(AUDIT_FIELDS).filter(
      (key) => audit && key !== 'id' && !audit.includes(key) && !Object.hasOwn(fields, key),
    ),
  );

function orderBy(source: ListSource, query: Record<string, string>): Sql {
  const asked = query['column']?.replace(/_dictText$/, '');
  const key = asked || source.sort?.field || DEFAULT_SORT.column;
  const fields: Record<string, Field> = { ...AUDIT_FIELDS, ...source.fields };
  if (!Object.hasOwn(fields, key) || missingOf(source).has(key))
    throw new Refusal('badSort', MESSAGES.sortUnknown(key.slice(0, 40)), { status: 400 });
  const wanted = asked ? (query['order'] ?? '') : (source.sort?.order ?? DEFAULT_SORT.order);
  const direction: Sql = {
    strings: [wanted.includes('asc') ? 'asc' : 'desc'],
    values: [],
    isSql: true,
  };
  const lead = source.lead ? sql`${column(`t.${snake(source.lead)}`)},` : sql``;
  return sql`${lead} ${column(`t.${snake(key)}`)} ${direction} nulls last, t.id ${direction}`;
}

function whole(text: string | undefined, fallback: number, max: number): number {
  const value = Number(text);
  return text && Number.isFinite(value) && value >= 1 ? Math.min(Math.floor(value), max) : fallback;
}

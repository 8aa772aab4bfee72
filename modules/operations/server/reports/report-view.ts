import { Refusal } from '#kit/model/refusal.ts';
import { rate, integer, date, text, type Field } from '#kit/model/field.ts';
import { defineView, snake, type AnyResource } from '#kit/model/resource.ts';
import { dayIn } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { listConditions } from '#kit/server/query/list.ts';
import { sourceOf } from '#kit/server/query/source.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { column, join, nothing, sql, type Sql } from '#kit/server/sql.ts';
import { isGrouped, itemKey, type ReportDefinition, type ReportItem } from '../../model/reports/definition.ts';
import { askedValue } from '../../model/reports/relative-day.ts';
import { reportFields } from './report-sources.ts';

/** A report as rows that the kit can list: filters, order, pages, words and masks are those of every list. */
export interface ReportView {
  resource: AnyResource;
  rows: Sql;
  /** Columns that this reader sees, by key. */
  shown: readonly ShownItem[];
}

export interface ShownItem {
  key: string;
  item: ReportItem;
  field: Field;
}

/** A column on its way into the select. */
interface Part extends ShownItem {
  value: Sql;
  isGroup: boolean;
}

const SUMMED: ReadonlySet<string> = new Set(['integer', 'quantity', 'length', 'weight', 'money']);
const AVERAGED: ReadonlySet<string> = new Set([...SUMMED, 'price', 'rate']);
const COMPARED: ReadonlySet<string> = new Set([...AVERAGED, 'date', 'datetime']);

/** What is wrong with a column over the fields of its source; null: nothing. */
export function itemFault(item: ReportItem, fields: ReadonlyMap<string, Field>): string | null {
  const { fieldName, aggregate, bucket, over } = item;
  if (aggregate === 'rows') return null;
  const field = fields.get(fieldName);
  if (!field) return `没有字段“${fieldName}”`;
  if (bucket && field.kind !== 'date' && field.kind !== 'datetime') return `“${field.title}”不是日期，不能分段`;
  if (aggregate === 'sum' && !SUMMED.has(field.kind)) return `“${field.title}”不能求和`;
  if (aggregate === 'avg' && !AVERAGED.has(field.kind)) return `“${field.title}”不能求平均`;
  if ((aggregate === 'min' || aggregate === 'max') && !COMPARED.has(field.kind)) return `“${field.title}”不能比大小`;
  if (aggregate !== 'ratio') return null;
  const whole = fields.get(over ?? '');
  if (!whole || !SUMMED.has(whole.kind) || !SUMMED.has(field.kind) || whole.kind === 'money' || field.kind === 'money')
    return '占比只能用数量除以数量';
  return null;
}

/**
 * The rows of a report over a resource, as its reader sees them: base conditions, row scope and data rules are those
 * of the list of the resource, and a column that is masked for the reader is left out. Amounts are never added across
 * currencies: their currency is one more thing that rows are put together by.
 * @param given values of parameters by name
 */
export async function reportView(
  tx: Tx,
  definition: ReportDefinition,
  serve: Serve,
  registry: Registry,
  given: Readonly<Record<string, string>>,
): Promise<ReportView> {
  const { resource } = serve;
  const hidden = maskedFields(resource, tx.actor);
  const all = new Map(reportFields(resource));
  const fields = new Map([...all].filter(([key]) => !hidden.has(key)));
  const grouped = isGrouped(definition.items);
  const items = definition.items.filter((item) => itemFault(item, fields) === null);
  const parts = withCurrencies(
    items.map((item) => partOf(tx, item, fields.get(item.fieldName), grouped)),
    fields,
  );
  const query = innerQuery(tx, definition, given, (key) => (hidden.has(key) ? (all.get(key)?.title ?? key) : null));
  const own = await serve.rows?.(tx, query);
  const conditions = await listConditions(tx, resource, query, { registry, keyword: serve.keyword, rows: own });
  const from = sql`from ${sourceOf(resource, own)} t where ${join(conditions, ' and ')}`;
  return {
    resource: viewOf(definition, parts),
    rows: grouped ? groupedRows(tx, parts, from) : plainRows(tx, parts, from),
    shown: parts.filter(({ item }) => item.isShow !== false),
  };
}

/** A column as a field of the report and as a value of its select. */
function partOf(tx: Tx, item: ReportItem, field: Field | undefined, grouped: boolean): Part {
  const key = itemKey(item);
  const { aggregate, bucket } = item;
  const title = item.fieldTxt ?? titleOf(item, field);
  const stored = column(`t.${snake(item.fieldName)}`);
  const part = (made: Field, value: Sql, isGroup = false): Part => ({ key, item, field: made, value, isGroup });
  if (aggregate === 'rows') return part(integer(title), sql`count(*)::bigint`);
  const own = { ...(field as Field), title };
  switch (aggregate) {
    case 'sum':
      return field?.kind === 'money'
        ? part(own, sql`sum(${stored})::bigint`)
        : part({ ...integer(title), kind: countKind(own) }, sql`sum(${stored})::bigint`);
    case 'avg':
      if (field?.kind === 'money') return part(own, sql`round(avg(${stored}))::bigint`);
      return part(
        field?.kind === 'rate' || field?.kind === 'price' ? own : rate(title),
        sql`round(avg(${stored})::numeric, 4)`,
      );
    case 'min':
      return part(own, sql`min(${stored})`);
    case 'max':
      return part(own, sql`max(${stored})`);
    case 'distinct':
      return part(integer(title), sql`count(distinct ${stored})::bigint`);
    case 'ratio':
      return part(
        rate(title, { percent: true }),
        sql`round(sum(${stored})::numeric / nullif(sum(${column(`t.${snake(item.over ?? '')}`)}), 0), 6)`,
      );
    default:
      break;
  }
  if (!bucket) return part(plainField(own), stored, grouped);
  const day = field?.kind === 'datetime' ? sql`(${stored} at time zone ${tx.actor.zone})::date` : stored;
  if (bucket === 'day') return part(date(title), day, grouped);
  if (bucket === 'week') return part(date(title), sql`date_trunc('week', ${day}::timestamp)::date`, grouped);
  return part(text(title), sql`to_char(${day}, 'YYYY-MM')`, grouped);
}

/** Lengths and weights keep their unit. */
const countKind = ({ kind }: Field): Field['kind'] => (kind === 'length' || kind === 'weight' ? kind : 'integer');

/** A field that is read: what it demands of who fills it in is left behind. */
const plainField = ({ required: _required, unique: _unique, default: _default, rule: _rule, ...field }: Field): Field =>
  field as Field;

function titleOf({ aggregate, bucket }: ReportItem, field: Field | undefined): string {
  const title = field?.title ?? '';
  if (aggregate === 'rows') return '行数';
  if (aggregate === 'avg') return `平均${title}`;
  if (aggregate === 'min') return `最小${title}`;
  if (aggregate === 'max') return `最大${title}`;
  if (aggregate === 'distinct') return `${title}个数`;
  return bucket === 'month' ? '月份' : bucket === 'week' ? '周（周一）' : title;
}

/** Adds the currency of amounts where the report does not have it: without it an amount says nothing. */
function withCurrencies(parts: readonly Part[], fields: ReadonlyMap<string, Field>): Part[] {
  const all = [...parts];
  for (const { field } of parts) {
    const key = field.kind === 'money' ? field.currency : undefined;
    const own = key === undefined ? undefined : fields.get(key);
    if (key === undefined || !own || all.some((part) => part.key === key)) continue;
    const item = { fieldName: key, isShow: false };
    all.push({ key, item, field: plainField(own), value: column(`t.${snake(key)}`), isGroup: true });
  }
  // An amount whose currency this reader does not see, or the report cannot name, is no amount.
  return all.filter(({ field }) => field.kind !== 'money' || all.some(({ key }) => key === field.currency));
}

const named = ({ key, value }: Part): Sql => sql`${value} as ${column(snake(key))}`;

const plainRows = (tx: Tx, parts: readonly Part[], from: Sql): Sql =>
  sql`select ${join([sql`${tx.tenant}::integer as tenant_id`, sql`t.id`, ...parts.map(named)], ', ')} ${from}`;

/** One row for each of what rows are put together by; its id is made of that, and the same each time. */
function groupedRows(tx: Tx, parts: readonly Part[], from: Sql): Sql {
  const groups = parts.filter(({ isGroup }) => isGroup);
  const computed = parts.filter(({ isGroup }) => !isGroup);
  const places = join(
    groups.map((_, at) => literal(at + 1)),
    ', ',
  );
  const keys = join(
    groups.map(({ key }) => column(`g.${snake(key)}`)),
    ', ',
  );
  return sql`
    select ${tx.tenant}::integer as tenant_id, md5(jsonb_build_array(${keys})::text)::uuid as id, g.*
    from (select ${join([...groups, ...computed].map(named), ', ')} ${from}
      ${groups.length === 0 ? nothing : sql`group by ${places}`} having count(*) > 0) g`;
}

/** A place in a select. */
const literal = (place: number): Sql => ({ strings: [String(place)], values: [], isSql: true });

/** The report as a view of the kit. */
function viewOf({ name, layout }: ReportDefinition, parts: readonly Part[]): AnyResource {
  const keys = parts.map(({ key }) => key);
  const shown = parts.filter(({ item }) => item.isShow !== false).map(({ key }) => key);
  const sort = layout.sort && keys.includes(layout.sort.column) ? layout.sort : undefined;
  return defineView({
    module: 'operations',
    name: 'reportRow',
    title: name,
    fields: Object.fromEntries(parts.map(({ key, field }) => [key, field])),
    label: 'id',
    list: shown,
    search: parts.filter(({ item }) => item.isSearch).map(({ key }) => key),
    sort: sort ? { field: sort.column, order: sort.order } : { field: shown[0] ?? 'id', order: 'asc' },
  }) as AnyResource;
}

/**
 * What the resource is asked: every parameter that has a value, given or by default. The first condition of its kind
 * on a field goes as a filter of the list, which the query behind a view may read; others are added to it.
 * @param maskedTitle what a field is called that is masked for the reader; null: it is not
 * @throws Refusal where one of those is compared: a list passes over it, and every row would be the answer
 */
function innerQuery(
  tx: Tx,
  { params }: ReportDefinition,
  given: Readonly<Record<string, string>>,
  maskedTitle: (field: string) => string | null,
): Query {
  const today = dayIn(tx.now, tx.actor.zone);
  const query: Query = {};
  const further: { field: string; rule: string; val: string }[] = [];
  // What the report fixes comes first: no answer of a reader takes its place.
  for (const param of [...params].sort((a, b) => Number(b.isFixed ?? false) - Number(a.isFixed ?? false))) {
    const { fieldName = '', rule = 'eq' } = param;
    const value = askedValue(param, given, today);
    if (value === '') continue;
    const masked = maskedTitle(fieldName);
    if (masked !== null) throw new Refusal('masked', `报表按“${masked}”筛选，您没有查看它的权限`);
    const name = `${fieldName}${SUFFIXES[rule] ?? ''}`;
    if (Object.hasOwn(query, name)) further.push({ field: fieldName, rule, val: value });
    else query[name] = rule === 'like' ? `*${value.replaceAll('*', '')}*` : value;
  }
  return further.length === 0 ? query : { ...query, superQueryParams: JSON.stringify(further) };
}

type Query = Record<string, string>;

const SUFFIXES: Readonly<Record<string, string>> = { ge: '_begin', le: '_end', in: '_MultiString' };

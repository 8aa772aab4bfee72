import type { Field } from '#kit/model/field.ts';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import type { ReportColumn, ReportColumns, ReportData, ReportQuery, ReportTotal } from '#kit/model/report.ts';
import { snake } from '#kit/model/resource.ts';
import { dayIn, toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { cellOf, columnOf, exportFields } from '#kit/server/import-export/sheet-columns.ts';
import { serverKinds } from '#kit/server/kinds.ts';
import { maskedFields } from '#kit/server/query/columns.ts';
import { strictFilter } from '#kit/server/query/conditions.ts';
import { listConditions, listPage, readRows, requireOrder } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { column, join, sql, type Sql } from '#kit/server/sql.ts';
import { LIST_EXPORT_SUFFIX } from '#kit/model/limits.ts';
import { XLS_MAX_ROWS } from '#platform/sheets/xls-writer.ts';
import { isAdditive, isGrouped } from '../../model/reports/definition.ts';
import { relativeDay } from '../../model/reports/relative-day.ts';
import type { OpenedReport } from './open-report.ts';
import { mayExport, sourceCalled, type Sources } from './report-sources.ts';
import { reportView, type ReportView, type ShownItem } from './report-view.ts';
import { reportFields } from './report-sources.ts';
import { conditionOf, noteFile, optionsOf, queryInfoOf, type Report } from './report.ts';

/** Of one question of a report: it shares the database with everybody else's. */
const MOST_MS = 10_000;
const NOTHING_HIDDEN: ReadonlySet<string> = new Set();

type Query = Record<string, string>;

/** A report over the rows of a resource, for its reader. */
export function ownReport(tx: Tx, opened: OpenedReport, sources: Sources, registry: Registry): Report {
  const view = (given: Query): Promise<ReportView> => {
    const serve = opened.source === null ? undefined : sourceCalled(sources, opened.source);
    if (!serve) throw new Refusal('waits', opened.waitsFor ?? '报表的数据已不存在');
    return reportView(tx, opened, serve, registry, given);
  };
  const read = async <T>(query: Query, act: (view: ReportView, filters: Query) => Promise<T>): Promise<T> => {
    const { given, filters } = splitQuery(opened, query);
    return withinTime(tx, async () => {
      const made = await view(given);
      strictFilter({ resource: made.resource, hidden: NOTHING_HIDDEN }, filters);
      requireOrder(tx, made.resource, filters);
      return act(made, filters);
    });
  };
  return {
    params: () =>
      opened.params.map(({ paramName, paramTxt, paramValue, isFixed }, orderNum) => ({
        paramName,
        paramTxt: paramTxt ?? paramName,
        paramValue: isFixed ? '' : (paramValue ?? ''),
        orderNum,
      })),
    async columns() {
      if (opened.waitsFor !== null) return headOf(opened, [], {});
      const { resource, shown } = await view({});
      const asked = [...paramFields(tx, opened, sources)].map(([name, field]): [string, Field] => [name, field]);
      const found = resource.search.map((key): [string, Field] => [key as string, fieldIn(resource, key as string)]);
      return {
        ...headOf(
          opened,
          shown.map((one) => columnFor(one, isTotalled(opened, one))),
          optionsOf([...shown.map(({ key, field }): [string, Field] => [key, field]), ...asked, ...found]),
        ),
        ...(mayExport(sources, tx.actor, opened.source) ? {} : { noExport: true }),
      };
    },
    async queryInfo() {
      if (opened.waitsFor !== null) return [];
      const { resource } = await view({});
      const own = paramQueries(tx, opened, sources);
      const asked = askedFields(opened);
      const searched = queryInfoOf(
        resource.search
          .filter((key) => !asked.has(key as string))
          .map((key) => [key as string, fieldIn(resource, key as string)]),
      );
      return [...own, ...searched.map((one, at) => (own.length + at > 1 ? { ...one, hidden: '1' } : one))];
    },
    data: (query) =>
      read(query, async ({ resource, rows, shown }, filters): Promise<ReportData> => {
        const { total, records } = await listPage(tx, resource, filters, { registry, rows });
        const conditions = await listConditions(tx, resource, filters, { registry, rows });
        const totals =
          total === 0
            ? []
            : await totalsOf(tx, { resource, rows, shown: shown.filter((one) => isTotalled(opened, one)) }, conditions);
        return { total, records, totals, at: toWireTime(tx.now, tx.actor.zone) };
      }),
    async sheet(query) {
      // Whoever may look at rows may not take them along for that: a file of them is a right of its own.
      if (opened.waitsFor === null && !mayExport(sources, tx.actor, opened.source)) throw forbidden();
      return read(query, async ({ resource, rows, shown }, filters) => {
        const fields = exportFields(resource, tx.actor, sheetKeys(shown).join(','));
        const conditions = await listConditions(tx, resource, filters, { registry, rows });
        const found = await readRows(tx, resource, filters, conditions, { registry, rows }, XLS_MAX_ROWS + 1, 0);
        if (found.length > XLS_MAX_ROWS)
          throw new Refusal('tooMany', `超过 ${XLS_MAX_ROWS} 行，请先用参数或筛选缩小范围再导出`);
        noteFile(tx, opened, found.length);
        return {
          fileName: opened.name + LIST_EXPORT_SUFFIX,
          sheetName: opened.name.slice(0, 31),
          columns: fields.map(columnOf),
          rows: found.map((row) => fields.map((field) => cellOf(field, row))),
        };
      });
    },
  };
}

/** What is shown; on a sheet an amount has its currency in a column of its own, also where the page writes it beside. */
function sheetKeys(shown: readonly ShownItem[]): string[] {
  const own = new Set(shown.map(({ key }) => key));
  return shown.flatMap(({ key, field: { kind, currency } }) =>
    kind === 'money' && currency !== undefined && !own.has(currency) ? [key, currency] : [key],
  );
}

const fieldIn = (resource: { fields: object }, key: string): Field =>
  (resource.fields as Record<string, Field>)[key] as Field;

const headOf = (
  { id, name, note, layout, waitsFor, returnType }: OpenedReport,
  columns: ReportColumn[],
  dictOptions: ReportColumns['dictOptions'],
): ReportColumns => ({
  cgRpConfigId: id,
  cgRpConfigName: name,
  columns,
  dictOptions,
  content: note,
  ...(returnType ? { returnType } : {}),
  ...(layout.chart ? { chart: layout.chart } : {}),
  ...(waitsFor === null ? {} : { waitsFor }),
});

const columnFor = ({ key, item, field }: ShownItem, isTotal: boolean): ReportColumn => ({
  title: field.title,
  dataIndex: key,
  align: 'center',
  sorter: item.isOrder !== false,
  kind: field.kind,
  ...(field.dict ? { dictCode: field.dict.code, customRender: key } : {}),
  ...(item.fieldHref ? { href: item.fieldHref } : {}),
  ...(item.fieldWidth ? { width: item.fieldWidth } : {}),
  ...(item.groupTitle ? { groupTitle: item.groupTitle } : {}),
  ...(field.currency ? { currency: field.currency } : {}),
  ...(field.percent ? { percent: true } : {}),
  ...(isTotal ? { isTotal: true } : {}),
});

/** Fields that the parameters of a report are compared with and its reader sees, by the name of the parameter. */
function paramFields({ actor }: Tx, { params, source }: OpenedReport, sources: Sources): Map<string, Field> {
  const serve = source === null ? undefined : sourceCalled(sources, source);
  const hidden = serve ? maskedFields(serve.resource, actor) : NOTHING_HIDDEN;
  const fields = new Map(serve ? reportFields(serve.resource).filter(([key]) => !hidden.has(key)) : []);
  return new Map(
    params.flatMap(({ paramName, fieldName = '', isFixed }): [string, Field][] => {
      const field = fields.get(fieldName);
      return field && !isFixed ? [[paramName, field]] : [];
    }),
  );
}

/** Fields whose value a parameter asks for: nobody is asked for it twice. */
const askedFields = ({ params }: OpenedReport): ReadonlySet<string> =>
  new Set(
    params.flatMap(({ fieldName, rule = 'eq', isFixed = false }) =>
      fieldName !== undefined && rule === 'eq' && !isFixed ? [fieldName] : [],
    ),
  );

/** What a reader is asked for first. */
function paramQueries(tx: Tx, opened: OpenedReport, sources: Sources): ReportQuery[] {
  const fields = paramFields(tx, opened, sources);
  const today = dayIn(tx.now, tx.actor.zone);
  return opened.params.flatMap((param): ReportQuery[] => {
    const field = fields.get(param.paramName);
    if (!field) return [];
    const value = relativeDay(param.paramValue ?? '', today);
    // A moment is asked for by its day.
    const view = field.kind === 'datetime' ? 'date' : field.dict ? 'list' : field.kind;
    return [
      {
        ...conditionOf(param.paramName, field),
        label: param.paramTxt ?? field.title,
        mode: 'single',
        view,
        ...(value ? { value } : {}),
      },
    ];
  });
}

const ORDERS: ReadonlySet<string> = new Set(['', 'asc', 'desc', 'ascend', 'descend']);

/** Values of parameters, and what is asked of the columns. @throws Refusal 400 for an order that is none */
function splitQuery({ params }: OpenedReport, query: Query): { given: Query; filters: Query } {
  const names = new Set(params.filter(({ isFixed }) => !isFixed).map(({ paramName }) => paramName));
  const entries = Object.entries(query);
  if (!ORDERS.has((query['order'] ?? '').toLowerCase()))
    throw new Refusal('badQuery', '排序方式不正确', { status: 400 });
  return {
    given: Object.fromEntries(entries.filter(([name]) => names.has(name))),
    filters: Object.fromEntries(entries.filter(([name]) => !names.has(name))),
  };
}

const ADDED: ReadonlySet<string> = new Set(['integer', 'quantity', 'money', 'length', 'weight']);

/** Whether the report says what a column comes to. */
const isTotalled = ({ items }: OpenedReport, { item, field }: ShownItem): boolean =>
  item.isTotal === true && ADDED.has(field.kind) && isAdditive(item, isGrouped(items));

/** What all found rows come to in the columns given: amounts by currency, numbers as they are. */
async function totalsOf(tx: Tx, { rows, shown }: ReportView, conditions: readonly Sql[]): Promise<ReportTotal[]> {
  const totals: ReportTotal[] = [];
  for (const [currency, some] of Map.groupBy(shown, ({ field }) => field.currency ?? null)) {
    const sums = some.map(({ key }) => sql`sum(${column(`t.${snake(key)}`)})::bigint`);
    const by = currency === null ? sql`null::text` : column(`t.${snake(currency)}`);
    const found = await tx.query<{ by: string | null; sums: bigint[] }>(sql`
      select ${by} as by, array[${join(sums, ', ')}] as sums from (${rows}) t
      where ${join(conditions, ' and ')} group by 1 order by 1`);
    for (const row of found)
      for (const [at, { key, field }] of some.entries()) {
        const value = row.sums[at] ?? null;
        if (value === null) continue;
        const context = row.by === null ? { zone: tx.actor.zone } : { zone: tx.actor.zone, currency: row.by };
        const wire = serverKinds[field.kind].toWire(BigInt(value), context);
        totals.push({ field: key, value: String(wire), ...(row.by === null ? {} : { currency: row.by }) });
      }
  }
  return totals;
}

/** Ends a question that takes too long. @throws Refusal that says so */
async function withinTime<T>(tx: Tx, work: () => Promise<T>): Promise<T> {
  await tx.platform.rows`select set_config('statement_timeout', ${String(MOST_MS)}, true)`;
  try {
    return await work();
  } catch (error) {
    if ((error as { code?: string }).code === '57014')
      throw new Refusal('tooSlow', '报表查询超过 10 秒，请用参数缩小范围');
    throw error;
  }
}

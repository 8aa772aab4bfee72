import type { Field } from '#kit/model/field.ts';
import { forbidden, invalid } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { implement, type CallOf, type Route } from '#kit/server/route.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { dayIn } from '#kit/model/time.ts';
import { limitCalls } from '#modules/system/server/index.ts';
import { dataSource } from '../../model/data-source.ts';
import { relativeDay } from '../../model/reports/relative-day.ts';
import type { ReportRow } from '#kit/model/report.ts';
import type { QueriedRows } from '#platform/databases/read-query.ts';
import { queriedField } from './query-report.ts';
import { askQuery, boundText, judgeQuery, queryTarget, type QueryServices } from './report-queries.ts';
import { itemKey, readItems, readLayout, readParams, type ReportParam } from '../../model/reports/definition.ts';
import { designCalls, type Drafted, type ReportSource } from '../../model/reports/routes.ts';
import type { OpenedReport } from './open-report.ts';
import { ownReport } from './own-report.ts';
import { maySee, reportFields, sourceCalled, sourcesOf } from './report-sources.ts';
import type { ReportServices } from './report-routes.ts';
import { itemFault } from './report-view.ts';

const EXAMPLE_ROWS = 20;
const QUERIES_PER_MINUTE = 20;

/** What the designer of reports asks: what there is to make them of, and how a report would look. */
export const designRoutes = ({ registry, sources, sourceHosts, readQuery }: ReportServices): Route[] => [
  implement(designCalls.sources, async (call) =>
    sourcesOf(sources, call.actor)
      .map(({ resource }): ReportSource => ({
        key: resourceKey(resource),
        title: resource.title,
        fields: reportFields(resource).map(([name, field]) => fieldOf(name, field)),
      }))
      .sort((a, b) => a.title.localeCompare(b.title, 'zh')),
  ),
  implement(designCalls.preview, (call) =>
    call.tx(async (tx) => {
      const drafted = draftOf(call.body, (key) => {
        const serve = sourceCalled(sources, key);
        if (!serve || !maySee(sources, tx.actor, key)) throw forbidden();
        return new Map(reportFields(serve.resource));
      });
      const report = ownReport(tx, drafted, sources, registry);
      return { report: await report.columns(), data: await report.data({ pageSize: String(EXAMPLE_ROWS) }) };
    }),
  ),
  implement(designCalls.parse, async (call) => {
    const { columns, text } = await askDrafted(call, { sourceHosts, readQuery }, 1);
    return {
      fields: columns.map(({ name, type }) => ({ fieldName: name, fieldTxt: name, fieldType: type })),
      params: boundText(text).names,
    };
  }),
  implement(designCalls.attempt, async (call) => {
    // One more than is shown says whether there are more.
    const { columns, rows, mayWrite } = await askDrafted(call, { sourceHosts, readQuery }, EXAMPLE_ROWS + 1);
    const items = readItems(textOf(call.body.items), true);
    const titles = new Map('ok' in items ? items.ok.map(({ fieldName, fieldTxt }) => [fieldName, fieldTxt]) : []);
    const records = rows.slice(0, EXAMPLE_ROWS).map((row, at): ReportRow => ({
      id: String(at + 1),
      ...Object.fromEntries(columns.map(({ name }, place) => [name, row[place] ?? null])),
    }));
    return {
      report: {
        cgRpConfigId: '',
        cgRpConfigName: '试运行',
        dictOptions: {},
        columns: columns.map(({ name, type }) => ({
          title: titles.get(name) ?? name,
          dataIndex: name,
          align: 'center' as const,
          sorter: false,
          kind: queriedField(type, '').kind,
        })),
      },
      data: { total: records.length, records },
      hasMore: rows.length > EXAMPLE_ROWS,
      mayWrite,
    };
  }),
];

/**
 * Asks a data source for the first rows of a query that nobody has stored, judged as one that is, so many times a
 * minute for each person. @throws Refusal
 */
async function askDrafted(
  call: Pick<CallOf<typeof designCalls.attempt>, 'db' | 'actor' | 'tx' | 'body'>,
  { sourceHosts, readQuery }: QueryServices,
  mostRows: number,
): Promise<QueriedRows & { text: string }> {
  const { sql, dbKey, params: given } = call.body;
  await limitCalls(
    call.db,
    { kind: 'lookup', subject: `report query ${call.actor.tenant} ${call.actor.userId ?? ''}`, times: 1 },
    QUERIES_PER_MINUTE,
  );
  const params = readParams(textOf(given), true);
  const asked = 'ok' in params ? params.ok : [];
  const text = textOf(sql) ?? '';
  const { target, today } = await call.tx(async (tx) => {
    const id = await sourceId(tx, textOf(dbKey) ?? '');
    const fault = await judgeQuery({ sourceHosts })(tx, id, text, named(text, asked));
    if (fault !== null) throw invalid([{ field: 'cgrSql', code: 'rule', message: fault }]);
    return { target: await queryTarget(tx, sourceHosts, id), today: dayIn(tx.now, call.actor.zone) };
  });
  const values = Object.fromEntries(
    asked.map(({ paramName, paramValue = '' }) => [paramName, relativeDay(paramValue, today)]),
  );
  return { ...(await askQuery(readQuery, target, text, values, mostRows)), text };
}

const textOf = (value: unknown): string | null => (typeof value === 'string' ? value : null);

/** Parameters that a text names before its report has them. */
const named = (text: string, params: readonly ReportParam[]): ReportParam[] => [
  ...params,
  ...boundText(text).names.map((paramName) => ({ paramName })),
];

/** A data source by its id, or by its code, as clients of the base name it. */
async function sourceId(tx: Tx, key: string): Promise<string> {
  const id = isUuid(key) ? key : null;
  const [row] = await pick(tx, dataSource, ['id'])`(code = ${key} or id = ${id}::uuid) and deleted_at is null`;
  if (!row) throw invalid([{ field: 'dbSource', code: 'required', message: '请选择数据源' }]);
  return row.id;
}

const fieldOf = (name: string, { title, kind, to, dict }: Field): ReportSource['fields'][number] => ({
  name,
  title,
  kind,
  ...(to ? { to } : {}),
  ...(dict ? { dictCode: dict.code } : {}),
});

/** A report that is not stored yet. @throws Refusal 422 with what is at fault */
function draftOf(
  { name, source, items: columns, params: asked, layout: drawn }: Partial<Record<keyof Drafted, unknown>>,
  fieldsOf: (source: string) => ReadonlyMap<string, Field>,
): OpenedReport {
  const fault = (field: string, message: string) => invalid([{ field, code: 'rule', message }]);
  const key = textOf(source) ?? '';
  if (key === '') throw fault('source', '请选择数据');
  const fields = fieldsOf(key);
  const items = readItems(textOf(columns), false);
  if ('fault' in items) throw fault('items', items.fault);
  const wrong = items.ok.map((item) => itemFault(item, fields)).find((one) => one !== null);
  if (wrong) throw fault('items', wrong);
  const params = readParams(textOf(asked), false);
  if ('fault' in params) throw fault('params', params.fault);
  const missing = params.ok.find(({ fieldName }) => !fields.has(fieldName ?? ''));
  if (missing) throw fault('params', `参数“${missing.paramName}”：没有字段“${missing.fieldName ?? ''}”`);
  const layout = readLayout(textOf(drawn), items.ok.map(itemKey));
  return {
    id: '',
    code: '',
    name: textOf(name) || '预览',
    kind: 'rows',
    source: key,
    dataSourceId: null,
    sql: null,
    items: items.ok,
    params: params.ok,
    layout: 'ok' in layout ? layout.ok : {},
    note: null,
    version: 0,
    waitsFor: null,
  };
}

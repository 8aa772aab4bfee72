import type { Field } from '#kit/model/field.ts';
import { forbidden, invalid } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { implement, type Route } from '#kit/server/route.ts';
import { readItems, readLayout, readParams, itemKey } from '../../model/reports/definition.ts';
import { designCalls, type Drafted, type ReportSource } from '../../model/reports/routes.ts';
import type { OpenedReport } from './open-report.ts';
import { ownReport } from './own-report.ts';
import { maySee, reportFields, sourceCalled, sourcesOf } from './report-sources.ts';
import type { ReportServices } from './report-routes.ts';
import { itemFault } from './report-view.ts';

const EXAMPLE_ROWS = '20';

/** What the designer of reports asks: what there is to make them of, and how a report would look. */
export const designRoutes = ({ registry, sources }: ReportServices): Route[] => [
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
      return { report: await report.columns(), data: await report.data({ pageSize: EXAMPLE_ROWS }) };
    }),
  ),
];

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
  const text = (value: unknown): string | null => (typeof value === 'string' ? value : null);
  const fault = (field: string, message: string) => invalid([{ field, code: 'rule', message }]);
  const key = text(source) ?? '';
  if (key === '') throw fault('source', '请选择数据');
  const fields = fieldsOf(key);
  const items = readItems(text(columns), false);
  if ('fault' in items) throw fault('items', items.fault);
  const wrong = items.ok.map((item) => itemFault(item, fields)).find((one) => one !== null);
  if (wrong) throw fault('items', wrong);
  const params = readParams(text(asked), false);
  if ('fault' in params) throw fault('params', params.fault);
  const missing = params.ok.find(({ fieldName }) => !fields.has(fieldName ?? ''));
  if (missing) throw fault('params', `参数“${missing.paramName}”：没有字段“${missing.fieldName ?? ''}”`);
  const layout = readLayout(text(drawn), items.ok.map(itemKey));
  return {
    id: '',
    code: '',
    name: text(name) || '预览',
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

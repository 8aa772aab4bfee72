import type { Field } from '#kit/model/field.ts';
import { OPERATORS } from '#kit/model/query-language.ts';
import { forbidden, invalid, notFound, Refusal, staleVersion, type FieldError } from '#kit/model/refusal.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import { may } from '#kit/server/actor.ts';
import { audit, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { itemKey, readItems, readLayout, readParams } from '../../model/reports/definition.ts';
import { isMenuGroup } from '../../model/reports/menu-groups.ts';
import { MOST_REPORTS, report, WRITE_QUERIES } from '../../model/reports/report.ts';
import { deliveredReports } from '../../model/reports/delivered.ts';
import { maySee, reportFields, sourceCalled, type Sources } from './report-sources.ts';
import { itemFault } from './report-view.ts';
import { reportRows } from './report-rows.ts';
import type { JudgeQuery } from './report-queries.ts';

const KEY = resourceKey(report);

type Given = Partial<WrittenOf<typeof report>>;
export type StoredReport = RowOf<typeof report>;
type Values = Omit<WrittenOf<typeof report>, 'isBuiltIn' | 'waitsFor'>;

export interface ReportStoreServices {
  sources: Sources;
  judgeQuery: JudgeQuery;
  /** Hears of every report that is written. */
  written: (tx: Tx) => void;
}

/** 在线报表 as they are listed and written. */
export const servedReports = (services: ReportStoreServices): Serve => ({
  resource: report,
  rows: (tx) => reportRows(tx, services.sources),
  taken: { code: (tx, code, id) => isCodeTaken(tx, code, id) },
  store: {
    add: (call, values) => call.tx(async (tx) => ({ id: await addReport(tx, services, values) })),
    edit: (call, id, values, version) => call.tx((tx) => editReport(tx, services, id, values, version)),
    remove: (call, ids) => call.tx((tx) => deleteReports(tx, services, ids)),
    sheet: {
      add: (tx, values) => addReport(tx, services, values),
      edit: (tx, id, values) => editReport(tx, services, id, values, null),
    },
  } satisfies Store<typeof report>,
});

async function addReport(tx: Tx, services: ReportStoreServices, given: Given): Promise<string> {
  await requireRoom(tx);
  const values = await judged(tx, services, given, null);
  const id = newId();
  const made = await tx.run`
    insert into report (tenant_id, id, code, name, kind, source, data_source_id, sql, items, params, layout, roles,
      menu_parent, return_value_field, return_text_field, return_type, app_id, note, create_by, create_time)
    values (${tx.tenant}, ${id}, ${values.code}, ${values.name}, ${values.kind}, ${values.source},
      ${values.dataSourceId}, ${values.sql}, ${values.items}, ${values.params}, ${values.layout}, ${values.roles},
      ${values.menuParent}, ${values.returnValueField}, ${values.returnTextField}, ${values.returnType},
      ${values.appId}, ${values.note}, ${tx.actor.username}, ${tx.now})
    on conflict (tenant_id, code) where deleted_at is null do nothing`;
  if (made === 0) throw codeTaken();
  services.written(tx);
  audit(tx, KEY, [{ rowId: id, action: 'add', diff: fieldDiff(report, null, { ...values }) }]);
  return id;
}

async function editReport(
  tx: Tx,
  services: ReportStoreServices,
  id: string,
  given: Given,
  version: number | null,
): Promise<void> {
  refuseDelivered([id], '编辑');
  const before = await lockReport(tx, id);
  if (version !== null && version !== before.version) throw staleVersion();
  const values = await judged(tx, services, { ...(before as Given), ...given }, before);
  services.written(tx);
  await tx.run`
    update report set code = ${values.code}, name = ${values.name}, kind = ${values.kind}, source = ${values.source},
      data_source_id = ${values.dataSourceId}, sql = ${values.sql}, items = ${values.items},
      params = ${values.params}, layout = ${values.layout}, roles = ${values.roles},
      menu_parent = ${values.menuParent}, return_value_field = ${values.returnValueField},
      return_text_field = ${values.returnTextField}, return_type = ${values.returnType}, app_id = ${values.appId},
      note = ${values.note}, update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, KEY, [{ rowId: id, action: 'edit', diff: fieldDiff(report, before, { ...values }) }]);
}

async function deleteReports(tx: Tx, { written }: ReportStoreServices, ids: readonly string[]): Promise<number> {
  refuseDelivered(ids, '删除');
  const gone = await tx.rows<{ id: string; code: string; name: string }>`
    update report set deleted_at = ${tx.now}, update_by = ${tx.actor.username}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, code, name`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    KEY,
    gone.map(({ id, code, name }) => ({
      rowId: id,
      action: 'delete',
      diff: { code: [code, null], name: [name, null] },
    })),
  );
  written(tx);
  return gone.length;
}

async function lockReport(tx: Tx, id: string): Promise<StoredReport> {
  const row = await tx.maybe<StoredReport>`
    select id, code, name, kind, source, data_source_id, sql, items, params, layout, roles, menu_parent,
      return_value_field, return_text_field, return_type, app_id, note, version
    from report where tenant_id = ${tx.tenant} and id = ${id}::uuid and deleted_at is null for update`;
  if (!row) throw notFound();
  return row;
}

function refuseDelivered(ids: readonly string[], operation: string): void {
  const own = deliveredReports.find(({ id }) => ids.includes(id));
  if (own) throw new Refusal('builtIn', `“${own.name}”是系统报表，不能${operation}；需要不同的列请先复制一份`);
}

const codeTaken = (): Refusal => invalid([{ field: 'code', code: 'taken', message: '报表编码已存在' }]);

/** Two who add the last one at once are judged one after the other. */
async function requireRoom(tx: Tx): Promise<void> {
  await tx.platform.rows`select 1 from tenant where id = ${tx.tenant} for no key update`;
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from report where tenant_id = ${tx.tenant} and deleted_at is null`;
  if (n >= MOST_REPORTS) throw new Refusal('tooMany', `在线报表最多 ${MOST_REPORTS} 个，请先删除不用的`);
}

/** A report as it is stored. @throws Refusal 422 with every field that is at fault */
async function judged(
  tx: Tx,
  { sources, judgeQuery }: ReportStoreServices,
  given: Given,
  before: StoredReport | null,
): Promise<Required<{ [K in keyof Values]: Values[K] | null }>> {
  const errors: FieldError[] = [];
  const say = (field: string, message: string): void => void errors.push({ field, code: 'rule', message });
  const code = (given.code ?? '').trim();
  const kind = given.kind ?? 'rows';
  const isQuery = kind === 'query';
  if (code !== before?.code && (await isCodeTaken(tx, code))) say('code', '报表编码已存在');
  const fields = isQuery ? null : fieldsOf(tx, sources, given.source ?? '', say);
  if (isQuery) {
    if (!before || isAskedOtherwise(given, before)) requireQueries(tx);
    if (!given.dataSourceId) say('dataSourceId', '请选择数据源');
  }
  const params = readParams(given.params ?? null, isQuery);
  const items = readItems(given.items ?? null, isQuery);
  if ('fault' in items) say('items', items.fault);
  if ('fault' in params) say('params', params.fault);
  if ('ok' in items && fields) {
    for (const [at, item] of items.ok.entries()) {
      const fault = itemFault(item, fields);
      if (fault) say('items', `第 ${at + 1} 列：${fault}`);
    }
  }
  if ('ok' in params && fields) for (const fault of paramFaults(params.ok, fields)) say('params', fault);
  if (isQuery && 'ok' in params && given.dataSourceId) {
    const fault = await judgeQuery(tx, given.dataSourceId, given.sql ?? '', params.ok);
    if (fault) say('sql', fault);
  }
  const layout = readLayout(given.layout ?? null, 'ok' in items ? items.ok.map(itemKey) : []);
  if ('fault' in layout && 'ok' in items) say('layout', layout.fault);
  const roles = await readRoles(tx, given.roles ?? null, say);
  const menuParent = (given.menuParent ?? '').trim() || null;
  if (menuParent && !isMenuGroup(menuParent)) say('menuParent', '没有这个菜单目录');
  if (menuParent && !roles) say('roles', '放进菜单的报表请指定可看的角色');
  if (errors.length > 0) throw invalid(errors);
  return {
    code,
    name: (given.name ?? '').trim(),
    kind,
    source: isQuery ? null : (given.source ?? null),
    dataSourceId: isQuery ? (given.dataSourceId ?? null) : null,
    sql: isQuery ? (given.sql ?? null) : null,
    items: JSON.stringify('ok' in items ? items.ok : []),
    params: 'ok' in params && params.ok.length > 0 ? JSON.stringify(params.ok) : null,
    layout: 'ok' in layout && Object.keys(layout.ok).length > 0 ? JSON.stringify(layout.ok) : null,
    roles,
    menuParent,
    returnValueField: given.returnValueField ?? null,
    returnTextField: given.returnTextField ?? null,
    returnType: given.returnType ?? '1',
    appId: given.appId ?? null,
    note: given.note ?? null,
  };
}

/** Whether a query would be asked otherwise: parameters bound it as its text does, those that are fixed above all. */
function isAskedOtherwise(given: Given, before: StoredReport): boolean {
  const asked = (params: string | null | undefined): string => {
    const read = readParams(params ?? null, true);
    return JSON.stringify('ok' in read ? read.ok.map(({ paramTxt: _title, ...bound }) => bound) : params);
  };
  return (
    given.sql !== before.sql ||
    given.dataSourceId !== before.dataSourceId ||
    asked(given.params) !== asked(before.params)
  );
}

/** @throws Refusal 403 for whoever may not write what is asked of a data source */
function requireQueries({ actor }: Tx): void {
  if (!may(actor, WRITE_QUERIES)) throw forbidden(WRITE_QUERIES);
}

/** Fields of the source, which whoever makes a report of it may list. */
function fieldsOf(
  tx: Tx,
  sources: Sources,
  key: string,
  say: (field: string, message: string) => void,
): Map<string, Field> | null {
  const serve = sourceCalled(sources, key);
  if (!serve) {
    say('source', key === '' ? '请选择数据' : '没有这个数据');
    return null;
  }
  if (!maySee(sources, tx.actor, key)) {
    say('source', `没有查看“${serve.resource.title}”的权限`);
    return null;
  }
  return new Map(reportFields(serve.resource));
}

const paramFaults = (
  params: readonly { fieldName?: string; rule?: string; paramName: string }[],
  fields: ReadonlyMap<string, Field>,
): string[] =>
  params.flatMap(({ paramName, fieldName = '', rule = 'eq' }) => {
    const field = fields.get(fieldName);
    if (!field) return [`参数“${paramName}”：没有字段“${fieldName}”`];
    return (OPERATORS[field.kind] as readonly string[]).includes(rule)
      ? []
      : [`参数“${paramName}”：“${field.title}”不能这样比较`];
  });

/** Whether a delivered report, or another of the tenant's own, has a code. */
async function isCodeTaken(tx: Tx, code: string, id: string | null = null): Promise<boolean> {
  if (deliveredReports.some((one) => one.code === code && one.id !== id)) return true;
  const row = await tx.maybe`
    select 1 from report
    where tenant_id = ${tx.tenant} and code = ${code} and deleted_at is null and id is distinct from ${id}::uuid`;
  return row !== undefined;
}

/** Codes of roles that there are, joined by commas; null: none. */
async function readRoles(
  tx: Tx,
  given: string | null,
  say: (field: string, message: string) => void,
): Promise<string | null> {
  const codes = [...new Set((given ?? '').split(/[,，\s]+/).filter((code) => code !== ''))];
  if (codes.length === 0) return null;
  const found = await tx.rows<{ code: string }>`
    select code from role where tenant_id = ${tx.tenant} and code = any(${codes}::text[])`;
  const missing = codes.filter((code) => found.every((role) => role.code !== code));
  if (missing.length > 0) say('roles', `没有角色：${missing.join('、').slice(0, 100)}`);
  return codes.join(',');
}

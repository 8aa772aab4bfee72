import { itemsOf } from '#kit/model/dict.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { OPERATORS } from '#kit/model/query-language.ts';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import type { ReportColumn, ReportColumns, ReportData, ReportOptions, ReportQuery } from '#kit/model/report.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { fieldOf, hiddenInLists, maskedFields } from '#kit/server/query/columns.ts';
import { strictFilter } from '#kit/server/query/conditions.ts';
import { listPage } from '#kit/server/query/list.ts';
import type { Registry } from '#kit/server/registry.ts';
import { colleague } from '../model/colleague.ts';
import { colleaguePage } from './user-picker-routes.ts';

/** A report for one caller. */
export interface Report {
  columns(): ReportColumns;
  queryInfo(): ReportQuery[];
  /** One page in the query language of the lists. Refuses filters that are no field. */
  data(query: Record<string, string>): Promise<ReportData>;
}

/** Colleagues as every picker shows them. */
const PEOPLE = 'users';

/**
 * The report of a code: `users`, or `module:resource` for the list of that resource.
 * @throws Refusal 实体不存在 for any other code; 403 without the right to the list
 */
export function reportOf(tx: Tx, registry: Registry, code: string): Report {
  if (code === PEOPLE) return peopleReport(tx, registry);
  const resource = registry.find(code);
  if (!resource) throw new Refusal('notFound', '实体不存在', { status: 404 });
  if (!may(tx.actor, `${code}:list`)) throw forbidden();
  return resourceReport(tx, registry, resource, code);
}

function resourceReport(tx: Tx, registry: Registry, resource: AnyResource, code: string): Report {
  const masked = maskedFields(resource, tx.actor);
  const hidden = hiddenInLists(resource, masked);
  const named = (keys: readonly string[]): [string, Field][] =>
    keys.flatMap((key) => {
      const field = fieldOf(resource, key, hidden);
      return field ? [[key, field] as [string, Field]] : [];
    });
  return {
    columns: () => columnsOf([code, resource.title], named(listKeys(resource)), named(resource.search as string[])),
    queryInfo: () => queryInfoOf(named(resource.search as string[])),
    async data(query) {
      const params = strictFilter({ resource, hidden: masked }, query) as Record<string, string>;
      const { total, records } = await listPage(tx, resource, params, { registry });
      return { total, records };
    },
  };
}

const PEOPLE_COLUMNS = ['username', 'realname', 'sex', 'status', 'orgCode'] as const;

function peopleReport(tx: Tx, registry: Registry): Report {
  const fields = PEOPLE_COLUMNS.map((key): [string, Field] => [key, colleague.fields[key]]);
  return {
    columns: () => columnsOf([PEOPLE, '用户'], fields),
    queryInfo: () => queryInfoOf(fields.slice(0, 2)),
    async data(query) {
      const { total, records } = await colleaguePage(tx, registry, query);
      return { total, records };
    },
  };
}

/** What is only asked for is no column, but its codes are chosen from as well. */
function columnsOf(
  [id, title]: [string, string],
  fields: [string, Field][],
  requested: [string, Field][] = [],
): ReportColumns {
  const columns = fields.map(([dataIndex, field]): ReportColumn => {
    const column = { title: field.title, dataIndex, align: 'center', sorter: true } as const;
    if (!field.dict) return column;
    return { ...column, dictCode: field.dict.code, customRender: dataIndex };
  });
  const dictOptions: Record<string, ReportOptions[string]> = {};
  for (const [key, { dict }] of [...fields, ...requested])
    if (dict) dictOptions[key] = itemsOf(dict).map(([value, text]) => ({ value, text }));
  return { cgRpConfigId: id, cgRpConfigName: title, columns, dictOptions };
}

const RANGES: ReadonlySet<Kind> = new Set<Kind>([
  'date',
  'datetime',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'length',
  'weight',
]);

/**
 * The conditions of a report, but for fields that cannot be asked for. After the second they wait
 * behind 展开 (sic: the text "1"); `to` is ours: whose rows are offered for a link.
 */
export const queryInfoOf = (fields: readonly [string, Field][]): ReportQuery[] =>
  fields
    .filter(([, { kind }]) => OPERATORS[kind].length > 0)
    .map(([key, field], index) => ({
      label: field.title,
      field: key,
      mode: RANGES.has(field.kind) ? 'group' : 'single',
      view: field.dict ? 'list' : field.kind,
      ...(field.dict ? { dictCode: field.dict.code } : {}),
      ...(field.to ? { to: field.to } : {}),
      ...(index > 1 ? { hidden: '1' } : {}),
    }));

import { itemsOf } from '#kit/model/dict.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { OPERATORS } from '#kit/model/query-language.ts';
import type {
  ReportColumn,
  ReportColumns,
  ReportData,
  ReportOptions,
  ReportParamInfo,
  ReportQuery,
} from '#kit/model/report.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import type { XlsSheet } from '#platform/sheets/xls-writer.ts';
import { report } from '../../model/reports/report.ts';

/** A report for one caller. */
export interface Report {
  /** Nothing of it needs the transaction that it was opened in; what of it leaves as a file is noted in another one. */
  detached?: { id: string; code: string };
  columns(): Promise<ReportColumns>;
  queryInfo(): Promise<ReportQuery[]>;
  params(): ReportParamInfo[];
  /** One page in the query language of the lists. Refuses filters that are no field. */
  data(query: Record<string, string>): Promise<ReportData>;
  /** Its rows as a sheet; absent: the list of what it shows has an export of its own. */
  sheet?(query: Record<string, string>): Promise<ReportSheet>;
}

/** The rows of a report as a sheet, and what the file of it alone is called. */
export interface ReportSheet extends XlsSheet {
  fileName: string;
}

/** Notes in the log that rows of a report left as a file. */
export const noteFile = (tx: Tx, { id, code }: { id: string; code: string }, rows: number): void =>
  audit(tx, resourceKey(report), [{ rowId: id, action: 'export', diff: { code, rows } }]);

/** What is only asked for is no column, but its codes are chosen from as well. */
export function columnsOf(
  [id, title]: readonly [string, string],
  fields: readonly [string, Field][],
  requested: readonly [string, Field][] = [],
): ReportColumns {
  const columns = fields.map(([dataIndex, field]): ReportColumn => {
    const column = { title: field.title, dataIndex, align: 'center', sorter: true } as const;
    if (!field.dict) return column;
    return { ...column, dictCode: field.dict.code, customRender: dataIndex };
  });
  return {
    cgRpConfigId: id,
    cgRpConfigName: title,
    columns,
    dictOptions: optionsOf([...fields, ...requested]),
  };
}

/** Codes to choose from, by the name of the field. */
export const optionsOf = (fields: readonly [string, Field][]): ReportOptions =>
  Object.fromEntries(
    fields.flatMap(([key, { dict }]) => (dict ? [[key, itemsOf(dict).map(([value, text]) => ({ value, text }))]] : [])),
  );

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
export const queryInfoOf = (fields: readonly (readonly [string, Field])[]): ReportQuery[] =>
  fields
    .filter(([, { kind }]) => OPERATORS[kind].length > 0)
    .map(([key, field], index) => ({
      ...conditionOf(key, field),
      ...(index > 1 ? { hidden: '1' } : {}),
    }));

/** One condition, between two values where its kind is measured. */
export const conditionOf = (key: string, field: Field): ReportQuery => ({
  label: field.title,
  field: key,
  mode: RANGES.has(field.kind) ? 'group' : 'single',
  view: field.dict ? 'list' : field.kind,
  ...(field.dict ? { dictCode: field.dict.code } : {}),
  ...(field.to ? { to: field.to } : {}),
});

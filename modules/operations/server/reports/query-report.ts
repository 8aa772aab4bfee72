import { date, datetime, integer, rate, text, type Field } from '#kit/model/field.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { ReportColumn, ReportData, ReportQuery, ReportRow, ReportTotal } from '#kit/model/report.ts';
import { formatDecimal, parseDecimal } from '#kit/model/money.ts';
import { dayIn, toWireTime } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';
import { LIST_EXPORT_SUFFIX } from '#kit/model/limits.ts';
import type { ReadQuery } from '#platform/databases/read-query.ts';
import { askedValue, relativeDay } from '../../model/reports/relative-day.ts';
import type { OpenedReport } from './open-report.ts';
import { askQuery, MOST_QUERIED, type QueryTarget } from './report-queries.ts';
import { conditionOf, queryInfoOf, type Report } from './report.ts';

/** Decimal places that sums are added with. */
const PLACES = 8;
const MOST_PAGE = 200;

type Query = Record<string, string>;

/** A report over a query of a data source. It is asked outside of any transaction of ours. */
export function queryReport(
  { now, actor }: Pick<Tx, 'now' | 'actor'>,
  opened: OpenedReport,
  target: QueryTarget,
  readQuery: ReadQuery,
): Report {
  const today = dayIn(now, actor.zone);
  const fields = opened.items.map((item): [string, Field] => [
    item.fieldName,
    queriedField(item.fieldType, item.fieldTxt ?? item.fieldName),
  ]);
  const searched = fields.filter(([key]) => opened.items.some((item) => item.fieldName === key && item.isSearch));
  const rowsOf = async (query: Query): Promise<ReportRow[]> => {
    const known = new Set(opened.params.map(({ paramName }) => paramName));
    const values = Object.fromEntries(opened.params.map((param) => [param.paramName, askedValue(param, query, today)]));
    const { columns, rows } = await askQuery(readQuery, target, opened.sql ?? '', values);
    if (rows.length > MOST_QUERIED)
      throw new Refusal('tooMany', `SQL执行失败：超过 ${MOST_QUERIED} 行，请用参数缩小范围`);
    const places = new Map(columns.map(({ name }, at) => [name, at]));
    const missing = fields.find(([key]) => !places.has(key));
    if (missing) throw new Refusal('broken', `SQL执行失败：查询结果里没有列“${missing[0]}”`);
    const found = rows.map((row, at): ReportRow => ({
      id: String(at + 1),
      ...Object.fromEntries(fields.map(([key]) => [key, row[places.get(key) ?? -1] ?? null])),
    }));
    return ordered(filtered(found, new Map(searched), query, known), new Map(fields), query);
  };
  const shown = opened.items.filter(({ isShow }) => isShow !== false);
  return {
    detached: { id: opened.id, code: opened.code },
    params: () =>
      opened.params.map(({ paramName, paramTxt, paramValue, isFixed }, orderNum) => ({
        paramName,
        paramTxt: paramTxt ?? paramName,
        paramValue: isFixed ? '' : (paramValue ?? ''),
        orderNum,
      })),
    columns: async () => ({
      cgRpConfigId: opened.id,
      cgRpConfigName: opened.name,
      content: opened.note,
      ...(opened.returnType ? { returnType: opened.returnType } : {}),
      dictOptions: {},
      ...(opened.layout.chart ? { chart: opened.layout.chart } : {}),
      columns: shown.map((item): ReportColumn => ({
        title: item.fieldTxt ?? item.fieldName,
        dataIndex: item.fieldName,
        align: 'center',
        sorter: item.isOrder !== false,
        kind: queriedField(item.fieldType, '').kind,
        ...(item.fieldHref ? { href: item.fieldHref } : {}),
        ...(item.fieldWidth ? { width: item.fieldWidth } : {}),
        ...(item.groupTitle ? { groupTitle: item.groupTitle } : {}),
      })),
    }),
    queryInfo: async () => [
      ...opened.params.flatMap(({ paramName, paramTxt, paramValue = '', paramType, isFixed }): ReportQuery[] => {
        if (isFixed) return [];
        const value = relativeDay(paramValue, today);
        const asked = conditionOf(paramName, queriedField(paramType, paramTxt ?? paramName));
        return [{ ...asked, mode: 'single', ...(value ? { value } : {}) }];
      }),
      ...queryInfoOf(searched),
    ],
    async data(query): Promise<ReportData> {
      const rows = await rowsOf(query);
      const size = Math.min(Math.max(Number(query['pageSize']) || 10, 1), MOST_PAGE);
      const page = Math.min(Math.max(Number(query['pageNo']) || 1, 1), Math.max(1, Math.ceil(rows.length / size)));
      const totals = opened.items.filter(({ isTotal }) => isTotal).flatMap(({ fieldName }) => sumOf(rows, fieldName));
      return {
        total: rows.length,
        records: rows.slice((page - 1) * size, page * size),
        totals,
        at: toWireTime(now, actor.zone),
      };
    },
    async sheet(query) {
      const rows = await rowsOf(query);
      return {
        fileName: opened.name + LIST_EXPORT_SUFFIX,
        sheetName: opened.name.slice(0, 31),
        columns: shown.map((item) => ({
          title: item.fieldTxt ?? item.fieldName,
          ...(isNumber(queriedField(item.fieldType, '')) ? { numeric: true as const } : {}),
        })),
        rows: rows.map((row) => shown.map(({ fieldName }) => String(row[fieldName] ?? ''))),
      };
    },
  };
}

const isNumber = ({ kind }: Field): boolean => kind === 'integer' || kind === 'rate';

/** What a column or a parameter is, by the words of the base. */
export function queriedField(type = 'String', title: string): Field {
  switch (type.toLowerCase()) {
    case 'integer':
    case 'long':
      return integer(title);
    case 'decimal':
    case 'double':
      return rate(title);
    case 'date':
      return date(title);
    case 'datetime':
      return datetime(title);
    default:
      return text(title);
  }
}

const PAGE_NAMES: ReadonlySet<string> = new Set(['pageNo', 'pageSize', 'column', 'order', 'field']);

/** Rows that a reader asked for: texts by a part of them, what is measured between two values. */
function filtered(
  rows: readonly ReportRow[],
  searched: ReadonlyMap<string, Field>,
  query: Query,
  params: ReadonlySet<string>,
): ReportRow[] {
  const tests = Object.entries(query).flatMap(([name, raw]): ((row: ReportRow) => boolean)[] => {
    const value = raw.trim();
    if (PAGE_NAMES.has(name) || params.has(name) || value === '') return [];
    const end = name.endsWith('_begin') ? 'least' : name.endsWith('_end') ? 'most' : null;
    const key = end ? name.slice(0, name.lastIndexOf('_')) : name;
    const field = searched.get(key);
    if (!field) throw new Refusal('badQuery', `查询条件的字段不存在：${name.slice(0, 40)}`, { status: 400 });
    if (end === null) {
      const part = value.replaceAll('*', '').toLowerCase();
      return [
        (row) =>
          String(row[key] ?? '')
            .toLowerCase()
            .includes(part),
      ];
    }
    return [
      (row) => {
        const by = row[key] === null ? -1 : compared(String(row[key]), value, field);
        return row[key] !== null && (end === 'least' ? by >= 0 : by <= 0);
      },
    ];
  });
  return rows.filter((row) => tests.every((holds) => holds(row)));
}

function ordered(rows: ReportRow[], fields: ReadonlyMap<string, Field>, { column, order = '' }: Query): ReportRow[] {
  if (!['', 'asc', 'desc', 'ascend', 'descend'].includes(order.toLowerCase()))
    throw new Refusal('badQuery', '排序方式不正确', { status: 400 });
  if (!column) return rows;
  const field = fields.get(column);
  if (!field) throw new Refusal('badSort', `请注意，将要排序的列字段不存在：${column.slice(0, 40)}`, { status: 400 });
  const sign = order.toLowerCase().startsWith('desc') ? -1 : 1;
  return rows.toSorted((a, b) => sign * compared(String(a[column] ?? ''), String(b[column] ?? ''), field));
}

const compared = (a: string, b: string, field: Field): number =>
  isNumber(field) ? Number(a) - Number(b) : a < b ? -1 : a > b ? 1 : 0;

/** What a column of numbers comes to; none where one of them is no number. */
function sumOf(rows: readonly ReportRow[], field: string): ReportTotal[] {
  const amounts = rows.map((row) => parseDecimal(String(row[field] ?? '0'), PLACES));
  if (rows.length === 0 || amounts.some((amount) => amount === null)) return [];
  const sum = amounts.reduce<bigint>((all, amount) => all + (amount ?? 0n), 0n);
  const value = formatDecimal(sum, PLACES);
  return [{ field, value: value.replace(/\.?0+$/, '') || '0' }];
}

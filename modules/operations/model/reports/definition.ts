/*
 * What a report shows, as its items, parameters and layout say it. The names are those of the base
 * (onl_cgreport_item, onl_cgreport_param), with what is ours beside them.
 */

import { ownPath } from '#kit/model/own-path.ts';

/** How values of many rows become one; `rows` counts rows, whatever stands in the field. */
export const AGGREGATES = {
  sum: '求和',
  avg: '平均',
  min: '最小',
  max: '最大',
  distinct: '不同值个数',
  rows: '行数',
  ratio: '占比',
} as const;
export type Aggregate = keyof typeof AGGREGATES;

/** What days are put together by. */
export const BUCKETS = { day: '按天', week: '按周', month: '按月' } as const;
export type Bucket = keyof typeof BUCKETS;

/** A column of a report. */
export interface ReportItem {
  fieldName: string;
  /** Heading; the title of the field where absent. */
  fieldTxt?: string;
  /** px. */
  fieldWidth?: number;
  /** Of the result of a query: String, Integer, Decimal, Date, Datetime. */
  fieldType?: string;
  /** Absent: the value itself, by which rows are put together where another column is computed. */
  aggregate?: Aggregate;
  bucket?: Bucket;
  /** ratio: the field that it is a part of. */
  over?: string;
  isShow?: boolean;
  isSearch?: boolean;
  searchMode?: 'single' | 'group';
  isOrder?: boolean;
  isTotal?: boolean;
  /** Path of ours that a cell leads to, with `${column}` for values of its row. */
  fieldHref?: string;
  /** Heading above this and its neighbours of the same. */
  groupTitle?: string;
}

/** How a parameter is compared. */
export const RULES = {
  eq: '等于',
  ge: '不早于 / 不小于',
  le: '不晚于 / 不大于',
  like: '包含',
  in: '其中之一',
} as const;
export type ParamRule = keyof typeof RULES;

/** A question to whoever opens a report; of a query it stands as `${name}` in its text. */
export interface ReportParam {
  paramName: string;
  paramTxt?: string;
  /** What is asked where nobody says otherwise; a day may be said as `today-30`, `monthStart`, … */
  paramValue?: string;
  /** Field of the rows that is compared. */
  fieldName?: string;
  rule?: ParamRule;
  /** Fixed by the report: nobody is asked. */
  isFixed?: boolean;
  /** Of a query: text, integer, decimal, date. */
  paramType?: string;
}

export const CHARTS = { bar: '柱状图', line: '折线图', pie: '饼图' } as const;

export interface ReportLayout {
  chart?: { type: keyof typeof CHARTS; x: string; y: string[] };
  sort?: { column: string; order: 'asc' | 'desc' };
}

/** All of it. */
export interface ReportDefinition {
  id: string;
  code: string;
  name: string;
  kind: 'rows' | 'query';
  source: string | null;
  dataSourceId: string | null;
  sql: string | null;
  items: readonly ReportItem[];
  params: readonly ReportParam[];
  layout: ReportLayout;
  note: string | null;
  /** Another one with every edit. */
  version: number;
  /** Whether popups that do not say so choose one row or several. */
  returnType?: '1' | '2';
}

export const MOST_ITEMS = 60;
export const MOST_PARAMS = 20;
/** Of a chart: more colours look alike. */
const MOST_LINES = 6;

/** The key of a column in rows, orders and charts: a field may be shown and computed. */
export const itemKey = ({ fieldName, aggregate, bucket }: ReportItem): string => {
  const more = aggregate ?? bucket;
  return more ? `${fieldName}${more.charAt(0).toUpperCase()}${more.slice(1)}` : fieldName;
};

/** Whether rows are put together: one column that is computed is enough. */
export const isGrouped = (items: readonly ReportItem[]): boolean => items.some(({ aggregate }) => aggregate);

/**
 * Whether what the rows say in a column can be added up: neither greatest, least or average values, nor counts of
 * different ones, nor what rows are put together by.
 */
export const isAdditive = ({ aggregate, bucket }: ReportItem, grouped: boolean): boolean =>
  aggregate === undefined ? !grouped && bucket === undefined : aggregate === 'sum' || aggregate === 'rows';

const NAME = /^[a-z][A-Za-z0-9_]{0,62}$/;
/** Columns of somebody else's query are called as they are there. */
const COLUMN = /^[A-Za-z_][A-Za-z0-9_]{0,62}$/;

/** What was read, or what is wrong with it. */
type Read<T> = { ok: T } | { fault: string };

type Loose = Record<string, unknown>;

/** Columns out of their JSON. @param isQuery of a query: columns are called as they are there */
export function readItems(text: string | null, isQuery: boolean): Read<ReportItem[]> {
  const list = readList(text);
  if (!list || list.length === 0) return { fault: '请至少选择一列' };
  if (list.length > MOST_ITEMS) return { fault: `最多 ${MOST_ITEMS} 列` };
  const items: ReportItem[] = [];
  for (const [at, one] of list.entries()) {
    const item = readItem(one, isQuery);
    if (typeof item === 'string') return { fault: `第 ${at + 1} 列：${item}` };
    items.push(item);
  }
  const keys = items.map(itemKey);
  const twice = keys.find((key, at) => keys.indexOf(key) !== at);
  if (twice !== undefined) return { fault: `列重复：${twice}` };
  return items.every(({ isShow }) => isShow === false) ? { fault: '请至少显示一列' } : { ok: items };
}

function readItem(one: Loose, isQuery: boolean): ReportItem | string {
  const fieldName = textOf(one['fieldName']);
  if (!(isQuery ? COLUMN : NAME).test(fieldName)) return '字段名不正确';
  const [aggregate, bucket, over] = [textOf(one['aggregate']), textOf(one['bucket']), textOf(one['over'])];
  if (aggregate !== '' && !Object.hasOwn(AGGREGATES, aggregate)) return '汇总方式不正确';
  if (bucket !== '' && !Object.hasOwn(BUCKETS, bucket)) return '日期分段不正确';
  if (aggregate === 'ratio' && !NAME.test(over)) return '占比需要选择除以哪个字段';
  const href = textOf(one['fieldHref']);
  if (href !== '' && (ownPath(href) === null || href.length > 500)) return '跳转地址须是本系统的路径，以 / 开头';
  const [title, group, type] = [textOf(one['fieldTxt']), textOf(one['groupTitle']), textOf(one['fieldType'])];
  if (title.length > 50 || group.length > 50) return '标题不能超过 50 个字';
  const width = Number(one['fieldWidth'] ?? 0);
  return {
    fieldName,
    ...(title && { fieldTxt: title }),
    ...(group && { groupTitle: group }),
    ...(type && { fieldType: type.slice(0, 20) }),
    ...(aggregate && { aggregate: aggregate as Aggregate }),
    ...(bucket && !aggregate && { bucket: bucket as Bucket }),
    ...(aggregate === 'ratio' && { over }),
    ...(href && { fieldHref: href }),
    ...(width >= 40 && width <= 800 && { fieldWidth: Math.round(width) }),
    isShow: flagOf(one['isShow'], true),
    isSearch: flagOf(one['isSearch'], false),
    isOrder: flagOf(one['isOrder'], true),
    isTotal: flagOf(one['isTotal'], false),
    searchMode: one['searchMode'] === 'group' ? 'group' : 'single',
  };
}

/** Parameters out of their JSON. */
export function readParams(text: string | null, isQuery: boolean): Read<ReportParam[]> {
  if (text === null || text.trim() === '') return { ok: [] };
  const list = readList(text);
  if (!list) return { fault: '参数格式不正确' };
  if (list.length > MOST_PARAMS) return { fault: `最多 ${MOST_PARAMS} 个参数` };
  const params: ReportParam[] = [];
  for (const [at, one] of list.entries()) {
    const param = readParam(one, isQuery);
    if (typeof param === 'string') return { fault: `第 ${at + 1} 个参数：${param}` };
    params.push(param);
  }
  const names = params.map(({ paramName }) => paramName);
  const twice = names.find((name, at) => names.indexOf(name) !== at);
  return twice === undefined ? { ok: params } : { fault: `参数重复：${twice}` };
}

function readParam(one: Loose, isQuery: boolean): ReportParam | string {
  const paramName = textOf(one['paramName']);
  if (!NAME.test(paramName)) return '参数名只能含字母、数字和下划线，以小写字母开头';
  const [title, value] = [textOf(one['paramTxt']), textOf(one['paramValue'])];
  if (title.length > 50) return '标题不能超过 50 个字';
  if (value.length > 200) return '默认值不能超过 200 个字';
  const isFixed = flagOf(one['isFixed'], false);
  const shared = {
    paramName,
    ...(title && { paramTxt: title }),
    ...(value && { paramValue: value }),
    ...(isFixed && { isFixed }),
  };
  if (isQuery) return { ...shared, paramType: textOf(one['paramType']) || 'text' };
  const [fieldName, rule] = [textOf(one['fieldName']), textOf(one['rule']) || 'eq'];
  if (!NAME.test(fieldName)) return '请选择字段';
  if (!Object.hasOwn(RULES, rule)) return '比较方式不正确';
  return { ...shared, fieldName, rule: rule as ParamRule };
}

/** Chart and order out of their JSON. @param keys of the columns */
export function readLayout(text: string | null, keys: readonly string[]): Read<ReportLayout> {
  if (text === null || text.trim() === '') return { ok: {} };
  const given = readJson(text);
  if (!isObject(given)) return { fault: '图表与排序格式不正确' };
  const layout: ReportLayout = {};
  if (isObject(given['chart'])) {
    const { type, x, y } = given['chart'];
    const columns = Array.isArray(y) ? y.map(textOf) : [];
    if (!Object.hasOwn(CHARTS, textOf(type))) return { fault: '图表类型不正确' };
    if (columns.length === 0 || columns.length > MOST_LINES) return { fault: `图表请选择 1 到 ${MOST_LINES} 个数值列` };
    const missing = [textOf(x), ...columns].find((key) => !keys.includes(key));
    if (missing !== undefined) return { fault: `图表用了没有的列：${missing || '（空）'}` };
    layout.chart = { type: textOf(type) as keyof typeof CHARTS, x: textOf(x), y: columns };
  }
  if (isObject(given['sort'])) {
    const column = textOf(given['sort']['column']);
    if (!keys.includes(column)) return { fault: `排序用了没有的列：${column || '（空）'}` };
    layout.sort = { column, order: given['sort']['order'] === 'asc' ? 'asc' : 'desc' };
  }
  return { ok: layout };
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');
const isObject = (value: unknown): value is Loose =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** The base writes 1 and 0, as numbers or texts. */
const flagOf = (value: unknown, fallback: boolean): boolean =>
  value === undefined || value === null || value === '' ? fallback : ['1', 'true'].includes(String(value));

function readList(text: string | null): Loose[] | null {
  const list = readJson(text ?? '');
  return Array.isArray(list) && list.every(isObject) ? list : null;
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

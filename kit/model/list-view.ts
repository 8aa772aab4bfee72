import { cleanText, storableConditions } from './advanced-query.ts';
import type { FieldError } from './refusal.ts';

/**
 * Views of a list: what is asked and how it is shown, under a name. Beside them each person has one
 * arrangement without a name per list, which holds where no view is chosen.
 */
export type Density = 'comfortable' | 'compact';
export type Pin = 'start' | 'end' | 'none';

/** A column as somebody arranged it. The order of a list of them is the order of the columns. */
export interface ViewColumn {
  key: string;
  /** px; null: as wide as its kind needs. */
  width: number | null;
  pin: Pin;
  isShown: boolean;
}

/** How a list is shown, whatever is asked. */
export interface Arrangement {
  columns: readonly ViewColumn[];
  density: Density;
}

export interface ViewContent extends Arrangement {
  /** Key of a lifecycle tab; null = all states. */
  tab: string | null;
  /** As the list takes them: flat filters by name, the advanced query under its two names. */
  filters: Readonly<Record<string, string>>;
  sort: { field: string; order: 'asc' | 'desc' } | null;
  /** null: whatever its reader likes. */
  pageSize: number | null;
}

export interface ListView {
  id: string;
  name: string;
  /** Who made it, by the name people call them. */
  owner: string;
  isOwn: boolean;
  /** The whole team may choose it. */
  isShared: boolean;
  /** The list opens with it, for this person. */
  isDefault: boolean;
  /** Whether this person may rename, change, share or delete it. */
  isChangeable: boolean;
  version: number;
  /** Without what this reader may not ask about. */
  content: ViewContent;
  /** Conditions that were left out for this reader, by title. */
  dropped: readonly string[];
}

/** All that a person sees of the views of one list. */
export interface ListViews {
  views: readonly ListView[];
  /** Their own columns, where no view is chosen; null: nothing was arranged yet. */
  arrangement: Arrangement | null;
}

export const LONGEST_VIEW_NAME = 64;
export const NARROWEST_COLUMN = 40;
export const WIDEST_COLUMN = 1000;
const MOST_COLUMNS = 200;
const MOST_FILTERS = 100;
const LONGEST_FILTERS = 40_000;
const BIGGEST_PAGE = 200;

const NAME = /^[A-Za-z][A-Za-z0-9_-]{0,63}$/;
const isName = (value: unknown): value is string => typeof value === 'string' && NAME.test(value);

/** Names of a query that are no filters: they have places of their own, or none in a view. */
const NO_FILTERS = new Set('pageNo,pageSize,column,order,tab,view,selections,columns,background,template'.split(','));

type Read<T> = { value: T } | { errors: FieldError[] };

const wrong = (field: string, message: string): { errors: FieldError[] } => ({
  errors: [{ field, code: 'invalid', message }],
});

/**
 * The name of a view from outside, without control characters.
 * @returns errors at `name`
 */
export function readViewName(source: unknown): Read<string> {
  const name = typeof source === 'string' ? cleanText(source).trim() : '';
  if (name === '') return wrong('name', '请输入视图名称');
  if ([...name].length > LONGEST_VIEW_NAME) return wrong('name', `视图名称不能超过${LONGEST_VIEW_NAME}个字符`);
  return { value: name };
}

/**
 * An arrangement from outside: known parts alone, each judged, whatever else was sent.
 * @returns errors at `columns` or `density`
 */
export function readArrangement(source: unknown): Read<Arrangement> {
  const { columns, density } = asRecord(source);
  if (density !== 'comfortable' && density !== 'compact') return wrong('density', '密度不正确');
  if (!Array.isArray(columns) || columns.length > MOST_COLUMNS)
    return wrong('columns', `列设置不正确，最多${MOST_COLUMNS}列`);
  const read = (columns as unknown[]).map(readColumn);
  const stored = read.filter((one) => one !== null);
  const isTwice = new Set(stored.map(({ key }) => key)).size < stored.length;
  if (stored.length < read.length || isTwice) return wrong('columns', '列设置不正确');
  return { value: { columns: stored, density } };
}

function readColumn(source: unknown): ViewColumn | null {
  const { key, width, pin, isShown } = asRecord(source);
  if (!isName(key) || typeof isShown !== 'boolean') return null;
  if (pin !== 'start' && pin !== 'end' && pin !== 'none') return null;
  if (width !== null && !isWhole(width, NARROWEST_COLUMN, WIDEST_COLUMN)) return null;
  return { key, width, pin, isShown };
}

/**
 * What a view shows, from outside, as {@link readArrangement}.
 * @returns errors at the part that is wrong
 */
export function readViewContent(source: unknown): Read<ViewContent> {
  const { tab, sort, pageSize, filters } = asRecord(source);
  const arranged = readArrangement(source);
  if ('errors' in arranged) return arranged;
  if (tab !== null && !isName(tab)) return wrong('tab', '状态页签不正确');
  if (pageSize !== null && !isWhole(pageSize, 1, BIGGEST_PAGE)) return wrong('pageSize', '每页条数不正确');
  const order = sort === null ? null : readSort(sort);
  if (order === undefined) return wrong('sort', '排序不正确');
  const query = readFilters(filters);
  if (!query) return wrong('filters', '筛选条件不正确或过多');
  return { value: { ...arranged.value, tab, filters: query, sort: order, pageSize } };
}

function readSort(source: unknown): ViewContent['sort'] | undefined {
  const { field, order } = asRecord(source);
  return isName(field) && (order === 'asc' || order === 'desc') ? { field, order } : undefined;
}

function readFilters(source: unknown): Record<string, string> | null {
  if (typeof source !== 'object' || source === null || Array.isArray(source)) return null;
  const stored: Record<string, string> = {};
  const entries = Object.entries(source as Record<string, unknown>);
  let size = 0;
  for (const [name, value] of entries) {
    if (!isName(name) || NO_FILTERS.has(name) || typeof value !== 'string') return null;
    const text = name === 'superQueryParams' ? readConditions(value) : cleanText(value);
    size += text?.length ?? 0;
    if (text === null || size > LONGEST_FILTERS) return null;
    if (text.trim() !== '') stored[name] = text;
  }
  return entries.length > MOST_FILTERS ? null : stored;
}

function readConditions(text: string): string | null {
  try {
    const stored = storableConditions(JSON.parse(text));
    return stored && JSON.stringify(stored);
  } catch {
    return null;
  }
}

const isWhole = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

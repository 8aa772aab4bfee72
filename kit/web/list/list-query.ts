import { DEFAULT_PAGE_SIZE, PAGE_SIZE_OPTIONS } from '#kit/model/limits.ts';

/** What a list shows: page, order, status tab and filters. Mirrored in the page's address. */
export interface ListParams {
  pageNo: number;
  pageSize: number;
  column?: string | undefined;
  order?: 'asc' | 'desc' | undefined;
  /** Key of a lifecycle tab; absent = all states. */
  tab?: string | undefined;
  /** Id of the view that is chosen. */
  view?: string | undefined;
  /** Flat filters in the query language of the lists: field, `f_begin`, `f_end`, keyword. */
  filters: Readonly<Record<string, string>>;
}

/** How a list starts. */
interface ListDefaults extends Partial<Omit<ListParams, 'pageNo'>> {
  /** Sizes that may be chosen; the usual ones by default. */
  pageSizes?: readonly number[];
  /** Tabs that there are; an address that asks for another one is read as if it asked for none. */
  tabs?: readonly string[];
}

const OWN_KEYS = new Set(['pageNo', 'pageSize', 'column', 'order', 'tab', 'view']);

export type FlatQuery = Readonly<Record<string, string | undefined>>;

/** Query of `GET …/list`; `fixed` filters of the page always win. */
export function listRequest(params: ListParams, fixed: FlatQuery = {}): Record<string, string> {
  const { pageNo, pageSize, column, order } = params;
  return {
    ...filterRequest(params, fixed),
    pageNo: String(pageNo),
    pageSize: String(pageSize),
    ...(column ? { column, order: order ?? 'desc' } : {}),
  };
}

/** The filter alone: for counts (`tab` left out), exports and batches over all that is found. */
export function filterRequest(
  { filters, tab }: Pick<ListParams, 'filters' | 'tab'>,
  fixed: FlatQuery = {},
): Record<string, string> {
  const query: Record<string, string> = {};
  const all = { ...filters, ...(tab ? { tab } : {}), ...fixed };
  for (const [name, value] of Object.entries(all)) if (value) query[name] = value;
  return query;
}

/** Reads the address of a list page; what is no whole page number or known size falls back. */
export function paramsFromQuery(query: FlatQuery, defaults: ListDefaults = {}): ListParams {
  const size = Number(query['pageSize']);
  const page = Number(query['pageNo']);
  return {
    pageNo: Number.isInteger(page) && page > 0 ? page : 1,
    pageSize: (defaults.pageSizes ?? PAGE_SIZE_OPTIONS).includes(size)
      ? size
      : (defaults.pageSize ?? DEFAULT_PAGE_SIZE),
    column: query['column'] ?? defaults.column,
    order: query['column'] ? (query['order'] === 'asc' ? 'asc' : 'desc') : defaults.order,
    tab: tabOf(query, defaults.tab, defaults.tabs),
    ...(query['view'] ? { view: query['view'] } : {}),
    filters: filtersOf(query, defaults.filters),
  };
}

/** In an address: all states, where the page by itself would start with one of its tabs; all values of a filter. */
const ALL = '*';

/** Filters that an address asks for; those that the page starts with where it asks for nothing of its own. */
function filtersOf(query: FlatQuery, start: ListParams['filters'] = {}): Record<string, string> {
  const named = Object.entries(query).filter(([name, value]) => value && !OWN_KEYS.has(name)) as [string, string][];
  if (named.length === 0 && !query['view']) return { ...start };
  return Object.fromEntries(named.filter(([name, value]) => value !== ALL || !Object.hasOwn(start, name)));
}

/** The filters of an address: nothing where they are those of the start, and a word where they are none at all. */
function namedFilters(
  { filters, view }: Pick<ListParams, 'filters' | 'view'>,
  start: ListParams['filters'] = {},
): Readonly<Record<string, string>> {
  if (view !== undefined) return filters;
  const names = Object.keys(filters);
  if (isStart(filters, start)) return {};
  return names.length > 0 ? filters : Object.fromEntries(Object.keys(start).map((name) => [name, ALL]));
}

/** Whether these are the filters that a list starts with. */
export const isStart = (filters: ListParams['filters'], start: ListParams['filters']): boolean =>
  Object.keys(filters).length === Object.keys(start).length &&
  Object.entries(start).every(([name, value]) => filters[name] === value);

/** The address of a list: only what differs from how the page starts. */
export function queryOfParams(params: ListParams, defaults: ListDefaults = {}): Record<string, string | undefined> {
  const { pageNo, pageSize, column, order, tab, view } = params;
  const isDefaultOrder = column === defaults.column && order === defaults.order;
  return {
    ...namedFilters(params, defaults.filters),
    view,
    tab: tab === defaults.tab ? undefined : (tab ?? ALL),
    pageNo: pageNo === 1 ? undefined : String(pageNo),
    pageSize: pageSize === (defaults.pageSize ?? DEFAULT_PAGE_SIZE) ? undefined : String(pageSize),
    ...(isDefaultOrder ? {} : { column, order }),
  };
}

/** Sets and clears filters; blank values are left out. Any change starts at page 1. */
export function withFilters(params: ListParams, filters: Readonly<Record<string, string | undefined>>): ListParams {
  const stored: Record<string, string> = {};
  for (const [name, value] of Object.entries(filters)) if (value) stored[name] = value;
  return { ...params, pageNo: 1, filters: stored };
}

/** `1-10 共253条`, `1-10 共10000+条`, `共0条`. */
export function totalLine(total: number, totalText: string | undefined, range: [number, number]): string {
  if (total === 0) return '共0条';
  return `${range[0]}-${range[1]} 共${totalText ?? total}条`;
}

/** Tab that an address asks for, where there is such a one; undefined: all states. */
export function tabOf(
  query: FlatQuery,
  fallback: string | undefined,
  tabs: readonly string[] = [],
): string | undefined {
  const { tab } = query;
  if (tab === ALL) return undefined;
  return tab !== undefined && tabs.includes(tab) ? tab : fallback;
}

/** An order of rows. */
export interface Sorted {
  field: string;
  order: 'asc' | 'desc';
}

/** Another tab has its own order, as long as nobody has chosen one. */
export function inTab(
  params: ListParams,
  tab: string | undefined,
  startOf: (tab: string | undefined) => Sorted | null,
): ListParams {
  const start = startOf(params.tab);
  const isChosen = params.column !== start?.field || params.order !== start?.order;
  const next = startOf(tab);
  return { ...params, ...(isChosen ? {} : { column: next?.field, order: next?.order }), tab };
}

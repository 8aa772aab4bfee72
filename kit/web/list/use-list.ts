import { useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { DEFAULT_PAGE_SIZE } from '#kit/model/limits.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Path } from '#kit/model/route.ts';
import type { Row } from '#ui/cells/faces.ts';
import { findLifecycle } from '../declarations.ts';
import { isRefetchedAsNews } from '../live/refetch-as-news.ts';
import { keyOf, refreshResource, useEarlyQuery } from '../query-client.ts';
import { fetchResource } from '../resource-call.ts';
import { useOptionalPage } from '#ui/page/page-context.ts';
import {
  filterRequest,
  inTab,
  isStart,
  listRequest,
  paramsFromQuery,
  queryOfParams,
  tabOf,
  withFilters,
  type FlatQuery,
  type ListParams,
  type Sorted,
} from './list-query.ts';
import { preferredPageSize, likePageSize } from './list-storage.ts';
import { pageSizesOf } from './page-sizes.ts';
import { NOTHING_SELECTED, renewRows, selectRows, type Selection } from './selection.ts';

export interface ListAnswer<R> {
  records: R[];
  total: number;
  /** `10000+` where counting stopped. */
  totalText?: string;
  current: number;
  size: number;
  pages: number;
  /** It was asked because others changed something, not by this person. */
  isNews?: true;
}

export interface UseListOptions {
  /** Lifecycle tab the list starts with; absent = all states. */
  tab?: string | undefined;
  /** Order the list starts with; the declaration's by default. */
  sort?: Sorted | undefined;
  /** Order of single tabs, where another one is of use there. */
  tabSorts?: Readonly<Record<string, Sorted>> | undefined;
  /** Filters the list starts with, where its address asks for none. */
  startFilters?: Readonly<Record<string, string>> | undefined;
  /** Filters the page always applies and never shows. */
  fixed?: FlatQuery | undefined;
  /** Where page, order and filters live: the page's address, or memory (dialogs, pickers). */
  storage?: 'page' | 'memory' | undefined;
  /** First page size; the user's choice is remembered per resource where the list is a page's. */
  pageSize?: number | undefined;
  /** Rows that the window has room for: the page size of a page's list until somebody chooses one. */
  fitting?: number | undefined;
  /** false = ask nothing yet. */
  enabled?: boolean | undefined;
  /** Route that answers the list, where it is not the resource's own. */
  path?: Path | undefined;
}

/** A list without looks: everything a table of a resource needs. See {@link useList}. */
export interface ListHandle<R extends Row = Row> {
  resource: AnyResource;
  params: ListParams;
  /** The page size that fills the window; absent: the list has another one by itself. */
  fitting: number | undefined;
  rows: readonly R[];
  total: number;
  totalText: string | undefined;
  /** The page the server answered: it steps back when the wanted one is gone. */
  pageNo: number;
  /** The rows were asked for because others changed something. */
  isNews: boolean;
  /** Nothing to show yet. */
  isLoading: boolean;
  /** What is shown is being requested again. */
  isFetching: boolean;
  error: Error | null;
  /** Number of documents per tab, when the resource has a lifecycle. */
  counts: Readonly<Record<string, number>> | undefined;
  hasFilters: boolean;
  /** Its filters are those that it starts with. */
  isAtStart: boolean;
  /** What a batch or an export over everything found sends. */
  filter: Readonly<Record<string, string>>;
  setFilters: (filters: Readonly<Record<string, string | undefined>>) => void;
  setTab: (tab: string | undefined) => void;
  setPage: (pageNo: number, pageSize: number) => void;
  setSort: (column: string | undefined, order: 'asc' | 'desc' | undefined) => void;
  /** How the list is sorted before anybody sorts it. */
  startSort: Sorted | null;
  /** Everything at once, e.g. what a view says. */
  setParams: (params: ListParams) => void;
  refresh: () => void;
  selection: Selection<R>;
  selectIds: (ids: readonly string[]) => void;
  selectAllFound: () => void;
  clearSelection: () => void;
}

/**
 * The headless list of a resource: parameters ↔ server data ↔ selection. A list of a page keeps
 * its parameters in the page's address, so that reload, back and links work.
 */
export function useList<R extends Row = Row>(resource: AnyResource, options: UseListOptions = {}): ListHandle<R> {
  const { fixed, enabled = true, path } = options;
  const [params, setParams] = useListParams(resource, options);
  const query = useListData<R>(resource, path, params, fixed, enabled);
  const counts = useCounts(resource, params, fixed, enabled);
  const rows = query.data?.records ?? NO_ROWS;
  const [selection, setSelection] = useState<Selection<R>>(NOTHING_SELECTED);
  const filter = useMemo(() => filterRequest(params, fixed), [params, fixed]);
  const total = query.data?.total ?? 0;
  const totalText = query.data?.totalText;

  /** What is chosen belongs to what was found: another filter or tab lets go of it. */
  const change = (next: ListParams): void => {
    if (next.tab !== params.tab || next.filters !== params.filters) setSelection(NOTHING_SELECTED);
    setParams(next);
  };
  return {
    resource,
    params,
    fitting: options.fitting,
    rows: rows as readonly R[],
    total,
    totalText,
    pageNo: query.data?.current ?? params.pageNo,
    isNews: query.data?.isNews ?? false,
    isLoading: query.isPending && enabled,
    isFetching: query.isFetching,
    error: query.data ? null : query.error,
    counts,
    hasFilters: Object.keys(params.filters).length > 0,
    isAtStart: isStart(params.filters, options.startFilters ?? NO_FILTERS),
    filter,
    setFilters: (filters) => change(withFilters(params, filters)),
    setTab: (tab) => change({ ...inTab(params, tab, (of) => startSort(resource, options, of)), pageNo: 1 }),
    setPage: (pageNo, pageSize) => {
      if (pageSize !== params.pageSize && options.storage === 'page')
        likePageSize(resource, pageSize === options.fitting ? null : pageSize);
      change({ ...params, pageNo: pageSize === params.pageSize ? pageNo : 1, pageSize });
    },
    setSort: (column, order) => change({ ...params, column, order, pageNo: 1 }),
    startSort: startSort(resource, options, params.tab),
    setParams: change,
    refresh: () => void refreshResource(resource),
    selection: renewRows(selection, rows as readonly R[]),
    selectIds: (ids) => setSelection(selectRows(selection, ids, rows as readonly R[])),
    selectAllFound: () => setSelection({ mode: 'all', filter, total, ...(totalText ? { totalText } : {}) }),
    clearSelection: () => setSelection(NOTHING_SELECTED),
  };
}

const startSort = (
  { sort }: AnyResource,
  options: Pick<UseListOptions, 'sort' | 'tabSorts'>,
  tab: string | undefined,
): Sorted | null => options.tabSorts?.[tab ?? ''] ?? options.sort ?? (sort as Sorted | undefined) ?? null;

const NO_ROWS: readonly never[] = [];
const NO_FILTERS: Readonly<Record<string, string>> = {};

function useListParams(
  resource: AnyResource,
  { tab, storage = 'memory', pageSize, fitting, sort, tabSorts, startFilters }: UseListOptions,
): [ListParams, (params: ListParams) => void] {
  const page = useOptionalPage();
  const isOfPage = storage === 'page' && page !== null;
  const tabs = useMemo(() => Object.keys(findLifecycle(resource)?.tabs ?? {}), [resource]);
  const defaultsIn = useMemo(() => {
    const same = {
      tab,
      tabs,
      filters: startFilters ?? NO_FILTERS,
      pageSize: pageSize ?? (isOfPage ? (preferredPageSize(resource) ?? fitting) : undefined) ?? DEFAULT_PAGE_SIZE,
      pageSizes: pageSizesOf(resource).options,
    };
    return (at: string | undefined) => {
      const start = startSort(resource, { sort, tabSorts }, at);
      return { ...same, column: start?.field, order: start?.order };
    };
    // The first order is that of when the list was opened.
    // eslint-disable-next-line react-hooks/exhaustive-deps
  }, [tab, pageSize, fitting, resource]);
  const [memory, setMemory] = useState<ListParams>(() => paramsFromQuery({}, defaultsIn(tab)));
  const pageQuery = page?.query;
  const fromPage = useMemo(
    () => (isOfPage && pageQuery ? paramsFromQuery(pageQuery, defaultsIn(tabOf(pageQuery, tab, tabs))) : null),
    [isOfPage, pageQuery, defaultsIn, tab, tabs],
  );
  if (fromPage && page) return [fromPage, (next) => page.setQuery(queryOfParams(next, defaultsIn(next.tab)))];
  return [memory, setMemory];
}

function useListData<R>(
  resource: AnyResource,
  path: Path | undefined,
  params: ListParams,
  fixed: FlatQuery | undefined,
  enabled: boolean,
) {
  const request = listRequest(params, fixed);
  return useEarlyQuery<ListAnswer<R>>({
    queryKey: keyOf(resource, 'list', request),
    queryFn: ({ signal }) => {
      const isNews = isRefetchedAsNews();
      const answer = fetchResource<ListAnswer<R>>(resource, 'list', request, { signal, path });
      return isNews ? answer.then((page) => ({ ...page, isNews })) : answer;
    },
    enabled,
    // Another page or order keeps the old rows in place; another tab never shows rows of the last.
    placeholderData: (old, query) =>
      (query?.queryKey[2] as Record<string, string> | undefined)?.['tab'] === request['tab'] ? old : undefined,
  });
}

function useCounts(
  resource: AnyResource,
  params: ListParams,
  fixed: FlatQuery | undefined,
  enabled: boolean,
): Readonly<Record<string, number>> | undefined {
  const request = filterRequest({ filters: params.filters }, fixed);
  const { data } = useQuery({
    queryKey: keyOf(resource, 'counts', request),
    queryFn: ({ signal }) => fetchResource<Record<string, number>>(resource, 'counts', request, { signal }),
    enabled: enabled && findLifecycle(resource) !== undefined,
    placeholderData: (old) => old,
  });
  return data;
}

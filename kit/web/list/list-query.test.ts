import { expect, test } from 'vitest';
import { LARGE_PAGE_SIZE_OPTIONS } from '#kit/model/limits.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  filterRequest,
  inTab,
  listRequest,
  paramsFromQuery,
  queryOfParams,
  totalLine,
  withFilters,
} from './list-query.ts';
import { pageSizesOf } from './page-sizes.ts';

const start = {
  tab: 'pending',
  tabs: ['pending', 'shipped'],
  pageSize: 20,
  column: 'createTime',
  order: 'desc' as const,
};

test('a request carries page, order, tab and filters; what the page fixes wins', () => {
  const params = {
    ...paramsFromQuery({}, start),
    pageNo: 3,
    filters: { code: '*a*', status: 'x' },
  };
  expect(listRequest(params, { status: 'enabled', shop: undefined })).toEqual({
    pageNo: '3',
    pageSize: '20',
    column: 'createTime',
    order: 'desc',
    tab: 'pending',
    code: '*a*',
    status: 'enabled',
  });
});

test('a batch over everything found sends the filter without page and order', () => {
  const params = withFilters(paramsFromQuery({ pageNo: '4' }, start), { po: 'a,b', note: '' });
  expect(filterRequest(params, { accountId: '7' })).toEqual({
    tab: 'pending',
    po: 'a,b',
    accountId: '7',
  });
});

test('an address read back gives the same list; only what differs from the start stands in it', () => {
  expect(queryOfParams(paramsFromQuery({}, start), start)).toEqual({});
  const params = {
    pageNo: 2,
    pageSize: 30,
    column: 'total',
    order: 'asc' as const,
    tab: 'shipped',
    filters: { po: '*1*', shipBy_begin: '2026-11-01' },
  };
  const query = queryOfParams(params, start);
  expect(paramsFromQuery(query, start)).toEqual(params);
});

test('all states can be asked for where the page starts with one tab', () => {
  const params = { ...paramsFromQuery({}, start), tab: undefined };
  const query = queryOfParams(params, start);
  expect(paramsFromQuery(query, start).tab).toBeUndefined();
});

test('nonsense in an address falls back', () => {
  // Lists offer 10, 20 and 30 rows.
  expect(paramsFromQuery({ pageSize: '50' }, start).pageSize).toBe(20);
  const large = { pageSize: 30, pageSizes: LARGE_PAGE_SIZE_OPTIONS };
  expect(paramsFromQuery({ pageSize: '50' }, large).pageSize).toBe(50);
  expect(paramsFromQuery({ pageSize: '60' }, large).pageSize).toBe(30);
  const params = paramsFromQuery({ pageNo: '-3', pageSize: '7', order: 'asc' }, start);
  expect(params).toMatchObject({ pageNo: 1, pageSize: 20, column: 'createTime', order: 'desc' });
});

test('a list that starts with a filter has it until its address asks for something of its own', () => {
  const asking = { ...start, filters: { gap: 'differs' } };
  const read = (query: Record<string, string | undefined>) => paramsFromQuery(query, asking);
  expect(read({}).filters).toEqual({ gap: 'differs' });
  expect(queryOfParams(read({}), asking)).toEqual({});
  expect(read({ pageNo: '2', column: 'code' }).filters).toEqual({ gap: 'differs' });
  // Another filter, none at all, and the same beside another are kept by the address as they are.
  for (const filters of [{ gap: 'same' }, { code: 'a' }, {}, { gap: 'differs', code: 'a' }]) {
    const query = queryOfParams({ ...read({}), filters }, asking);
    expect(read(query).filters).toEqual(filters);
  }
  // What a view says stands, also where it says that nothing is filtered.
  expect(read({ view: 'v1' }).filters).toEqual({});
  expect(queryOfParams({ ...read({}), view: 'v1', filters: {} }, asking)).toEqual({ view: 'v1' });
});

test('another filter starts at the first page and drops what is blank', () => {
  const params = { ...paramsFromQuery({}, start), pageNo: 9 };
  expect(withFilters(params, { a: '1', b: '', c: undefined })).toMatchObject({
    pageNo: 1,
    filters: { a: '1' },
  });
});

test('the total reads as the spec has it, capped or not', () => {
  covers('§9 paging');
  expect(totalLine(253, undefined, [11, 20])).toBe('11-20 共253条');
  expect(totalLine(10000, '10000+', [1, 10])).toBe('1-10 共10000+条');
  expect(totalLine(0, undefined, [0, 0])).toBe('共0条');
});

test('a ledger begins with thirty rows a page, everything else with what fills the window', () => {
  covers('§9 thirty rows');
  const of = (kind: AnyResource['kind']) => pageSizesOf({ kind } as AnyResource);
  expect(of('ledger')).toEqual({ start: 30, options: [10, 20, 30, 50, 100, 200] });
  expect(of('register')).toEqual({ start: null, options: [10, 20, 30, 50, 100, 200] });
  expect(of('document')).toEqual(of('register'));
});

test('a tab has its own order until somebody chooses one', () => {
  const startOf = (tab: string | undefined) =>
    tab === 'open' ? ({ field: 'leaveBy', order: 'asc' } as const) : ({ field: 'createTime', order: 'desc' } as const);
  const open = { pageNo: 1, pageSize: 10, filters: {}, tab: 'open' };
  const started = { ...open, column: 'leaveBy', order: 'asc' } as const;
  expect(inTab(started, 'done', startOf)).toMatchObject({
    tab: 'done',
    column: 'createTime',
    order: 'desc',
  });
  const chosen = { ...open, column: 'total', order: 'asc' } as const;
  expect(inTab(chosen, 'done', startOf)).toMatchObject({ column: 'total', order: 'asc' });
});

test('an address that asks for a tab that is not there opens the list where it starts', () => {
  expect(paramsFromQuery({ tab: 'gone' }, start).tab).toBe('pending');
  expect(paramsFromQuery({ tab: '*' }, start).tab).toBeUndefined();
  expect(paramsFromQuery({ tab: 'gone' }, { tabs: ['open'] }).tab).toBeUndefined();
  // What the address asks for beside it stays.
  expect(paramsFromQuery({ tab: 'gone', status: 'new' }, start).filters).toEqual({ status: 'new' });
});

import type { SavedQuery } from '#kit/model/advanced-query.ts';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { cachedQueries, cacheQueries, mergeQueries } from './saved-query-cache.ts';

const LIST = 'catalog:sku';
const KEY = `pro__JSuperQuerySaved_${LIST}`;
const ME = '1 me';

let stored: Map<string, string>;
beforeEach(() => {
  stored = new Map();
  vi.stubGlobal('localStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, text: string) => void stored.set(key, text),
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
});

const query = (name: string, about: Partial<SavedQuery> = {}): SavedQuery => ({
  name,
  matchType: 'and',
  conditions: [{ field: 'code', rule: 'eq', val: name, type: 'string' }],
  ...about,
});

test('queries are kept under the key of the base, per list and for one person in one tenant', () => {
  const mine = [query('甲', { id: 'a' }), query('乙', { matchType: 'or' })];
  expect(cacheQueries(LIST, ME, mine)).toBe(true);
  expect([...stored.keys()]).toEqual([KEY]);
  expect(cachedQueries(LIST, ME)).toEqual(mine);
  expect(cachedQueries('catalog:product', ME)).toEqual([]);
  expect(cachedQueries(LIST, '1 you')).toEqual([]);
  expect(cachedQueries(LIST, '2 me')).toEqual([]);
});

test.each(['{', 'null', '[]', '"x"', '{"owner":"1 me"}', '{"owner":"1 me","queries":{}}'])(
  'what cannot be read is nothing: %s',
  (text) => {
    stored.set(KEY, text);
    expect(cachedQueries(LIST, ME)).toEqual([]);
  },
);

test('a query that is broken is left out, the others stay', () => {
  const good = query('好');
  const queries = [
    null,
    { ...good, name: 7 },
    { ...good, name: ' ' },
    { ...good, conditions: [] },
    { ...good, conditions: '[]' },
    { ...good, conditions: [{ field: 'code', rule: 'constructor', val: 'x' }] },
    { ...good, matchType: 'xor', extra: { deep: 1 } },
  ];
  stored.set(KEY, JSON.stringify({ owner: ME, queries }));
  expect(cachedQueries(LIST, ME)).toEqual([good]);
});

test('a browser that keeps nothing still works', () => {
  vi.stubGlobal('localStorage', {
    getItem: () => {
      throw new Error('denied');
    },
    setItem: () => {
      throw new Error('full');
    },
  });
  expect(cacheQueries(LIST, ME, [query('甲')])).toBe(false);
  // Until the page is left.
  expect(cachedQueries(LIST, ME)).toMatchObject([{ name: '甲' }]);
});

test("the server's list holds, with what waits here in the place of its name", () => {
  const served = [query('甲', { id: 'a' }), query('乙', { id: 'b' })];
  const waiting = [query('乙', { matchType: 'or' }), query('丙')];
  expect(mergeQueries(served, waiting)).toEqual([served[0], waiting[0], waiting[1]]);
  expect(mergeQueries(served, [])).toEqual(served);
});

import { expect, test } from 'vitest';
import { shownAfter, taken, type AnsweredPage, type HeldRows } from './held-rows.ts';

interface Order {
  [key: string]: unknown;
  id: string;
  version: number;
  status: string;
}

const order = (id: string, version = 1, status = 'new'): Order => ({ id, version, status });

const page = (ids: string, changes: Partial<AnsweredPage<Order>> = {}): AnsweredPage<Order> => ({
  key: 'new',
  total: 9,
  pageNo: 1,
  size: 4,
  isNews: true,
  rows: [...ids].map((id) => order(id)),
  ...changes,
});

const rules = (own = '') => ({
  now: 5,
  isOwn: (id: string) => own.includes(id),
  isElsewhere: ({ status }: Order) => status !== 'new',
});

const seen = ({ rows, news, waiting }: HeldRows<Order>) => ({
  ids: rows.map(({ id }) => id).join(''),
  news: Object.fromEntries([...news].map(([id, { kind }]) => [id, kind])),
  waiting,
});

const after = (before: string, ...answers: AnsweredPage<Order>[]) =>
  seen(answers.reduce((held, answer) => shownAfter(held, answer, rules()), taken(page(before, { isNews: false }))));

test('what somebody else changed stands in its place, with its new values', () => {
  const changed = page('abcd', { rows: ['b', 'a', 'c', 'd'].map((id) => order(id, 1)) });
  expect(after('abcd', changed)).toEqual({ ids: 'abcd', news: {}, waiting: 0 });
  const other = { ...changed, rows: [order('b', 2), order('a'), order('c'), order('d')] };
  const held = shownAfter(taken(page('abcd', { isNews: false })), other, rules());
  expect(seen(held)).toEqual({ ids: 'abcd', news: { b: 'changed' }, waiting: 0 });
  expect(held.rows[1]?.version).toBe(2);
});

test('a row that left stays as one that is gone, whatever moves up into its place', () => {
  expect(after('abcd', page('acde'))).toEqual({ ids: 'abcd', news: { b: 'gone' }, waiting: 0 });
  expect(after('abc', page('ab'))).toEqual({ ids: 'abc', news: { c: 'gone' }, waiting: 0 });
  expect(after('ab', page(''))).toEqual({ ids: 'ab', news: { a: 'gone', b: 'gone' }, waiting: 0 });
});

test('new rows above wait; those that they push to the next page are not gone', () => {
  expect(after('abcd', page('xyab'))).toEqual({ ids: 'abcd', news: {}, waiting: 2 });
  expect(after('abcd', page('xacd'))).toEqual({ ids: 'abcd', news: { b: 'gone' }, waiting: 1 });
  expect(after('abcd', page('xyab'), page('zxya'))).toEqual({ ids: 'abcd', news: {}, waiting: 3 });
});

test('a new row below all others comes at once where the page has room', () => {
  const short = taken(page('ab', { total: 2, isNews: false }));
  expect(seen(shownAfter(short, page('abc', { total: 3 }), rules()))).toEqual({
    ids: 'abc',
    news: { c: 'new' },
    waiting: 0,
  });
});

test('rows of a later page that moved to the one before are not gone', () => {
  const later = page('bcde', { pageNo: 2 });
  const before = taken(page('abcd', { pageNo: 2, isNews: false }));
  expect(seen(shownAfter(before, later, rules()))).toEqual({ ids: 'abcd', news: {}, waiting: 0 });
  const grown = page('zabc', { pageNo: 2, total: 10 });
  expect(seen(shownAfter(before, grown, rules())).waiting).toBe(1);
});

test('a row whose own state belongs elsewhere is gone before the server has said so', () => {
  const reported = page('', { rows: [order('a'), order('b', 2, 'accepted')] });
  expect(after('ab', reported)).toEqual({ ids: 'ab', news: { b: 'gone' }, waiting: 0 });
});

test('what this window changed leaves by itself, unmarked', () => {
  const before = taken(page('abcd', { isNews: false }));
  const left = shownAfter(before, page('acde'), rules('b'));
  expect(seen(left)).toEqual({ ids: 'acde', news: {}, waiting: 0 });
  const changed = page('', { rows: [order('a'), order('b', 2), order('c'), order('d')] });
  expect(seen(shownAfter(before, changed, rules('b'))).news).toEqual({});
});

test('what this person asks for is shown as it is answered', () => {
  const held = shownAfter(taken(page('abcd', { isNews: false })), page('xacd'), rules());
  const own = shownAfter(held, page('xacd', { isNews: false }), rules());
  expect(seen(own)).toEqual({ ids: 'xacd', news: {}, waiting: 0 });
  const another = shownAfter(held, page('m', { key: 'accepted' }), rules());
  expect(seen(another)).toEqual({ ids: 'm', news: {}, waiting: 0 });
  const first = shownAfter(taken(page('', { isNews: false })), page('ab'), rules());
  expect(seen(first)).toEqual({ ids: 'ab', news: {}, waiting: 0 });
});

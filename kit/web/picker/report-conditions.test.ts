import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { ReportQuery } from '#kit/model/report.ts';
import { askedFilters, reportConditions, typedFilters } from './report-conditions.ts';

const query = (view: string, more: Partial<ReportQuery> = {}): ReportQuery => ({
  label: '条件',
  field: 'one',
  mode: 'single',
  view,
  ...more,
});

const kindOf = (view: string, more: Partial<ReportQuery> = {}): string | undefined =>
  reportConditions([query(view, more)], {})[0]?.field.kind;

test.each(['text', 'flag', 'date', 'datetime', 'length', 'weight', 'money', 'quantity'])(
  'a condition of view %s is asked as a list asks for it',
  (view) => {
    covers('§7 popup reports');
    expect(kindOf(view)).toBe(view);
  },
);

test('codes are chosen from the list that came with the columns', () => {
  const options = {
    one: [
      { value: 'b', text: '乙' },
      { value: 'a', text: '甲' },
    ],
  };
  const [condition] = reportConditions([query('list', { dictCode: 'ab' })], options);
  expect(condition?.field).toMatchObject({
    kind: 'choice',
    title: '条件',
    dict: { code: 'ab', items: { a: '甲', b: '乙' } },
  });
});

test('a link is chosen from what it points to', () => {
  const [condition] = reportConditions([query('link', { to: 'system:category' })], {});
  expect(condition?.field).toMatchObject({ kind: 'link', to: 'system:category' });
});

test('what nobody could answer or choose is not asked', () => {
  for (const view of ['list', 'link', 'secret', 'sealed', 'json'])
    expect(reportConditions([query(view)], {})).toEqual([]);
});

test('an unknown view is a text, or a number where it has two ends', () => {
  expect([kindOf('search'), kindOf('toString')]).toEqual(['text', 'text']);
  expect(kindOf('int', { mode: 'group' })).toBe('integer');
});

test('the server says which conditions wait behind the unfolding', () => {
  const folded = reportConditions([query('text'), query('text', { hidden: '1' })], {});
  expect(folded.map(({ isFolded }) => isFolded)).toEqual([false, true]);
});

test('a condition with a default that is cleared is asked to bind nothing, and stands blank in its box', () => {
  const queries = [query('date', { field: 'begin', value: '2026-11-01' }), query('text', { field: 'shop' })];
  const asked = askedFilters(queries, { end: '2026-12-01' });
  expect(asked).toEqual({ begin: '*', end: '2026-12-01' });
  expect(typedFilters(asked)).toEqual({ end: '2026-12-01' });
  expect(askedFilters(queries, { begin: '2026-11-05' })).toEqual({ begin: '2026-11-05' });
});

import { expect, test } from 'vitest';
import { NOTHING_SELECTED, renewRows, selectedCount, selectRows, tickedIds, type Selection } from './selection.ts';

interface Line {
  id: string;
  version: number;
}
const row = (id: string, version = 1): Line => ({ id, version });
const [a, b, c] = [row('a'), row('b'), row('c')];

test('rows stay chosen over pages', () => {
  const first = selectRows<Line>(NOTHING_SELECTED, ['a'], [a, b]);
  const second = selectRows(first, ['a', 'c'], [c]);
  expect(second).toEqual({ mode: 'rows', rows: [a, c] });
  expect(selectedCount(second)).toBe(2);
});

test('unticking on another page lets go of that row only', () => {
  const both: Selection<Line> = { mode: 'rows', rows: [a, c] };
  expect(selectRows(both, ['a'], [c])).toEqual({ mode: 'rows', rows: [a] });
});

test('everything found counts all and ticks every row on the screen', () => {
  const all: Selection<Line> = { mode: 'all', filter: { tab: 'x' }, total: 253 };
  expect(selectedCount(all)).toBe(253);
  expect(tickedIds(all, [a, b])).toEqual(['a', 'b']);
});

test('unticking one of everything falls back to the rows still ticked on the screen', () => {
  const all: Selection<Line> = { mode: 'all', filter: {}, total: 253 };
  expect(selectRows(all, ['a'], [a, b])).toEqual({ mode: 'rows', rows: [a] });
});

test('chosen rows take the version that was read last', () => {
  const chosen: Selection<Line> = { mode: 'rows', rows: [a, c] };
  const renewed = renewRows(chosen, [row('a', 2), b]);
  expect(renewed).toEqual({ mode: 'rows', rows: [row('a', 2), c] });
  expect(renewRows(chosen, [b])).toBe(chosen);
});

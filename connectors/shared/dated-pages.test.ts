import { expect, test } from 'vitest';
import { turnPage } from './dated-pages.ts';
import type { PagePosition, PageRow } from './dated-pages.ts';

const LIMITS = { base: 25, max: 200 };

/** A channel of rows: cut at the asked limit and at its own cap, oldest first, start included. */
function channel(rows: PageRow[], cap: number) {
  const sorted = [...rows].sort((a, b) => (a.at ?? 0) - (b.at ?? 0) || (a.key < b.key ? -1 : 1));
  return (position: PagePosition): PageRow[] =>
    sorted
      .filter(({ at }) => position.from === null || at === null || at >= position.from)
      .slice(0, Math.min(position.limit, cap));
}

function readAll(ask: (position: PagePosition) => PageRow[]) {
  const keys: string[] = [];
  let position: PagePosition | null = { from: null, limit: LIMITS.base, seen: [], held: null };
  let held: number | null = null;
  let calls = 0;
  while (position !== null) {
    if (++calls > 500) throw new Error('the pages never end');
    const rows = ask(position);
    const { fresh, next } = turnPage(position, rows, LIMITS);
    keys.push(...fresh.map((index) => rows[index]?.key ?? ''));
    held = next?.held ?? held;
    position = next;
  }
  return { keys, held, calls };
}

const rowsAt = (at: number, count: number, name: string): PageRow[] =>
  Array.from({ length: count }, (_, i) => ({ key: `${name}${String(i).padStart(3, '0')}`, at }));

test('every row once, whatever the page edges cut through', () => {
  for (let same = 1; same <= 40; same++) {
    const rows = [
      ...Array.from({ length: 13 }, (_, i) => ({ key: `a${i}`, at: 100 + i })),
      ...rowsAt(500, same, 'b'),
      ...Array.from({ length: 31 }, (_, i) => ({ key: `c${i}`, at: 600 + i })),
    ];
    const { keys } = readAll(channel(rows, 2000));
    expect(keys.length).toBe(rows.length);
    expect(new Set(keys).size).toBe(rows.length);
  }
});

test('no rows end at once', () => {
  expect(readAll(channel([], 25))).toEqual({ keys: [], held: null, calls: 1 });
});

test('exactly a page at one instant ends, and leaves nothing out', () => {
  const { keys } = readAll(channel(rowsAt(100, 25, 'a'), 25));
  expect(keys.length).toBe(25);
});

test('an instant with more rows than the limit raises the limit', () => {
  const { keys, held } = readAll(channel([...rowsAt(100, 130, 'a'), ...rowsAt(200, 3, 'b')], 2000));
  expect(keys.length).toBe(133);
  expect(held).toBeNull();
});

test('behind a crowded instant pages are asked for as before', () => {
  const ask = channel([...rowsAt(100, 130, 'a'), ...rowsAt(200, 3, 'b')], 2000);
  const requests: PagePosition[] = [];
  readAll((position) => {
    requests.push(position);
    return ask(position);
  });
  expect(Math.max(...requests.map(({ limit }) => limit))).toBe(LIMITS.max);
  expect(requests.at(-1)).toMatchObject({ from: 200, limit: LIMITS.base });
});

test('a channel that cuts pages below a crowded instant is stepped over, later rows still come', () => {
  const crowded = channel([...rowsAt(100, 40, 'a'), ...rowsAt(200, 3, 'b')], 25);
  const { keys, held } = readAll(crowded);
  expect(keys.filter((key) => key.startsWith('a')).length).toBe(25);
  expect(keys.filter((key) => key.startsWith('b')).length).toBe(3);
  // The cursor stays there: once the first 25 are answered they leave the queue.
  expect(held).toBe(100);
});

test('of several instants that were stepped over the next pull begins with the first', () => {
  const crowded = channel([...rowsAt(100, 40, 'a'), ...rowsAt(200, 40, 'b')], 25);
  expect(readAll(crowded).held).toBe(100);
});

test('a channel that knows its dates by the second is stepped over as well', () => {
  const rows = [...rowsAt(5_000, 40, 'a'), ...rowsAt(5_400, 3, 'b'), ...rowsAt(9_000, 3, 'c')];
  const exact = channel(rows, 25);
  const ask = (position: PagePosition): PageRow[] =>
    exact({
      ...position,
      from: position.from === null ? null : Math.floor(position.from / 1000) * 1000,
    });
  const { keys, held } = readAll(ask);
  expect(keys.filter((key) => key.startsWith('c'))).toHaveLength(3);
  expect(new Set(keys).size).toBe(keys.length);
  expect(held).toBe(5_000);
});

test('a channel that always shows its first page ends, with what it gave held open', () => {
  const rows = rowsAt(100, 40, 'a');
  const { keys, held } = readAll(({ limit }) => rows.slice(0, Math.min(limit, 25)));
  expect(new Set(keys).size).toBe(25);
  expect(held).toBe(100);
});

test('repeated and out-of-order rows come once', () => {
  const rows = Array.from({ length: 60 }, (_, i) => ({ key: `k${i}`, at: 100 + i }));
  const ask = channel(rows, 25);
  const { keys } = readAll((position) => {
    const page = ask(position).reverse();
    return [...page, ...page.slice(0, 2)];
  });
  expect(keys.length).toBe(60);
  expect(new Set(keys).size).toBe(60);
});

test('rows without a date are given once and never hold the pages up', () => {
  const rows: PageRow[] = [{ key: 'x', at: null }, ...rowsAt(100, 3, 'a')];
  const { keys } = readAll(channel(rows, 25));
  expect([...keys].sort()).toEqual(['a000', 'a001', 'a002', 'x']);
  expect(readAll(channel([{ key: 'x', at: null }], 25)).keys).toEqual(['x']);
  // A whole page of them hides nothing that stands behind it.
  const undated = Array.from({ length: 30 }, (_, i): PageRow => ({ key: `x${i}`, at: null }));
  expect(readAll(channel([...undated, ...rowsAt(100, 3, 'a')], 2000)).keys).toHaveLength(33);
});

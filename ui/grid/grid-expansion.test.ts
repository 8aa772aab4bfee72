import { beforeEach, expect, test, vi } from 'vitest';
import { GridExpansion } from './grid-expansion.ts';
import { GridStore } from './grid-store.ts';
import { GridTree } from './grid-tree.ts';
import { GridView } from './grid-view.ts';

const PLAIN = { columnOf: () => undefined, textOf: () => '' };

const HEIGHT = 40;

let store: GridStore;
let expansion: GridExpansion;
const heard = vi.fn<(row: { id: string }, isOpen: boolean) => void>();

beforeEach(() => {
  heard.mockClear();
  store = new GridStore();
  expansion = new GridExpansion(store, new GridTree(store, new GridView(store, PLAIN), () => undefined));
  expansion.settings = {
    render: () => null,
    canExpand: ({ id }) => id !== 'r9',
    onExpand: heard,
  };
  store.load(Array.from({ length: 10 }, (_, at) => ({ id: `r${at}` })));
});

const open = (id: string, height: number): void => {
  expansion.set(id, true);
  expansion.measure(id, height);
};
const tops = (): number[] => store.rows.map((_, index) => expansion.topOf(index, HEIGHT));

test('rows stand where they would, plus what is opened before them', () => {
  expect(tops()).toEqual([0, 40, 80, 120, 160, 200, 240, 280, 320, 360]);
  open('r4', 100);
  open('r1', 30);
  expect(tops()).toEqual([0, 40, 110, 150, 190, 330, 370, 410, 450, 490]);
  expect(expansion.total).toBe(130);
  expansion.measure('r1', 50);
  expect(expansion.topOf(9, HEIGHT)).toBe(510);
  expansion.set('r4', false);
  expect([expansion.topOf(9, HEIGHT), expansion.total]).toEqual([410, 50]);
});

test('every height belongs to the row there, what is opened below it included', () => {
  open('r1', 30);
  open('r4', 100);
  for (let y = 0; y < 10 * HEIGHT + 130; y += 1) {
    const index = expansion.indexAt(y, HEIGHT);
    expect(expansion.topOf(index, HEIGHT)).toBeLessThanOrEqual(y);
    expect(expansion.topOf(index + 1, HEIGHT)).toBeGreaterThan(y);
  }
});

test('it goes with its row, and comes back with it', () => {
  open('r4', 100);
  store.move('r4', 0);
  expect(expansion.topOf(1, HEIGHT)).toBe(140);
  store.remove(new Set(['r4']));
  expect(expansion.total).toBe(0);
  expect(expansion.rowOf('r4')).toBeUndefined();
  store.undo();
  expect(expansion.topOf(1, HEIGHT)).toBe(140);
});

test('a closed row keeps what is below it until its row is gone for good', () => {
  open('r1', 30);
  open('r2', 30);
  expansion.toggle('r1');
  expect(expansion.kept).toEqual(['r1', 'r2']);
  expect(heard.mock.calls.map(([{ id }, isOpen]) => [id, isOpen])).toEqual([
    ['r1', true],
    ['r2', true],
    ['r1', false],
  ]);
  store.load([{ id: 'r2' }, { id: 'r3' }]);
  expansion.forgetGone();
  expect(expansion.kept).toEqual(['r2']);
  expect(tops()).toEqual([0, 70]);
});

test('a row with nothing below it does not open', () => {
  expansion.set('r9', true);
  expect([expansion.isOpen('r9'), expansion.stateOf({ id: 'r9' })]).toEqual([false, null]);
  expect(expansion.kept).toEqual([]);
});

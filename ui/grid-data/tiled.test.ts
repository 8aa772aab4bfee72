import { expect, test } from 'vitest';
import { tiled } from './tiled.ts';

const BLOCK = [
  ['a', 'b'],
  ['c', 'd'],
];

test('a block fills a selection that is a multiple of it', () => {
  expect(tiled(BLOCK, 4, 2)).toEqual([...BLOCK, ...BLOCK]);
  expect(tiled(BLOCK, 4, 4)[3]).toEqual(['c', 'd', 'c', 'd']);
  expect(tiled([['x']], 2, 3)).toEqual([
    ['x', 'x', 'x'],
    ['x', 'x', 'x'],
  ]);
});

test('else it stands once, as large as it is', () => {
  expect(tiled(BLOCK, 3, 1)).toEqual(BLOCK);
  expect(tiled(BLOCK, 1, 1)).toEqual(BLOCK);
  expect(tiled([['a'], ['b', 'c']], 1, 1)).toEqual([
    ['a', undefined],
    ['b', 'c'],
  ]);
  expect(tiled([], 4, 4)).toEqual([]);
});

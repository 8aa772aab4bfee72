import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { bringToFront } from './alive-pages.ts';

const free = (): boolean => false;

test('the page in front is the first, none is lost below the limit', () => {
  expect(bringToFront(['a', 'b'], 'c', free, 3)).toEqual(['c', 'a', 'b']);
  expect(bringToFront(['c', 'a', 'b'], 'b', free, 3)).toEqual(['b', 'c', 'a']);
});

test('beyond the limit the one that was left longest ago goes', () => {
  covers('§2 keep-alive');
  expect(bringToFront(['c', 'b', 'a'], 'd', free, 3)).toEqual(['d', 'c', 'b']);
});

test('a page with unsaved work stays, another goes in its place', () => {
  expect(bringToFront(['c', 'b', 'a'], 'd', (key) => key === 'a', 3)).toEqual(['d', 'c', 'a']);
  expect(bringToFront(['c', 'b', 'a'], 'd', () => true, 3)).toEqual(['d', 'c', 'b', 'a']);
});

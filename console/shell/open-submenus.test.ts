import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { MenuEntry } from './menu.ts';
import { openSubmenus } from './open-submenus.ts';

const entry = (key: string, children: MenuEntry[] = []): MenuEntry => ({
  key,
  title: key,
  icon: null,
  url: null,
  children,
});
const entries = [entry('/a', [entry('/a/b', [entry('/a/b/c')])]), entry('/d', [entry('/d/e')])];

test('opening a root closes the other with all that is open in it', () => {
  covers('§4 open submenus');
  expect(openSubmenus(entries, ['/a', '/a/b'], ['/a', '/a/b', '/d'])).toEqual(['/d']);
});

test('opening a submenu of the open root keeps the root; closing closes just that', () => {
  expect(openSubmenus(entries, ['/a'], ['/a', '/a/b'])).toEqual(['/a', '/a/b']);
  expect(openSubmenus(entries, ['/a', '/a/b'], ['/a'])).toEqual(['/a']);
  expect(openSubmenus(entries, ['/a'], [])).toEqual([]);
});

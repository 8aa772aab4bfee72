import { expect, test } from 'vitest';
import type { MenuEntry } from './menu.ts';
import { mostUsed, withUse, type PageUses } from './used-pages.ts';

const entry = (key: string, children: MenuEntry[] = []): MenuEntry => ({
  key,
  title: key,
  icon: null,
  url: null,
  children,
});
const MENU = [entry('/home'), entry('/orders', [entry('/orders/a'), entry('/orders/b')])];

test('pages used most often come first, pages never used not at all', () => {
  const uses = { '/orders/b': 3, '/home': 1, '/orders': 9, '/gone': 5 };
  expect(mostUsed(MENU, uses, 6).map(({ key }) => key)).toEqual(['/orders/b', '/home']);
  expect(mostUsed(MENU, uses, 1).map(({ key }) => key)).toEqual(['/orders/b']);
  expect(mostUsed(MENU, {}, 6)).toEqual([]);
});

test('what was used long ago gives way to what is used now', () => {
  let uses: PageUses = { '/home': 40 };
  for (let n = 0; n < 200; n++) uses = withUse(uses, '/orders/a');
  expect(uses['/orders/a']).toBeLessThan(64);
  expect(uses['/home'] ?? 0).toBeLessThan(10);
});

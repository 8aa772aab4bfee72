import { expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import type { MenuEntry } from './menu.ts';
import { searchMenu } from './menu-search.ts';

const entry = (title: string, children: MenuEntry[] = []): MenuEntry => ({
  key: `/${title}`,
  title,
  icon: null,
  url: null,
  children,
});
const entries = [
  entry('首页'),
  entry('订单', [entry('全部订单'), entry('待处理'), entry('SKU 订单')]),
  entry('库存', [entry('库存流水'), entry('更深', [entry('订单预占')])]),
];
const titles = (text: string, isPage = (_key: string): boolean => false): string[] =>
  searchMenu(entries, text, isPage).map((hit) => hit.trail);

test('pages are found by any part of their trail, their own titles first', () => {
  expect(titles('订单')).toEqual(['库存 / 更深 / 订单预占', '订单 / 全部订单', '订单 / SKU 订单', '订单 / 待处理']);
  expect(titles('库存 预占')).toEqual(['库存 / 更深 / 订单预占']);
  expect(titles('sku')).toEqual(['订单 / SKU 订单']);
});

test('containers are no hit, unless they are a page themselves', () => {
  covers('§2 menu entries of other kinds');
  expect(titles('更深')).toEqual(['库存 / 更深 / 订单预占']);
  expect(titles('更深', (key) => key === '/更深')[0]).toBe('库存 / 更深');
});

test('nothing typed finds nothing, and a long answer is cut', () => {
  expect(titles('  ')).toEqual([]);
  expect(titles('没有这个')).toEqual([]);
  const many = Array.from({ length: 300 }, (_, at) => entry(`页面${at}`));
  expect(searchMenu(many, '页面', () => false)).toHaveLength(20);
});

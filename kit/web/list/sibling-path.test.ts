import { expect, test } from 'vitest';
import type { PageRoute } from '../pages.ts';
import { findSibling } from './sibling-path.ts';

const route = (path: string, component: string): PageRoute => ({
  path,
  component,
  title: path,
  keepAlive: true,
});
const pending = route('/pending', 'orders/List?tab=pending');
const routes = [
  pending,
  route('/shipping', 'orders/List?tab=shipping'),
  route('/shipped', 'list/orders/so?tab=shipped'),
  route('/other', 'list/orders/remark?tab=cancelled'),
];

test('a status tab leads to the menu page that stands for it', () => {
  expect(findSibling(routes, pending, 'shipping', 'list/orders/so')).toBe('/shipping');
  expect(findSibling(routes, pending, 'shipped', 'list/orders/so')).toBe('/shipped');
});

test('no page of its own, or the page itself: the tab is changed in place', () => {
  expect(findSibling(routes, pending, 'cancelled', 'list/orders/so')).toBeNull();
  expect(findSibling(routes, pending, 'pending', 'list/orders/so')).toBeNull();
});

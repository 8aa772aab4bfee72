import { expect, test } from 'vitest';
import { registerRoutes } from '../pages.ts';
import { detailAddress } from './detail-path.ts';

const order = { module: 'orders', name: 'salesOrder' };
const route = (path: string, component: string) => ({
  path,
  component,
  title: '',
  keepAlive: true,
});

test('a row opens on the generic page until a module offers its own', () => {
  const routes = [route('/orders/:id', 'orders/OrderDetail')];
  expect(detailAddress(order, 'a/b', routes)).toBe('/detail/orders/salesOrder/a%2Fb');
  registerRoutes({ 'orders/OrderDetail': { detailOf: 'orders:salesOrder' } });
  expect(detailAddress(order, 'a/b', routes)).toBe('/orders/a%2Fb');
});

test('without a route to it the generic page stays', () => {
  expect(detailAddress(order, '7', [])).toBe('/detail/orders/salesOrder/7');
});

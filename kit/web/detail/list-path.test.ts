import { expect, test } from 'vitest';
import type { PageRoute } from '../pages.ts';
import { listAddress } from './list-path.ts';

const page = (path: string, component: string): PageRoute => ({
  path,
  component,
  title: path,
  keepAlive: true,
});

test('the way back leads to the list that the menu has of a resource', () => {
  const menu = [
    page('/base/sku', 'list/catalog/sku'),
    page('/orders/pending', 'orders/OrderList?tab=pending'),
    page('/base/adjustment', 'inventory/AdjustmentList'),
  ];
  const own = [page('/detail/catalog/product/:id', 'detail/catalog/product')];
  expect(listAddress('catalog:sku', menu, [...menu, ...own])).toBe('/base/sku');
  // A menu without it leads nowhere: the page is closed instead.
  expect(listAddress('catalog:product', menu, [...menu, ...own])).toBeNull();
});

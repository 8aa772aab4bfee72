import { expect, test } from 'vitest';
import { fulfilmentMenus } from './menus.ts';

const below = (parent: string): string[] =>
  fulfilmentMenus
    .filter((menu) => menu.parent === parent && !menu.hidden)
    .sort((a, b) => a.sort - b.sort)
    .map(({ title }) => title);

test('what the warehouse does with orders stands together, in the order of its work', () => {
  expect(below('/orders')).toEqual(['仓库作业']);
  expect(below('/orders/work')).toEqual(['发货单', '打包台', '波次', '交接清单', '箱子', '面单', '面单调整']);
  expect(below('/orders/setup')).toEqual(['发货设置']);
});

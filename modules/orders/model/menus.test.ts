import { expect, test } from 'vitest';
import { orderMenus } from './menus.ts';

test('订单 shows what is done with orders first, and what is set up once last', () => {
  const below = orderMenus
    .filter(({ parent, hidden }) => parent === '/orders' && !hidden)
    .sort((a, b) => a.sort - b.sort)
    .map(({ title }) => title);
  expect(below.slice(0, 4)).toEqual(['待处理', '待发货', '已发货', '已取消']);
  expect(below.at(-1)).toBe('订单设置');
});

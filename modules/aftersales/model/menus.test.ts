import { expect, test } from 'vitest';
import { orderMenus } from '#modules/orders/model/menus.ts';
import { aftersalesMenus } from './menus.ts';

const below = (parent: string): string[] =>
  aftersalesMenus
    .filter((menu) => menu.parent === parent)
    .sort((a, b) => a.sort - b.sort)
    .map(({ title }) => title);

test('售后 is a group of its own behind 订单, in the order of the work', () => {
  const [orders] = orderMenus;
  const [group] = aftersalesMenus;
  expect(group).toMatchObject({ path: '/aftersales', sort: (orders?.sort ?? 0) + 1 });
  expect(below('/orders')).toEqual([]);
  expect(below('/aftersales').slice(0, 5)).toEqual(['退货', '退货签收台', '退货面单', '退款单（红字）', '配件补发']);
  expect(below('/aftersales').at(-1)).toBe('售后资料');
  expect(below('/aftersales').length).toBeLessThan(13);
});

test('what is set up once stands apart', () => {
  expect(below('/aftersales/setup')).toEqual(['退货原因', '质检表', '退货面单规则', '索赔时限', '售后设置']);
});

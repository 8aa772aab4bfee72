import { expect, test } from 'vitest';
import { writtenFaults } from '#tools/written-names.ts';

const KNOWN = { rights: ['orders:salesOrder:add'], menus: ['/orders/pending'] };
const faults = (path: string, source: string): string[] => writtenFaults([{ path, source }, FRONT_DOOR], KNOWN);
const FRONT_DOOR = { path: 'modules/orders/web/index.tsx', source: "path: '/orders/new'," };

test('a right that a page asks for is declared', () => {
  const page = 'modules/orders/web/order-list.tsx';
  expect(faults(page, "usePermission('orders:salesOrder:add')")).toEqual([]);
  expect(faults(page, "usePermission('orders:salesOrder:ad')")).toEqual([
    `${page}: asks for orders:salesOrder:ad, which is no right`,
  ]);
});

test('an address stands in a menu or in a front door', () => {
  const page = 'modules/orders/web/order-list.tsx';
  expect(faults(page, "open('/orders/pending?status=new'); open('/orders/new')")).toEqual([]);
  expect(faults(page, "open('/orders/nwe')")).toEqual([`${page}: leads to /orders/nwe, which is no page`]);
});

test('so does what a to-do leads to; other files and tests name what they like', () => {
  expect(faults('modules/orders/server/todos.ts', "path: '/orders/pendign'")).toHaveLength(1);
  expect(faults('modules/orders/server/read-order.ts', "path: '/anywhere'")).toEqual([]);
  expect(faults('modules/orders/web/order-list.test.tsx', "open('/nowhere')")).toEqual([]);
});

test('attributes and addresses with a question are read as well', () => {
  const page = 'modules/orders/web/order-holds.tsx';
  expect(faults(page, '<Way permission="orders:salesOrder:ad" />')).toHaveLength(1);
  expect(faults(page, '<Way path="/orders/pendign" />')).toHaveLength(1);
  expect(faults(page, '<Way path={`/orders/pendign?no=${no}`} />')).toHaveLength(1);
  expect(faults(page, 'open(`/orders/pendign?no=${no}`)')).toHaveLength(1);
  expect(faults(page, '<Way path={`/orders/pending?no=${no}`} />; open(`/orders/${id}`)')).toEqual([]);
});

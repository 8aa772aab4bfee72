import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 发货单 and 箱, below the orders (domain.md §11 for the paths). */
export const fulfilmentMenus: readonly DeclaredMenu[] = [
  ...listPages('/orders', [
    ['/orders/shipment', '发货单', 5, 'fulfilment:shipment', 'fulfilment/ShipmentList'],
    ['/orders/box', '箱子', 6, 'fulfilment:box'],
  ]),
  {
    path: '/base/ship-quote',
    title: '运费试算',
    parent: '/logistics',
    component: 'fulfilment/ShipQuote',
    sort: 9.3,
    permission: 'base:shipMethod:list',
    resources: [],
  },
  {
    path: '/orders/pack/:id',
    title: '打包台',
    parent: '/orders',
    component: 'fulfilment/PackingDesk',
    sort: 21,
    permission: 'fulfilment:shipment:list',
    resources: [],
    hidden: true,
  },
];

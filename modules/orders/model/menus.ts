import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** What is set up once for orders and their way out. */
export const ORDER_SETUP = '/orders/setup';

/** 订单, what the warehouse does with them (of fulfilment), and what is set up once (domain.md §11 for the paths). */
export const orderMenus: readonly DeclaredMenu[] = [
  { path: '/orders', title: '订单', icon: 'shopping', sort: 10, redirect: '/orders/pending' },
  ...listPages('/orders', [
    ['/orders/pending', '待处理', 1, 'orders:salesOrder', 'orders/OrderList?tab=pending'],
    ['/orders/shipping', '待发货', 2, 'orders:salesOrder', 'orders/OrderList?tab=shipping'],
    ['/orders/shipped', '已发货', 3, 'orders:salesOrder', 'orders/OrderList?tab=shipped'],
    ['/orders/cancelled', '已取消', 4, 'orders:salesOrder', 'orders/OrderList?tab=cancelled'],
    ['/orders/dispute', '价格争议', 8, 'orders:priceDispute'],
    ['/orders/remark', '备注', 7, 'orders:orderRemark'],
    ['/orders/sales-line', '销售明细', 9, 'orders:salesLine'],
  ]),
  { path: ORDER_SETUP, title: '订单设置', parent: '/orders', sort: 12, redirect: '/rules' },
  {
    path: '/orders/:id',
    title: '订单详情',
    parent: '/orders',
    component: 'orders/OrderDetail',
    sort: 20,
    permission: 'orders:salesOrder:list',
    resources: [],
    hidden: true,
  },
];

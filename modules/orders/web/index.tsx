import type { PageSpecs } from '#kit/web/index.ts';

export { cancelRequestHere, orderDetailFulfilment, unmappedPart } from './order-slots.ts';

/** Pages of the orders module. */
export const pages: PageSpecs = {
  'orders/OrderList': { load: () => import('./order-list.tsx').then(({ OrderList }) => OrderList) },
  'orders/ManualOrder': {
    path: '/orders/new',
    title: '新增订单',
    load: () => import('./manual-order.tsx').then(({ ManualOrder }) => ManualOrder),
  },
  'orders/ManualOrderEdit': {
    path: '/orders/:id/edit',
    title: '编辑草稿',
    load: () => import('./manual-order.tsx').then(({ ManualOrder }) => ManualOrder),
  },
  'orders/OrderDetail': {
    detailOf: 'orders:salesOrder',
    load: () => import('./order-detail.tsx').then(({ OrderDetail }) => OrderDetail),
  },
};

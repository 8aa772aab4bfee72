import type { PageSpecs } from '#kit/web/index.ts';

export { orderDetailFulfilment } from './order-slots.ts';

/** Pages of the orders module. */
export const pages: PageSpecs = {
  'orders/OrderList': { load: () => import('./order-list.tsx').then(({ OrderList }) => OrderList) },
  'orders/OrderDetail': {
    detailOf: 'orders:salesOrder',
    load: () => import('./order-detail.tsx').then(({ OrderDetail }) => OrderDetail),
  },
};

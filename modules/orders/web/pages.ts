import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the orders module. */
export const pages: PageSpecs = {
  'orders/OrderList': { load: () => import('./order-list.tsx').then(({ OrderList }) => OrderList) },
  'orders/ManualOrder': {
    load: () => import('./manual-order.tsx').then(({ ManualOrder }) => ManualOrder),
  },
  'orders/ManualOrderEdit': {
    load: () => import('./manual-order.tsx').then(({ ManualOrder }) => ManualOrder),
  },
  'orders/OrderDetail': {
    load: () => import('./order-detail.tsx').then(({ OrderDetail }) => OrderDetail),
  },
};

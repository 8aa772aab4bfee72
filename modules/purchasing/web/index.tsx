import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the purchasing module; prices are a generic list. */
export const pages: PageSpecs = {
  'purchasing/PurchaseOrderList': {
    load: () => import('./purchase-pages.tsx').then(({ PurchaseOrderList }) => PurchaseOrderList),
  },
  'purchasing/PurchaseOrderDetail': {
    path: '/purchase/order/:id',
    title: '采购单',
    detailOf: 'purchasing:purchaseOrder',
    load: () =>
      import('./purchase-detail.tsx').then(({ PurchaseOrderDetail }) => PurchaseOrderDetail),
  },
};

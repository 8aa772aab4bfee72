import type { PageSpecs } from '#kit/web/index.ts';

/** Pages of the purchasing module; prices are a generic list. */
export const pages: PageSpecs = {
  'purchasing/PurchaseOrderList': {
    load: () => import('./purchase-pages.tsx').then(({ PurchaseOrderList }) => PurchaseOrderList),
  },
  'purchasing/SupplierProductList': {
    load: () => import('./supply/supplier-product-list.tsx').then(({ SupplierProductList }) => SupplierProductList),
  },
  'purchasing/SupplyFeedList': {
    load: () => import('./supply/supply-feed-list.tsx').then(({ SupplyFeedList }) => SupplyFeedList),
  },
  'purchasing/RestockList': {
    load: () => import('./restock-list.tsx').then(({ RestockList }) => RestockList),
  },
  'purchasing/LandedCostList': {
    load: () => import('./landed-pages.tsx').then(({ LandedCostList }) => LandedCostList),
  },
  'purchasing/LandedCostDetail': {
    load: () => import('./landed-detail.tsx').then(({ LandedCostDetail }) => LandedCostDetail),
  },
  'purchasing/SupplierBillList': {
    load: () => import('./bill-pages.tsx').then(({ SupplierBillList }) => SupplierBillList),
  },
  'purchasing/SupplierBillDetail': {
    load: () => import('./bill-detail.tsx').then(({ SupplierBillDetail }) => SupplierBillDetail),
  },
  'purchasing/PaymentList': {
    load: () => import('./payment-pages.tsx').then(({ PaymentList }) => PaymentList),
  },
  'purchasing/PaymentDetail': {
    load: () => import('./payment-pages.tsx').then(({ PaymentDetail }) => PaymentDetail),
  },
  'purchasing/SupplierScoreList': {
    load: () => import('./score-pages.tsx').then(({ SupplierScoreList }) => SupplierScoreList),
  },
  'purchasing/DeliveryList': {
    load: () => import('./score-pages.tsx').then(({ DeliveryList }) => DeliveryList),
  },
  'purchasing/PurchaseOrderDetail': {
    load: () => import('./purchase-detail.tsx').then(({ PurchaseOrderDetail }) => PurchaseOrderDetail),
  },
};

import type { RouteSpecs } from '#kit/web/index.ts';

/** Pages that no menu entry names, and which of them show the row of what. */
export const routes: RouteSpecs = {
  'purchasing/LandedCostDetail': {
    path: '/purchase/landed-cost/:id',
    title: '头程费用分摊',
    detailOf: 'purchasing:landedCost',
  },
  'purchasing/SupplierBillDetail': {
    path: '/purchase/bill/:id',
    title: '应付单',
    detailOf: 'purchasing:supplierBill',
  },
  'purchasing/PaymentDetail': {
    path: '/purchase/payment/:id',
    title: '付款记录',
    detailOf: 'purchasing:billPayment',
  },
  'purchasing/PurchaseOrderDetail': {
    path: '/purchase/order/:id',
    title: '采购单',
    detailOf: 'purchasing:purchaseOrder',
  },
};

import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 采购. */
export const purchasingMenus: readonly DeclaredMenu[] = [
  {
    path: '/purchase',
    title: '采购',
    icon: 'shopping-cart',
    sort: 18,
    redirect: '/purchase/order',
  },
  ...listPages('/purchase', [
    ['/purchase/order', '采购单', 1, 'purchasing:purchaseOrder', 'purchasing/PurchaseOrderList'],
    [
      '/purchase/landed-cost',
      '到岸费用单',
      3,
      'purchasing:landedCost',
      'purchasing/LandedCostList',
    ],
    ['/purchase/bill', '应付单', 4, 'purchasing:supplierBill', 'purchasing/SupplierBillList'],
    ['/purchase/restock', '补货建议', 0.5, 'purchasing:restockAdvice', 'purchasing/RestockList'],
    ['/purchase/price', '供应商报价', 2, 'purchasing:supplierPrice'],
  ]),
];

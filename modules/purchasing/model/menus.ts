import { listPages, settingsMenu, type DeclaredMenu } from '#kit/model/menu.ts';
import { purchaseSettings } from './purchase-settings.ts';

/** 采购, 批发供货. */
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
    ['/purchase/landed-cost', '头程费用分摊', 3, 'purchasing:landedCost', 'purchasing/LandedCostList'],
    ['/purchase/bill', '应付单', 4, 'purchasing:supplierBill', 'purchasing/SupplierBillList'],
    ['/purchase/payment', '付款记录', 5, 'purchasing:billPayment', 'purchasing/PaymentList'],
    ['/purchase/credit', '供应商退款单', 5.5, 'purchasing:supplierCredit'],
    ['/purchase/score', '供应商评分', 6, 'purchasing:supplierScore', 'purchasing/SupplierScoreList'],
    ['/purchase/delivery', '到货明细', 7, 'purchasing:supplierDelivery', 'purchasing/DeliveryList'],
    ['/purchase/account', '付款账户', 8, 'purchasing:payingAccount'],
    ['/purchase/restock', '补货建议', 0.5, 'purchasing:restockAdvice', 'purchasing/RestockList'],
    ['/purchase/price', '供应商报价', 2, 'purchasing:supplierPrice'],
  ]),
  settingsMenu('/purchase', '/purchase/settings', 9, purchaseSettings),
  {
    path: '/supply',
    title: '批发供货',
    icon: 'cloud-download',
    sort: 18.5,
    redirect: '/supply/product',
  },
  ...listPages('/supply', [
    ['/supply/product', '供货产品', 1, 'purchasing:supplierProduct', 'purchasing/SupplierProductList'],
    ['/supply/inventory', '供货库存', 2, 'purchasing:supplierStock'],
    ['/supply/supplier', '供货源', 3, 'purchasing:supplyFeed', 'purchasing/SupplyFeedList'],
    ['/supply/run', '供货运行', 4, 'purchasing:supplyRun'],
  ]),
];

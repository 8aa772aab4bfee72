import { listPages, type DeclaredMenu } from '#kit/model/menu.ts';

/** 基础资料 (domain.md §11 for the paths). */
export const baseMenus: readonly DeclaredMenu[] = [
  { path: '/base', title: '基础资料', icon: 'database', sort: 30, redirect: '/base/inventory' },
  {
    path: '/base/customer',
    title: '客户',
    parent: '/base',
    component: 'base/CustomerList',
    sort: 11,
    permission: 'base:customer:list',
    resources: ['base:customer', 'base:customerContact'],
    keepAlive: true,
  },
  {
    path: '/base/supplier',
    title: '供应商',
    parent: '/base',
    component: 'base/SupplierList',
    sort: 10,
    permission: 'base:supplier:list',
    resources: ['base:supplier', 'base:supplierContact'],
    keepAlive: true,
  },
  ...listPages('/base', [
    ['/base/currency', '币种', 12, 'base:currency', 'base/CurrencyList'],
    ['/base/exchange-rate', '汇率', 13, 'base:exchangeRate', 'base/ExchangeRateList'],
    ['/base/payment-term', '付款条款', 14, 'base:paymentTerm', 'base/PaymentTermList'],
    ['/base/warehouse', '仓库', 8, 'base:warehouse'],
    ['/base/tag', '标签', 15, 'base:tag', 'base/TagList'],
    ['/base/ship-method', '物流渠道', 9, 'base:shipMethod'],
  ]),
  {
    path: '/base/tenant',
    title: '租户',
    parent: '/base',
    component: 'system/OwnTenant',
    sort: 19,
    permission: 'system:ownTenant:list',
    resources: ['system:ownTenant'],
    keepAlive: true,
  },
  {
    path: '/base/file-job',
    title: '导入导出',
    parent: '/base',
    component: 'system/FileJobList',
    sort: 20,
    resources: ['system:fileJob'],
    keepAlive: true,
  },
];

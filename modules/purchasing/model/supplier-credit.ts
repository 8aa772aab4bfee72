import { dict } from '#kit/model/dict.ts';
import { choice, date, link, money, rate, text } from '#kit/model/field.ts';
import { defineLedger } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** 供应商退款单: what a supplier owes us; bills of that supplier and currency are paid with it. */
export const supplierCredit = defineLedger({
  module: 'purchasing',
  name: 'supplierCredit',
  title: '供应商退款单',
  empty: '供应商的索赔登记赔付时选抵应付，在这里成为一张退款单，付应付单时先抵扣。',
  fields: {
    creditNo: text('退款单号', { always: true }),
    supplierId: link('供应商', 'base:supplier', { always: true }),
    warehouseId: link('仓库', 'base:warehouse'),
    refNo: text('来源单号', { always: true }),
    supplierRef: text('对方凭据号'),
    issuedOn: date('日期', { always: true }),
    currency: text('币种', { always: true }),
    amount: money('退款金额', 'currency', { always: true }),
    usedTotal: money('已抵扣', 'currency', { always: true }),
    openTotal: money('可抵扣', 'currency', { always: true }),
    fxRate: rate('汇率', { always: true }),
    baseCurrency: text('本位币', { always: true }),
    baseAmount: money('入账金额', 'baseCurrency', { always: true }),
    usedBase: money('已抵扣入账', 'baseCurrency', { always: true }),
    reverseReason: text('冲销原因'),
    status: choice('状态', dict('supplier_credit_status', { open: '可抵扣', used: '已用完', reversed: '已冲销' }), {
      always: true,
    }),
  },
  label: 'creditNo',
  list: [
    { key: 'creditNo', under: ['refNo'] },
    'status',
    { key: 'supplierId', under: ['supplierRef'] },
    { key: 'amount', under: ['baseAmount'] },
    { key: 'openTotal', under: ['usedTotal'] },
    { key: 'issuedOn', under: ['warehouseId'] },
    'createTime',
  ],
  search: ['creditNo', 'supplierId', 'refNo', 'currency', 'status', 'issuedOn', 'createTime'],
  form: [
    ['creditNo', 'status'],
    ['supplierId', 'supplierRef'],
    ['refNo', 'warehouseId'],
    ['issuedOn', 'fxRate'],
    ['amount', 'baseAmount'],
    ['usedTotal', 'openTotal'],
    ['reverseReason'],
  ],
  scope: { warehouses: 'warehouseId' },
  masks: {
    cost: ['amount', 'usedTotal', 'openTotal', 'fxRate', 'baseAmount', 'usedBase'],
  },
});
export type SupplierCreditRow = RowOf<typeof supplierCredit>;

/** What is owed to a supplier in one currency: open bills, credits, and what is left of the two. */
export interface SupplierBalance {
  currency: string;
  owed: string;
  credits: string;
  net: string;
}

export const supplierBalanceRoute = defineRoute({
  method: 'GET',
  path: '/purchasing/supplierCredit/ofSupplier/:supplierId',
  access: { permission: 'purchasing:supplierBill:list' },
  summary: '供应商：未付应付单和可抵扣退款单',
  result: shape<{ balances: SupplierBalance[] }>(),
});

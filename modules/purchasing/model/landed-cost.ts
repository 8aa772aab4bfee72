import { dict } from '#kit/model/dict.ts';
import { choice, date, datetime, integer, link, money, rate, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

/** By what an amount is spread over goods. */
export const costBasis = dict('landed_cost_basis', {
  qty: '数量',
  volume: '体积',
  weight: '重量',
  value: '货值',
});

/** 头程费用分摊: what it cost to bring goods in, spread over what was received. */
export const landedCost = defineDocument({
  module: 'purchasing',
  name: 'landedCost',
  title: '头程费用分摊',
  fields: {
    costNo: text('费用单号', { always: true, derived: true }),
    warehouseId: link('入库仓库', 'base:warehouse', { required: true }),
    supplierId: link('收款方', 'base:supplier', { hint: '货代、报关行等；可以不填' }),
    currency: text('币种', { required: true, max: 3, rule: 'currencyCode', default: 'USD' }),
    basis: choice('分摊方式', costBasis, { required: true, default: 'volume' }),
    costDay: date('费用日期', { hint: '记账日期，也按这天的汇率；留空为过账当天' }),
    freight: money('头程', 'currency', { min: 0 }),
    duty: money('关税', 'currency', { min: 0 }),
    otherCost: money('其他费用', 'currency', { min: 0 }),
    remark: text('备注', { max: 255 }),
    receiptCount: integer('入库单数', { always: true, derived: true }),
    total: money('费用合计', 'currency', { always: true, derived: true }),
    fxRate: rate('汇率', { derived: true }),
    baseCurrency: text('本位币', { derived: true }),
    baseTotal: money('入账金额', 'baseCurrency', { derived: true }),
    stockValue: money('计入库存', 'baseCurrency', { derived: true }),
    variance: money('计入差异', 'baseCurrency', { derived: true }),
    postedBy: text('过账人', { isPerson: true, derived: true }),
    postedAt: datetime('过账时间', { derived: true }),
    reversedBy: text('冲销人', { isPerson: true, derived: true }),
    reversedAt: datetime('冲销时间', { derived: true }),
    reverseReason: text('冲销原因', { derived: true }),
    returnedValue: money('冲回库存', 'baseCurrency', { derived: true }),
    status: choice(
      '状态',
      dict('landed_cost_status', {
        draft: '草稿',
        posted: '已过账',
        reversed: '已冲销',
        cancelled: '已取消',
      }),
      { always: true, derived: true },
    ),
  },
  label: 'costNo',
  list: [
    'costNo',
    'status',
    'warehouseId',
    'supplierId',
    'basis',
    'total',
    'stockValue',
    'variance',
    'postedBy',
    'createTime',
  ],
  search: ['costNo', 'warehouseId', 'supplierId', 'basis', 'costDay', 'createTime'],
  form: [
    ['warehouseId', 'supplierId'],
    ['currency', 'basis'],
    ['freight', 'duty'],
    ['otherCost', 'costDay'],
    ['remark'],
  ],
  scope: { warehouses: 'warehouseId' },
  masks: {
    cost: ['freight', 'duty', 'otherCost', 'total', 'fxRate', 'baseTotal', 'stockValue', 'variance', 'returnedValue'],
  },
  lines: { 'purchasing:landedCostReceipt': 'costId', 'purchasing:landedCostShare': 'costId' },
  draft: {
    states: ['draft'],
    number: { field: 'costNo', prefix: 'LC' },
    brings: { supplierId: ['currency'] },
    lines: {
      of: 'purchasing:landedCostReceipt',
      title: '分摊到的入库单',
      columns: ['receiptId'],
      least: 1,
      most: 200,
    },
  },
});
export type LandedCostRow = RowOf<typeof landedCost>;

/** 费用入库单: one receipt whose goods bear a part. */
export const landedCostReceipt = defineDocument({
  module: 'purchasing',
  name: 'landedCostReceipt',
  title: '费用入库单',
  fields: {
    costId: link('头程费用分摊', 'purchasing:landedCost', { required: true }),
    receiptId: link('入库单', 'inventory:inboundReceipt', { required: true }),
  },
  label: 'id',
  list: ['receiptId'],
  search: ['receiptId'],
  form: [['receiptId']],
  sort: { field: 'createTime', order: 'asc' },
});

/** 费用分摊: what one received line bears, written by the posting. */
export const landedCostShare = defineDocument({
  module: 'purchasing',
  name: 'landedCostShare',
  title: '费用分摊',
  fields: {
    costId: link('头程费用分摊', 'purchasing:landedCost', { required: true }),
    receiptId: link('入库单', 'inventory:inboundReceipt', { always: true, derived: true }),
    skuId: link('SKU', 'catalog:sku', { always: true, derived: true }),
    qty: integer('已收数量', { always: true, derived: true }),
    leftQty: integer('在库数量', { always: true, derived: true }),
    currency: text('币种', { always: true, derived: true }),
    amount: money('分摊金额', 'currency', { always: true, derived: true }),
    stockValue: money('计入库存', 'currency', { always: true, derived: true }),
    variance: money('计入差异', 'currency', { always: true, derived: true }),
  },
  label: 'id',
  list: ['skuId', 'receiptId', 'qty', 'leftQty', 'amount', 'stockValue', 'variance'],
  search: ['skuId', 'receiptId'],
  form: [
    ['skuId', 'receiptId'],
    ['qty', 'leftQty'],
    ['amount', 'stockValue'],
  ],
  sort: { field: 'createTime', order: 'asc' },
  masks: { cost: ['amount', 'stockValue', 'variance'] },
});

export const landedCostLifecycle = defineLifecycle(landedCost, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    posted: ['已过账', 'done'],
    reversed: ['已冲销', 'bad'],
    cancelled: ['已取消', 'bad'],
  },
  tabs: {
    open: { title: '处理中', states: ['draft'] },
    posted: { title: '已过账', states: ['posted'] },
    reversed: { title: '已冲销', states: ['reversed'] },
    cancelled: { title: '已取消', states: ['cancelled'] },
  },
  moves: {
    post: { title: '过账', from: ['draft'], to: 'posted', keyed: true },
    reverse: {
      title: '冲销',
      from: ['posted'],
      to: 'reversed',
      input: { reason: text('冲销原因', { required: true, max: 255 }) },
      byAnother: '制单人和过账人不能冲销自己的费用单，请由其他有冲销权限的人冲销',
      orAlone: true,
      warn: '还在库的货降回原来的成本，已售出的部分记入成本差异。',
      keyed: true,
    },
    cancel: { title: '取消', from: ['draft'], to: 'cancelled' },
  },
});

import { dict } from '#kit/model/dict.ts';
import { choice, date, integer, link, money, price, quantity, rate, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

/** Days back that suppliers are judged over where nobody asks for others. */
export const SCORE_DAYS = 90;

/** What each part counts for in 100. */
export const SCORE_WEIGHTS = { onTime: 40, fill: 30, good: 30 } as const;

export const deliveryOutcome = dict('delivery_outcome', {
  onTime: '准时',
  late: '迟到',
  overdue: '逾期未到',
  missed: '没有交货',
  waiting: '未到期',
  unpromised: '没约日期',
});

/** 到货明细: a line of an order that a supplier has, and how it was delivered. */
export const supplierDelivery = defineView({
  module: 'purchasing',
  name: 'supplierDelivery',
  title: '到货明细',
  empty: '下单给供应商后，每行该什么时候到、实际什么时候到在这里。',
  fields: {
    purchaseOrderId: link('采购单', 'purchasing:purchaseOrder', { always: true }),
    supplierId: link('供应商', 'base:supplier', { always: true }),
    warehouseId: link('收货仓库', 'base:warehouse', { always: true }),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    orderedOn: date('下单日期', { always: true }),
    promisedOn: date('约定到货'),
    arrivedOn: date('最后到货'),
    outcome: choice('结果', deliveryOutcome, { always: true }),
    delayDays: integer('晚到(天)'),
    qty: quantity('采购数量', { always: true }),
    qtyReceived: quantity('已收', { always: true }),
    qtyClosed: quantity('不再收', { always: true }),
    badQty: quantity('不良和待检', { always: true }),
    leadDays: integer('实际交期(天)'),
    statedDays: integer('约定交期(天)'),
    unitPrice: price('采购单价'),
    listPrice: price('报价'),
    currency: text('币种', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'purchaseOrderId', under: ['supplierId'] },
    { key: 'skuId', isFaced: true },
    'outcome',
    { key: 'promisedOn', under: ['orderedOn'] },
    { key: 'arrivedOn', under: ['delayDays'] },
    { key: 'qty', under: ['qtyReceived'] },
    'badQty',
    { key: 'leadDays', under: ['statedDays'] },
    { key: 'unitPrice', under: ['listPrice'] },
    'warehouseId',
  ],
  search: [
    'supplierId',
    'orderedOn',
    'outcome',
    'skuId',
    'warehouseId',
    'purchaseOrderId',
    'promisedOn',
    'arrivedOn',
    'delayDays',
    'badQty',
  ],
  sort: { field: 'orderedOn', order: 'desc' },
  masks: { cost: ['unitPrice', 'listPrice'] },
});

/** 供应商评分: what a supplier delivered of what was ordered in a span of days. */
export const supplierScore = defineView({
  module: 'purchasing',
  name: 'supplierScore',
  title: '供应商评分',
  empty: '这段时间没有给供应商下过单；下单并收货后，准时、到齐和质量在这里。',
  fields: {
    supplierId: link('供应商', 'base:supplier', { always: true }),
    orderedOn: date('最近下单', { always: true }),
    score: integer('评分'),
    orderCount: integer('采购单数', { always: true }),
    lineCount: integer('采购行数', { always: true }),
    judgedCount: integer('到期行数', { always: true }),
    onTimeCount: integer('准时行数', { always: true }),
    onTimeShare: rate('准时率', { percent: true }),
    lateCount: integer('迟到行数', { always: true }),
    averageDelay: rate('平均晚到(天)'),
    dueQty: quantity('到期数量', { always: true }),
    dueReceived: quantity('到期已收', { always: true }),
    fillShare: rate('到齐率', { percent: true }),
    qtyReceived: quantity('已收', { always: true }),
    badQty: quantity('不良和待检', { always: true }),
    badShare: rate('不良率', { percent: true }),
    priceChange: rate('对报价涨跌', { percent: true }),
    pricedCount: integer('有报价行数', { always: true }),
    billCount: integer('已过账应付单', { always: true }),
    billVariance: money('应付差异', 'baseCurrency'),
    baseCurrency: text('本位币', { always: true }),
    deliveredCount: integer('到货行数', { always: true }),
    leadDays: rate('实际交期(天)'),
    statedDays: rate('约定交期(天)'),
  },
  label: 'id',
  list: [
    'supplierId',
    'score',
    { key: 'orderCount', under: ['lineCount'] },
    { key: 'onTimeShare', under: ['onTimeCount', 'judgedCount'] },
    { key: 'averageDelay', under: ['lateCount'] },
    { key: 'fillShare', under: ['dueReceived', 'dueQty'] },
    { key: 'badShare', under: ['badQty', 'qtyReceived'] },
    { key: 'leadDays', under: ['statedDays'] },
    { key: 'priceChange', under: ['pricedCount'] },
    { key: 'billVariance', under: ['billCount'] },
  ],
  search: ['supplierId', 'orderedOn', 'score', 'onTimeShare', 'fillShare', 'badShare'],
  sort: { field: 'score', order: 'asc' },
  masks: { cost: ['priceChange', 'billVariance'] },
});

import { dict } from '#kit/model/dict.ts';
import { choice, date, integer, link, money, quantity, rate, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';
import { returnFault } from './return-reason.ts';

/** Days back that are looked at where nobody asks for others. */
export const ANALYSIS_DAYS = 90;

/** What returns are put together by. */
export const returnGroup = dict('return_group', {
  sku: 'SKU',
  carton: '纸箱',
  warehouse: '仓库',
  carrier: '承运商',
  reason: '原因',
});
export type ReturnGroup = keyof typeof returnGroup.items;

const incidentKind = dict('return_incident_kind', { return: '退货', part: '补件' });

/** 售后明细: a line of a return, or of a request for parts: what 退货分析 counts. */
export const returnIncident = defineView({
  module: 'aftersales',
  name: 'returnIncident',
  title: '售后明细',
  empty: '这段时间没有退货，也没有配件补发。',
  fields: {
    kind: choice('类型', incidentKind, { always: true }),
    requestedOn: date('申请日期', { always: true }),
    returnId: link('退货单', 'aftersales:returnOrder'),
    partOrderId: link('配件补发单', 'aftersales:partOrder'),
    orderId: link('订单', 'orders:salesOrder'),
    accountId: link('店铺', 'base:channelAccount'),
    warehouseId: link('仓库', 'base:warehouse'),
    carrier: text('发货承运商'),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    cartonNo: integer('第几箱'),
    reason: text('原因', { always: true }),
    fault: choice('责任方', returnFault),
    qty: quantity('数量', { always: true }),
    qtyDamaged: quantity('不良品', { always: true }),
    /** Of a request for parts. */
    sentQty: quantity('已发配件'),
    loss: money('损失', 'baseCurrency'),
    baseCurrency: text('本位币', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'requestedOn', under: ['kind'] },
    { key: 'skuId', isFaced: true },
    { key: 'reason', under: ['fault'] },
    { key: 'qty', under: ['qtyDamaged', 'sentQty'] },
    'cartonNo',
    { key: 'returnId', under: ['partOrderId'] },
    { key: 'orderId', under: ['accountId'] },
    { key: 'warehouseId', under: ['carrier'] },
    'loss',
  ],
  search: [
    'requestedOn',
    'kind',
    'skuId',
    'reason',
    'fault',
    'warehouseId',
    'carrier',
    'cartonNo',
    'accountId',
    'orderId',
    'returnId',
    'partOrderId',
  ],
  sort: { field: 'requestedOn', order: 'desc' },
  masks: { profit: ['loss'] },
});

/** 发货明细: units that left, which returns are measured against. */
export const shippedUnits = defineView({
  module: 'aftersales',
  name: 'shippedUnits',
  title: '发货明细',
  empty: '这段时间没有发货。',
  fields: {
    shippedOn: date('出库日期', { always: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    carrier: text('发货承运商'),
    skuId: link('SKU', 'catalog:sku', { always: true }),
    qty: quantity('数量', { always: true }),
  },
  label: 'id',
  list: [
    'shippedOn',
    { key: 'skuId', isFaced: true },
    'qty',
    { key: 'shipmentId', under: ['orderId'] },
    { key: 'warehouseId', under: ['carrier'] },
    'accountId',
  ],
  search: ['shippedOn', 'skuId', 'warehouseId', 'carrier', 'accountId', 'orderId', 'shipmentId'],
  sort: { field: 'shippedOn', order: 'desc' },
});

/** 退货分析: what came back of what was sent, why, what it cost, and what to mend. */
export const returnAnalysis = defineView({
  module: 'aftersales',
  name: 'returnAnalysis',
  title: '退货分析',
  empty: '这段时间没有退货，也没有配件补发；有了之后，按SKU、纸箱、仓库、承运商和原因看哪里要改。',
  fields: {
    groupBy: choice('维度', returnGroup, { always: true }),
    requestedOn: date('最近一次', { always: true }),
    name: text('对象', { always: true }),
    skuId: link('SKU', 'catalog:sku'),
    warehouseId: link('仓库', 'base:warehouse'),
    carrier: text('承运商'),
    cartonNo: integer('第几箱'),
    shippedQty: quantity('发货件数', { always: true }),
    returnedQty: quantity('退货件数', { always: true }),
    partQty: quantity('补件数', { always: true }),
    returnRate: rate('退货率', { percent: true }),
    damagedQty: quantity('不良件数', { always: true }),
    loss: money('退货损失', 'baseCurrency'),
    baseCurrency: text('本位币', { always: true }),
    topReason: text('主要原因', { always: true }),
    topShare: rate('占比', { always: true, percent: true }),
    topFault: choice('主要责任方', returnFault),
    faultShare: rate('责任占比', { percent: true }),
    advice: text('改进建议', { always: true }),
  },
  label: 'id',
  list: [
    { key: 'name', picture: ['skuId'] },
    { key: 'returnRate', under: ['returnedQty'] },
    { key: 'shippedQty', under: ['partQty'] },
    'loss',
    { key: 'topReason', under: ['topShare'] },
    { key: 'topFault', under: ['faultShare'] },
    'advice',
    'requestedOn',
  ],
  search: ['requestedOn', 'groupBy', 'skuId', 'warehouseId', 'carrier', 'returnRate', 'returnedQty'],
  sort: { field: 'returnedQty', order: 'desc' },
  masks: { profit: ['loss'] },
});

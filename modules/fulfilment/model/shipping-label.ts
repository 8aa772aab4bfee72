import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, link, money, text } from '#kit/model/field.ts';
import { defineLifecycle, type MoveOf } from '#kit/model/lifecycle.ts';
import { defineDocument, defineLedger } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { carrierOwner } from '#modules/base/model/carrier-account.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';

const labelStatus = dict('shipping_label_status', {
  requested: '购买中',
  active: '有效',
  voiding: '作废中',
  used: '已使用',
  voided: '已作废',
  failed: '购买失败',
  lost: '面单损失',
});

/** What became of the price in the wallet; labels on one's own account cost nothing there. */
const labelCharge = dict('shipping_label_charge', {
  none: '不经钱包',
  held: '已冻结',
  charged: '已扣费',
  released: '已释放',
  refunded: '已退款',
});

/** 面单: bought of a carrier for the boxes of a shipment, in one call. */
export const shippingLabel = defineDocument({
  module: 'fulfilment',
  name: 'shippingLabel',
  title: '面单',
  empty: '在发货单上“比价”或“购买面单”，买来的面单在这里。',
  fields: {
    labelNo: text('面单编号', { always: true }),
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    warehouseId: link('仓库', 'base:warehouse', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    carrierAccountId: link('承运商账号', 'base:carrierAccount', { always: true }),
    carrier: text('承运商', { always: true }),
    service: text('服务', { always: true }),
    owner: choice('账号归属', carrierOwner, { always: true }),
    status: choice('状态', labelStatus, { always: true }),
    remoteId: text('承运商面单号'),
    trackingNo: text('运单号'),
    quotedCost: money('报价', 'currency'),
    cost: money('面单费', 'currency'),
    currency: text('币种'),
    charge: choice('钱包', labelCharge, { always: true }),
    voidDeadline: datetime('可作废至'),
    voidReason: text('作废原因'),
    isGivenUp: flag('已弃用', { always: true }),
    error: text('问题'),
    note: text('提示'),
    printedCount: integer('打印次数', { always: true }),
    trackedAt: datetime('轨迹更新'),
  },
  label: 'labelNo',
  list: [
    { key: 'labelNo', under: ['orderId'] },
    { key: 'shipmentId', under: ['warehouseId'] },
    { key: 'carrierAccountId', under: ['service'] },
    { key: 'trackingNo', under: ['voidDeadline'] },
    { key: 'cost', under: ['quotedCost'] },
    'charge',
    { key: 'status', under: ['error'] },
    'printedCount',
    'createTime',
  ],
  search: ['labelNo', 'orderId', 'shipmentId', 'trackingNo', 'carrierAccountId', 'charge', 'createTime'],
  form: [
    ['labelNo', 'shipmentId'],
    ['carrierAccountId', 'service'],
    ['trackingNo', 'voidDeadline'],
    ['quotedCost', 'cost'],
    ['charge', 'owner'],
    ['note', 'error'],
    ['voidReason', 'printedCount'],
  ],
  masks: { cost: ['quotedCost', 'cost', 'note'] },
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', unless: ['orderId', 'shipmentId'] },
    under: ['shipmentId', 'orderId'],
    holds: { 'ledger:journalEntry': 'refId' },
  },
  lines: { 'fulfilment:labelAdjustment': 'labelId' },
});
export type ShippingLabelRow = RowOf<typeof shippingLabel>;

/** 面单流转 (domain.md §3.2) */
export const shippingLabelLifecycle = defineLifecycle(shippingLabel, {
  initial: 'requested',
  births: { buy: '购买' },
  states: {
    requested: ['购买中', 'busy'],
    active: ['有效', 'done'],
    voiding: ['作废中', 'busy'],
    used: ['已使用', 'done'],
    voided: ['已作废', 'idle'],
    failed: ['购买失败', 'bad'],
    lost: ['面单损失', 'bad'],
  },
  tabs: {
    open: { title: '处理中', states: ['requested', 'voiding'] },
    active: { title: '有效', states: ['active'] },
    used: { title: '已使用', states: ['used'] },
    ended: { title: '作废与失败', states: ['voided', 'failed'] },
    lost: { title: '损失', states: ['lost'] },
  },
  moves: {
    arrive: { title: '面单已到', from: ['requested'], to: 'active', system: true },
    fail: { title: '购买失败', from: ['requested'], to: 'failed', system: true },
    use: { title: '使用', from: ['active'], to: 'used', system: true },
    reuse: { title: '撤销使用', from: ['used'], to: 'active', system: true },
    voidLabel: {
      title: '作废面单',
      from: ['active'],
      to: 'voiding',
      keyed: true,
      ends: true,
      input: { reason: text('作废原因', { required: true, max: 255 }) },
      warn: '运单号作废，发货单回到已装箱；已冻结的面单费退回钱包。',
      submits: { in: ['voiding'], next: '等待承运商确认作废' },
    },
    giveUp: { title: '弃用', from: ['active'], to: ['voiding', 'lost'], system: true },
    voidDone: { title: '承运商已作废', from: ['voiding'], to: 'voided', system: true },
    voidRefused: {
      title: '承运商拒绝作废',
      from: ['voiding'],
      to: ['active', 'lost'],
      system: true,
    },
  },
});
export type ShippingLabelMove = MoveOf<typeof shippingLabelLifecycle>;

export const trackingCode = dict('tracking_code', {
  pickedUp: '已揽收',
  moving: '运输中',
  delivering: '派送中',
  delivered: '已签收',
  exception: '异常',
  lost: '丢失',
  other: '其他',
});

/** 物流轨迹: what carriers report of a parcel. */
export const trackingEvent = defineLedger({
  module: 'fulfilment',
  name: 'trackingEvent',
  title: '物流轨迹',
  fields: {
    shipmentId: link('发货单', 'fulfilment:shipment', { always: true }),
    labelId: link('面单', 'fulfilment:shippingLabel', { always: true }),
    trackingNo: text('运单号', { always: true }),
    code: choice('状态', trackingCode, { always: true }),
    said: text('承运商说明'),
    place: text('地点'),
    at: datetime('时间', { always: true }),
  },
  label: 'trackingNo',
  list: ['at', 'code', 'trackingNo', 'place', 'said', 'shipmentId'],
  search: ['trackingNo', 'shipmentId', 'code', 'at'],
  form: [
    ['at', 'code'],
    ['trackingNo', 'place'],
  ],
  sort: { field: 'at', order: 'desc' },
  // The last of them is where the buyer lives.
  masks: { pii: ['place'] },
});

const adjustmentCharge = dict('label_adjustment_charge', {
  own: '承运商账单',
  due: '待扣费',
  charged: '已扣费',
});

/** 面单调整: what a carrier asks or gives back after the purchase. */
export const labelAdjustment = defineLedger({
  module: 'fulfilment',
  name: 'labelAdjustment',
  title: '面单调整',
  fields: {
    labelId: link('面单', 'fulfilment:shippingLabel', { always: true }),
    carrierRef: text('承运商凭据', { always: true }),
    amount: money('金额', 'currency', { always: true }),
    currency: text('币种', { always: true }),
    reason: text('原因'),
    charge: choice('扣费', adjustmentCharge, { always: true }),
  },
  label: 'carrierRef',
  list: ['createTime', 'labelId', 'carrierRef', 'amount', 'reason', 'charge'],
  search: ['labelId', 'charge', 'createTime'],
  form: [
    ['labelId', 'amount'],
    ['reason', 'charge'],
  ],
  masks: { cost: ['amount'] },
});

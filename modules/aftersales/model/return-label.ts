import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, link, money, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument, defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { carrierOwner } from '#modules/base/model/carrier-account.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';

const labelCharge = dict('return_label_charge', {
  none: '不经钱包',
  held: '已冻结',
  charged: '已扣费',
  released: '已释放',
  refunded: '已退款',
});

/** 退货面单: bought of a carrier for goods that a buyer sends back, from the buyer to the warehouse. */
export const returnLabel = defineDocument({
  module: 'aftersales',
  name: 'returnLabel',
  title: '退货面单',
  empty: '退货单审核通过、面单由我方提供时，在退货单上购买；设了“退货面单规则”的自动购买。',
  fields: {
    labelNo: text('面单编号', { always: true }),
    returnId: link('退货单', 'aftersales:returnOrder', { always: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    warehouseId: link('退回仓', 'base:warehouse', { always: true }),
    environment: choice('环境', channelEnvironment, { always: true }),
    shipMethodId: link('物流渠道', 'base:shipMethod', { always: true }),
    carrierAccountId: link('承运商账号', 'base:carrierAccount', { always: true }),
    carrier: text('承运商', { always: true }),
    service: text('服务', { always: true }),
    owner: choice('账号归属', carrierOwner, { always: true }),
    status: choice(
      '状态',
      dict('return_label_status', {
        requested: '购买中',
        active: '有效',
        voiding: '作废中',
        voided: '已作废',
        failed: '购买失败',
      }),
      { always: true },
    ),
    parcelCount: integer('箱数', { always: true }),
    trackingNo: text('运单号'),
    remoteId: text('承运商面单号'),
    quotedCost: money('报价', 'currency'),
    cost: money('面单费', 'currency'),
    currency: text('币种'),
    charge: choice('钱包', labelCharge, { always: true }),
    voidDeadline: datetime('可作废至'),
    error: text('问题'),
    printedCount: integer('打印次数', { always: true }),
  },
  label: 'labelNo',
  list: [
    { key: 'labelNo', under: ['returnId'] },
    { key: 'status', under: ['error'] },
    { key: 'orderId', under: ['accountId'] },
    { key: 'carrierAccountId', under: ['service'] },
    { key: 'trackingNo', under: ['parcelCount'] },
    { key: 'cost', under: ['charge'] },
    { key: 'warehouseId', under: ['voidDeadline'] },
    'createTime',
  ],
  search: [
    'labelNo',
    'returnId',
    'orderId',
    'trackingNo',
    'warehouseId',
    'accountId',
    'carrierAccountId',
    'createTime',
  ],
  form: [
    ['labelNo', 'returnId'],
    ['carrierAccountId', 'service'],
    ['trackingNo', 'voidDeadline'],
    ['quotedCost', 'cost'],
    ['charge', 'printedCount'],
    ['error'],
  ],
  scope: {
    shops: 'accountId',
    groupedBy: 'shops',
    warehouses: 'warehouseId',
    hidden: { field: 'environment', value: 'sandbox', unless: ['returnId', 'orderId'] },
    under: ['returnId', 'orderId'],
    holds: { 'ledger:journalEntry': 'refId' },
  },
  masks: { cost: ['quotedCost', 'cost'] },
});
export type ReturnLabelRow = RowOf<typeof returnLabel>;

export const returnLabelLifecycle = defineLifecycle(returnLabel, {
  initial: 'requested',
  births: { buy: '购买' },
  states: {
    requested: ['购买中', 'busy'],
    active: ['有效', 'done'],
    voiding: ['作废中', 'busy'],
    voided: ['已作废', 'idle'],
    failed: ['购买失败', 'bad'],
  },
  tabs: {
    open: { title: '处理中', states: ['requested', 'voiding'] },
    active: { title: '有效', states: ['active'] },
    ended: { title: '作废与失败', states: ['voided', 'failed'] },
  },
  moves: {
    arrive: { title: '面单已到', from: ['requested'], to: 'active', system: true },
    fail: { title: '购买失败', from: ['requested'], to: 'failed', system: true },
    voidLabel: {
      title: '作废面单',
      from: ['active'],
      to: 'voiding',
      keyed: true,
      ends: true,
      input: { reason: text('作废原因', { required: true, max: 255 }) },
      warn: '运单号作废，面单费退回；已寄给买家的面单请通知买家不要再用。',
      submits: { in: ['voiding'], next: '等待承运商确认作废' },
    },
    voidDone: { title: '承运商已作废', from: ['voiding'], to: 'voided', system: true },
    voidRefused: { title: '承运商拒绝作废', from: ['voiding'], to: 'active', system: true },
  },
});

/** 退货面单规则: by which way goods come back to a warehouse where we provide the label. */
export const returnLabelRule = defineRegister({
  module: 'aftersales',
  name: 'returnLabelRule',
  title: '退货面单规则',
  empty: '登记后，面单由我方提供的退货一审核通过就自动购买面单。',
  fields: {
    warehouseId: link('退回仓', 'base:warehouse', { hint: '留空适用于全部仓库' }),
    shipMethodId: link('物流渠道', 'base:shipMethod', {
      required: true,
      hint: '选有承运商账号的渠道',
    }),
    remark: text('备注', { max: 255 }),
  },
  label: 'id',
  list: ['warehouseId', 'shipMethodId', 'remark', 'updateTime'],
  search: ['warehouseId', 'shipMethodId'],
  form: [['warehouseId', 'shipMethodId'], ['remark']],
});

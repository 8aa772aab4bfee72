import { dict } from '#kit/model/dict.ts';
import { choice, datetime, files, link, money, price, quantity, text, textarea } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { channelEnvironment } from '#modules/base/model/channel-account.ts';

export const disputeStatus = dict('price_dispute_status', {
  open: '处理中',
  answered: '平台已答复',
  accepted: '已接受原价',
  corrected: '平台已改价',
  withdrawn: '已撤回',
});

/** Who has to do the next thing. No channel takes disputes by interface: we write there ourselves. */
export const disputeWaits = dict('price_dispute_waits', {
  us: '请到平台处理',
  channel: '等平台答复',
  correction: '待平台改价',
  decision: '待决定',
});

export const messageKind = dict('price_dispute_message_kind', {
  internal: '内部',
  toChannel: '致平台',
  fromChannel: '平台答复',
});

/** What a message may carry along. */
export const messageAssets = files('附件', { max: 9 });

/** 价格争议: a price of an order that is not the agreed one, argued about with its channel. */
export const priceDispute = defineDocument({
  module: 'orders',
  name: 'priceDispute',
  title: '价格争议',
  empty: '订单价与约定价不同时，在订单的价格异常里点“发起争议”。',
  fields: {
    disputeNo: text('争议号', { always: true, max: 64 }),
    orderId: link('订单', 'orders:salesOrder', { always: true, required: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true, required: true }),
    channelOrderNo: text('PO号', { always: true, max: 64 }),
    environment: choice('环境', channelEnvironment, { always: true }),
    currency: text('币种', { always: true, max: 3 }),
    difference: money('差额', 'currency', { always: true }),
    status: choice('状态', disputeStatus, { always: true }),
    waitsFor: choice('下一步', disputeWaits),
    dueAt: datetime('期限'),
    closedAt: datetime('结束时间'),
    outcome: text('结果', { max: 255 }),
  },
  label: 'disputeNo',
  list: [
    'disputeNo',
    'channelOrderNo',
    'orderId',
    'accountId',
    'difference',
    'status',
    'waitsFor',
    'dueAt',
    'outcome',
    'createBy',
    'createTime',
  ],
  search: ['accountId', 'channelOrderNo', 'disputeNo', 'waitsFor', 'dueAt', 'status', 'createTime'],
  form: [
    ['disputeNo', 'orderId'],
    ['channelOrderNo', 'accountId'],
    ['difference', 'currency'],
    ['waitsFor', 'dueAt'],
    ['closedAt', 'outcome'],
  ],
  scope: {
    of: ['orderId'],
    hidden: { field: 'environment', value: 'sandbox', unless: ['orderId'] },
  },
  lines: {
    'orders:priceDisputeLine': 'disputeId',
    'orders:priceDisputeMessage': 'disputeId',
  },
});
export type DisputeRow = RowOf<typeof priceDispute>;

/** 争议明细: a line with both prices, as they were when the dispute began. */
export const priceDisputeLine = defineDocument({
  module: 'orders',
  name: 'priceDisputeLine',
  title: '争议明细',
  fields: {
    disputeId: link('价格争议', 'orders:priceDispute', { always: true, required: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true, required: true }),
    channelSku: text('渠道SKU', { always: true, max: 64 }),
    qty: quantity('数量', { always: true }),
    currency: text('币种', { always: true, max: 3 }),
    expectedPrice: price('约定价', { always: true }),
    actualPrice: price('订单价', { always: true }),
    difference: money('差额', 'currency', { always: true }),
  },
  label: 'channelSku',
  list: ['channelSku', 'qty', 'expectedPrice', 'actualPrice', 'difference'],
  search: ['channelSku'],
  form: [['channelSku', 'qty']],
  scope: { of: ['orderId'] },
});

/** 争议沟通: notes of ours, and what was written to the channel and came back from it. */
export const priceDisputeMessage = defineDocument({
  module: 'orders',
  name: 'priceDisputeMessage',
  title: '争议沟通',
  fields: {
    disputeId: link('价格争议', 'orders:priceDispute', { always: true, required: true }),
    orderId: link('订单', 'orders:salesOrder', { always: true, required: true }),
    kind: choice('类型', messageKind, { required: true, default: 'internal' }),
    content: textarea('内容', { required: true, max: 2000 }),
    assets: messageAssets,
    sentAt: datetime('提交时间'),
    sentBy: text('提交人', { isPerson: true, max: 64 }),
  },
  label: 'kind',
  list: ['createTime', 'kind', 'content', 'assets', 'sentAt', 'createBy'],
  search: ['kind', 'content'],
  form: [['kind'], ['content'], ['assets']],
  sort: { field: 'createTime', order: 'asc' },
  scope: { of: ['orderId'] },
});

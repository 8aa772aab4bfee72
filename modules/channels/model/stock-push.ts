import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, json, link, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import { feedTrigger } from './feed-trigger.ts';

export const pushStatus = dict('push_status', {
  queued: '排队',
  blocked: '已熔断',
  sent: '已发送',
  done: '已核对',
  unverified: '未核实',
  partial: '部分差异',
  failed: '失败',
});

/** 库存推送: one differential stock feed of one shop, with what its guard said. */
export const stockPush = defineDocument({
  module: 'channels',
  name: 'stockPush',
  title: '库存推送',
  empty: '库存变动后自动推送，也可在“店铺账号”点“推送库存”；每次推了什么记在这里。',
  fields: {
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    trigger: choice('触发', feedTrigger, { always: true }),
    askedBy: text('发起人', { isPerson: true }),
    status: choice('状态', pushStatus, { always: true }),
    items: integer('条数', { always: true }),
    toZero: integer('归零条数', { always: true }),
    ok: integer('成功', { always: true }),
    failed: integer('失败', { always: true }),
    guardReason: text('熔断原因'),
    overriddenBy: text('放行人', { isPerson: true }),
    overrideReason: text('放行原因'),
    error: text('错误'),
    finishedAt: datetime('结束时间'),
  },
  label: 'status',
  list: [
    'createTime',
    'accountId',
    'trigger',
    'askedBy',
    'status',
    'items',
    'toZero',
    'ok',
    'failed',
    'guardReason',
    'overriddenBy',
    'error',
  ],
  search: ['accountId', 'status', 'createTime'],
  form: [['accountId', 'status'], ['guardReason']],
  scope: { shops: 'accountId', groupedBy: 'shops' },
  lines: { 'channels:stockPushItem': 'pushId' },
});

export const stockPushItemStatus = dict('stock_push_item_status', {
  pending: '待发',
  sent: '已发送',
  verified: '一致',
  unverified: '未核实',
  mismatch: '不一致',
  rejected: '被拒',
});

/** 推送明细: the pushed quantity with the inputs it was computed from. */
export const stockPushItem = defineDocument({
  module: 'channels',
  name: 'stockPushItem',
  title: '推送明细',
  fields: {
    pushId: link('推送', 'channels:stockPush', { always: true }),
    channelProductId: link('渠道产品', 'channels:channelProduct', { always: true }),
    channelWarehouseCode: text('渠道仓代码', { always: true }),
    qty: integer('推送数量', { always: true }),
    previousQty: integer('上次数量'),
    readBackQty: integer('核对数量'),
    inputs: json('计算依据', { always: true }),
    status: choice('状态', stockPushItemStatus, { always: true }),
    error: text('错误'),
  },
  label: 'channelWarehouseCode',
  list: ['channelProductId', 'channelWarehouseCode', 'previousQty', 'qty', 'readBackQty', 'status', 'error'],
  search: ['status'],
  form: [['qty', 'status']],
});

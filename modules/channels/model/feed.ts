import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, link, text } from '#kit/model/field.ts';
import { defineView } from '#kit/model/resource.ts';

/** What is submitted to a marketplace. */
export const feedType = dict('feed_type', {
  inventory: '库存',
  price: '价格',
  promotion: '促销',
  publish: '刊登',
  acceptance: '接单',
  shipNotice: '发货通知',
});
export type FeedType = keyof typeof feedType.items;

const feedMode = dict('feed_mode', { full: '全量', delta: '增量', single: '单条', file: '文件提报' });

/** How far a submission is (domain.md §3.7). */
export const feedStatus = dict('feed_status', {
  queued: '排队',
  blocked: '已熔断',
  sent: '已发送',
  waiting: '待平台处理',
  done: '已完成',
  unverified: '未核实',
  partial: '部分失败',
  failed: '失败',
  cancelled: '已取消',
});

/** 数据提交: everything that goes out to marketplaces, a row for each submission, over the tables that hold them. */
export const feed = defineView({
  module: 'channels',
  name: 'feed',
  title: '数据提交',
  empty: '推送库存、提报价格和促销、刊登、接单、发货后，每次提交给平台的结果都在这里。',
  fields: {
    submittedAt: datetime('提交时间', { always: true }),
    feedNo: text('任务号', { always: true }),
    type: choice('类型', feedType, { always: true }),
    mode: choice('模式', feedMode, { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    status: choice('状态', feedStatus, { always: true }),
    items: integer('总数', { always: true }),
    ok: integer('成功', { always: true }),
    failed: integer('失败', { always: true }),
    guardReason: text('熔断'),
    overriddenBy: text('放行人', { isPerson: true }),
    overrideReason: text('放行原因'),
    error: text('错误'),
    attempts: integer('次数', { always: true }),
    submittedBy: text('发起人', { isPerson: true }),
    finishedAt: datetime('结束时间'),
    seconds: integer('耗时(秒)'),
    isOpen: flag('待处理', { always: true, hint: '出了错或被熔断，之后还没有成功过' }),
    stockPushId: link('库存推送', 'channels:stockPush'),
    promotionId: link('促销', 'channels:promotion'),
    orderId: link('订单', 'orders:salesOrder'),
    shipmentId: link('发货单', 'fulfilment:shipment'),
    publishTaskId: link('刊登', 'channels:publishTask'),
  },
  label: 'feedNo',
  list: [
    'submittedAt',
    { key: 'feedNo', under: ['accountId'] },
    { key: 'type', under: ['mode'] },
    'status',
    { key: 'items', under: ['ok'] },
    { key: 'failed', under: ['error'] },
    { key: 'guardReason', under: ['overriddenBy', 'overrideReason'] },
    { key: 'seconds', under: ['finishedAt'] },
    { key: 'orderId', under: ['shipmentId', 'publishTaskId'] },
    { key: 'submittedBy', under: ['attempts'] },
  ],
  search: ['accountId', 'type', 'status', 'isOpen', 'mode', 'submittedAt', 'feedNo', 'orderId', 'shipmentId'],
  sort: { field: 'submittedAt', order: 'desc' },
});

const feedItemStatus = dict('feed_item_status', {
  pending: '待发',
  blocked: '已熔断',
  sent: '已发送',
  accepted: '已接受',
  verified: '一致',
  unverified: '未核实',
  mismatch: '不一致',
  rejected: '被拒',
  cancelled: '已取消',
});

/** 提交明细: one thing that a submission said, and what the marketplace made of it. */
export const feedItem = defineView({
  module: 'channels',
  name: 'feedItem',
  title: '提交明细',
  empty: '这次提交没有明细。',
  fields: {
    submittedAt: datetime('提交时间', { always: true }),
    feedId: text('数据提交', { always: true }),
    feedNo: text('任务号', { always: true }),
    type: choice('类型', feedType, { always: true }),
    accountId: link('店铺', 'base:channelAccount', { always: true }),
    channelProductId: link('渠道SKU', 'channels:channelProduct'),
    orderId: link('订单', 'orders:salesOrder'),
    place: text('位置', { hint: '渠道仓代码、价格类型、类目或发货单号' }),
    previous: text('上次'),
    submitted: text('提交内容', { always: true }),
    readBack: text('平台核对'),
    status: choice('状态', feedItemStatus, { always: true }),
    error: text('错误'),
    stockPushId: link('库存推送', 'channels:stockPush', { hint: '被熔断的在这里放行' }),
    payloadHash: text('内容指纹', { always: true, hint: '内容相同，指纹相同' }),
  },
  label: 'id',
  list: [
    { key: 'channelProductId', under: ['orderId'] },
    'place',
    { key: 'submitted', under: ['previous'] },
    'readBack',
    { key: 'status', under: ['stockPushId'] },
    'error',
    { key: 'feedNo', under: ['type'] },
    'accountId',
    'payloadHash',
    'submittedAt',
  ],
  search: ['feedNo', 'accountId', 'type', 'status', 'channelProductId', 'orderId', 'place', 'feedId', 'submittedAt'],
  sort: { field: 'submittedAt', order: 'desc' },
});

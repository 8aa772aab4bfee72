import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, json, link, text } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { publishStorefront } from './storefront.ts';

const publishStatus = dict('publish_status', {
  draft: '草稿',
  valid: '待提交',
  invalid: '校验失败',
  submitting: '提交中',
  processing: '平台处理中',
  live: '已上架',
  partial: '部分上架',
  failed: '刊登失败',
  ended: '已下架',
  withdrawn: '已撤回',
});

/** SKUs of one task at most. */
export const MOST_PUBLISHED = 100;

/** 刊登: SKUs that are to stand in one class of one storefront of a shop, with what the marketplace asks of them. */
export const publishTask = defineDocument({
  module: 'channels',
  name: 'publishTask',
  title: '刊登',
  empty: '点“新增刊登”，选店铺、站点、类目和 SKU，系统按产品资料预填类目题目。',
  fields: {
    taskNo: text('刊登单号', { always: true, derived: true }),
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    storefront: choice('站点', publishStorefront, { required: true, default: 'wayfair_us' }),
    classId: text('类目编号', { required: true, max: 64 }),
    classTitle: text('类目', { required: true, max: 255 }),
    subject: text('产品', { always: true, derived: true }),
    isFormChanged: flag('题目有变', { always: true, derived: true }),
    isByHand: flag('到平台处理', { always: true, derived: true }),
    isOverdue: flag('等待超一天', { always: true, derived: true }),
    itemCount: integer('SKU数', { always: true, derived: true }),
    errorCount: integer('错误数', { always: true, derived: true }),
    warningCount: integer('提醒数', { always: true, derived: true }),
    liveCount: integer('已上架', { always: true, derived: true }),
    refusedCount: integer('被拒', { always: true, derived: true }),
    attempt: integer('提交次数', { always: true, derived: true }),
    revision: integer('版次', { always: true, derived: true }),
    submittedBy: text('提交人', { isPerson: true, derived: true }),
    submittedAt: datetime('提交时间', { derived: true }),
    answeredAt: datetime('平台答复时间', { derived: true }),
    liveAt: datetime('上架时间', { derived: true }),
    outcome: text('结果', { derived: true }),
    status: choice('状态', publishStatus, { always: true, derived: true }),
  },
  label: 'taskNo',
  list: [
    { key: 'subject', under: ['taskNo'] },
    { key: 'accountId', under: ['storefront'] },
    { key: 'classTitle', under: ['classId'] },
    'errorCount',
    'submittedAt',
    { key: 'status', under: ['outcome'] },
    'itemCount',
    'createTime',
  ],
  search: [
    'accountId',
    'classTitle',
    'storefront',
    'taskNo',
    'classId',
    'isByHand',
    'isOverdue',
    'isFormChanged',
    'submittedAt',
    'createTime',
  ],
  form: [
    ['accountId', 'storefront'],
    ['classId', 'classTitle'],
  ],
  scope: { shops: 'accountId' },
  lines: { 'channels:publishItem': 'taskId' },
});
export type PublishTaskRow = RowOf<typeof publishTask>;

export const publishItemState = dict('publish_item_state', {
  open: '待提交',
  queued: '待发送',
  sending: '发送中',
  processing: '平台处理中',
  live: '已上架',
  refused: '被拒',
});
export type PublishItemState = keyof typeof publishItemState.items;

/** 刊登SKU: one SKU of a task: its answers, what is wrong with them, and what the marketplace has of it. */
export const publishItem = defineDocument({
  module: 'channels',
  name: 'publishItem',
  title: '刊登SKU',
  fields: {
    taskId: link('刊登', 'channels:publishTask', { required: true }),
    lineNo: integer('行号', { required: true }),
    skuId: link('SKU', 'catalog:sku', { required: true }),
    channelSku: text('渠道SKU', { required: true, max: 64 }),
    channelProductId: link('渠道产品', 'channels:channelProduct', { derived: true }),
    state: choice('平台状态', publishItemState, { always: true, derived: true }),
    answers: json('答案', { always: true, derived: true }),
    liveAnswers: json('平台已有答案', { derived: true }),
    flaws: json('问题', { always: true, derived: true }),
    errorCount: integer('错误数', { always: true, derived: true }),
  },
  label: 'channelSku',
  list: ['lineNo', 'skuId', 'channelSku', 'state', 'errorCount', 'channelProductId'],
  search: ['taskId', 'skuId', 'channelSku', 'state'],
  form: [['skuId', 'channelSku']],
  sort: { field: 'lineNo', order: 'asc' },
});
export type PublishItemRow = RowOf<typeof publishItem>;

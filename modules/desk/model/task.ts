import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, json, link, text } from '#kit/model/field.ts';
import { exportJob, importJob } from '#kit/model/file-job-work.ts';
import type { JobKind } from '#kit/model/job.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument } from '#kit/model/resource.ts';
import * as partJobs from '#modules/aftersales/model/part-jobs.ts';
import * as returnJobs from '#modules/aftersales/model/return-jobs.ts';
import { buyReturnLabelJob, voidReturnLabelJob } from '#modules/aftersales/model/return-label-work.ts';
import * as ruleJobs from '#modules/automation/model/jobs.ts';
import { invoiceShipmentJob } from '#modules/finance/model/invoice-jobs.ts';
import * as pictureJobs from '#modules/catalog/model/picture-jobs.ts';
import * as channelJobs from '#modules/channels/model/jobs.ts';
import * as carrierJobs from '#modules/fulfilment/model/carrier-jobs.ts';
import * as orderJobs from '#modules/orders/model/jobs.ts';
import * as inventoryJobs from '#modules/inventory/model/jobs.ts';
import { fetchReportJob, parseReportJob } from '#modules/market/model/jobs.ts';
import * as operationJobs from '#modules/operations/model/jobs.ts';
import { mailOrderJob } from '#modules/purchasing/model/order-mail.ts';
import { readSupplyJob } from '#modules/purchasing/model/supply/supply-routes.ts';
import * as systemJobs from '#modules/system/model/jobs.ts';

const deliveryStatus = dict('delivery_status', {
  pending: '等待',
  running: '执行中',
  ok: '完成',
  dead: '失败待处理',
  cancelled: '已放弃',
});

/** What a task ended with that a person sees to: it went wrong, or is done at the channel. */
const deliveryFailure = dict('delivery_failure', {
  failed: '执行失败',
  byHand: '请到平台处理',
});

export type Failure = keyof typeof deliveryFailure.items;

/** Every job of the house. */
export const jobs: readonly JobKind[] = [
  ...Object.values(channelJobs),
  carrierJobs.buyLabelJob,
  carrierJobs.voidLabelJob,
  carrierJobs.trackLabelJob,
  buyReturnLabelJob,
  voidReturnLabelJob,
  ...Object.values(partJobs),
  ...Object.values(returnJobs),
  ...Object.values(orderJobs),
  ...Object.values(pictureJobs),
  ...Object.values(inventoryJobs),
  ...Object.values(ruleJobs),
  ...Object.values(systemJobs),
  invoiceShipmentJob,
  fetchReportJob,
  parseReportJob,
  mailOrderJob,
  readSupplyJob,
  ...Object.values(operationJobs),
  importJob,
  exportJob,
];

/** What a task does, by the name of its job. */
export const deliveryHandler = dict(
  'delivery_handler',
  Object.fromEntries(jobs.map(({ name, title }) => [name, title])),
);

/** 任务: one event for one handler on its way out: attempts, last error, and the dead letters. */
export const delivery = defineDocument({
  module: 'desk',
  name: 'delivery',
  title: '任务',
  fields: {
    event: text('触发事件', { always: true }),
    handler: choice('任务', deliveryHandler, { always: true }),
    aggregate: text('对象编号', { always: true }),
    shipmentId: link('发货单', 'fulfilment:shipment'),
    orderId: link('订单', 'orders:salesOrder'),
    accountId: link('店铺', 'base:channelAccount'),
    payload: json('内容', { always: true }),
    status: choice('状态', deliveryStatus, { always: true }),
    attempts: integer('次数', { always: true }),
    nextAt: datetime('下次执行', { always: true }),
    leaseUntil: datetime('占用至'),
    failure: choice('失败类别', deliveryFailure),
    lastError: text('最近错误'),
    reason: text('原因'),
    doneAt: datetime('完成时间'),
    batchId: text('批次'),
  },
  label: 'handler',
  list: ['createTime', 'handler', 'orderId', 'accountId', 'status', 'reason', 'attempts', 'nextAt', 'doneAt'],
  search: ['handler', 'accountId', 'orderId', 'reason', 'failure', 'status', 'createTime', 'aggregate', 'batchId'],
  form: [['handler', 'status'], ['payload'], ['lastError']],
  scope: { of: ['shipmentId', 'orderId', 'accountId'] },
});

export const deliveryLifecycle = defineLifecycle(delivery, {
  initial: 'pending',
  births: {},
  states: {
    pending: ['等待', 'idle'],
    running: ['执行中', 'busy'],
    ok: ['完成', 'done'],
    dead: ['失败待处理', 'bad'],
    cancelled: ['已放弃', 'idle'],
  },
  tabs: {
    dead: { title: '失败待处理', states: ['dead'] },
    open: { title: '进行中', states: ['pending', 'running'] },
    ok: { title: '完成', states: ['ok'] },
    cancelled: { title: '已放弃', states: ['cancelled'] },
  },
  moves: {
    // Also where its node has died: a task is free as soon as the node's lease is over.
    retry: {
      title: '重试',
      from: ['dead', 'pending', 'running'],
      to: 'pending',
      submits: { in: ['pending'], next: '等待执行' },
    },
    settle: {
      title: '已处理',
      from: ['dead'],
      to: 'ok',
      input: { reason: text('处理结果', { max: 255, hint: '在平台做了什么，可以不填' }) },
    },
    abandon: {
      title: '放弃',
      from: ['dead', 'pending'],
      to: 'cancelled',
      input: { reason: text('原因', { required: true, max: 255 }) },
      warn: '放弃后不再尝试，请确认已在平台人工处理。',
    },
    claim: { title: '执行', from: ['pending'], to: 'running', system: true },
    finish: { title: '完成', from: ['running'], to: 'ok', system: true },
    giveUp: { title: '转人工', from: ['running'], to: 'dead', system: true },
  },
});

import { dict } from '#kit/model/dict.ts';
import { choice, choices, datetime, flag, integer, json, link, text } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineDocument, defineLedger } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';
import { ruleTrigger } from './rule.ts';

/** 规则版本: what a rule said, each time it was changed. */
export const ruleVersion = defineLedger({
  module: 'automation',
  name: 'ruleVersion',
  title: '规则版本',
  fields: {
    ruleId: link('规则', 'automation:rule', { required: true }),
    revision: integer('版本', { required: true }),
    /** The versioned fields of the rule, as they were stored. */
    content: json('内容', { always: true }),
    said: text('规则', { always: true }),
  },
  label: 'revision',
  list: ['ruleId', 'revision', 'said', 'createBy', 'createTime'],
  search: ['ruleId', 'createTime'],
  form: [['ruleId', 'revision'], ['said']],
  sort: { field: 'revision', order: 'desc' },
});

/** What a rule is judged about: an order, or what came after it, a feed of a shop, or a remittance. The first names the rest. */
const about = {
  orderId: link('订单', 'orders:salesOrder'),
  returnId: link('退货单', 'aftersales:returnOrder'),
  partOrderId: link('配件补发单', 'aftersales:partOrder'),
  pushId: link('库存推送', 'channels:stockPush'),
  remittanceId: link('回款单', 'finance:remittance'),
  accountId: link('店铺', 'base:channelAccount'),
};
const ABOUT_SCOPE = { of: ['returnId', 'partOrderId', 'pushId', 'remittanceId', 'orderId'] } as const;

/** What came of a rule for one order, return, request, feed or remittance. */
export const runOutcome = dict('rule_run_outcome', {
  done: '已执行',
  partial: '部分执行',
  refused: '未能执行',
  dryRun: '试运行',
  unmatched: '未命中',
  passedOver: '未判断',
  bounded: '已拦截',
  failed: '出错',
});
export type RunOutcome = keyof typeof runOutcome.items;

export const runTrigger = dict('rule_run_trigger', { ...ruleTrigger.items, byHand: '手动' });
export type RunTrigger = keyof typeof runTrigger.items;

/**
 * 执行结果: one rule judged for one order, return, request, feed or remittance because of one event. Version, subject and
 * event make it the only one: what it did is done once. One about something with an order names that too.
 */
export const ruleRun = defineLedger({
  module: 'automation',
  name: 'ruleRun',
  title: '执行结果',
  fields: {
    ruleId: link('规则', 'automation:rule', { required: true }),
    revision: integer('版本', { required: true }),
    ...about,
    trigger: choice('触发', runTrigger, { always: true }),
    outcome: choice('结果', runOutcome, { always: true }),
    /** What was done, or would have been, in a line. */
    said: text('做了什么', { max: 1000 }),
    /** Explained of judge-rules.ts. */
    why: json('为什么'),
    /** Each action with what became of it. */
    deeds: json('动作'),
    ms: integer('毫秒', { always: true }),
  },
  label: 'id',
  list: [
    'createTime',
    'ruleId',
    'orderId',
    'returnId',
    'partOrderId',
    'pushId',
    'remittanceId',
    'accountId',
    'trigger',
    'outcome',
    'said',
    'ms',
  ],
  search: [
    'ruleId',
    'orderId',
    'returnId',
    'partOrderId',
    'pushId',
    'remittanceId',
    'accountId',
    'outcome',
    'trigger',
    'createTime',
  ],
  form: [
    ['ruleId', 'revision'],
    ['orderId', 'trigger'],
    ['outcome', 'said'],
  ],
  scope: ABOUT_SCOPE,
});
export type RuleRunRow = RowOf<typeof ruleRun>;

/** What a rule would have done otherwise. */
export const testChange = dict('rule_test_change', {
  warehouse: '换仓',
  shipMethod: '换物流渠道',
  tag: '打标签',
  hold: '挂起',
  release: '解除挂起',
  accept: '自动接单',
  split: '拆单',
  priority: '设优先级',
  notify: '通知',
  task: '建待办',
  remark: '写订单备注',
  askInfo: '请补资料',
});
export type TestChange = keyof typeof testChange.items;

/** 回测: one version of a rule held against what came in the past. */
export const ruleTest = defineLedger({
  module: 'automation',
  name: 'ruleTest',
  title: '规则回测',
  fields: {
    ruleId: link('规则', 'automation:rule', { required: true }),
    revision: integer('版本', { required: true }),
    orderCount: integer('回测数', { always: true }),
    matchedCount: integer('命中', { always: true }),
    changedCount: integer('会有变化', { always: true }),
    lateCount: integer('赶不上最晚发货', { always: true }),
    /** How many of them, by what would change: `{ warehouse: 37, … }`. */
    counts: json('变化', { always: true }),
    ms: integer('毫秒', { always: true }),
  },
  label: 'id',
  list: ['createTime', 'ruleId', 'revision', 'orderCount', 'matchedCount', 'changedCount', 'lateCount', 'createBy'],
  search: ['ruleId', 'createTime'],
  form: [
    ['ruleId', 'revision'],
    ['orderCount', 'matchedCount'],
  ],
});

/** 回测明细: what the rule would have met, and what would have been another. */
export const ruleTestOrder = defineLedger({
  module: 'automation',
  name: 'ruleTestOrder',
  title: '回测明细',
  fields: {
    testId: link('回测', 'automation:ruleTest', { required: true }),
    ...about,
    changes: choices('变化', testChange, { always: true }),
    said: text('会怎样', { max: 1000 }),
    isLate: flag('赶不上最晚发货', { always: true }),
    lateReason: text('为什么赶不上', { max: 255 }),
    why: json('为什么', { always: true }),
  },
  label: 'id',
  list: [
    'orderId',
    'returnId',
    'partOrderId',
    'pushId',
    'remittanceId',
    'accountId',
    'changes',
    'said',
    'isLate',
    'lateReason',
  ],
  search: ['testId', 'orderId', 'returnId', 'partOrderId', 'pushId', 'remittanceId', 'accountId', 'changes', 'isLate'],
  form: [['orderId', 'changes'], ['said']],
  scope: ABOUT_SCOPE,
});

const taskStatus = dict('rule_task_status', { open: '待办', done: '已完成', dropped: '不需要' });

/** 规则待办: something that a rule asks somebody to do about an order, a return, a request, a feed or a remittance. */
export const ruleTask = defineDocument({
  module: 'automation',
  name: 'ruleTask',
  title: '规则待办',
  fields: {
    title: text('要做什么', { required: true, max: 100 }),
    ...about,
    ruleId: link('规则', 'automation:rule', { required: true }),
    assignee: text('负责人', { max: 100 }),
    dueAt: datetime('截止', { always: true }),
    status: choice('状态', taskStatus, { always: true, derived: true }),
  },
  label: 'title',
  list: [
    'title',
    'orderId',
    'returnId',
    'partOrderId',
    'pushId',
    'remittanceId',
    'accountId',
    'assignee',
    'dueAt',
    'ruleId',
    'status',
  ],
  search: [
    'orderId',
    'returnId',
    'partOrderId',
    'pushId',
    'remittanceId',
    'accountId',
    'assignee',
    'ruleId',
    'dueAt',
    'status',
  ],
  form: [
    ['title', 'orderId'],
    ['assignee', 'dueAt'],
  ],
  sort: { field: 'dueAt', order: 'asc' },
  scope: ABOUT_SCOPE,
});

export const ruleTaskLifecycle = defineLifecycle(ruleTask, {
  initial: 'open',
  births: { rule: '规则建立' },
  states: {
    open: ['待办', 'busy'],
    done: ['已完成', 'done'],
    dropped: ['不需要', 'idle'],
  },
  tabs: {
    open: { title: '待办', states: ['open'] },
    over: { title: '已结束', states: ['done', 'dropped'] },
  },
  moves: {
    finish: {
      title: '完成',
      from: ['open'],
      to: 'done',
      input: { reason: text('说明', { max: 255 }) },
    },
    drop: {
      title: '不需要',
      from: ['open'],
      to: 'dropped',
      input: { reason: text('原因', { required: true, max: 255 }) },
    },
  },
});

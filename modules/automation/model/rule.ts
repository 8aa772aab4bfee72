import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, text, textarea } from '#kit/model/field.ts';
import { defineLifecycle } from '#kit/model/lifecycle.ts';
import { defineRegister } from '#kit/model/resource.ts';
import type { RowOf } from '#kit/model/row.ts';

export const ruleTrigger = dict('rule_trigger', {
  orderPulled: '收到订单',
  orderMapped: '配对完成',
  stockChanged: '缺货订单到货',
  schedule: '定时',
  returnReceived: '退货收货完成',
  partCreated: '收到配件申请',
  feedFailed: '库存推送失败',
  remittanceImported: '回款单导入',
});
export type Trigger = keyof typeof ruleTrigger.items;

export const ruleStatus = dict('rule_status', {
  draft: '草稿',
  dry_run: '试运行',
  active: '启用',
  paused: '停用',
  faulted: '异常停用',
});

/**
 * 自动化规则: what is done by itself with orders, returns, requests for parts, failed feeds and remittances of which
 * something is true. Conditions, actions and shops are JSON, judged by conditions.ts and actions.ts; `revision` counts what they were.
 */
export const rule = defineRegister({
  module: 'automation',
  name: 'rule',
  title: '自动化规则',
  empty: '让系统按条件自动换仓、打标、挂起或接单：新增规则，回测后启用。',
  fields: {
    code: text('编码', { required: true, unique: true, max: 32, rule: 'code' }),
    name: text('名称', { required: true, unique: true, max: 40 }),
    trigger: choice('触发', ruleTrigger, { required: true, default: 'orderPulled' }),
    cron: text('执行时间', { max: 120, structured: true, hint: '定时触发时填写，Cron 表达式' }),
    /** JSON of the ids of shops; empty = all. */
    shopIds: textarea('适用店铺', { max: 5_000, structured: true }),
    conditions: textarea('条件', { required: true, max: 20_000, structured: true }),
    actions: textarea('动作', { required: true, max: 10_000, structured: true }),
    priority: integer('优先级', {
      required: true,
      default: 100,
      min: 0,
      max: 9999,
      hint: '大的先执行',
    }),
    stopOnMatch: flag('命中后不再执行后面的规则', { default: false }),
    note: textarea('说明', { max: 500 }),
    status: choice('状态', ruleStatus, { always: true, derived: true }),
    revision: integer('版本', { always: true, derived: true }),
    testedRevision: integer('已回测版本', { derived: true }),
    /** Who wrote it last: notified when it fails. */
    owner: text('负责人', { isPerson: true, derived: true }),
    fault: text('停用原因', { derived: true, max: 500 }),
    nextAt: datetime('下次执行', { derived: true }),
  },
  label: 'name',
  list: ['name', 'trigger', 'priority', 'status', 'revision', 'stopOnMatch', 'updateTime'],
  search: ['name', 'code', 'trigger', 'status'],
  form: [
    ['code', 'name'],
    ['trigger', 'priority'],
    ['cron', 'stopOnMatch'],
    ['shopIds'],
    ['conditions'],
    ['actions'],
    ['note'],
  ],
  sort: { field: 'priority', order: 'desc' },
});
export type RuleRow = RowOf<typeof rule>;

export const ruleLifecycle = defineLifecycle(rule, {
  initial: 'draft',
  births: { add: '新增' },
  states: {
    draft: ['草稿', 'idle'],
    dry_run: ['试运行', 'busy'],
    active: ['启用', 'done'],
    paused: ['停用', 'warn'],
    faulted: ['异常停用', 'bad'],
  },
  tabs: {
    active: { title: '启用', states: ['active'] },
    dry_run: { title: '试运行', states: ['dry_run'] },
    draft: { title: '草稿', states: ['draft'] },
    off: { title: '已停用', states: ['paused', 'faulted'] },
  },
  moves: {
    tryOut: { title: '试运行', from: ['draft', 'paused', 'faulted'], to: 'dry_run' },
    activate: {
      title: '启用',
      from: ['draft', 'dry_run', 'paused', 'faulted'],
      to: 'active',
      input: { acceptAll: flag('确认全部执行', { default: false }) },
      opensOnRefusal: true,
    },
    pause: { title: '停用', from: ['dry_run', 'active'], to: 'paused' },
    restore: {
      title: '恢复版本',
      from: ['draft', 'dry_run', 'paused', 'faulted'],
      to: 'same',
      edits: ['trigger', 'cron', 'shopIds', 'conditions', 'actions', 'stopOnMatch', 'revision'],
      input: { revision: integer('版本', { required: true, min: 1 }) },
    },
    park: { title: '异常停用', from: ['dry_run', 'active'], to: 'faulted', system: true },
  },
});

/** In these states a rule is judged when something happens. */
export const LIVE_STATES: readonly string[] = ['active', 'dry_run'];

/** What makes a version: whoever changes one of these has to test again. */
export const VERSIONED = [
  'trigger',
  'cron',
  'shopIds',
  'conditions',
  'actions',
  'stopOnMatch',
] as const satisfies readonly (keyof RuleRow)[];

import { dict } from '#kit/model/dict.ts';
import { choice, datetime, flag, integer, text, textarea } from '#kit/model/field.ts';
import { defineComposite, defineView } from '#kit/model/resource.ts';
import type { WireRow } from '#kit/model/row.ts';

/** Codes of the base: 0 runs, -1 does not (sic). */
export const quartzStatus = dict('quartz_status', { '0': '正常', '-1': '停止' }, ['0', '-1']);
/** What becomes of hours that passed while nothing ran. */
export const misfireRules = dict('quartz_misfire', { once: '立即补一次', skip: '跳过' });
/** What becomes of an hour that comes while the run before is still under way. */
export const overlapRules = dict('quartz_overlap', { skip: '跳过', queue: '排队一次' });
export const runTriggers = dict('quartz_trigger', {
  schedule: '定时',
  misfire: '补执行',
  hand: '手动',
  recovery: '中断后重做',
});
export const runOutcomes = dict('quartz_outcome', {
  waiting: '等待',
  running: '执行中',
  done: '成功',
  failed: '失败',
  timedOut: '超时',
  interrupted: '中断',
  skipped: '跳过',
});
export type RunTrigger = keyof typeof runTriggers.items;
export type RunOutcome = keyof typeof runOutcomes.items;

/** Pausing what the product itself does with the clock: everybody's matter, and so the operator's. */
export const PAUSE_OWN_WORK = 'platform:clockWork:pause';

/** 定时任务: what a tenant has done at its hours, and what the product itself does with the clock. */
export const quartzJob = defineComposite(
  {
    module: 'operations',
    name: 'quartzJob',
    title: '定时任务',
    fields: {
      handler: text('任务', { required: true, max: 100 }),
      title: text('任务名称', { derived: true, always: true }),
      cron: text('cron表达式', { required: true, max: 200 }),
      params: textarea('参数', { max: 4000, structured: true }),
      note: text('说明', { max: 255 }),
      misfire: choice('错过执行时', misfireRules, { default: 'once' }),
      overlap: choice('上次未结束时', overlapRules, { default: 'skip' }),
      status: choice('状态', quartzStatus, { default: '0' }),
      isBuiltIn: flag('系统任务', { derived: true, always: true }),
      everySeconds: integer('间隔秒数', { derived: true }),
      nextAt: datetime('下次执行', { derived: true }),
      lastAt: datetime('上次执行', { derived: true }),
      lastOutcome: choice('上次结果', runOutcomes, { derived: true }),
      lastMs: integer('上次耗时（毫秒）', { derived: true }),
      lastMessage: text('上次说明', { derived: true }),
    },
    label: 'title',
    list: ['title', 'cron', 'note', 'nextAt', 'lastAt', 'lastOutcome', 'lastMs', 'status'],
    search: ['title', 'handler', 'status', 'isBuiltIn', 'lastOutcome'],
    form: [['handler'], ['cron'], ['params'], ['note'], ['misfire', 'overlap'], ['status']],
  },
  {
    path: '/sys/quartzJob',
    table: 'sys_quartz_job',
    names: { handler: 'jobClassName', cron: 'cronExpression', params: 'parameter', note: 'description' },
    numbers: ['status'],
    constants: { delFlag: 0 },
    texts: {
      add: '创建定时任务成功',
      edit: '更新定时任务成功!',
      delete: '删除定时任务成功!',
      deleteBatch: '删除定时任务成功!',
    },
  },
);

/** 执行记录: what came of each time, one row an hour for what comes every few seconds. */
export const quartzRun = defineView({
  module: 'operations',
  name: 'quartzRun',
  title: '执行记录',
  fields: {
    jobId: text('任务', { always: true }),
    trigger: choice('触发', runTriggers, { always: true }),
    plannedAt: datetime('计划时间', { always: true }),
    startedAt: datetime('开始时间'),
    endedAt: datetime('结束时间'),
    ms: integer('耗时（毫秒）'),
    outcome: choice('结果', runOutcomes, { always: true }),
    times: integer('次数', { always: true }),
    message: text('说明'),
    node: text('节点'),
  },
  label: 'id',
  list: ['plannedAt', 'trigger', 'startedAt', 'endedAt', 'ms', 'outcome', 'times', 'message', 'node'],
  search: ['jobId', 'outcome', 'trigger', 'plannedAt'],
  sort: { field: 'plannedAt', order: 'desc' },
});

export type ShownJob = WireRow<typeof quartzJob>;
export type ShownRun = WireRow<typeof quartzRun>;

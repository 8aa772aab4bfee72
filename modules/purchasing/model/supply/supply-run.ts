import { dict } from '#kit/model/dict.ts';
import { choice, datetime, integer, json, link, textarea } from '#kit/model/field.ts';
import { defineDocument } from '#kit/model/resource.ts';

export const supplyRunStatus = dict('supply_run_status', {
  running: '进行中',
  done: '已完成',
  partial: '部分成功',
  held: '已拦截',
  failed: '失败',
});

const supplyTrigger = dict('supply_trigger', { manual: '手工', schedule: '定时' });

/** A row of a feed that could not be read, as it came. */
export interface SupplyRowError {
  /** Number of the supplier; null where the row says none. */
  sku: string | null;
  reason: string;
  raw: string;
}

/** Rows that one run keeps as they came; the others are counted. */
export const MOST_ROW_ERRORS = 200;

/** 供货运行: one reading of a feed, and what became of its rows. */
export const supplyRun = defineDocument({
  module: 'purchasing',
  name: 'supplyRun',
  title: '供货运行',
  empty: '每次拉取供货源的结果在这里：读了多少行、新品、变更、拦截和读不懂的行。',
  fields: {
    feedId: link('供货源', 'purchasing:supplyFeed', { always: true }),
    trigger: choice('触发', supplyTrigger, { always: true }),
    status: choice('结果', supplyRunStatus, { always: true }),
    rowsRead: integer('读取行数', { always: true }),
    created: integer('新品', { always: true }),
    changed: integer('已应用变更', { always: true }),
    held: integer('等人确认', { always: true }),
    gone: integer('下架', { always: true }),
    errors: integer('读不懂', { always: true }),
    message: textarea('说明'),
    rowErrors: json('读不懂的行'),
    finishedAt: datetime('结束时间'),
  },
  label: 'status',
  list: [
    { key: 'createTime', under: ['finishedAt'] },
    'feedId',
    { key: 'status', under: ['trigger'] },
    'rowsRead',
    'created',
    'changed',
    'held',
    'gone',
    'errors',
    'message',
  ],
  search: ['feedId', 'status', 'trigger', 'createTime'],
  form: [['feedId', 'status'], ['message'], ['rowErrors']],
});

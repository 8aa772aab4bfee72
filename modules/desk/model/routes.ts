import { text } from '#kit/model/field.ts';
import type { TodoBand } from '#kit/model/todo.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { BatchProgress } from './batch.ts';
import type { Failure } from './task.ts';

/** One thing that waits for somebody, and the list that shows exactly what was counted. */
export interface Todo {
  key: string;
  band: TodoBand;
  title: string;
  /** What it means. */
  hint: string;
  count: number;
  /** Earliest moment at which one of them is too late. */
  deadline: string | null;
  isLate: boolean;
  /** Page of the console and the filter it opens with. */
  path: string;
  query: Record<string, string>;
}

export const todoRoute = defineRoute({
  method: 'GET',
  path: '/desk/todo',
  access: 'signedIn',
  summary: '待办数量',
  result: shape<Todo[]>(),
});

/** One truth of the house, and what breaks it. */
export interface Check {
  id: string;
  title: string;
  ok: boolean;
  /** Rows that break it, at most 50. */
  violations: Record<string, unknown>[];
}

export const reconciliationRoute = defineRoute({
  method: 'GET',
  path: '/desk/reconciliation',
  access: { permission: 'desk:reconciliation:list' },
  summary: '对账',
  result: shape<{ ranAt: string; total: number; broken: number; checks: Check[] }>(),
});

/** Tasks that failed for one reason, and the filter that finds exactly these. */
export interface FailureGroup {
  handler: string;
  failure: Failure;
  reason: string;
  /** What the last of them says, the words of the channel included. */
  lastError: string;
  shop: string | null;
  count: number;
  since: string;
  query: Record<string, string>;
}

export const failuresRoute = defineRoute({
  method: 'GET',
  path: '/desk/delivery/failures',
  access: { permission: 'desk:delivery:list' },
  summary: '失败任务按原因汇总',
  query: { batchId: text('批次') },
  result: shape<{ total: number; groups: FailureGroup[] }>(),
});

export const batchesRoute = defineRoute({
  method: 'GET',
  path: '/desk/batch/list',
  access: 'signedIn',
  summary: '本人未读的批量进度',
  query: { resource: text('列表') },
  result: shape<BatchProgress[]>(),
});

export const readBatchRoute = defineRoute({
  method: 'POST',
  path: '/desk/batch/read',
  access: 'signedIn',
  summary: '批量进度已读',
  body: { id: text('批次') },
});

/** A row that a scanned number names, or leads to. */
export interface Scanned {
  module: string;
  resource: string;
  /** What such rows are called. */
  kind: string;
  id: string;
  label: string;
}

export const scanRoute = defineRoute({
  method: 'GET',
  path: '/desk/scan',
  access: 'signedIn',
  summary: '扫码查找',
  query: { number: text('号码') },
  result: shape<{ rows: Scanned[]; isMore: boolean }>(),
});

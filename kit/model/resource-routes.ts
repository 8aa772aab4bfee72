import type { BulkChange } from './bulk-edit.ts';
import { movePermission, type AnyLifecycle, type Move } from './lifecycle.ts';
import type { FoundNumbers } from './numbers.ts';
import type { FieldError } from './refusal.ts';
import { resourceKey, type AnyResource } from './resource.ts';
import {
  defineRoute,
  pathOf,
  shape,
  type Effect,
  type Method,
  type Path,
  type RouteDeclaration,
  type Shape,
} from './route.ts';
import { stemOf, type Operation, type Verb } from './wire.ts';

interface About {
  method?: Method;
  verb: Verb;
  summary: (title: string) => string;
  /** Where the fields of the resource are named. */
  fields?: 'query' | 'body';
  takesFile?: true;
  effect?: Effect;
  givesFile?: true;
}

const ABOUT: Readonly<Record<Operation, About>> = {
  list: { verb: 'list', summary: (title) => `${title}列表`, fields: 'query' },
  queryById: { verb: 'list', summary: (title) => `${title}详情` },
  options: { verb: 'list', summary: (title) => `${title}选项` },
  lookup: {
    method: 'POST',
    verb: 'list',
    summary: (title) => `按名称查找${title}`,
    effect: 'reads',
  },
  counts: { verb: 'list', summary: (title) => `${title}各状态数量` },
  add: { method: 'POST', verb: 'add', summary: (title) => `新增${title}`, fields: 'body' },
  edit: { method: 'PUT', verb: 'edit', summary: (title) => `编辑${title}`, fields: 'body' },
  bulkEdit: { method: 'POST', verb: 'edit', summary: (title) => `批量修改${title}` },
  tag: { method: 'POST', verb: 'edit', summary: (title) => `批量打标：${title}` },
  delete: { method: 'DELETE', verb: 'delete', summary: (title) => `删除${title}` },
  deleteBatch: { method: 'DELETE', verb: 'delete', summary: (title) => `批量删除${title}` },
  // Each line is judged by the right it asks for: to add, to edit or to delete.
  saveLines: { method: 'POST', verb: 'list', summary: (title) => `整体保存${title}` },
  exportXls: {
    verb: 'export',
    summary: (title) => `导出${title}`,
    fields: 'query',
    givesFile: true,
  },
  importExcel: {
    method: 'POST',
    verb: 'import',
    summary: (title) => `导入${title}`,
    takesFile: true,
  },
  importTemplate: { verb: 'import', summary: (title) => `${title}导入模板`, givesFile: true },
  importLines: {
    method: 'POST',
    verb: 'add',
    summary: (title) => `导入${title}`,
    takesFile: true,
  },
  lineTemplate: { verb: 'add', summary: (title) => `${title}导入模板`, givesFile: true },
};

type Row = Record<string, unknown>;

/** A route that every resource of its kind brings: what it takes and answers hangs on the fields. */
type ResourceRoute = RouteDeclaration & {
  readonly query: Shape<Record<string, string>>;
  readonly body: Shape<Row>;
  readonly result: Shape<unknown>;
};

/**
 * A generic route of a resource; its kind decides which of them the server implements.
 * @param title what its rows are called in the summary
 */
export function resourceRoute(of: AnyResource, operation: Operation, title: string = of.title): ResourceRoute {
  const { method = 'GET', verb, summary, fields, ...files } = ABOUT[operation];
  return defineRoute({
    method,
    path: `${stemOf(of)}/${of.wire?.paths?.[operation] ?? operation}`,
    access: { permission: `${resourceKey(of)}:${verb}` },
    summary: summary(title),
    query: shape(fields === 'query' ? of.fields : {}),
    body: shape(fields === 'body' ? of.fields : {}),
    result: shape(),
    ...files,
  });
}

/** Path of a generic route of a resource, below the API base. */
export const routePath = (of: AnyResource, operation: Operation): Path => pathOf(resourceRoute(of, operation));

/** Rows of a sheet that were refused, as a workbook of their own; for whoever may import with `verb`. */
export const errorFileRoute = (of: AnyResource, verb: 'import' | 'add', title: string) =>
  defineRoute({
    method: 'GET',
    path: `${stemOf(of)}/importErrors/:id`,
    access: { permission: `${resourceKey(of)}:${verb}` },
    summary: `${title}导入错误数据`,
    givesFile: true,
  });

/** Keeps many numbers for a search: lists, counts, exports and batches are asked with its id. */
export const storeNumbersRoute = (of: AnyResource) =>
  defineRoute({
    method: 'POST',
    path: `${stemOf(of)}/numbers`,
    access: { permission: `${resourceKey(of)}:list` },
    summary: `${of.title}批量查找`,
    effect: 'reads',
    body: shape<{ numbers: readonly string[] }>(),
    result: shape<{ id: string; numbers: string[] }>(),
  });

/** What a list query with `numbers` finds of them, and what it does not. */
export const foundNumbersRoute = (of: AnyResource) =>
  defineRoute({
    method: 'GET',
    path: `${stemOf(of)}/numbers`,
    access: { permission: `${resourceKey(of)}:list` },
    summary: `${of.title}批量查找结果`,
    query: shape<Record<string, string>>(),
    result: shape<FoundNumbers>(),
  });

/** A field that a step of a document changed, as people read it. */
export interface HistoryChange {
  title: string;
  /** Of which line; null for the document itself. */
  line: string | null;
  before: string | null;
  after: string | null;
  /** Why there are no values: the reader may not see the field, or nobody keeps them. */
  hidden?: 'masked' | 'unkept';
}

/** One step of a document's way through its states. */
export interface HistoryEntry {
  from: string | null;
  from_dictText: string | null;
  to: string;
  to_dictText: string | null;
  move: string;
  moveTitle: string;
  actor: string;
  reason: string | null;
  at: string;
  changes: HistoryChange[];
}

/** The way of a document through its states, oldest step first. */
export const historyRoute = (of: AnyResource) =>
  defineRoute({
    method: 'GET',
    path: `${stemOf(of)}/:id/history`,
    access: { permission: `${resourceKey(of)}:list` },
    summary: `${of.title}流转记录`,
    result: shape<HistoryEntry[]>(),
  });

/** What a document has come to by a move. */
export interface MoveAnswer {
  id: string;
  ok: boolean;
  state?: string;
  /** It can be called back for so many seconds. */
  callBackSeconds?: number;
}

const moveOf = ({ moves }: AnyLifecycle, name: string): Move => (moves as Record<string, Move>)[name] as Move;

/** One move of one document; its answers in the body, with the `version` they are meant for. */
export const moveRoute = (lifecycle: AnyLifecycle, name: string) =>
  defineRoute({
    method: 'POST',
    path: `${stemOf(lifecycle.of)}/:id/${name}`,
    access: { permission: movePermission(lifecycle, name) },
    summary: moveOf(lifecycle, name).title,
    body: shape<Row>(moveOf(lifecycle, name).input),
    result: shape<MoveAnswer>(),
  });

/** Documents of a batch: named, or all that a filter finds. */
export type BatchScope = { ids: readonly string[] } | { filter: Readonly<Record<string, string>> };

interface BatchBody {
  ids?: readonly string[];
  filter?: Readonly<Record<string, string>>;
  answers: Readonly<Row>;
  dryRun?: boolean;
  /** Names what the parts of one batch belong to. */
  batch?: string;
}

/** Result of a batch for one document. */
export interface BatchRow extends MoveAnswer {
  label: string;
  code?: string;
  message?: string;
  errors?: readonly FieldError[];
}

export interface BatchAnswer {
  total: number;
  ok: number;
  failed: number;
  rows: BatchRow[];
  /** Of a preview: what it would do to stock and fees. */
  outlook?: string[];
  /** Of a preview: what somebody has to have read before the move is made for many at once. */
  doubts?: string[];
}

/** One move of many documents. */
export const batchRoute = (lifecycle: AnyLifecycle, name: string) =>
  defineRoute({
    method: 'POST',
    path: `${stemOf(lifecycle.of)}/batch/${name}`,
    access: { permission: movePermission(lifecycle, name) },
    summary: `批量${moveOf(lifecycle, name).title}`,
    body: shape<BatchBody>(),
    result: shape<BatchAnswer>(),
  });

export interface BulkEditBody extends BulkChange {
  /** Rows that are edited; beside a filter: those of them that it still finds. */
  ids?: readonly string[];
  /** What each of `ids` was when it was looked at: a row that somebody has changed since is refused. */
  versions?: readonly number[];
  filter?: Readonly<Record<string, string>>;
  /** Judges everything and writes nothing. */
  dryRun?: boolean;
}

/** What became of one row of a bulk edit, or would. */
export interface BulkRow {
  id: string;
  label: string;
  ok: boolean;
  /** false: it holds that value already. */
  isChanged?: boolean;
  version?: number;
  code?: string;
  message?: string;
  errors?: readonly FieldError[];
  /** Of the first rows of a preview: the value as it is and as it would be, with its words. */
  before?: unknown;
  before_dictText?: string | null;
  after?: unknown;
  after_dictText?: string | null;
}

export interface BulkAnswer {
  total: number;
  changed: number;
  same: number;
  refused: number;
  rows: BulkRow[];
}

/** One field of many rows of a register, under the right to edit. */
export const bulkEditRoute = (of: AnyResource) =>
  defineRoute({
    ...resourceRoute(of, 'bulkEdit'),
    body: shape<BulkEditBody>(),
    query: shape(),
    result: shape<BulkAnswer>(),
  });

/** Tags that many rows get and lose; of `ids`, else of all that the filter finds. */
export interface TagBody {
  ids?: readonly string[];
  filter?: Readonly<Record<string, string>>;
  add?: readonly string[];
  remove?: readonly string[];
  /** Says what it would do and writes nothing. */
  dryRun?: boolean;
}

/** Gives tags to many rows and takes others away, under the right to edit. */
export const tagRoute = (of: AnyResource) =>
  defineRoute({
    ...resourceRoute(of, 'tag'),
    body: shape<TagBody>(),
    query: shape(),
    result: shape<BulkAnswer>(),
  });

import { choice, link, text } from '#kit/model/field.ts';
import { defineRoute, shape } from '#kit/model/route.ts';
import type { ListingClass, ListingQuestion } from '../port.ts';
import type { FormChanges } from './form-changes.ts';
import { publishStorefront } from './storefront.ts';

/** What 新增刊登 asks. */
export interface NewPublishTask {
  accountId: string;
  storefront: string;
  classId: string;
  classTitle: string;
  skuIds: readonly string[];
}

export const addPublishRoute = defineRoute({
  method: 'POST',
  path: '/channels/publishTask/add',
  access: { permission: 'channels:publishTask:add' },
  summary: '新增刊登',
  body: shape<NewPublishTask>({
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    storefront: choice('站点', publishStorefront, { required: true, default: 'wayfair_us' }),
    classId: text('类目编号', { required: true, max: 64 }),
    classTitle: text('类目', { required: true, max: 255 }),
  }),
  result: shape<{ id: string }>(),
});

/** The classes of a storefront; none where the channel has no call for it and a person names the class. */
export interface ClassAnswer {
  isByHand: boolean;
  classes: ListingClass[];
}

export const listingClassesRoute = defineRoute({
  method: 'GET',
  path: '/channels/publishTask/classes',
  access: { permission: 'channels:publishTask:add' },
  summary: '平台类目',
  query: {
    accountId: link('店铺', 'base:channelAccount', { required: true }),
    storefront: choice('站点', publishStorefront, { required: true, default: 'wayfair_us' }),
  },
  result: shape<ClassAnswer>(),
});

/** One cell of the grid: all values of a question at one place. */
export interface SavedCell {
  itemId: string;
  questionId: string;
  parentRank: number;
  instance: number;
  values: readonly string[];
}

/** Cells of one save at most: a grid of all SKUs, pasted whole. */
export const MOST_SAVED_CELLS = 20_000;

/** Characters of all values of one cell at most, typed or in a sheet; how many a question takes is said by 校验. */
export const MOST_CELL_TEXT = 20_000;

export const saveCellsRoute = defineRoute({
  method: 'PUT',
  path: '/channels/publishTask/:id/cells',
  access: { permission: 'channels:publishTask:edit' },
  summary: '保存刊登答案',
  body: shape<{ version: number; cells: readonly SavedCell[] }>(),
  result: shape<{ version: number; status: string }>(),
});

/** What 一键修正 has done, and what it cannot do. */
export interface FixAnswer {
  fixed: number;
  /** What is left, with the SKU whose page has the repair. */
  left: { skuId: string; skuCode: string; message: string; isAtSku: boolean }[];
}

export const fixCellsRoute = defineRoute({
  method: 'POST',
  path: '/channels/publishTask/:id/fix',
  access: { permission: 'channels:publishTask:edit' },
  summary: '一键修正',
  body: shape<{ version?: number }>(),
  result: shape<FixAnswer>(),
});

export const refreshFormRoute = defineRoute({
  method: 'POST',
  path: '/channels/publishTask/:id/refreshForm',
  access: { permission: 'channels:publishTask:edit' },
  summary: '刷新类目题目',
  result: shape<{ isChanged: boolean; changes: FormChanges }>(),
});

/** Answers as a sheet that 导入 takes, a row for each cell. */
export const publishSheetRoute = defineRoute({
  method: 'GET',
  path: '/channels/publishTask/:id/sheet',
  access: { permission: 'channels:publishTask:export' },
  summary: '导出刊登答案',
  givesFile: true,
});

/** What stands beside a task: its questions, how they have changed, and what is known of its goods. */
export interface PublishBeside {
  form: { questions: readonly ListingQuestion[]; fetchedAt: string };
  /** Against the questions that it was filled in by; null where they are the same. */
  formChanges: FormChanges | null;
  /** Cartons by item: how many there are to answer for. */
  cartonCounts: Readonly<Record<string, number>>;
}

/** The columns of the sheet of answers, a row for each cell. */
export const PUBLISH_SHEET = {
  taskNo: text('刊登单号', { required: true, max: 64 }),
  channelSku: text('渠道SKU', { required: true, max: 64 }),
  questionId: text('题目编号', { required: true, max: 128 }),
  question: text('题目', { max: 255 }),
  instance: text('箱序', { max: 4 }),
  parentRank: text('上级序', { max: 4 }),
  value: text('答案', { max: MOST_CELL_TEXT }),
  choices: text('可选值', { max: 20_000 }),
} as const;

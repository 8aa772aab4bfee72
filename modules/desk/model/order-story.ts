import { text } from '#kit/model/field.ts';
import type { HistoryChange } from '#kit/model/resource-routes.ts';
import { defineRoute, shape } from '#kit/model/route.ts';

/** What an entry of the story of an order is about; each may be read alone. */
export const STORY_KINDS = {
  move: '流转',
  hold: '挂起',
  remark: '备注',
  change: '平台变更',
  dispute: '价格争议',
  shipment: '发货与面单',
  task: '平台回传',
  message: '平台原文',
  rule: '规则',
} as const;
export type StoryKind = keyof typeof STORY_KINDS;

/** The newest of a story; what is older stands in the parts of the order's page. */
export const MOST_ENTRIES = 300;

/** Something that happened to an order, or was done about it. */
export interface StoryEntry {
  kind: StoryKind;
  /** Of the row it tells of. */
  id: string;
  at: string;
  title: string;
  /** In the words of its kind; null: it has none. */
  state: string | null;
  actor: string | null;
  text: string | null;
  changes: HistoryChange[];
  /** Of a task that may be tried again: what its moves need. */
  task: { status: string; version: number } | null;
}

export interface OrderStory {
  entries: StoryEntry[];
  /** There is more than is shown. */
  isCut: boolean;
}

export const orderStoryRoute = defineRoute({
  method: 'GET',
  path: '/desk/orderStory',
  access: { permission: 'orders:salesOrder:list' },
  summary: '订单全程记录',
  query: { id: text('订单', { required: true }) },
  result: shape<OrderStory>(),
});

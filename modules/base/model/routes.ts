import { defineRoute, shape } from '#kit/model/route.ts';

export interface MergeTags {
  /** Tags that there are no more afterwards. */
  ids: readonly string[];
  /** What stands in their place. */
  into: string;
  /** Only says how many rows it would be. */
  dryRun?: boolean;
}

/** 合并: rows of several tags of one scope get one of them in their place. */
export const mergeTagsRoute = defineRoute({
  method: 'POST',
  path: '/base/tag/merge',
  access: { permission: 'base:tag:merge' },
  summary: '标签：合并',
  body: shape<MergeTags>(),
  result: shape<{ merged: number; rows: number }>(),
});

import type { TreeHit, TreePlace } from '#kit/model/tree.ts';
import { widgetServices } from '../services.ts';

/** What is searched: a registered tree as `table,text,code`, and where in it. */
export interface TreeSearch extends TreePlace {
  dict: string;
  keyword: string;
}

/** Finds a word in the whole of a registered tree. */
export function searchTree({ dict, ...query }: TreeSearch, signal: AbortSignal): Promise<TreeHit[]> {
  const [tableName, text, code] = dict.split(',').map((part) => part.trim());
  const where = { tableName, text, code, ...query };
  return widgetServices.get().treeHits(where, signal);
}

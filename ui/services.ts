import type { DictItem } from '#kit/model/dict.ts';
import type { Path } from '#kit/model/route.ts';
import { port } from './port.ts';
import type { TreeHit, TreePlace, WireNode } from '#kit/model/tree.ts';

/** What widgets ask a server for beyond the addresses they are given. */
interface WidgetServices {
  /** Path of the upload. */
  uploadPath: Path;
  /** Paths of an upload in parts: where it begins, where its parts go, and where it is finished. */
  parts: { begin: Path; of: (id: string) => Path; finish: (id: string) => Path };
  /** Stands in front of the bare path of a stored file. */
  storedPath: string;
  /** Items of a dictionary by its code that hold a word or have one of these values (by commas). */
  dictItems(
    code: string,
    search: { keyword?: string; keys?: string; pageSize?: number },
    signal?: AbortSignal,
  ): Promise<DictItem[]>;
  /** Rows of a registered `table,text,code` that a word names. */
  dictRows(dict: string, search: { keyword: string; pageSize: number }, signal: AbortSignal): Promise<DictItem[]>;
  /** What keys of a registered table are called, in their order; unknown ones stand for themselves. */
  dictLabels(dict: string, keys: readonly string[], signal: AbortSignal): Promise<string[]>;
  /** One level of a registered tree. */
  treeLevel(where: TreePlace, signal?: AbortSignal): Promise<WireNode[]>;
  /** Nodes of a registered tree that a word names, wherever they hang. */
  treeHits(where: TreePlace & { keyword: string }, signal: AbortSignal): Promise<TreeHit[]>;
  /** @param usernames joined by commas */
  realNames(usernames: string, signal: AbortSignal): Promise<readonly { username: string; realname: string }[]>;
}

export const widgetServices = port<WidgetServices>('the services of widgets');

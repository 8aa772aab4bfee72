import type { AnyResource } from '#kit/model/resource.ts';
import type { Command } from './command.ts';
import type { Tx } from './database.ts';
import type { KeywordSearch } from './query/list.ts';
import type { Guards } from './writer.ts';

/** What a module adds to a resource beyond its declaration. */
export interface Serve {
  resource: AnyResource;
  guards?: Guards;
  /** Substring search through an index, for lists too big to scan. */
  keyword?: KeywordSearch;
  /** Commands by move, for documents and registers with a lifecycle. */
  commands?: readonly Command[];
  /** Adds to the detail answer (child rows come by themselves). */
  detail?: (tx: Tx, row: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

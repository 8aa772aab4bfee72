import type { AnyResource } from '#kit/model/resource.ts';
import type { Command } from './command.ts';
import type { Tx } from './database.ts';
import type { DraftSlots } from './draft/draft-slots.ts';
import type { KeywordSearch, MoreOfRow } from './query/list.ts';
import type { Sql } from './sql.ts';
import type { Guards } from './writer.ts';

/** What a module adds to a resource beyond its declaration. */
export interface Serve {
  resource: AnyResource;
  guards?: Guards;
  /**
   * Of a view: its rows for a query, as a select whose columns are its fields in snake case. It
   * names the tenant itself, and may refuse.
   */
  rows?: (tx: Tx, query: Readonly<Record<string, string>>) => Sql | Promise<Sql>;
  /** Of a view: what a row is answered with beside its fields, from all columns of its rows. */
  more?: MoreOfRow;
  /** Substring search through an index, for lists too big to scan. */
  keyword?: KeywordSearch;
  /** Commands by move, for documents and registers with a lifecycle. */
  commands?: readonly Command[];
  /** What the draft of a document is judged and completed by beyond its declaration. */
  draft?: DraftSlots;
  /** Adds to the detail answer (child rows come by themselves). */
  detail?: (tx: Tx, row: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

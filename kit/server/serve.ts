import type { HistoryChange } from '#kit/model/resource-routes.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { WrittenOf } from '#kit/model/row.ts';
import type { Operation } from '#kit/model/wire.ts';
import type { Command } from './command.ts';
import type { Tx } from './database.ts';
import type { DocumentSheet } from './import-export/document-sheet.ts';
import type { DraftSlots } from './draft/draft-slots.ts';
import type { BesideRows, KeywordSearch, MoreOfRow } from './query/list.ts';
import type { Call } from './route.ts';
import type { GivenRows, Guards, SheetStore } from './writer.ts';

/**
 * How rows of a register are written that stand in tables of the module's own making. Values come
 * judged by the declaration. Each opens its own transaction: some of the work may stand outside.
 */
export interface Store<R extends AnyResource = AnyResource> {
  /** Fields that are written when a row is added, and never again. */
  fixed?: readonly string[];
  /** What the declaration cannot say, reported together with what it says. @param id null: a new row */
  faults?(call: Call, values: WrittenOf<R>, id: string | null): FieldError[];
  /** @returns what is answered, the id among it */
  add(call: Call, values: WrittenOf<R>): Promise<{ id: string }>;
  /** @param version of the row that was edited; null = whatever it is now */
  edit(call: Call, id: string, values: WrittenOf<R>, version: number | null): Promise<unknown>;
  /** @returns how many there were */
  remove(call: Call, ids: readonly string[]): Promise<number>;
  /** What is said behind the message that a row was added or edited; '' for nothing. */
  note?(call: Call): string;
  /** How rows of sheets are written; absent: none are taken. */
  sheet?: SheetStore<R>;
}

/** A stored file on its way into an archive. */
export interface ArchivedFile {
  /** Of the stored file. */
  id: string;
  /** What it is called in the archive; the archive makes names unique. */
  name: string;
  bytes: number;
}

/** The files of found rows, in the order of the ids; rows that the reader sees no more have none. */
export type Archive = (tx: Tx, ids: readonly string[]) => Promise<readonly ArchivedFile[]>;

/** What a module adds to a resource beyond its declaration. */
export interface Serve {
  resource: AnyResource;
  guards?: Guards;
  /**
   * Of a view, or beside a store: its rows for a query, as a select whose columns are those of the
   * resource in snake case. It names the tenant itself, and may refuse.
   */
  rows?: GivenRows;
  /** Each of such rows is found by its id through an index: a page is sorted by ids alone. */
  isKeyed?: true;
  /** What a row is answered with beside its fields: from those, or all columns of such `rows`. */
  more?: MoreOfRow;
  /** What the rows of a page of its list are answered with beside their fields. */
  beside?: BesideRows;
  /** Field whose lesser values stand first in a list, whatever its order. */
  lead?: string;
  /**
   * Of a store: whether another row has a value that only one may have, by the field. @param id of the row that is
   * asked for; null: a new one
   */
  taken?: Readonly<Record<string, (tx: Tx, value: string, id: string | null) => Promise<boolean>>>;
  /** How its rows are written, where not in a table of its name. */
  store?: Store;
  /** Of a document: how a sheet of lines becomes such documents. */
  documents?: DocumentSheet;
  /** Operations that routes of the module's own serve, at the same paths. */
  own?: readonly Operation[];
  /** Substring search through an index, for lists too big to scan. */
  keyword?: KeywordSearch;
  /** Commands by move, where there is a lifecycle: out of the `moves` of the module. */
  commands?: readonly Command[];
  /** What the draft of a document is judged and completed by beyond its declaration. */
  draft?: DraftSlots;
  /**
   * What moves of a document changed beyond what the log keeps, by the instant of the move: values
   * that its module stores itself, for instance sealed. Who may see which of them is judged there.
   */
  changesOf?: (tx: Tx, id: string) => Promise<readonly (HistoryChange & { at: Date })[]>;
  /** What its list is written as a ZIP archive of files of; absent: there is none. */
  archive?: Archive;
  /** Adds to the detail answer (child rows come by themselves). */
  detail?: (tx: Tx, row: Record<string, unknown>) => Promise<Record<string, unknown>>;
}

import type { Refusal } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from './database.ts';
import type { Registry } from './registry.ts';
import type { Sql } from './sql.ts';

/** How values came: typed by a person or read from a sheet. */
export type Via = 'form' | 'import';

/** A row, locked, and what is to be written over it. */
export interface JudgedEdit<R extends AnyResource = AnyResource> {
  before: RowOf<R>;
  values: WrittenOf<R>;
}

/**
 * Checks the declaration cannot say. They may refuse (by throwing) and complete derived values in
 * `values`; they never write.
 */
export interface Guards<R extends AnyResource = AnyResource> {
  add?(tx: Tx, values: WrittenOf<R>, via: Via): Promise<void>;
  /**
   * In place of `add`, for registers whose sheets are long: rows that are added together, each judged
   * as if those before it were there already. @returns the refusal of each row, in order
   */
  addAll?(tx: Tx, rows: readonly WrittenOf<R>[], via: Via): Promise<(Refusal | null)[]>;
  edit?(tx: Tx, before: RowOf<R>, values: WrittenOf<R>, via: Via): Promise<void>;
  /** In place of `edit`, likewise. Rows that a sheet leaves as they are do not come here. */
  editAll?(tx: Tx, edits: readonly JudgedEdit<R>[], via: Via): Promise<(Refusal | null)[]>;
  delete?(tx: Tx, rows: RowOf<R>[]): Promise<void>;
}

/** Rows that a module puts together, as a select that names the tenant itself; it may refuse. */
export type GivenRows = (tx: Tx, query: Readonly<Record<string, string>>) => Sql | Promise<Sql>;

/**
 * How a row of a sheet is written that stands in tables of a module's own making: each under a
 * savepoint of its own, inside the transaction of its chunk. Values come judged by the declaration.
 */
export interface SheetStore<R extends AnyResource = AnyResource> {
  add(tx: Tx, values: WrittenOf<R>): Promise<unknown>;
  /** @param values what the sheet changes */
  edit(tx: Tx, id: string, values: Partial<WrittenOf<R>>): Promise<unknown>;
}

/** A composite whose module takes sheets: where its rows come from, and how they are written. */
export interface StoredSheet {
  rows: GivenRows;
  sheet: SheetStore;
  /** Fields that an edit never writes. */
  fixed: readonly string[];
}

export interface Writer {
  registry: Registry;
  resource: AnyResource;
  guards?: Guards;
  /** Of a composite. */
  stored?: StoredSheet;
  /** Absent = form. */
  via?: Via;
}

import type { AnyResource } from '#kit/model/resource.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import type { Tx } from './database.ts';
import type { Registry } from './registry.ts';

/** How values came: typed by a person or read from a sheet. */
export type Via = 'form' | 'import';

/**
 * Checks the declaration cannot say. They may refuse (by throwing) and complete derived values in
 * `values`; they never write.
 */
export interface Guards<R extends AnyResource = AnyResource> {
  add?(tx: Tx, values: WrittenOf<R>, via: Via): Promise<void>;
  edit?(tx: Tx, before: RowOf<R>, values: WrittenOf<R>, via: Via): Promise<void>;
  delete?(tx: Tx, rows: RowOf<R>[]): Promise<void>;
}

export interface Writer {
  registry: Registry;
  resource: AnyResource;
  guards?: Guards;
  /** Absent = form. */
  via?: Via;
}

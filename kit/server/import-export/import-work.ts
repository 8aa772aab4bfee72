import { resourceKey } from '#kit/model/resource.ts';
import type { Actor } from '../actor.ts';
import type { Database } from '../database.ts';
import type { Writer } from '../writer.ts';
import type { DocumentSheet } from './document-sheet.ts';
import type { ImportPlace } from './error-file.ts';
import type { ChunkPlan } from './import-chunk.ts';
import type { JobRow } from './job-store.ts';
import type { ImportTable } from './read-import.ts';
import type { ForeignSheets } from './foreign-table.ts';
import type { SheetField } from './sheet-columns.ts';

/** One run of a job: for whom, and what it is about. */
export interface ImportWork {
  db: Database;
  /** Who uploaded the sheet, with the rights they have now. */
  actor: Actor;
  job: JobRow;
  writer: Writer;
  place: ImportPlace;
  /** How rows of the sheet become documents; absent: each row is a row. */
  documents?: DocumentSheet;
}

/** The sheet of a run, found readable to its end. */
export interface OpenSheet {
  table: ImportTable;
  columns: readonly SheetField[];
  plan: ChunkPlan;
}

/** The exports of other programs that the import of a resource may meet. */
export const foreignSheets = ({ writer: { registry, resource }, actor }: ImportWork): ForeignSheets => ({
  sheets: registry.foreignSheets,
  of: resourceKey(resource),
  currency: actor.currency,
});

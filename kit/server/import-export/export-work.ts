import type { Actor } from '../actor.ts';
import type { Database } from '../database.ts';
import type { Registry } from '../registry.ts';
import type { Serve } from '../serve.ts';
import type { Exported } from './export-sheet.ts';
import type { JobRow } from './job-store.ts';

/** One run of an export: for whom, and of what. */
export interface ExportWork {
  db: Database;
  registry: Registry;
  /** Who asked for it, with the rights they have now. */
  actor: Actor;
  job: JobRow;
  exported: Exported & Pick<Serve, 'archive'>;
}

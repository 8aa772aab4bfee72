import type { AnyResource } from '#kit/model/resource.ts';
import { tableOf } from './registry.ts';
import type { Queries } from './tx.ts';

/** So many new rows change what the right plan is; fewer are left to the server. */
const MANY_ROWS = 500;

/** Keeps the plans of a table right while one job writes many rows to it. */
interface TableStatistics {
  /** Rows were added, so that the transaction it asks in sees them. */
  grewBy(rows: number): Promise<void>;
  /** No more are coming. */
  settle(): Promise<void>;
}

/** Runs a statement: in a transaction of its own, or in the one that writes the rows. */
type RunStatement = (run: (tx: Pick<Queries, 'run'>) => Promise<unknown>) => Promise<unknown>;

/**
 * Has the server look at a table again each time a job has made it four times as long, and at its
 * end. Until then look-ups by key are planned, and the plans kept, for the table as it was: while it
 * was empty any index looked as good as the right one.
 */
export function watchStatistics(resource: AnyResource, ask: RunStatement): TableStatistics {
  // How many rows its module's own tables have, nobody says.
  if (resource.isComposite) return { grewBy: async () => undefined, settle: async () => undefined };
  let added = 0;
  let known = 0;
  const refresh = async (): Promise<void> => {
    known = added;
    await ask((tx) => tx.run`select work.refresh_statistics(${tableOf(resource)})`);
  };
  return {
    async grewBy(rows) {
      added += rows;
      if (added >= Math.max(MANY_ROWS, known * 4)) await refresh();
    },
    async settle() {
      if (added - known >= MANY_ROWS) await refresh();
    },
  };
}

import { onServer, testCluster } from '#tests/harness/database.ts';
import type { TestApp } from '#tests/harness/app.ts';

/** Looks at the waiting sessions before a race is called off: they never came to the lock. */
const MAX_LOOKS = 20_000;

/**
 * Starts calls that all want rows of a table, holds those rows until every call waits for them,
 * and lets go at once: the calls really run at the same moment, every time.
 * @returns their answers, in order
 */
export async function together<T>(
  scene: TestApp,
  table:
    | 'box'
    | 'shipment'
    | 'sales_order'
    | 'part_order'
    | 'stock_level'
    | 'role'
    | 'tag'
    | 'depart'
    | 'purchase_order'
    | 'inbound_receipt'
    | 'inbound_receipt_line'
    | 'stock_adjustment'
    | 'cost_layer'
    | 'supplier_bill'
    | 'claim'
    | 'return_order',
  ids: readonly string[],
  calls: readonly (() => Promise<T>)[],
): Promise<T[]> {
  // Only an administrator sees what another role's sessions wait for.
  const { admin } = testCluster();
  return onServer({ ...admin, database: scene.connection.database as string }, async (gate) => {
    await gate.query('begin');
    await gate.query(`select 1 from ${table} where id = any($1::uuid[]) for update`, [ids]);
    const answers = calls.map((call) => call());
    let isOpen = false;
    for (let look = 0; look < MAX_LOOKS && !isOpen; look++) {
      // A transaction keeps the list of sessions it saw first.
      await gate.query('select pg_stat_clear_snapshot()');
      const { rows } = await gate.query<{ n: number }>(
        `select count(*)::integer as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      isOpen = (rows[0]?.n ?? 0) >= calls.length;
    }
    await gate.query('commit');
    const done = await Promise.all(answers);
    if (!isOpen) throw new Error(`not all of ${calls.length} calls wanted the rows of ${table}`);
    return done;
  });
}

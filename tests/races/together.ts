import { setTimeout as pause } from 'node:timers/promises';
import { onServer, testCluster } from '#tests/harness/database.ts';
import type { TestApp } from '#tests/harness/app.ts';

/** A race is called off after so long, or once all calls are answered: they never came to the lock. */
const PATIENCE_MS = 120_000;
const LOOK_MS = 5;

/**
 * Starts calls that all want rows of a table, holds those rows until every call waits for them,
 * and lets go at once: the calls really run at the same moment, every time.
 * @param inTurn each call starts when the one before it waits: who comes first to a lock gets it first
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
    | 'return_order'
    | 'channel_account'
    | 'remittance'
    | 'paying_account'
    | 'payment',
  ids: readonly string[],
  calls: readonly (() => Promise<T>)[],
  inTurn = false,
): Promise<T[]> {
  // Only an administrator sees what another role's sessions wait for.
  const { admin } = testCluster();
  return onServer({ ...admin, database: scene.connection.database as string }, async (gate) => {
    await gate.query('begin');
    await gate.query(`select 1 from ${table} where id = any($1::uuid[]) for update`, [ids]);
    const waiting = async (): Promise<number> => {
      // A transaction keeps the list of sessions it saw first.
      await gate.query('select pg_stat_clear_snapshot()');
      const { rows } = await gate.query<{ n: number }>(
        `select count(*)::integer as n from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rows[0]?.n ?? 0;
    };
    const answers: Promise<T>[] = [];
    let answered = 0;
    const count = (): void => void (answered += 1);
    const until = performance.now() + PATIENCE_MS;
    const allWait = async (): Promise<boolean> => {
      while ((await waiting()) < answers.length) {
        if (answered === answers.length || performance.now() > until) return false;
        await pause(LOOK_MS);
      }
      return true;
    };
    for (const call of calls) {
      const answer = call();
      answer.then(count, count);
      answers.push(answer);
      if (inTurn) await allWait();
    }
    const isOpen = await allWait();
    await gate.query('commit');
    const done = await Promise.all(answers);
    if (!isOpen) throw new Error(`not all of ${calls.length} calls wanted the rows of ${table}`);
    return done;
  });
}

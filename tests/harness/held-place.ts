import pg from 'pg';
import { expect } from 'vitest';
import { onServer, testCluster } from './database.ts';
import type { PoweredScene } from './served-product.ts';

/** A place in the database before which the statements of a product stand, as at a closed gate. */
export interface HeldPlace {
  /** Resolves when one of them, or so many, stand there. */
  reached(count?: number): Promise<void>;
  /** Lets go on what is left of them, and undoes what closed the gate. */
  open(): Promise<void>;
}

/** Longer than any machine needs to get there. */
const PATIENCE_MS = 120_000;

/**
 * Closes a place by statements in a transaction of the cluster's administrator. To be killed there,
 * a product needs neither a hook of its own nor a moment that is guessed.
 */
export async function holdPlace({ connection }: PoweredScene, ...statements: string[]): Promise<HeldPlace> {
  const admin = { ...testCluster().admin, database: connection.database as string };
  const holder = new pg.Client(admin);
  await holder.connect();
  await holder.query('begin');
  for (const statement of statements) await holder.query(statement);
  const { rows } = await holder.query<{ pid: number }>('select pg_backend_pid() as pid');
  // From another session: within a transaction the list of sessions stays as it was first read.
  const standing = (): Promise<number> =>
    onServer(admin, async (client) => {
      const held = await client.query('select from pg_stat_activity where $1::integer = any(pg_blocking_pids(pid))', [
        rows[0]?.pid,
      ]);
      return held.rowCount ?? 0;
    });
  return {
    reached: (count = 1) => expect.poll(standing, { timeout: PATIENCE_MS, interval: 20 }).toBeGreaterThanOrEqual(count),
    async open() {
      await holder.query('rollback');
      await holder.end();
    },
  };
}

/** What is written into a table waits; what is read there, or locked, does not. */
export const writesTo = (table: string): string => `lock table ${table} in share mode`;

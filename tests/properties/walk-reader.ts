import pg from 'pg';
import type { TestApp } from '#tests/harness/app.ts';

/** Questions to the database of a walk, which answers each with one JSON value. */
export interface Reader {
  ask<T>(text: string, values?: readonly unknown[]): Promise<T>;
  close(): Promise<void>;
}

/**
 * Opens a session of its own, inside the walls of the tenant, in which every question is one trip and planned
 * once: after each step of a long walk, a transaction around a question took longer than its answer.
 */
export async function openReader({ connection }: TestApp): Promise<Reader> {
  const client = new pg.Client(connection as pg.ClientConfig);
  await client.connect();
  await client.query(`select set_config('app.tenant', '1', false)`);
  const names = new Map<string, string>();
  return {
    async ask<T>(text: string, values: readonly unknown[] = []) {
      const name = names.get(text) ?? `q${names.size}`;
      names.set(text, name);
      const { rows } = await client.query<{ seen: T }>({
        name,
        values: [...values],
        text: `select (${text}) as seen`,
      });
      return (rows[0] as { seen: T }).seen;
    },
    close: () => client.end(),
  };
}

/** All rows of a query as one JSON value. */
export const rowsOf = (query: string): string => `select coalesce(json_agg(q), '[]') from (${query}) q`;

import { AsyncLocalStorage } from 'node:async_hooks';
import pg from 'pg';
import type { App } from '#app/start.ts';

/** What was asked of PostgreSQL in the course of a call. */
export interface Counted {
  /** Each round trip once, with what opens and closes a transaction. */
  texts: string[];
  /** Rows that were answered or written. */
  rows: number;
}

type Query = (this: unknown, ...given: unknown[]) => unknown;
type Rows = Pick<pg.QueryResult, 'rowCount'>;

const calls = new AsyncLocalStorage<Counted>();

/**
 * Counts what is asked of PostgreSQL in this process, by the call that asks.
 * @returns what ends the counting
 */
export function startCounting(): () => void {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  client.query = function counting(...given) {
    const counted = calls.getStore();
    const request = query.apply(this, given);
    if (!counted || !(request instanceof Promise)) return request;
    const [one] = given as [string | { text: string }];
    const text = typeof one === 'string' ? one : one.text;
    counted.texts.push(text.replace(/\s+/g, ' ').trim());
    return request.then((answer: Rows | Rows[]) => {
      for (const { rowCount } of [answer].flat()) counted.rows += rowCount ?? 0;
      return answer;
    });
  };
  return () => void (client.query = query);
}

/** Round trips to PostgreSQL of this whole process while `work` lasts, jobs beside it included. */
export async function roundTrips(work: () => Promise<unknown>): Promise<number> {
  const client = pg.Client.prototype as unknown as { query: Query };
  const { query } = client;
  let count = 0;
  client.query = function counting(...given) {
    count += 1;
    return query.apply(this, given);
  };
  try {
    await work();
  } finally {
    client.query = query;
  }
  return count;
}

/**
 * The cheapest of several works of one kind. Whose session it is was read before and is known for some
 * seconds: that such a reading falls due between two of them is a chance, and no cost of theirs.
 */
export async function cheapest(works: readonly (() => Promise<unknown>)[]): Promise<Counted> {
  const costs: Counted[] = [];
  for (const work of works) {
    const open: Counted = { texts: [], rows: 0 };
    await calls.run(open, work);
    // What it set going afterwards is not its own.
    costs.push({ texts: [...open.texts], rows: open.rows });
  }
  const [least] = costs.sort((one, other) => one.texts.length - other.texts.length);
  if (!least) throw new Error('nothing was counted');
  return least;
}

/** Rows that the server has read from tables so far, by its own statistics. */
export async function rowsRead({ db }: App): Promise<number> {
  const { pool } = db;
  const clients = await Promise.all(Array.from({ length: pool.totalCount }, () => pool.connect()));
  try {
    // By itself each session reports its own once a second.
    for (const one of clients) await one.query('select pg_stat_force_next_flush()');
    const { rows } = await (clients[0] as pg.PoolClient).query<{ n: string }>(
      'select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::text as n from pg_stat_user_tables',
    );
    return Number(rows[0]?.n);
  } finally {
    for (const one of clients) one.release();
  }
}

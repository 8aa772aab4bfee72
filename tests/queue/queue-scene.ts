import { defineJob } from '#kit/model/job.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import type { Attempt, QueuedHandler } from '#kit/server/deliveries.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { startWorker, type Worker, type WorkerOptions } from '#kit/server/worker.ts';
import { createTestDatabase, onServer } from '#tests/harness/database.ts';

/** The queue alone on a database of its own: two tenants, a clock moved by hand, no product. */
export interface QueueScene {
  db: Database;
  /** The hand-moved clock. */
  now(): Date;
  pass(ms: number): void;
  tx<T>(work: (tx: Tx) => Promise<T>, tenant?: number): Promise<T>;
  /** Stores deliveries of one kind, each about something of its own. */
  store(handler: string, count: number, tenant?: number): Promise<void>;
  /** Starts a node; ended with the scene at the latest. */
  node(handlers: Record<string, QueuedHandler>, more?: Partial<Omit<WorkerOptions, 'handlers'>>): Worker;
  rows(handler: string, tenant?: number): Promise<QueueRow[]>;
  stop(): Promise<void>;
}

export interface QueueRow {
  id: string;
  status: string;
  attempts: number;
  nextAt: Date;
  gate: string | null;
  lastError: string | null;
  progress: Record<string, unknown>;
  node: string | null;
}

/** A Monday noon in Shanghai. */
const START = Date.parse('2026-11-23T04:00:00Z');

export async function openQueue(): Promise<QueueScene> {
  const database = await createTestDatabase();
  await onServer(database.owner as never, async (owner) => {
    for (const id of [1, 2])
      await owner.query(
        `insert into tenant (id, code, name, create_time) values ($1, $2, $2, now()) on conflict do nothing`,
        [id, `queue-${id}`],
      );
  });
  let time = START;
  const now = (): Date => new Date(time);
  const db = openTestDatabase({ connection: database.app, clock: now });
  const nodes: Worker[] = [];
  const tx: QueueScene['tx'] = (work, tenant = 1) => db.tx(systemActor(tenant, 'test'), work);
  let stored = 0;
  return {
    db,
    now,
    pass: (ms) => {
      time += ms;
    },
    tx,
    store: (handler, count, tenant) =>
      tx(async (one) => {
        for (let n = 0; n < count; n++) {
          const name = `${handler} ${++stored}`;
          await enqueue(one, defineJob(handler, handler), {
            aggregate: name,
            dedupeKey: name,
            payload: {},
          });
        }
      }, tenant),
    node(handlers, more = {}) {
      const worker = startWorker({
        db,
        handlers,
        zoneOf: async () => 'Asia/Shanghai',
        clock: now,
        // Nothing happens unless somebody wakes it.
        idleMs: 3_600_000,
        ...more,
      });
      nodes.push(worker);
      return worker;
    },
    rows: (handler, tenant) =>
      tx(
        (one) => one.rows<QueueRow>`
          select id, status, attempts, next_at, gate, last_error, progress, node from delivery
          where tenant_id = ${one.tenant} and handler = ${handler} order by id`,
        tenant,
      ),
    async stop() {
      for (const node of nodes) await node.stop();
      await db.close();
      await database.drop();
    },
  };
}

/** A handler that stands still until it is let go, and says when somebody has come in. */
export function doorway(rank: number): QueuedHandler & {
  inside: Attempt[];
  /** Resolves as soon as so many stand inside. */
  filled(count: number): Promise<void>;
  /** Lets everybody go, also who comes later. */
  open(): void;
} {
  const inside: Attempt[] = [];
  const door = Promise.withResolvers<void>();
  let watchers: { count: number; tell: () => void }[] = [];
  return {
    rank,
    inside,
    async run(attempt) {
      inside.push(attempt);
      const reached = watchers.filter(({ count }) => inside.length >= count);
      watchers = watchers.filter(({ count }) => inside.length < count);
      for (const { tell } of reached) tell();
      await door.promise;
    },
    filled: (count) =>
      inside.length >= count ? Promise.resolve() : new Promise((tell) => watchers.push({ count, tell })),
    open: () => door.resolve(),
  };
}

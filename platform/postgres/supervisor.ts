import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import type pg from 'pg';
import { ADMIN, DATABASE, ensureCluster, ensureDatabase, readPasswords } from './cluster.ts';
import { ServerEnded, takeOwnership, type Ownership } from './ownership.ts';
import { placePostgres, type Placement } from './placement.ts';
import { adoptOrStart, logTail, stopServer, type RunningServer } from './server-process.ts';
import { takeStartLock } from './start-lock.ts';

export interface EmbeddedPostgresOptions {
  /** Data folder of the installation (`WAYBILL_DATA_DIR`); made when missing. */
  dataDir: string;
  log: Log;
}

export interface EmbeddedPostgres {
  /** Connection of the owner role: migrations. */
  owner: pg.PoolConfig;
  /** Connection of the app role, which owns nothing and is bound by row-level security. */
  app: pg.PoolConfig;
  /** Superuser: backup, restore and tests; never serves. */
  admin: pg.PoolConfig;
  /** Folder of the cluster. */
  place: string;
  /** Version of the server, e.g. `18.4`. */
  version: string;
  /** Ends the server and waits until it is gone; later calls answer the same promise. */
  stop(): Promise<void>;
}

type Log = (line: string) => void;

const START_LOCK = 'postgres.starting';
const RETRY_MS = [200, 500, 1000, 2000, 5000, 10_000];

/**
 * Brings up the embedded PostgreSQL of a data folder: makes the cluster at the first start, starts
 * the server on a private socket, or adopts one that outlived a killed program. Throws in plain
 * words when another program uses the folder. While we live a server that ends is started again.
 */
export async function startEmbeddedPostgres({ dataDir, log }: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const place = placePostgres(dataDir);
  const release = takeStartLock(join(place.base, START_LOCK));
  try {
    const passwords = readPasswords(place.base);
    await ensureCluster(place, passwords.admin);
    const held = await hold(place, passwords.admin, log);
    try {
      await ensureDatabase(connect(held.server, 'admin', passwords.admin), passwords);
    } catch (error) {
      await held.ownership.release();
      await stopServer(place, held.server, log);
      throw error;
    }
    const stop = supervise(place, passwords.admin, held, log);
    return {
      owner: connect(held.server, 'owner', passwords.owner),
      app: connect(held.server, 'app', passwords.app),
      admin: connect(held.server, 'admin', passwords.admin),
      place: place.data,
      version: held.ownership.version,
      stop,
    };
  } finally {
    release();
  }
}

interface Held {
  server: RunningServer;
  ownership: Ownership;
}

/** A running server that is ours alone. A server just started for nothing is stopped again. */
async function hold(place: Placement, password: string, log: Log): Promise<Held> {
  for (let tries = 1; ; tries++) {
    const server = adoptOrStart(place, log);
    try {
      const ownership = await takeOwnership(connect(server, 'admin', password), server, log);
      return { server, ownership };
    } catch (error) {
      if (server.child) await stopServer(place, server, log);
      if (!(error instanceof ServerEnded)) throw error;
      const text = logTail(place, server);
      // An adopted server that was just ending, or the last sessions of a killed one.
      if (tries < 20 && (!server.child || text.includes('still in use'))) await wait(100);
      else throw new Error(`PostgreSQL could not be started:\n${text}`, { cause: error });
    }
  }
}

/** Starts the server again whenever it ends by itself; answers how to stop for good. */
function supervise(place: Placement, password: string, first: Held, log: Log): () => Promise<void> {
  // Pools keep their addresses: a new server listens where the first one did.
  const steady = { ...place, socketDir: first.server.socketDir };
  const stopping = new AbortController();
  let held: Held | null = first;
  const watching = (async () => {
    while (held) {
      await Promise.race([held.ownership.lost, aborted(stopping.signal)]);
      if (stopping.signal.aborted) return;
      log('PostgreSQL is gone; starting it again');
      held = null;
      held = await holdAgain(steady, password, stopping.signal, log);
    }
  })();
  let ended: Promise<void> | null = null;
  const end = async (): Promise<void> => {
    stopping.abort();
    await watching;
    if (!held) return;
    await held.ownership.release().catch(() => undefined);
    await stopServer(steady, held.server, log);
  };
  return () => (ended ??= end());
}

async function holdAgain(place: Placement, password: string, stopping: AbortSignal, log: Log): Promise<Held | null> {
  for (let tries = 0; !stopping.aborted; tries++) {
    try {
      const release = takeStartLock(join(place.base, START_LOCK));
      try {
        const held = await hold(place, password, log);
        log('PostgreSQL runs again');
        return held;
      } finally {
        release();
      }
    } catch (error) {
      log(`PostgreSQL could not be started again: ${(error as Error).message}`);
      const pause = RETRY_MS[Math.min(tries, RETRY_MS.length - 1)];
      await wait(pause, undefined, { signal: stopping }).catch(() => undefined);
    }
  }
  return null;
}

const aborted = (signal: AbortSignal): Promise<void> =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));

const USERS = { admin: ADMIN, owner: 'waybill_owner', app: 'waybill_app' } as const;

function connect(server: RunningServer, as: keyof typeof USERS, password: string): pg.PoolConfig {
  return { host: server.socketDir, port: 5432, user: USERS[as], password, database: DATABASE };
}

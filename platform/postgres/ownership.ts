import { setTimeout as wait } from 'node:timers/promises';
import pg from 'pg';
import { isRunning, type RunningServer } from './server-process.ts';

/** The proof that this program alone uses the cluster, held by a connection of its own. */
export interface Ownership {
  /** Version of the server, e.g. `18.4`. */
  version: string;
  /** Settles when the connection is lost: the server ended, or threw all clients out. */
  lost: Promise<void>;
  release(): Promise<void>;
}

/** The server ended before it took a connection. */
export class ServerEnded extends Error {}

/** "Way", "bill" in ASCII: a key no business code uses. */
const LOCK = [0x776179, 0x62696c6c] as const;
const NOT_READY = new Set(['57P03', '57P01', 'ECONNREFUSED', 'ENOENT', 'ECONNRESET', 'EPIPE']);
const SOCKET_PATIENCE_MS = 10_000;
/** A killed program's connection is noticed by the server within moments. */
const LOCK_PATIENCE_MS = 1000;

/**
 * Waits until the server takes connections and locks the cluster for this program. Throws in plain
 * words when another living program holds it.
 */
export async function takeOwnership(
  admin: pg.PoolConfig,
  server: RunningServer,
  log: (line: string) => void,
): Promise<Ownership> {
  const client = await connectWhenReady(admin, server, log);
  try {
    await lock(client);
    const { rows } = await client.query<{ version: string }>(`select current_setting('server_version') as version`);
    const lost = new Promise<void>((resolve) => client.once('end', resolve));
    return { version: rows[0]?.version ?? '', lost, release: () => client.end() };
  } catch (error) {
    await client.end().catch(() => undefined);
    throw error;
  }
}

async function connectWhenReady(
  admin: pg.PoolConfig,
  server: RunningServer,
  log: (line: string) => void,
): Promise<pg.Client> {
  const started = Date.now();
  let isAnnounced = false;
  for (;;) {
    const client = new pg.Client({
      ...admin,
      database: 'postgres',
      // Read by a second program to say who holds the cluster.
      application_name: `waybill supervisor, process ${process.pid}`,
    });
    client.on('error', () => undefined); // `end` reports a lost connection
    try {
      await client.connect();
      return client;
    } catch (error) {
      await client.end().catch(() => undefined);
      const code = (error as { code?: string }).code ?? '';
      if (!NOT_READY.has(code)) throw error;
      if (!isRunning(server)) throw new ServerEnded('PostgreSQL ended while starting');
      const waited = Date.now() - started;
      if (code === 'ENOENT' && !server.child && waited > SOCKET_PATIENCE_MS)
        throw new Error(
          `A PostgreSQL runs on this data folder (process ${server.pid}), but its socket in ` +
            `${server.socketDir} is gone. End it (kill -INT ${server.pid}) and start again.`,
        );
      if (code === '57P03' && !isAnnounced && waited > 3000) {
        log('PostgreSQL is recovering from an unclean end …');
        isAnnounced = true;
      }
      await wait(15);
    }
  }
}

async function lock(client: pg.Client): Promise<void> {
  const deadline = Date.now() + LOCK_PATIENCE_MS;
  for (;;) {
    const { rows } = await client.query<{ ok: boolean }>('select pg_try_advisory_lock($1, $2) as ok', [...LOCK]);
    if (rows[0]?.ok) return;
    if (Date.now() > deadline)
      throw new Error(
        `This data folder is in use by another running Waybill (${await holder(client)}). ` +
          `Stop that one first, or choose another WAYBILL_DATA_DIR.`,
      );
    await wait(50);
  }
}

async function holder(client: pg.Client): Promise<string> {
  const { rows } = await client.query<{ name: string }>(
    `select a.application_name as name from pg_locks l join pg_stat_activity a using (pid)
      where l.locktype = 'advisory' and l.granted and l.classid = $1 and l.objid = $2`,
    [...LOCK],
  );
  return rows[0]?.name.replace('waybill supervisor, ', '') ?? 'unknown process';
}

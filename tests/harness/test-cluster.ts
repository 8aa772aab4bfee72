import { existsSync, globSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { hostname } from 'node:os';
import { dirname, join } from 'node:path';
import pg from 'pg';
import { startEmbeddedPostgres } from '#platform/postgres/index.ts';
import { onServer, type TestCluster } from './database.ts';

export interface OpenedCluster {
  cluster: Omit<TestCluster, 'template' | 'seedDir'>;
  stop(): Promise<void>;
}

/** Databases and folders of test runs; the rest of the name is hexadecimal. */
const RUNS = 'wbt_*';
const RUNNER_FILE = 'runner.pid';
/** Password of the roles on a server that tests make; one that trusts everybody ignores it. */
const TEST_PASSWORD = 'waybill-test';

/** Nothing here outlives a power cut; waiting for the disk would only cost time. */
const FOR_A_RUN = ['synchronous_commit = off', 'fsync = off', 'full_page_writes = off'];

/** Who runs: the comment of the run's databases, read by a later run that finds them. */
export const runner = (): string => `test run ${process.pid} on ${hostname().replaceAll("'", '')}`;

/** A PostgreSQL of this run's own in a fresh folder, removed with it. */
export async function openEmbedded(dataDir: string): Promise<OpenedCluster> {
  await removeAbandoned(dirname(dataDir));
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, RUNNER_FILE), String(process.pid));
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  const admin = embedded.admin as pg.ClientConfig;
  await onServer(admin, async (client) => {
    for (const setting of FOR_A_RUN) await client.query(`alter system set ${setting}`);
    await client.query('select pg_reload_conf()');
  });
  return {
    cluster: {
      kind: 'embedded',
      version: embedded.version,
      admin,
      owner: embedded.owner as pg.ClientConfig,
      app: embedded.app as pg.ClientConfig,
    },
    async stop() {
      await embedded.stop();
      removeFolders(dataDir, embedded.place);
    },
  };
}

/**
 * The server at an administrator's URL, with the roles of the product. Roles that exist already
 * are left as they are. @throws in plain words when the server cannot be used
 */
export async function openServer(url: string): Promise<OpenedCluster> {
  const { host, port, user = '', password, database, ssl } = new pg.Client(url);
  const as = (login: string, secret: unknown): pg.ClientConfig => ({
    host,
    port,
    user: login,
    ...(typeof secret === 'string' ? { password: secret } : {}),
    ...(ssl ? { ssl } : {}),
  });
  const admin = { ...as(user, password), database: database ?? 'postgres' };
  const version = await onServer(admin, async (client) => {
    await makeRoles(client);
    await dropAbandoned(client);
    const { rows } = await client.query<{ version: string }>(
      `select split_part(current_setting('server_version'), ' ', 1) as version`,
    );
    return rows[0]?.version ?? '';
  });
  const cluster: OpenedCluster['cluster'] = {
    kind: 'server',
    version,
    admin,
    owner: as('waybill_owner', TEST_PASSWORD),
    app: as('waybill_app', TEST_PASSWORD),
  };
  for (const login of [cluster.owner, cluster.app])
    await onServer({ ...login, database: admin.database }, async () => undefined).catch((cause: Error) => {
      throw new Error(
        `${login.user} exists on the server with another password: ${cause.message}. ` +
          `Tests need a server of their own.`,
        { cause },
      );
    });
  return { cluster, stop: async () => undefined };
}

async function makeRoles(admin: pg.Client): Promise<void> {
  for (const role of [
    `waybill_owner login createrole password '${TEST_PASSWORD}'`,
    `waybill_app login password '${TEST_PASSWORD}'`,
    'waybill_search nologin',
    'waybill_jobs nologin',
  ])
    await admin.query(
      `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
    );
  await admin.query('grant waybill_search, waybill_jobs to waybill_owner');
}

/** Databases of runs of this machine that were ended before they could drop them. */
async function dropAbandoned(admin: pg.Client): Promise<void> {
  const { rows } = await admin.query<{ name: string; comment: string }>(
    `select datname as name, shobj_description(oid, 'pg_database') as comment
     from pg_database where datname ~ '^wbt_[0-9a-f]+$'`,
  );
  for (const { name, comment } of rows) {
    const pid = /^test run (\d+) on /.exec(comment ?? '')?.[1];
    if (!pid || comment !== runner().replace(/\d+/, pid) || isAlive(Number(pid))) continue;
    const clones = await admin.query<{ name: string }>('select datname as name from pg_database where datname ~ $1', [
      `^${name}(_|$)`,
    ]);
    for (const clone of clones.rows) await admin.query(`drop database if exists ${clone.name} with (force)`);
  }
}

/** Ends and removes the servers of runs that were killed. */
async function removeAbandoned(cache: string): Promise<void> {
  for (const name of globSync(RUNS, { cwd: cache })) {
    const dataDir = join(cache, name);
    const file = join(dataDir, RUNNER_FILE);
    if (!existsSync(file) || isAlive(Number(readFileSync(file, 'utf8')))) continue;
    try {
      const adopted = await startEmbeddedPostgres({ dataDir, log: () => undefined });
      await adopted.stop();
      removeFolders(dataDir, adopted.place);
    } catch (error) {
      // Something of that run lives on, or its folder was cut off while it was made.
      console.log(`left as it is: ${dataDir} (${(error as Error).message})`);
    }
  }
}

/** Run as root from a closed folder, the cluster has its own place outside the data folder. */
function removeFolders(dataDir: string, place: string): void {
  rmSync(dataDir, { recursive: true, force: true });
  if (!place.startsWith(dataDir)) rmSync(dirname(place), { recursive: true, force: true });
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

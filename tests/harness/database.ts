import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import pg from 'pg';

export interface TestDatabase {
  app: pg.PoolConfig;
  owner: pg.PoolConfig;
  drop(): Promise<void>;
}

/** What the global set-up hands to the workers: where the cluster is and what to clone. */
export interface TestCluster {
  kind: 'embedded' | 'server';
  version: string;
  admin: pg.ClientConfig;
  owner: pg.ClientConfig;
  app: pg.ClientConfig;
  template: string;
  /** Folder of this run for what is made once and copied, named like its databases. */
  seedDir: string;
}

export const CLUSTER_VARIABLE = 'WAYBILL_TEST_CLUSTER';

/** Any numbers that nobody else uses: clones of one template are made one after the other. */
const CLONE_LOCK = 7_020_242;
const SEED_LOCK = 7_020_243;

/**
 * How a clone is made: where nothing waits for the disk, copied files cost half of what a copy by way
 * of the log does, and so does their end. On a server that syncs each file they would cost more.
 */
const HOW: Readonly<Record<TestCluster['kind'], string>> = {
  embedded: 'strategy file_copy',
  server: 'strategy wal_log',
};

/** The cluster of this run. @throws outside the test runner */
export function testCluster(): TestCluster {
  const text = process.env[CLUSTER_VARIABLE];
  if (!text) throw new Error('tests that use the database run through `npm test`');
  return JSON.parse(text) as TestCluster;
}

/** A migrated database of this file's own, cloned from the template; drop it when done. */
export async function createTestDatabase(template?: string): Promise<TestDatabase> {
  const cluster = testCluster();
  const database = `${cluster.template}_${randomBytes(5).toString('hex')}`;
  await onServer(cluster.admin, async (admin) => {
    // Ends with the session; two copies at once would refuse each other the template.
    await admin.query('select pg_advisory_lock($1)', [CLONE_LOCK]);
    await admin.query(
      `create database ${database} template ${template ?? cluster.template} owner waybill_owner ${HOW[cluster.kind]}`,
    );
  });
  return named(database);
}

/** What is made once in a run and copied: a database, and a folder of what lies beside it. */
export interface Seeded {
  database: string;
  dir: string;
}

/**
 * A template of this run that holds more than the migrations: made by whoever asks for it first, in
 * whichever process, while the others wait. It takes its name when it is whole.
 * @param key lower case, different for each template; `grow` may ask for templates of other keys
 * @param grow fills the folder, and leaves a database of {@link createTestDatabase} that nobody is
 *   connected to
 */
export async function seededTemplate(key: string, grow: (dir: string) => Promise<TestDatabase>): Promise<Seeded> {
  const { admin: login, template, seedDir } = testCluster();
  const seeded = { database: `${template}_${basename(seedDir)}_${key}`, dir: join(seedDir, key) };
  await onServer(login, async (admin) => {
    await admin.query('select pg_advisory_lock($1, hashtext($2))', [SEED_LOCK, key]);
    const known = await admin.query('select from pg_database where datname = $1', [seeded.database]);
    if (known.rowCount) return;
    rmSync(seeded.dir, { recursive: true, force: true });
    mkdirSync(seeded.dir);
    const grown = await grow(seeded.dir);
    await admin.query(`alter database ${grown.app.database} rename to ${seeded.database}`);
  });
  return seeded;
}

function named(database: string): TestDatabase {
  const cluster = testCluster();
  return {
    app: { ...cluster.app, database },
    owner: { ...cluster.owner, database },
    drop: () =>
      onServer(cluster.admin, async (admin) => {
        await admin.query(`drop database if exists ${database} with (force)`);
      }),
  };
}

/** One session, closed when the work is done. */
export async function onServer<T>(config: pg.ClientConfig, work: (client: pg.Client) => Promise<T>): Promise<T> {
  const client = new pg.Client(config);
  await client.connect();
  try {
    return await work(client);
  } finally {
    await client.end();
  }
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync } from 'node:fs';
import { join, resolve } from 'node:path';
import pg from 'pg';
import { migrate } from '#kit/server/migrate.ts';
import { startEmbeddedPostgres } from '#kit/server/postgres/index.ts';
import { CLUSTER_VARIABLE, type TestCluster } from './database.ts';

const ROOT = resolve(import.meta.dirname, '../..');

/** Password of the roles on a server that tests make; a trust-authenticated server ignores it. */
const TEST_PASSWORD = 'waybill-test';

/**
 * One cluster per run and one migrated template in it: embedded by default, the server at
 * DATABASE_URL (an administrator's URL) where TEST_DATABASE=server.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  const run = `wbt_${randomBytes(4).toString('hex')}`;
  const isServer = process.env['TEST_DATABASE'] === 'server';
  const started = isServer ? await openServer() : await openEmbedded(run);
  const { cluster } = started;
  try {
    cluster.template = run;
    await onAdmin(cluster.admin, async (admin) => {
      await admin.query(
        `create database ${run} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
      );
      cluster.version =
        (await admin.query<{ v: string }>(`select current_setting('server_version') as v`)).rows[0]
          ?.v ?? '';
    });
    await migrate({
      owner: { ...cluster.owner, database: run },
      dir: join(ROOT, 'db/migrations'),
      log: () => undefined,
    });
  } catch (error) {
    await started.stop();
    throw error;
  }
  process.env[CLUSTER_VARIABLE] = JSON.stringify(cluster);
  return async () => {
    await onAdmin(cluster.admin, async (admin) => {
      const { rows } = await admin.query<{ datname: string }>(
        `select datname from pg_database where datname like $1`,
        [`${run}%`],
      );
      for (const { datname } of rows)
        await admin.query(`drop database if exists ${datname} with (force)`);
    });
    await started.stop();
  };
}

interface Started {
  cluster: TestCluster;
  stop(): Promise<void>;
}

async function openEmbedded(run: string): Promise<Started> {
  const dataDir = join(ROOT, '.cache', run);
  mkdirSync(dataDir, { recursive: true });
  const embedded = await startEmbeddedPostgres({ dataDir, log: () => undefined });
  return {
    cluster: {
      kind: 'embedded',
      version: embedded.version,
      admin: embedded.admin as pg.ClientConfig,
      owner: embedded.owner as pg.ClientConfig,
      app: embedded.app as pg.ClientConfig,
      template: '',
    },
    async stop() {
      await embedded.stop();
      rmSync(dataDir, { recursive: true, force: true });
      if (embedded.place.startsWith('/var/'))
        rmSync(embedded.place, { recursive: true, force: true });
    },
  };
}

async function openServer(): Promise<Started> {
  const url = new URL(process.env['DATABASE_URL'] ?? 'postgres://postgres@127.0.0.1:5432/postgres');
  const at = (user: string, password: string): pg.ClientConfig => ({
    host: decodeURIComponent(url.hostname),
    port: Number(url.port || 5432),
    user,
    password,
  });
  const admin = {
    ...at(decodeURIComponent(url.username), decodeURIComponent(url.password)),
    database: url.pathname.slice(1) || 'postgres',
  };
  await onAdmin(admin, async (client) => {
    for (const role of [
      `waybill_owner login createrole password '${TEST_PASSWORD}'`,
      `waybill_app login password '${TEST_PASSWORD}'`,
      'waybill_search nologin',
      'waybill_jobs nologin',
    ])
      await client.query(
        `do $$ begin create role ${role}; exception when duplicate_object or unique_violation then null; end $$`,
      );
    await client.query('grant waybill_search, waybill_jobs to waybill_owner');
  });
  return {
    cluster: {
      kind: 'server',
      version: '',
      admin,
      owner: at('waybill_owner', TEST_PASSWORD),
      app: at('waybill_app', TEST_PASSWORD),
      template: '',
    },
    stop: async () => undefined,
  };
}

async function onAdmin(
  config: pg.ClientConfig,
  work: (admin: pg.Client) => Promise<void>,
): Promise<void> {
  const admin = new pg.Client(config);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

import { randomBytes } from 'node:crypto';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, join, resolve } from 'node:path';
import { migrate } from '#kit/server/migrate.ts';
import { CLUSTER_VARIABLE, onServer, testCluster, type TestCluster } from './database.ts';
import { runsFolder } from './runs-folder.ts';
import { openEmbedded, openServer, runner, type OpenedCluster } from './test-cluster.ts';

const ROOT = resolve(import.meta.dirname, '../..');
const DEFAULT_SERVER = 'postgres://postgres@127.0.0.1:5432/postgres';

/**
 * One cluster per run and one migrated template in it: embedded by default, the server at
 * DATABASE_URL (an administrator's URL) where TEST_DATABASE=server, nothing where it is none: for tests of pure code. Says which; the file named by
 * TEST_DATABASE_REPORT gets the same words. A cluster that whoever started the run has opened already is used
 * as it is.
 */
export default async function setUp(): Promise<() => Promise<void>> {
  if (process.env['TEST_DATABASE'] === 'none') return async () => undefined;
  if (process.env[CLUSTER_VARIABLE]) return hand(testCluster());
  const run = `wbt_${randomBytes(4).toString('hex')}`;
  const isServer = process.env['TEST_DATABASE'] === 'server';
  const { cluster, stop } = isServer
    ? await openServer(process.env['DATABASE_URL'] || DEFAULT_SERVER)
    : await openEmbedded(join(runsFolder(join(ROOT, '.cache')), run));
  const tidy = async (): Promise<void> => {
    await dropAll(cluster, run);
    await stop();
  };
  try {
    await makeTemplate(cluster, run);
  } catch (error) {
    await tidy();
    throw error;
  }
  const forget = hand({ ...cluster, template: run });
  const label = `${cluster.kind} PostgreSQL ${cluster.version}`;
  console.log(`database: ${label}`);
  const report = process.env['TEST_DATABASE_REPORT'];
  if (report) writeFileSync(report, label);
  return async () => {
    await forget();
    await tidy();
  };
}

/**
 * Tells the workers of a cluster; what they make once is this run's own, on a cluster that others
 * use too: their product may be another.
 * @returns what removes it
 */
function hand(cluster: Omit<TestCluster, 'seedDir'>): () => Promise<void> {
  const seedDir = join(tmpdir(), `seed_${randomBytes(4).toString('hex')}`);
  mkdirSync(seedDir);
  process.env[CLUSTER_VARIABLE] = JSON.stringify({ ...cluster, seedDir });
  return async () => {
    rmSync(seedDir, { recursive: true, force: true });
    await dropAll(cluster, `${cluster.template}_${basename(seedDir)}`);
  };
}

async function makeTemplate(cluster: OpenedCluster['cluster'], name: string): Promise<void> {
  await onServer(cluster.admin, async (admin) => {
    await admin.query(
      `create database ${name} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    );
    // Read by a later run that finds it left behind.
    await admin.query(`comment on database ${name} is '${runner()}'`);
  });
  await migrate({
    owner: { ...cluster.owner, database: name },
    dir: join(ROOT, 'db/migrations'),
    log: () => undefined,
  });
}

/** The template and every clone that a test left behind; run names are hexadecimal. */
async function dropAll(cluster: Pick<TestCluster, 'admin'>, run: string): Promise<void> {
  await onServer(cluster.admin, async (admin) => {
    const { rows } = await admin.query<{ name: string }>(`select datname as name from pg_database where datname ~ $1`, [
      `^${run}(_|$)`,
    ]);
    for (const { name } of rows) await admin.query(`drop database if exists ${name} with (force)`);
  });
}

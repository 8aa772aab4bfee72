import { randomBytes } from 'node:crypto';
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
}

export const CLUSTER_VARIABLE = 'WAYBILL_TEST_CLUSTER';

/** The cluster of this run. @throws outside the test runner */
export function testCluster(): TestCluster {
  const text = process.env[CLUSTER_VARIABLE];
  if (!text) throw new Error('tests that use the database run through `npm test`');
  return JSON.parse(text) as TestCluster;
}

/** A migrated database of this file's own, cloned from the template; drop it when done. */
export async function createTestDatabase(): Promise<TestDatabase> {
  const cluster = testCluster();
  const database = `${cluster.template}_${randomBytes(5).toString('hex')}`;
  await asAdmin(cluster, (admin) =>
    admin.query(`create database ${database} template ${cluster.template} owner waybill_owner`),
  );
  return {
    app: { ...cluster.app, database },
    owner: { ...cluster.owner, database },
    drop: () =>
      asAdmin(cluster, (admin) => admin.query(`drop database if exists ${database} with (force)`)),
  };
}

async function asAdmin(
  cluster: TestCluster,
  work: (admin: pg.Client) => Promise<unknown>,
): Promise<void> {
  const admin = new pg.Client(cluster.admin);
  await admin.connect();
  try {
    await work(admin);
  } finally {
    await admin.end();
  }
}

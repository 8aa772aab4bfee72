import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { migrate } from './migrate.ts';

/** What the runner locks; another program of ours that holds it is another node. */
const LOCK = 7_020_241;

const { admin, owner, template } = testCluster();
const database = `${template}_${randomBytes(5).toString('hex')}`;
const connection = { ...owner, database };
let dir: string;

beforeAll(async () => {
  dir = mkdtempSync(join(tmpdir(), 'waybill-migrations-'));
  for (const number of [1, 2, 3])
    writeFileSync(join(dir, `000${number}_table.sql`), `create table t${number} (id integer primary key);`);
  await onServer(admin, (client) =>
    client.query(`create database ${database} owner waybill_owner`).then(() => undefined),
  );
});
afterAll(async () => {
  rmSync(dir, { recursive: true });
  await onServer(admin, (client) =>
    client.query(`drop database if exists ${database} with (force)`).then(() => undefined),
  );
});

const run = (log: (line: string) => void = () => undefined) => migrate({ owner: connection, dir, log });

test('a node waits for another with a line in the log, and goes on when its turn comes', async () => {
  const other = new pg.Client(connection);
  await other.connect();
  await other.query('begin');
  await other.query('select pg_advisory_xact_lock($1)', [LOCK]);
  const lines: string[] = [];
  const waiting = run((line) => lines.push(line));
  await expect.poll(() => lines.length).toBe(1);
  expect(lines[0]).toMatch(/^waiting for another node/);
  await other.query('commit');
  await other.end();
  expect((await waiting).applied).toEqual(['0001_table.sql', '0002_table.sql', '0003_table.sql']);
});

test('nodes that start together apply each migration once, and leave no lock behind', async () => {
  writeFileSync(join(dir, '0004_table.sql'), 'create table t4 (id integer primary key);');
  const runs = await Promise.all([run(), run(), run()]);
  expect(runs.flatMap(({ applied }) => applied)).toEqual(['0004_table.sql']);
  const { rows } = await onServer(admin, (client) =>
    client.query<{ n: number }>(
      `select count(*)::integer as n from pg_locks l join pg_database d on d.oid = l.database
       where l.locktype = 'advisory' and d.datname = $1`,
      [database],
    ),
  );
  expect(rows).toEqual([{ n: 0 }]);
});

test('a migration that fails leaves nothing of itself, and one that was changed is refused', async () => {
  const broken = join(dir, '0005_table.sql');
  writeFileSync(broken, 'create table t5 (id integer primary key); select 1/0;');
  await expect(run()).rejects.toThrow(/^migration 0005_table.sql: division by zero/);
  const { rows } = await onServer({ ...admin, database }, (client) =>
    client.query<{ t5: string | null }>(`select to_regclass('t5')::text as t5`),
  );
  expect(rows).toEqual([{ t5: null }]);
  rmSync(broken);
  writeFileSync(join(dir, '0004_table.sql'), 'create table t4 (id bigint primary key);');
  await expect(run()).rejects.toThrow(/0004_table.sql was changed after it had been applied/);
});

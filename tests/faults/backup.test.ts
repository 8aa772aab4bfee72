import { lstatSync, mkdtempSync, readFileSync, rmSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { restoreBackup } from '#kit/server/backup/restore-backup.ts';
import { verifyBackup, writeBackup } from '#kit/server/backup/write-backup.ts';
import { openShop } from '#tests/channels/shop.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { newOrder } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** A backup holds every row of every tenant, and comes back as it was. */

const MIGRATIONS = resolve(import.meta.dirname, '../../db/migrations');
const { admin, owner } = testCluster();
let scene: TestApp;
let folder: string;
let source: pg.ClientConfig;
const made: string[] = [];

beforeAll(async () => {
  scene = await startTestApp();
  const clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await newOrder(scene, clerk);
  folder = mkdtempSync(join(tmpdir(), 'waybill-backup-'));
  source = { ...owner, database: scene.connection.database as string };
});
afterAll(async () => {
  await scene?.stop();
  for (const name of made)
    await onServer(admin, (client) => client.query(`drop database if exists ${name} with (force)`));
  rmSync(folder, { recursive: true, force: true });
});

async function emptyDatabase(): Promise<pg.ClientConfig> {
  const name = `${source.database}_back${made.length}`;
  await onServer(admin, (client) =>
    client.query(
      `create database ${name} owner waybill_owner template template0 encoding 'UTF8' lc_collate 'C' lc_ctype 'C.UTF-8'`,
    ),
  );
  made.push(name);
  return { ...owner, database: name };
}

/** Rows of all tables in text, seen by a superuser: no policy hides any. */
const contents = (database: string): Promise<Record<string, string[]>> =>
  onServer({ ...admin, database }, async (client) => {
    const { rows: tables } = await client.query<{ name: string }>(
      `select relname as name from pg_class
       where relnamespace = 'public'::regnamespace and relkind = 'r' order by 1`,
    );
    const all: Record<string, string[]> = {};
    for (const { name } of tables) {
      const { rows } = await client.query<{ text: string }>(`select t::text as text from "${name}" t order by 1`);
      all[name] = rows.map(({ text }) => text);
    }
    return all;
  });

/** What guards the rows: links, triggers and policies. */
const guards = (database: string): Promise<string[]> =>
  onServer({ ...admin, database }, async (client) => {
    const { rows } = await client.query<{ text: string }>(
      `select conrelid::regclass || ' ' || conname || ' ' || pg_get_constraintdef(oid) as text
         from pg_constraint where connamespace = 'public'::regnamespace
       union all select tgrelid::regclass || ' ' || tgname || ' ' || tgenabled::text from pg_trigger
         where not tgisinternal
       order by 1`,
    );
    return rows.map(({ text }) => text);
  });

test('a backup taken while the product runs is restored into an empty database, row by row', async () => {
  covers('ours: backup and restore');
  const file = join(folder, 'all.backup');
  const report = await writeBackup(source, file, join(scene.dataDir, 'files'));
  expect(report.lostFiles).toEqual([]);
  const before = await contents(source.database as string);
  expect(report.rows).toBe(Object.values(before).flat().length);
  expect(before['sales_order']?.length).toBeGreaterThan(0);

  const target = await emptyDatabase();
  const restored = await restoreBackup(file, {
    owner: target,
    migrations: MIGRATIONS,
    log: () => undefined,
  });
  expect(restored).toMatchObject({ rows: report.rows, tables: report.tables });
  expect(await contents(target.database as string)).toEqual(before);
  expect(await guards(target.database as string)).toEqual(await guards(source.database as string));
  await expect(restoreBackup(file, { owner: target, migrations: MIGRATIONS, log: () => undefined })).rejects.toThrow(
    /^The database is not empty/,
  );
});

test('a login that does not see every row backs nothing up', async () => {
  const file = join(folder, 'stump.backup');
  await expect(writeBackup({ ...scene.connection } as pg.ClientConfig, file, folder)).rejects.toThrow(
    /does not see all rows of .*sales_order/,
  );
  expect(() => readFileSync(file)).toThrow(/ENOENT/);
});

test('a backup that was cut off or changed is distinguished from a whole one', async () => {
  const file = join(folder, 'whole.backup');
  await writeBackup(source, file, folder);
  const whole = readFileSync(file);
  const cut = join(folder, 'cut.backup');
  writeFileSync(cut, whole.subarray(0, whole.length - 5000));
  await expect(verifyBackup(cut)).rejects.toThrow();
  const lines = gunzipSync(whole).toString().split('\n');
  const row = lines.findIndex((line) => line.startsWith('"'));
  writeFileSync(cut, gzipSync(lines.toSpliced(row, 1).join('\n')));
  await expect(verifyBackup(cut)).rejects.toThrow(/as the database counted it/);
  await expect(
    restoreBackup(cut, {
      owner: await emptyDatabase(),
      migrations: MIGRATIONS,
      log: () => undefined,
    }),
  ).rejects.toThrow(/as the database counted it/);
});

test('a backup is for its owner alone, whatever stood in its place', async () => {
  const file = join(folder, 'private.gz');
  const elsewhere = join(folder, 'elsewhere');
  writeFileSync(elsewhere, '', { mode: 0o666 });
  symlinkSync(elsewhere, `${file}.part`);
  await writeBackup(source, file, join(scene.dataDir, 'files'));
  expect(lstatSync(file).isFile()).toBe(true);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readFileSync(elsewhere, 'utf8')).toBe('');
});

import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmodSync,
  chownSync,
  cpSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { text } from 'node:stream/consumers';
import pg from 'pg';
import { afterAll, afterEach, expect, test } from 'vitest';
import { runsFolder } from '#tests/harness/runs-folder.ts';
import { mayReach, unprivilegedUser } from './run-as.ts';
import { startEmbeddedPostgres, type EmbeddedPostgres } from './supervisor.ts';

const isRoot = process.getuid?.() === 0;
const PROGRAM = join(import.meta.dirname, 'test-program.ts');
const silent = (_line: unknown): void => undefined;

let cleanUps: (() => Promise<unknown> | void)[] = [];
afterEach(async () => {
  for (const cleanUp of cleanUps.reverse()) await cleanUp();
  cleanUps = [];
});

/** Open to the server's user, as a checkout outside of /root is. */
function newFolder(mode = 0o755): string {
  const folder = realpathSync(mkdtempSync(join(runsFolder(tmpdir()), 'waybill-pg-')));
  chmodSync(folder, mode);
  return folder;
}

function dataFolder(mode?: number): string {
  const folder = newFolder(mode);
  cleanUps.push(() => rmSync(folder, { recursive: true, force: true }));
  return folder;
}

let used: string | undefined;
afterAll(() => used && rmSync(used, { recursive: true, force: true }));

/** As a first start has left it, for what comes later: making a cluster takes longer than copying one. */
async function usedFolder(): Promise<string> {
  if (!used) {
    used = newFolder();
    await (await startEmbeddedPostgres({ dataDir: used, log: silent })).stop();
  }
  const folder = dataFolder();
  cpSync(used, folder, { recursive: true });
  for (const path of readdirSync(used, { recursive: true, encoding: 'utf8' })) {
    const { uid, gid, mode } = statSync(join(used, path));
    chmodSync(join(folder, path), mode);
    chownSync(join(folder, path), uid, gid);
  }
  return folder;
}

async function start(dataDir: string, log: (line: string) => void = silent): Promise<EmbeddedPostgres> {
  const server = await startEmbeddedPostgres({ dataDir, log });
  cleanUps.push(() => server.stop());
  return server;
}

async function query<T>(config: pg.ClientConfig, statement: string): Promise<T[]> {
  const client = new pg.Client(config);
  client.on('error', silent);
  await client.connect();
  try {
    return (await client.query(statement)).rows as T[];
  } finally {
    await client.end();
  }
}

interface Program {
  child: ChildProcess;
  /** What it printed once it was up; null when it ended before. */
  up: Promise<{ place: string; version: string; started: string; tcp: string } | null>;
  complaint: Promise<string>;
  ended: Promise<unknown>;
}

function run(dataDir: string, as: { uid?: number; gid?: number } = {}): Program {
  const child = spawn(process.execPath, [PROGRAM, dataDir], {
    stdio: ['ignore', 'pipe', 'pipe'],
    ...as,
  });
  const ended = once(child, 'exit');
  cleanUps.push(async () => {
    child.kill('SIGTERM');
    await ended;
  });
  const up = new Promise<string | null>((resolve) => {
    child.stdout.once('data', (chunk) => resolve(String(chunk)));
    child.once('exit', () => resolve(null));
  }).then((line) => (line === null ? null : JSON.parse(line)));
  return { child, up, complaint: text(child.stderr), ended };
}

async function killed({ child, ended }: Program): Promise<void> {
  child.kill('SIGKILL');
  await ended;
}

const isServing = (place: string): boolean => existsSync(join(place, 'postmaster.pid'));

test('a first start makes a private server that keeps what was written', async () => {
  const dataDir = dataFolder();
  const first = await start(dataDir);
  expect(first.version).toMatch(/^18\./);
  expect(first.place).toBe(join(dataDir, 'pg'));
  const settings = await query<{ name: string; setting: string }>(
    first.admin,
    `select name, setting from pg_settings where name in ('listen_addresses', 'fsync', 'lc_ctype',
      'server_encoding', 'lc_messages', 'max_connections', 'unix_socket_permissions')`,
  );
  expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toMatchObject({
    listen_addresses: '',
    fsync: 'on',
    server_encoding: 'UTF8',
    max_connections: '100',
    unix_socket_permissions: '0700',
  });
  for (const path of [first.place, first.app.host as string]) expect(statSync(path).mode & 0o777).toBe(0o700);
  expect(statSync(join(dataDir, 'postgres.json')).mode & 0o777).toBe(0o600);
  await query(first.owner, 'create table note (body text)');
  await query(first.owner, `insert into note values ('运单')`);
  await first.stop();
  expect(isServing(first.place)).toBe(false);
  const second = await start(dataDir);
  expect(await query(second.owner, 'select body from note')).toEqual([{ body: '运单' }]);
});

test('the app role owns nothing, the owner is no superuser, Chinese text has trigrams', async () => {
  const { owner, app } = await start(await usedFolder());
  await query(owner, 'create extension pg_trgm');
  const [trigrams] = await query<{ n: number }>(owner, `select cardinality(show_trgm('中文备注')) as n`);
  expect(trigrams?.n).toBe(5);
  await query(
    owner,
    `create schema work authorization waybill_jobs; set role waybill_jobs;
      create function work.one() returns int language sql return 1;
      reset role; create schema search authorization waybill_search`,
  );
  const rights = `select rolsuper, rolbypassrls, rolcreaterole, rolcanlogin from pg_roles
    where rolname = current_user`;
  const plain = { rolsuper: false, rolbypassrls: false, rolcanlogin: true };
  expect(await query(owner, rights)).toEqual([{ ...plain, rolcreaterole: true }]);
  expect(await query(app, rights)).toEqual([{ ...plain, rolcreaterole: false }]);
  await expect(query(app, 'create table mine (id int)')).rejects.toMatchObject({ code: '42501' });
  await expect(query(app, 'create schema mine')).rejects.toMatchObject({ code: '42501' });
  await expect(query({ ...app, password: 'wrong' }, 'select 1')).rejects.toMatchObject({
    code: '28P01',
  });
});

test('after kill -9 of the program its server is taken over, and then stopped with us', async () => {
  const dataDir = await usedFolder();
  const program = run(dataDir);
  const up = await program.up;
  await killed(program);
  const lines: string[] = [];
  const server = await start(dataDir, (line) => lines.push(line));
  const [adopted] = await query<{ started: string }>(
    server.admin,
    'select pg_postmaster_start_time()::text as started',
  );
  expect(adopted?.started).toBe(up?.started);
  expect(lines.join()).toMatch(/taking over the PostgreSQL that is running/);
  await server.stop();
  expect(isServing(server.place)).toBe(false);
  await expect(query(server.admin, 'select 1')).rejects.toThrow(/ENOENT|ECONNREFUSED/);
});

test('a second program on the same folder is refused in plain words and harms nothing', async () => {
  const dataDir = await usedFolder();
  const first = await start(dataDir);
  const second = run(dataDir);
  expect(await second.up).toBeNull();
  expect(await second.complaint).toContain(`in use by another running Waybill (process ${process.pid})`);
  await expect(startEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow(/in use by/);
  expect(await query(first.app, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('of two first starts at once one wins and the other says why', async () => {
  const dataDir = dataFolder();
  const programs = [run(dataDir), run(dataDir)];
  const ups = await Promise.all(programs.map(({ up }) => up));
  expect(ups.filter((up) => up !== null)).toHaveLength(1);
  const loser = programs[ups.indexOf(null)];
  expect(await loser?.complaint).toMatch(/Another start .* is under way|in use by another/);
});

test('a start killed while the cluster is made leaves nothing in the way', async () => {
  const dataDir = dataFolder();
  const seen = new Promise<void>((resolve) => {
    const watcher = watch(dataDir, (_event, name) => {
      if (!name?.startsWith('pg.new-') || name.endsWith('.password')) return;
      watcher.close();
      resolve();
    });
  });
  const program = run(dataDir);
  await seen;
  await killed(program);
  expect(existsSync(join(dataDir, 'pg'))).toBe(false);
  const server = await start(dataDir);
  expect(await query(server.app, 'select 1 as one')).toEqual([{ one: 1 }]);
  expect(readdirSync(dataDir).filter((name) => name.startsWith('pg.new-'))).toEqual([]);
});

test('a server that dies is started again where it was', async () => {
  let again = (): void => undefined;
  const restarted = new Promise<void>((resolve) => (again = resolve));
  const server = await start(await usedFolder(), (line) => {
    if (line === 'PostgreSQL runs again') again();
  });
  const pid = Number(readFileSync(join(server.place, 'postmaster.pid'), 'utf8').split('\n')[0]);
  process.kill(pid, 'SIGKILL');
  await restarted;
  expect(await query(server.app, 'select 1 as one')).toEqual([{ one: 1 }]);
});

test('a start that fails leaves no server behind', async () => {
  const dataDir = await usedFolder();
  const file = join(dataDir, 'postgres.json');
  const passwords = JSON.parse(readFileSync(file, 'utf8')) as Record<string, string>;
  writeFileSync(file, JSON.stringify({ ...passwords, admin: 'not the password' }));
  await expect(startEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow(/password/);
  expect(isServing(join(dataDir, 'pg'))).toBe(false);
});

test('a cluster of another major version is left alone', async () => {
  const dataDir = await usedFolder();
  writeFileSync(join(dataDir, 'pg', 'PG_VERSION'), '17\n');
  await expect(startEmbeddedPostgres({ dataDir, log: silent })).rejects.toThrow(
    /made by PostgreSQL 17; this program carries 18/,
  );
});

test.runIf(isRoot)('root in a folder closed to others puts the data beside the system', async () => {
  const dataDir = dataFolder(0o700);
  const first = await start(dataDir);
  cleanUps.unshift(() => rmSync(dirname(first.place), { recursive: true, force: true }));
  expect(first.place).toMatch(/^\/var\/lib\/waybill\/[0-9a-f]{16}\/pg$/);
  expect(statSync(first.place).uid).toBe(unprivilegedUser().uid);
  expect(statSync(dirname(first.place)).uid).toBe(0);
  await query(first.owner, 'create table kept ()');
  await first.stop();
  chmodSync(dataDir, 0o755); // opened later: still the same database
  const second = await start(dataDir);
  expect(second.place).toBe(first.place);
  await query(second.owner, 'table kept');
});

const nobody = { uid: 65534, gid: 65534 };
const mayRunAsNobody =
  isRoot && [PROGRAM, process.execPath].every((path) => mayReach(dirname(path), { ...nobody, name: '' }));

test.runIf(mayRunAsNobody)('an ordinary user runs everything in the data folder', async () => {
  const dataDir = dataFolder();
  chownSync(dataDir, nobody.uid, nobody.gid);
  const program = run(dataDir, nobody);
  const up = await program.up;
  expect(up).toMatchObject({ place: join(dataDir, 'pg'), tcp: '' });
  expect(statSync(join(dataDir, 'pg')).uid).toBe(nobody.uid);
  await killed(program);
  const again = run(dataDir, nobody);
  expect((await again.up)?.started).toBe(up?.started);
  again.child.kill('SIGTERM');
  await again.ended;
  expect(isServing(join(dataDir, 'pg'))).toBe(false);
  // Started by root later, it keeps its user.
  const server = await start(dataDir);
  expect(statSync(server.app.host as string).uid).toBe(nobody.uid);
});

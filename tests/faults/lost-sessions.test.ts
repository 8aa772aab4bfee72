import { setImmediate as nextTurn } from 'node:timers/promises';
import type pg from 'pg';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { databaseFault } from '#kit/server/database-fault.ts';
import { openTestDatabase } from '#tests/harness/open-database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { covers } from '#tests/spec/covers.ts';
import { startLoad } from './steady-load.ts';

/** The database throws its clients out (a restart, a fail-over, an administrator). */
let scene: TestApp;
let product: ServedProduct | undefined;

beforeAll(async () => {
  scene = await startTestApp();
});
afterEach(async () => {
  await product?.cutPower();
  product = undefined;
});
afterAll(() => scene.stop());

const onOurs = <T>(work: (client: pg.Client) => Promise<T>): Promise<T> =>
  onServer({ ...testCluster().admin, database: (scene.connection as pg.ClientConfig).database }, work);

/** Ends every session of this test's own database. @returns how many there were */
const endSessions = (): Promise<number> =>
  onOurs(async (client) => {
    const { rowCount } = await client.query(
      `select pg_terminate_backend(pid, 10000) from pg_stat_activity
       where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend'`,
    );
    return rowCount ?? 0;
  });

test('a session lost between two statements fails its transaction and nothing else', async () => {
  const db = openTestDatabase({ connection: { ...scene.connection, max: 1 } });
  const uncaught: unknown[] = [];
  const note = (error: unknown): void => void uncaught.push(error);
  process.on('uncaughtException', note);
  try {
    const lost = db.tx(systemActor(1, 'test'), async (tx) => {
      const { pid } = await tx.platform.one<{ pid: number }>`select pg_backend_pid() as pid`;
      await onOurs((client) => client.query('select pg_terminate_backend($1, 10000)', [pid]));
      await nextTurn(); // the line's end is heard in a turn of its own
      await nextTurn();
      await tx.platform.run`select 1`;
    });
    const error: unknown = await lost.then(
      () => null,
      (cause: unknown) => cause,
    );
    expect(databaseFault(error)).toBe('lost');
    expect(await db.platform((tx) => tx.one<{ n: number }>`select 1 as n`), 'the next one gets a new session').toEqual({
      n: 1,
    });
    expect(uncaught).toEqual([]);
  } finally {
    process.off('uncaughtException', note);
    await db.close();
  }
});

test('a request whose session is ended gets 503 in words', async () => {
  covers('ours: faults of the database');
  const admin = await scene.as('admin');
  await admin.post('/catalog/product/add', { spuCode: 'LOCKED', name: '床头柜' });
  const page = await admin.get<{ records: { id: string; version: number }[] }>('/catalog/product/list', {
    spuCode: 'LOCKED',
  });
  const [row] = page.result.records;
  const answer = await onOurs(async (client) => {
    await client.query('begin');
    await client.query(`select 1 from product where spu_code = 'LOCKED' for update`);
    const edited = admin.put('/catalog/product/edit', { ...row, name: '新床头柜' });
    for (;;) {
      // It waits for our lock: now its session goes.
      const { rowCount } = await client.query(
        `select pg_terminate_backend(pid) from pg_stat_activity
         where datname = current_database() and wait_event_type = 'Lock' and pid <> pg_backend_pid()`,
      );
      if (rowCount) break;
    }
    return edited;
  });
  expect([answer.status, answer.message]).toEqual([503, MESSAGES.unavailable]);
  expect((await admin.get('/catalog/product/list')).status).toBe(200);
});

test('work goes on while all sessions are ended again and again', { timeout: 120_000 }, async () => {
  await scene.stopApp();
  product = await powerUp(scene);
  const load = startLoad(product, 6);
  let ended = 0;
  for (let round = 0; round < 8; round++) {
    await load.until(25);
    ended += await endSessions();
  }
  await load.until(25, ({ status }) => status === 200);
  await load.stop();
  expect(ended).toBeGreaterThan(8);
  const odd = load.answers.filter(
    ({ status, message }) => status !== 200 && !(status === 503 && message === MESSAGES.unavailable),
  );
  expect(odd).toEqual([]);
  const stored = await onOurs(async (client) =>
    client.query<{ code: string }>(`select spu_code as code from product where spu_code like 'LOAD-%'`),
  );
  const codes = new Set(stored.rows.map(({ code }) => code));
  expect(load.added.filter((code) => !codes.has(code))).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

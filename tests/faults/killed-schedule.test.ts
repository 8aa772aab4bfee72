import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownRun } from '#modules/operations/model/quartz-job.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** The process is killed, or stands still past its lease, while a schedule runs, before it has committed what it does. */

let scene: TestApp;
let product: ServedProduct | undefined;
let second: ServedProduct | undefined;
/** How far the clock of a running product is ahead of the machine's. */
let ahead = 0;
let id = '';

const TITLE = '只发一次的提醒';

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  const admin = await scene.as('admin');
  const body = {
    jobClassName: 'system.remind',
    cronExpression: '0 0 9 * * ? *',
    parameter: JSON.stringify({ title: TITLE, content: '内容', username: 'admin' }),
  };
  ({ id } = await must(admin.post<{ id: string }>('/sys/quartzJob/add', body)));
  await scene.stopApp();
  product = await start();
}, 180_000);
afterAll(async () => {
  await second?.cutPower();
  await product?.cutPower();
  await scene?.stop();
});

async function start(): Promise<ServedProduct> {
  ahead = scene.now().getTime() - Date.now();
  return powerUp(scene);
}

const runs = async (): Promise<ShownRun[]> =>
  (await (product as ServedProduct).call<{ records: ShownRun[] }>('GET', `/operations/quartzRun/list?jobId=${id}`))
    .result.records;
const sent = async (): Promise<string[]> =>
  (
    await (product as ServedProduct).call<{ sysMsgList: { titile: string }[] }>(
      'GET',
      '/sys/annountCement/listByUser?pageSize=50',
    )
  ).result.sysMsgList.flatMap(({ titile }) => (titile === TITLE ? [titile] : []));

test('killed in the midst of a run: the run is written down as 中断, done over once, and its effect is there once', async () => {
  covers('ours: schedules');
  const place = await holdPlace(scene, writesTo('announcement'));
  expect(await product?.call('GET', `/sys/quartzJob/execute?id=${id}`)).toMatchObject({ success: true });
  await place.reached();
  expect((await runs()).map(({ outcome }) => outcome)).toEqual(['running']);
  await product?.cutPower();
  await place.open();
  product = await start();
  await expect.poll(async () => (await runs()).map(({ outcome }) => outcome), { timeout: 60_000 }).toContain('done');
  expect(await runs()).toMatchObject([
    { outcome: 'done', trigger: 'recovery', message: '已发给 admin' },
    { outcome: 'interrupted', trigger: 'hand' },
  ]);
  expect(await sent()).toEqual([TITLE]);
});

test('stopped past its lease and resumed: another node has done the run, and the first one writes nothing more', async () => {
  covers('ours: schedules');
  const before = (await runs()).length;
  const place = await holdPlace(scene, writesTo('announcement'));
  expect(await product?.call('GET', `/sys/quartzJob/execute?id=${id}`)).toMatchObject({ success: true });
  await place.reached();
  product?.stall();
  const { connection, dataDir, simulator } = scene;
  // Its lease ends here, where another node would wait two minutes for that.
  second = await powerUp({ connection, dataDir, simulator, now: () => new Date(Date.now() + ahead) });
  await place.reached(2);
  await place.open();
  const there = second;
  const recent = async (): Promise<ShownRun[]> => {
    const path = `/operations/quartzRun/list?jobId=${id}`;
    const { records } = (await there.call<{ records: ShownRun[] }>('GET', path)).result;
    return records.slice(0, records.length - before);
  };
  await expect.poll(async () => (await recent()).map(({ outcome }) => outcome), { timeout: 60_000 }).toContain('done');
  const ended = await recent();
  expect(ended).toMatchObject([
    { outcome: 'done', trigger: 'recovery', message: '已发给 admin' },
    { outcome: 'interrupted', trigger: 'hand' },
  ]);
  expect(await openTransactions()).toBeGreaterThanOrEqual(1);
  product?.goOn();
  // What it had begun is over once none of its transactions is open.
  await expect.poll(openTransactions, { timeout: 60_000 }).toBe(0);
  expect(await recent()).toEqual(ended);
  expect(await sent()).toEqual([TITLE, TITLE]);
});

/** Transactions of products that stand open, waiting for their program. */
const openTransactions = (): Promise<number> =>
  onServer({ ...testCluster().admin, database: scene.connection.database as string }, async (client) => {
    const found = await client.query(
      `select from pg_stat_activity
      where datname = current_database() and state like 'idle in transaction%'`,
    );
    return found.rowCount ?? 0;
  });

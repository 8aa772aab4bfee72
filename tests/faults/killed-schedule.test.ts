import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ShownRun } from '#modules/operations/model/quartz-job.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';
import { holdPlace, writesTo } from '#tests/harness/held-place.ts';
import { powerUp, type ServedProduct } from '#tests/harness/served-product.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** The process is killed while a schedule runs, before it has committed what it does. */

let scene: TestApp;
let product: ServedProduct | undefined;
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
  product = await powerUp(scene);
}, 180_000);
afterAll(async () => {
  await product?.cutPower();
  await scene?.stop();
});

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
  product = await powerUp(scene);
  await expect.poll(async () => (await runs()).map(({ outcome }) => outcome), { timeout: 60_000 }).toContain('done');
  expect(await runs()).toMatchObject([
    { outcome: 'done', trigger: 'recovery', message: '已发给 admin' },
    { outcome: 'interrupted', trigger: 'hand' },
  ]);
  expect(await sent()).toEqual([TITLE]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '#kit/server/outbox.ts';
import { look } from '#tests/channels/shop.ts';
import { refillJob } from '#modules/orders/model/jobs.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';

let scene: TestApp;

beforeAll(async () => {
  scene = await startTestApp();
});
afterAll(() => scene.stop());

interface Task {
  dedupeKey: string;
  status: string;
  attempts: number;
}

test('a task that is due behind one that waits is not started, and keeps nobody waiting', async () => {
  await look(scene, async (tx) => {
    for (const name of ['first', 'second'])
      await enqueue(tx, refillJob, {
        aggregate: 'one shelf',
        dedupeKey: name,
        payload: { skuIds: [] },
      });
    await tx.run`
      update delivery set next_at = ${tx.now}::timestamptz + interval '1 hour'
      where tenant_id = ${tx.tenant} and dedupe_key = 'first'`;
  });
  await scene.app.worker.settled();
  const tasks = await look(
    scene,
    (tx) => tx.rows<Task>`
      select dedupe_key, status, attempts from delivery
      where tenant_id = ${tx.tenant} and aggregate = 'one shelf' order by id`,
  );
  expect(tasks).toEqual([
    { dedupeKey: 'first', status: 'pending', attempts: 0 },
    { dedupeKey: 'second', status: 'pending', attempts: 0 },
  ]);
  await scene.pass(3_600_000);
  scene.app.worker.wake();
  await scene.app.worker.settled();
  const done = await look(
    scene,
    (tx) => tx.rows<{ dedupeKey: string }>`
      select dedupe_key from delivery where tenant_id = ${tx.tenant} and aggregate = 'one shelf'
        and status = 'ok' order by done_at, id`,
  );
  expect(done.map((task) => task.dedupeKey)).toEqual(['first', 'second']);
});

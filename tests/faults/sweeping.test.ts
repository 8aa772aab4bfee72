import { afterAll, beforeAll, expect, test } from 'vitest';
import { enqueue } from '#kit/server/outbox.ts';
import { look } from '#tests/channels/shop.ts';
import type { JobKind } from '#kit/model/job.ts';
import { acceptJob, pullJob } from '#modules/channels/model/jobs.ts';
import { startTestApp, type TestApp } from '#tests/harness/app.ts';

let scene: TestApp;

beforeAll(async () => {
  scene = await startTestApp({ scheduleMs: 50, start: { worker: { concurrency: 0 } } });
});
afterAll(() => scene.stop());

const handlersLeft = (): Promise<string[]> =>
  look(scene, async (tx) => {
    const rows = await tx.rows<{ handler: string; age: string }>`
      select handler, dedupe_key as age from delivery
      where tenant_id = ${tx.tenant} and dedupe_key in ('old', 'young', 'business') order by 1, 2`;
    return rows.map(({ handler, age }) => `${handler} ${age}`);
  });

test('what came with the clock goes when it is done and old; the business and the young stay', async () => {
  await look(scene, async (tx) => {
    const work = (job: JobKind, dedupeKey: string) =>
      enqueue(tx, job, { aggregate: dedupeKey, dedupeKey, payload: {} });
    await work(pullJob, 'old');
    await work(pullJob, 'young');
    await work(acceptJob, 'business');
    await tx.run`
      update delivery set status = 'ok',
        done_at = ${tx.now}::timestamptz - case dedupe_key when 'young' then interval '13 days' else interval '15 days' end
      where tenant_id = ${tx.tenant} and dedupe_key in ('old', 'young', 'business')`;
  });
  await scene.pass(3_600_000);
  await expect.poll(handlersLeft).toEqual(['channels.accept business', 'channels.pull young']);
});

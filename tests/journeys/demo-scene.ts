import { breachDueParts } from '#modules/aftersales/server/parts/breach-parts.ts';
import { enqueueExpiry } from '#modules/aftersales/server/returns/expire-returns.ts';
import { PASSWORD, seededWorld, startTestApp, type TestApp } from '#tests/harness/app.ts';
import { testStart } from '#tests/harness/test-clock.ts';
import { DAYS_OF_HISTORY, seedOrderHistory } from '../../db/seed/history/index.ts';

const DAY = 86_400_000;

/** The demo seller as `npm start` shows it, at the end of its history. No worker runs. */
export async function openDemo(): Promise<TestApp> {
  return startTestApp({ world: await seededWorld('demo', () => makeDemo()), start: { worker: { concurrency: 0 } } });
}

/** @param at the moment of its first start */
export async function makeDemo(at = testStart()): Promise<TestApp> {
  const scene = await startTestApp({
    startsAt: new Date(at.getTime() - DAYS_OF_HISTORY * DAY),
    start: { worker: { concurrency: 0 } },
  });
  let left = DAYS_OF_HISTORY;
  const clock = {
    now: scene.now,
    moveTo: async (daysAgo: number) => {
      await scene.pass((left - daysAgo) * DAY);
      left = daysAgo;
    },
  };
  const { app } = scene;
  const place = { db: app.db, registry: app.registry, door: app.http, base: '/api', tenant: 1 };
  await seedOrderHistory({ ...place, password: PASSWORD, clock }, scene.seller);
  await breachDueParts(app.db, scene.now());
  await enqueueExpiry(app.db, scene.now());
  return scene;
}

import { afterAll, beforeAll, expect, test } from 'vitest';
import { fulfilmentSettings } from '#modules/fulfilment/model/fulfilment-settings.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';

/** The night in which New York skips from two to three, with people at work. */

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2027-03-12T15:00:00Z') });
  admin = await scene.as('admin');
});
afterAll(() => scene?.stop());

test('a list for a day without its cut-off is opened, due when clocks have skipped it', async () => {
  await must(admin.put('/fulfilment/settings', { ...fulfilmentSettings.defaults, cutoff: '02:30', version: 0 }));
  const warehouseId = scene.seller.warehouses[NEW_JERSEY];
  const { id } = await must(
    admin.post<{ id: string }>('/fulfilment/handover/open', { warehouseId, day: '2027-03-14' }),
  );
  const row = await must(admin.get<{ cutoffAt: string }>('/fulfilment/handover/queryById', { id }));
  // 03:30 in New York, by the clock of Shanghai.
  expect(row.cutoffAt).toBe('2027-03-14 15:30:00');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import type { AdReportRequest } from '#modules/channels/model/port.ts';
import { simulatedChannel, type SimulatedChannel } from './fixtures/simulated-channel.ts';

/* channels.md §1.10: a report is asked for, is made after a while, and lies in storage as a CSV. */

let channel: SimulatedChannel;
beforeAll(async () => {
  channel = await simulatedChannel();
});
afterAll(() => channel.close());

const REQUEST: AdReportRequest = {
  name: '广告商品 2026-10',
  about: 'listings',
  attributionDays: 28,
  groupBy: 'none',
  from: '2026-10-01',
  to: '2026-10-31',
};

test('a report is asked for once, waits, and is fetched without the token of the shop', async () => {
  const id = await channel.connection.requestAdReport?.(REQUEST);
  expect(await channel.connection.readAdReport?.(String(id))).toEqual({ state: 'waiting' });
  await channel.advance(30_000);
  const reading = await channel.connection.readAdReport?.(String(id));
  expect(reading).toMatchObject({ state: 'ready' });
  const text = reading?.state === 'ready' ? Buffer.from(reading.bytes).toString('utf8') : '';
  expect(text.split('\r\n')[0]).toBe(
    'Date,Campaign ID,Campaign Name,Listing ID,Supplier Part Number,Impressions,Clicks,Spend,Attributed Units,Attributed Sales',
  );
  expect((await channel.audit()).violations).toEqual([]);
});

test('campaigns are another report; each window and grouping is taken; an odd day is refused in words', async () => {
  for (const attributionDays of [14, 28, 56] as const)
    for (const groupBy of ['day', 'week', 'month', 'none'] as const)
      expect(
        await channel.connection.requestAdReport?.({ ...REQUEST, about: 'campaigns', attributionDays, groupBy }),
      ).toMatch(/^[0-9a-f-]{36}$/);
  await expect(channel.connection.requestAdReport?.({ ...REQUEST, to: '2026-09-01' })).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('endDate must not be before startDate'),
  });
});

test('a report nobody knows is none; without the supplier nothing is asked; a missing scope is no fault of the shop', async () => {
  expect(await channel.connection.readAdReport?.('00000000-0000-4000-8000-000000000000')).toBeNull();
  const { supplierId: _left, ...settings } = channel.account.settings;
  await expect(channel.connect({ settings }).requestAdReport?.(REQUEST)).rejects.toMatchObject({
    kind: 'validation',
    message: expect.stringContaining('供应商ID'),
  });
  await channel.fault({ fault: 'permission-denied', match: { operation: 'advertising.request' } });
  await expect(channel.connection.requestAdReport?.(REQUEST)).rejects.toMatchObject({ kind: 'denied' });
});

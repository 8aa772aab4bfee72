import { afterEach, expect, test } from 'vitest';
import { startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const PATH = '/wayfair/advertising/v1/reports';
const REPORT = {
  name: 'Spring',
  reportType: 'LISTING_REPORT',
  fileType: 'CSV',
  attributionWindow: 14,
  groupBy: 'DAY',
  program: 'WSP',
  supplierId: 31840,
  filters: { startDate: '2026-02-01', endDate: '2026-02-03 23:59:59' },
};

const ask = (body: object) => channel.call('POST', PATH, body, channel.authorization);
const read = async (id: string) =>
  (await (await channel.call('GET', `${PATH}?reportId=${id}`, undefined, channel.authorization)).json()) as {
    status: string;
    url: string | null;
  };

test('a report is made after a while and fetched from storage without a token', async () => {
  channel = await startChannel();
  const { id } = (await (await ask(REPORT)).json()) as { id: string };
  expect(await read(id)).toEqual({ status: 'IN_PROGRESS', url: null });
  await channel.advance(30_000);
  const { status, url } = await read(id);
  expect(status).toBe('COMPLETED');
  const file = await channel.call('GET', url ?? '');
  const lines = (await file.text()).split('\r\n');
  expect(lines[0]).toBe(
    'Date,Campaign ID,Campaign Name,Listing ID,Supplier Part Number,Impressions,Clicks,Spend,Attributed Units,Attributed Sales',
  );
  expect(lines.length).toBe(1 + 3 * 20);
  expect(await (await channel.call('GET', url ?? '')).text()).toBe(lines.join('\r\n'));
  await channel.advance(3_700_000);
  expect((await channel.call('GET', url ?? '')).status).toBe(403);
  expect((await channel.audit()).violations).toEqual([]);
});

test.each([
  [{ name: ' ' }, 'name'],
  [{ reportType: 'X' }, 'reportType'],
  [{ fileType: 'EXCEL' }, 'fileType'],
  [{ attributionWindow: 7 }, 'attributionWindow'],
  [{ supplierId: null }, 'supplierId'],
  [{ filters: { startDate: '01/02/2026', endDate: '2026-02-03' } }, 'startDate'],
  [{ filters: { startDate: '2026-02-03', endDate: '2026-02-01' } }, 'endDate'],
])('%j is refused by its field', async (change, field) => {
  channel = await startChannel();
  const answer = await ask({ ...REPORT, ...change });
  expect([answer.status, ((await answer.json()) as { message: string }).message]).toEqual([
    400,
    expect.stringContaining(field),
  ]);
});

test('a campaign report is grouped by month; others are unknown, and faults strike', async () => {
  channel = await startChannel();
  const filters = { startDate: '2026-01-15', endDate: '2026-03-02' };
  const monthly = { ...REPORT, reportType: 'CAMPAIGN_REPORT', groupBy: 'MONTH', filters };
  const { id } = (await (await ask(monthly)).json()) as { id: string };
  await channel.advance(30_000);
  const lines = (await (await channel.call('GET', (await read(id)).url ?? '')).text()).split('\r\n');
  expect([...new Set(lines.slice(1).map((line) => line.slice(0, 10)))]).toEqual([
    '2026-01-15',
    '2026-02-01',
    '2026-03-01',
  ]);
  expect((await channel.call('GET', `${PATH}?reportId=none`, undefined, channel.authorization)).status).toBe(404);
  expect((await channel.call('POST', PATH, REPORT)).status).toBe(401);
  await channel.fault({ fault: '429', match: { operation: 'advertising.request' } });
  expect((await ask(REPORT)).status).toBe(429);
});

import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, expect, test } from 'vitest';
import { accept, startChannel } from './start-channel.ts';
import type { Channel } from './start-channel.ts';

let channel: Channel;
afterEach(() => channel.sim.close());

const ORDERS = '{ getDropshipPurchaseOrders { poNumber shippingInfo { shipSpeed } products { price quantity } } }';
const ask = (query = ORDERS) => channel.post('/wayfair/v1/graphql', query, {}, channel.tokens.production);

test('a fault strikes the named call, from the nth, so many times', async () => {
  channel = await startChannel();
  await channel.fault({
    match: { operation: 'getDropshipPurchaseOrders', nth: 2, times: 2 },
    fault: '429',
    retryAfterSeconds: 7,
  });
  const replies = [await ask(), await ask(), await ask(), await ask()];
  expect(replies.map((reply) => reply.status)).toEqual([200, 429, 429, 200]);
  expect(replies[1]?.headers.get('retry-after')).toBe('7');
  await channel.fault({ fault: '429-no-retry-after' });
  expect((await ask()).headers.get('retry-after')).toBeNull();
  await channel.fault({ fault: '500' });
  const broken = await ask();
  expect([broken.status, await broken.text()]).toEqual([500, 'Internal Server Error']);
});

test('a throttle answers 429 once a second holds too many calls', async () => {
  channel = await startChannel({ settings: { requestsPerSecond: 5 } });
  // All at once: on a slow machine a second may pass between two calls.
  const replies = await Promise.all(Array.from({ length: 60 }, () => ask()));
  const statuses = replies.map(({ status }) => status);
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4);
  expect(new Set(statuses)).toEqual(new Set([200, 429]));
});

test('after a time-out past the commit the effect is there, exactly once', async () => {
  channel = await startChannel();
  const { poNumbers } = await channel.seed('s3');
  const po = poNumbers[0] ?? '';
  await channel.fault({ match: { operation: 'accept' }, fault: 'timeout-after-commit' });
  await expect(accept(channel, po)).rejects.toThrow();
  const { facts } = await channel.audit();
  expect(facts[po]).toMatchObject({ hasResponse: true, acceptCalls: 1, acceptEffects: 1 });
  expect(await accept(channel, po)).toEqual(['Purchase order has already been responded to']);
  const log = await channel.log();
  expect(log.find((entry) => entry.faults.includes('timeout-after-commit'))).toMatchObject({
    operations: ['purchaseOrders.accept'],
    poNumbers: [po],
    status: 0,
  });
});

test('a time-out before the commit leaves nothing behind; a refused or dropped write neither', async () => {
  channel = await startChannel();
  const { poNumbers } = await channel.seed('s3');
  const po = poNumbers[0] ?? '';
  await channel.fault({ match: { operation: 'accept' }, fault: 'timeout' });
  await expect(accept(channel, po)).rejects.toThrow();
  await channel.fault({ fault: 'accept-error', message: 'Try later' });
  expect(await accept(channel, po)).toEqual(['Try later']);
  await channel.fault({ match: { operation: 'accept' }, fault: 'effect-dropped' });
  expect(await accept(channel, po)).toEqual([]);
  expect((await channel.audit()).facts[po]).toMatchObject({ hasResponse: false, acceptEffects: 0 });
  expect(await accept(channel, po)).toEqual([]);
  expect((await channel.audit()).facts[po]).toMatchObject({ hasResponse: true, acceptEffects: 1 });
});

test('answers can break off, be cut, be text, or lose their token', async () => {
  channel = await startChannel();
  await channel.fault({
    match: { operation: 'getDropshipPurchaseOrders' },
    fault: 'reset-mid-body',
  });
  await expect(ask().then((reply) => reply.text())).rejects.toThrow();
  await channel.fault({ fault: 'truncated-json' });
  const cut = await (await ask()).text();
  expect(() => JSON.parse(cut)).toThrow();
  await channel.fault({ fault: 'text-body', message: 'Authorization failed.' });
  expect(await (await ask()).text()).toBe('Authorization failed.');
  await channel.fault({ fault: 'token-expiry' });
  expect([(await ask()).status, (await ask()).status]).toEqual([401, 401]);
});

test('rows can repeat, change order, grow, shrink and turn into text', async () => {
  channel = await startChannel();
  const { poNumbers } = await channel.seed('bulk', { n: 3 });
  const rows = async () => ((await (await ask()).json()) as any).data.getDropshipPurchaseOrders;
  const [a, b, c] = poNumbers;
  await channel.fault({ fault: 'duplicate-rows' });
  expect((await rows()).map((row: any) => row.poNumber)).toEqual([a, a, b, c, c]);
  await channel.fault({ fault: 'out-of-order' });
  expect((await rows()).map((row: any) => row.poNumber)).toEqual([c, b, a]);
  await channel.fault({ fault: 'unknown-enum' });
  expect((await rows())[0].shippingInfo.shipSpeed).toBe('HYPERLOOP_DELIVERY');
  await channel.fault({ fault: 'new-field' });
  expect((await rows())[1]).toHaveProperty('futureField');
  await channel.fault({ fault: 'null-field', field: 'poNumber' });
  expect((await rows())[0].poNumber).toBeNull();
  await channel.fault({ fault: 'missing-field' });
  expect((await rows())[0]).not.toHaveProperty('products');
  await channel.fault({ fault: 'string-money' });
  expect(typeof (await rows())[0].products[0].price).toBe('string');
  expect(typeof (await rows())[0].products[0].price).toBe('number');
});

test('closing drops a call that would never be answered', async () => {
  channel = await startChannel();
  await channel.fault({ fault: 'timeout', hang: true });
  const pending = ask();
  pending.catch(() => undefined);
  await expect.poll(async () => (await channel.log()).at(-1)?.faults).toEqual(['timeout']);
  await channel.sim.close();
  await expect(pending).rejects.toThrow();
});

test('the log names operations and hides secrets', async () => {
  channel = await startChannel();
  await ask();
  const text = JSON.stringify(await channel.log());
  expect(text).toContain('getDropshipPurchaseOrders');
  expect(text).not.toContain('waybill-demo-secret');
  expect(text).not.toContain(channel.tokens.production);
});

test('calls above a promised ceiling are noted without being refused', async () => {
  channel = await startChannel({ settings: { auditCallsPerSecond: 3 } });
  const statuses = (await Promise.all([ask(), ask(), ask(), ask()])).map((reply) => reply.status);
  expect(new Set(statuses)).toEqual(new Set([200]));
  expect((await channel.audit()).violations.map((v) => v.rule)).toContain('calls-above-ceiling');
});

test('the truth outlives a restart when it has a file', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'simulator-'));
  const stateFile = join(folder, 'state.json');
  channel = await startChannel({ stateFile });
  const po = (await channel.seed('s3')).poNumbers[0] ?? '';
  await accept(channel, po);
  await channel.advance(1000);
  await channel.sim.close();
  channel = await startChannel({ stateFile, scenario: 'demo' });
  const { facts } = await channel.audit();
  expect(facts[po]).toMatchObject({ hasResponse: true, acceptEffects: 1 });
  const live = Object.values(facts).filter((fact) => fact.environment === 'production');
  expect(live).toHaveLength(1);
  expect((await channel.side('GET', '/clock')).now).toBe('2026-03-04T17:00:01.000Z');
  await rm(folder, { recursive: true });
});

test('the side door is shut unless asked for, and to browsers always', async () => {
  channel = await startChannel();
  const page = await channel.call('POST', '/__sim/reset', undefined, {
    origin: 'https://evil.example',
  });
  expect(page.status).toBe(403);
  await channel.sim.close();
  channel = await startChannel({ sideDoor: false });
  expect((await channel.call('GET', '/__sim/state')).status).toBe(404);
});

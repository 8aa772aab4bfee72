import { afterEach, expect, test } from 'vitest';
import { OutboundError } from '#kit/server/outbound.ts';
import type { Connection } from '#modules/channels/model/port.ts';
import {
  acceptOrder,
  acceptRequest,
  EFFECT_LAG,
  placeOrder,
  simulatedChannel,
} from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const STOOL = 'WB-DCH-BRAM-CTR';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

/** The same connection whose calls run out of time quickly, for a channel that never answers. */
function impatient(): Connection {
  return channel.connect({}, (url, init) => channel.outbound(url, { ...init, timeoutMs: 150 }));
}

test('an accept takes effect later, and only a re-read tells', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 2);
  expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
  const outcome = await channel.connection.accept(await acceptRequest(channel, poNumber));
  expect(outcome).toEqual({ status: 'pending' });
  expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmAccept(poNumber)).toMatchObject({ status: 'done' });
  expect(await channel.connection.confirmAccept('CS000000000')).toEqual({ status: 'absent' });
});

test('a repeated accept is told as a repeat, not refused', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 2);
  await acceptOrder(channel, poNumber);
  const again = await channel.connection.accept(await acceptRequest(channel, poNumber));
  expect(again).toEqual({ status: 'repeat' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptEffects: 1 });
});

test('keys of a refusal name the refused lines; the others are not asked for again', async () => {
  channel = await simulatedChannel();
  const [a, b] = [STOOL, 'WB-BED-HALDEN-QN'];
  const lines = [a, b].map((partNumber) => ({ partNumber, quantity: 1 }));
  const [made] = await channel.orders([{ lines }]);
  const poNumber = made?.poNumber ?? '';
  const request = await acceptRequest(channel, poNumber);
  await channel.fault(
    { fault: 'row-refused', value: b, match: { operation: 'accept' } },
    { fault: 'null-errors', match: { operation: 'accept' } },
  );
  expect(await channel.connection.accept(request)).toMatchObject({ status: 'refused', rows: [b] });
  // A line the channel has taken already is no refusal of the rest.
  expect(await channel.connection.accept(request)).toMatchObject({ status: 'pending' });
});

test('a refused accept says why in the channel’s words', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 2);
  const request = await acceptRequest(channel, poNumber);
  const wrong = { ...request, lines: request.lines.map((line) => ({ ...line, qty: 1 })) };
  expect(await channel.connection.accept(wrong)).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('Quantity does not match purchase order'),
  });
  // An enum the channel does not know fails the whole call, and is a refusal as well.
  const odd = { ...request, shipSpeed: 'HYPERLOOP_DELIVERY' };
  expect(await channel.connection.accept(odd)).toMatchObject({ status: 'refused' });
  await channel.fault({ fault: 'accept-error', message: 'Invalid supplier id' });
  expect(await channel.connection.accept(request)).toMatchObject({ status: 'refused' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptEffects: 0 });
});

test.each([
  [{ fault: 'timeout-after-commit' }],
  [{ fault: 'timeout-after-commit', hang: true }],
  [{ fault: 'reset-mid-body' }],
  [{ fault: 'truncated-json' }],
  [{ fault: 'text-body', commit: true }],
] as const)('accept with %j: unknown, then the re-read tells, one effect', async (fault) => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 2);
  const request = await acceptRequest(channel, poNumber);
  await channel.fault({ ...fault, match: { operation: 'purchaseOrders.accept' } });
  await expect(impatient().accept(request)).rejects.toMatchObject({
    kind: 'unknown',
    operation: '接单',
  });
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmAccept(poNumber)).toMatchObject({ status: 'done' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptEffects: 1 });
});

test.each([
  [{ fault: '500' }, 'unknown'],
  [{ fault: '503' }, 'unknown'],
  [{ fault: 'timeout' }, 'unknown'],
  [{ fault: '429', retryAfterSeconds: 4 }, 'rate'],
] as const)(
  'accept with %j before any effect: %s, absent, and a retry works',
  async (fault, kind) => {
    channel = await simulatedChannel();
    const { poNumber } = await placeOrder(channel, STOOL, 2);
    const request = await acceptRequest(channel, poNumber);
    await channel.fault({ ...fault, match: { operation: 'purchaseOrders.accept' } });
    await expect(channel.connection.accept(request)).rejects.toMatchObject({ kind });
    await channel.advance(EFFECT_LAG);
    expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
    expect(await channel.connection.accept(request)).toEqual({ status: 'pending' });
  },
);

test('a write that never left can be tried again: transient, or a setting to mend', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 1);
  const request = await acceptRequest(channel, poNumber);
  const unreachable = channel.connect({}, (url, init) =>
    url.endsWith('/v1/graphql')
      ? Promise.reject(new OutboundError('connect', false, 'no connection'))
      : channel.outbound(url, init),
  );
  await expect(unreachable.accept(request)).rejects.toMatchObject({ kind: 'transient' });
  await channel.fault({ fault: 'timeout', match: { operation: 'token' } });
  const cold = channel.connect({ id: 'never-had-a-token' });
  await expect(cold.accept(request)).rejects.toMatchObject({
    kind: 'transient',
    operation: '获取令牌',
  });
  // A setting of the account opens no private address.
  const inward = channel.connect({
    settings: { ...channel.account.settings, apiUrl: 'http://127.0.0.1:1/v1/graphql' },
  });
  await expect(inward.accept(request)).rejects.toMatchObject({ kind: 'validation' });
  expect((await channel.audit()).facts[poNumber]).toMatchObject({ acceptCalls: 0 });
});

import { afterEach, expect, test } from 'vitest';
import { OutboundError } from '#platform/outbound/outbound.ts';
import {
  acceptOrder,
  acceptRequest,
  EFFECT_LAG,
  overheard,
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
function impatient(): SimulatedChannel['connection'] {
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

test('a repeated accept is reported as a repeat, not refused', async () => {
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

const BED = 'WB-BED-HALDEN-QN';

/** A PO of two parts, and what accepts it. */
async function twoParts() {
  const lines = [STOOL, BED].map((partNumber) => ({ partNumber, quantity: 1 }));
  const [made] = await channel.orders([{ lines }]);
  return acceptRequest(channel, made?.poNumber ?? '');
}

const refusedAs = (errors: { key: string; message: string }[]) => (answer: unknown) => {
  const { data } = answer as { data: { purchaseOrders: { accept: object } } };
  Object.assign(data.purchaseOrders.accept, { errors });
};

test('every line taken before is a repeat, whatever words tell of it', async () => {
  channel = await simulatedChannel();
  const request = await twoParts();
  expect(await channel.connection.accept(request)).toEqual({ status: 'pending' });
  await channel.advance(EFFECT_LAG);
  const message = 'Quantity already processed';
  const { connection } = overheard(channel, 'purchaseOrders', refusedAs([STOOL, BED].map((key) => ({ key, message }))));
  expect(await connection.accept(request)).toEqual({ status: 'repeat' });
});

test('ten errors may be cut off: they name no row, for others may be refused as well', async () => {
  channel = await simulatedChannel();
  const request = await twoParts();
  const message = 'Quantity does not match purchase order';
  const errors = Array.from({ length: 10 }, () => ({ key: STOOL, message }));
  const cut = overheard(channel, 'purchaseOrders', refusedAs(errors));
  const outcome = await cut.connection.accept(request);
  expect(outcome).toMatchObject({ status: 'refused' });
  expect(outcome).not.toHaveProperty('rows');
  const whole = overheard(channel, 'purchaseOrders', refusedAs(errors.slice(1)));
  expect(await whole.connection.accept(request)).toMatchObject({ rows: [STOOL] });
});

test('lines of one part at one price are one item, ready with the later; another price is its own', async () => {
  channel = await simulatedChannel();
  const { connection, asked } = overheard(channel, 'purchaseOrders');
  const { poNumber } = await placeOrder(channel, STOOL, 2);
  const [soon, late] = [new Date('2026-11-19T12:00:00Z'), new Date('2026-11-23T12:00:00Z')];
  const line = (qty: number, unitPrice: bigint, estShipDate: Date) => ({
    channelSku: STOOL,
    qty,
    unitPrice,
    estShipDate,
  });
  await connection.accept({
    channelOrderNo: poNumber,
    shipSpeed: 'GROUND',
    lines: [line(1, 100_000n, late), line(2, 100_000n, soon), line(4, 90_000n, soon)],
  });
  const item = (quantity: number, unitPrice: number, day: Date) => ({
    partNumber: STOOL,
    quantity,
    unitPrice,
    estimatedShipDate: day.toISOString(),
  });
  expect(asked[0].lineItems).toEqual([item(3, 10, late), item(4, 9, soon)]);
});

test('a channel that ignores the filter makes no answered order of one that waits', async () => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 1);
  const careless = channel.connect({}, (url, init) =>
    channel.outbound(url, {
      ...init,
      ...(init.body ? { body: init.body.replace('"hasResponse":true', '"hasResponse":false') } : {}),
    }),
  );
  expect(await careless.confirmAccept(poNumber)).toEqual({ status: 'absent' });
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
] as const)('accept with %j before any effect: %s, absent, and a retry works', async (fault, kind) => {
  channel = await simulatedChannel();
  const { poNumber } = await placeOrder(channel, STOOL, 2);
  const request = await acceptRequest(channel, poNumber);
  await channel.fault({ ...fault, match: { operation: 'purchaseOrders.accept' } });
  await expect(channel.connection.accept(request)).rejects.toMatchObject({ kind });
  await channel.advance(EFFECT_LAG);
  expect(await channel.connection.confirmAccept(poNumber)).toEqual({ status: 'absent' });
  expect(await channel.connection.accept(request)).toEqual({ status: 'pending' });
});

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

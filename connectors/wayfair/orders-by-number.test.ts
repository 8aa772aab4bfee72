import { afterEach, expect, test } from 'vitest';
import type { IncomingOrder } from '#modules/channels/model/port.ts';
import { overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';
import { wholePull, type Pulled } from './fixtures/whole-pull.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LIST = { operation: 'getDropshipPurchaseOrders' };

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

const pull = (cursor: string | null = null, connection = channel.connection): Promise<Pulled> =>
  wholePull(connection, cursor);

const numbers = (orders: readonly { channelOrderNo: string }[]): string[] =>
  orders.map(({ channelOrderNo }) => channelOrderNo);

test('orders are fetched by number in one go, whatever their state', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  const made = await channel.orders(Array.from({ length: 30 }, (_, i) => ({ poDate: now - (30 - i) * 60 * DAY })));
  const requested = made.map(({ poNumber }) => poNumber);
  const { orders } = await channel.connection.getOrders([...requested, 'CS000000000']);
  expect(new Set(numbers(orders))).toEqual(new Set(requested));
  await channel.fault({ fault: 'null-field', field: 'quantity', match: LIST });
  const read = await channel.connection.getOrders(requested.slice(0, 2));
  expect(numbers(read.orders)).toEqual([requested[1]]);
  expect(read.unreadable).toMatchObject([{ channelOrderNo: requested[0] }]);
});

test('orders tell whether they have their answer, and since when all of them has left', async () => {
  channel = await simulatedChannel();
  const now = channel.now().getTime();
  const [waiting, accepted, shipped] = await channel.orders([
    { poDate: now - 3 * HOUR },
    { poDate: now - 2 * HOUR, elsewhere: 'accepted' },
    { poDate: now - HOUR, elsewhere: 'shipped' },
  ]);
  const requested = [waiting, accepted, shipped].map((order) => order?.poNumber ?? '');
  const answers = (orders: readonly IncomingOrder[]) =>
    requested.map((po) => orders.find((order) => order.channelOrderNo === po)?.answered);
  const expected = [undefined, {}, { shippedAt: channel.now() }];
  expect(answers((await pull()).orders)).toEqual(expected);
  expect(answers((await channel.connection.getOrders(requested)).orders)).toEqual(expected);
});

test('an order of which a part has left names that part, and has not left', async () => {
  channel = await simulatedChannel();
  const lines = ['WB-DCH-BRAM-CTR', 'WB-BED-HALDEN-QN'].map((partNumber) => ({
    partNumber,
    quantity: 1,
  }));
  const [made] = await channel.orders([{ elsewhere: 'shipped', lines }]);
  const { connection } = overheard(channel, 'getDropshipPurchaseOrders', ({ data }) => {
    for (const row of data.getDropshipPurchaseOrders) row.products[0].fillDate = null;
  });
  const { orders } = await connection.getOrders([made?.poNumber ?? '']);
  expect(orders.map(({ answered }) => answered)).toEqual([{ shippedParts: ['WB-BED-HALDEN-QN'] }]);
});

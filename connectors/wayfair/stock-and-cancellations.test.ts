import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { CALIFORNIA, NEW_JERSEY, simulatedChannel } from './fixtures/simulated-channel.ts';
import type { SimulatedChannel } from './fixtures/simulated-channel.ts';

const LAG = 1_000;
const CHAIR = 'WB-DCH-BRAM-CTR';
const BED = 'WB-BED-HALDEN-QN';

let channel: SimulatedChannel;

afterEach(async () => {
  await channel.close();
});

const item = (channelSku: string, qty: number, channelWarehouseCode = NEW_JERSEY) => ({
  channelWarehouseCode,
  channelSku,
  qty,
  discontinued: false,
});

test('a push changes the rows sent and no others, and is read back', async () => {
  channel = await simulatedChannel();
  const { connection } = channel;
  const before = await connection.readStock(NEW_JERSEY, [CHAIR, BED]);
  const other = await connection.readStock(CALIFORNIA, [CHAIR]);
  expect(await connection.pushStock([item(CHAIR, 7)])).toEqual({ status: 'pending' });
  await channel.advance(LAG);
  const after = await connection.readStock(NEW_JERSEY, [CHAIR, BED, 'NO-SUCH-PART']);
  expect(after.find(({ channelSku }) => channelSku === CHAIR)?.qty).toBe(7);
  expect(after.find(({ channelSku }) => channelSku === BED)).toEqual(
    before.find(({ channelSku }) => channelSku === BED),
  );
  expect(after.length).toBe(2);
  expect(await connection.readStock(CALIFORNIA, [CHAIR])).toEqual(other);
});

test('no quantity below zero and no fraction goes out', async () => {
  channel = await simulatedChannel();
  await channel.connection.pushStock([item(CHAIR, -4), item(BED, 3.9)]);
  await channel.advance(LAG);
  const read = await channel.connection.readStock(NEW_JERSEY, [CHAIR, BED]);
  expect(new Map(read.map(({ channelSku, qty }) => [channelSku, qty]))).toEqual(
    new Map([
      [CHAIR, 0],
      [BED, 3],
    ]),
  );
  const nan = await channel.connection.pushStock([item(CHAIR, NaN)]);
  expect(nan.status).toBe('refused');
});

test('more than a hundred rows go in batches, more than a hundred parts are read in batches', async () => {
  channel = await simulatedChannel();
  const parts = CATALOGUE.map(({ partNumber }) => partNumber);
  const items = [NEW_JERSEY, CALIFORNIA].flatMap((code) => parts.map((sku) => item(sku, 5, code)));
  expect(items.length).toBeGreaterThan(100);
  expect(await channel.connection.pushStock(items)).toEqual({ status: 'pending' });
  await channel.advance(LAG);
  const saves = (await channel.log()).filter(({ operations }) =>
    operations.includes('inventory.save'),
  );
  expect(saves.length).toBe(Math.ceil(items.length / 100));
  const read = await channel.connection.readStock(NEW_JERSEY, [
    ...parts,
    ...Array.from({ length: 60 }, (_, i) => `NO-SUCH-PART-${i}`),
  ]);
  expect(read.length).toBe(parts.length);
  expect(new Set(read.map(({ qty }) => qty))).toEqual(new Set([5]));
});

test('a refused row refuses the batch in the channel’s words; a foreign warehouse never leaves', async () => {
  channel = await simulatedChannel();
  const refused = await channel.connection.pushStock([item('NO-SUCH-PART', 1)]);
  expect(refused).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('Unknown supplier part number'),
  });
  const calls = (await channel.log()).length;
  expect(await channel.connection.pushStock([item(CHAIR, 1, '99999')])).toMatchObject({
    status: 'refused',
  });
  expect(await channel.connection.pushStock([])).toEqual({ status: 'done' });
  expect((await channel.log()).length).toBe(calls);
});

test('a push without an answer is unknown; the read-back tells', async () => {
  channel = await simulatedChannel();
  await channel.fault({ fault: 'timeout-after-commit', match: { operation: 'inventory.save' } });
  await expect(channel.connection.pushStock([item(CHAIR, 9)])).rejects.toMatchObject({
    kind: 'unknown',
    operation: '推送库存',
  });
  await channel.advance(LAG);
  expect(await channel.connection.readStock(NEW_JERSEY, [CHAIR])).toMatchObject([{ qty: 9 }]);
});

test('a live account never sends a full set; a sandbox takes nothing else', async () => {
  channel = await simulatedChannel('sandbox');
  const sandbox = await channel.connection.pushStock([item('SWBE1162', 5)]);
  expect(sandbox).toEqual({ status: 'pending' });
  const many = Array.from({ length: 501 }, (_, i) => item(`SWBE${i}`, 1));
  expect(await channel.connection.pushStock(many)).toMatchObject({ status: 'refused' });
  // The sandbox host refuses what a live account sends: it is no full set.
  const live = channel.connect({
    environment: 'live',
    settings: { ...channel.account.settings, audience: 'https://sandbox.api.wayfair.com/' },
  });
  expect(await live.pushStock([item('SWBE1162', 5)])).toMatchObject({
    status: 'refused',
    message: expect.stringContaining('TRUE_UP'),
  });
});

async function requested(quantity?: number): Promise<{ poNumber: string; requestId: string }> {
  const lines = [{ partNumber: CHAIR, quantity: 2 }];
  const [made] = await channel.orders([{ warehouseId: NEW_JERSEY, lines }]);
  const poNumber = made?.poNumber ?? '';
  const { requestId } = await channel.door<{ requestId: string }>('POST', '/cancellations', {
    poNumber,
    partNumber: CHAIR,
    reason: 'Customer changed mind',
    ...(quantity === undefined ? {} : { quantity }),
  });
  return { poNumber, requestId };
}

test('cancellation requests are read, agreed to and turned down one by one', async () => {
  channel = await simulatedChannel();
  const first = await requested();
  const second = await requested(1);
  const requests = await channel.connection.pullCancellations(null);
  expect(requests).toContainEqual({
    requestId: first.requestId,
    channelOrderNo: first.poNumber,
    channelSku: CHAIR,
    qty: 2,
    status: 'pending',
    reason: 'Customer changed mind',
    requestedAt: channel.now(),
  });
  expect(requests.find(({ requestId }) => requestId === second.requestId)?.qty).toBe(1);

  const answers = await channel.connection.answerCancellations([
    { requestId: first.requestId, accept: true },
    { requestId: second.requestId, accept: false, reason: '已装车 "发出"\n无法拦截' },
    { requestId: '424242', accept: true },
  ]);
  expect(new Map(answers.map(({ requestId, ok }) => [requestId, ok]))).toEqual(
    new Map([
      [first.requestId, true],
      [second.requestId, true],
      ['424242', false],
    ]),
  );
  await channel.advance(LAG);
  const after = await channel.connection.pullCancellations(null);
  const status = new Map(after.map((request) => [request.requestId, request.status]));
  expect(status.get(first.requestId)).toBe('cancelled');
  expect(status.get(second.requestId)).toBe('rejected');
  const again = await channel.connection.answerCancellations([
    { requestId: first.requestId, accept: true },
  ]);
  expect(again).toMatchObject([{ ok: false, message: expect.stringContaining('already') }]);
});

test('requests are read from an instant on, and a refusal needs its reason', async () => {
  channel = await simulatedChannel();
  await requested();
  await channel.advance(3_600_000);
  const since = channel.now();
  const later = await requested();
  const requests = await channel.connection.pullCancellations(since);
  expect(requests.map(({ requestId }) => requestId)).toEqual([later.requestId]);
  await expect(
    channel.connection.answerCancellations([{ requestId: later.requestId, accept: false }]),
  ).rejects.toMatchObject({ kind: 'validation' });
  const none = channel.connect({ warehouseCodes: [] });
  expect(await none.pullCancellations(null)).toEqual([]);
});

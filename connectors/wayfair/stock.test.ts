import { afterEach, expect, test } from 'vitest';
import { CATALOGUE } from '#simulator/catalogue.ts';
import { CALIFORNIA, NEW_JERSEY, overheard, simulatedChannel } from './fixtures/simulated-channel.ts';
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

const taken = (receipt: unknown = expect.any(String)) => ({ refused: [], refusal: null, receipt });

test('a push changes the rows sent and no others, and is read back', async () => {
  channel = await simulatedChannel();
  const { connection } = channel;
  const { readings: before } = await connection.readStock(NEW_JERSEY, [CHAIR, BED]);
  const other = await connection.readStock(CALIFORNIA, [CHAIR]);
  expect(await connection.pushStock([item(CHAIR, 7)])).toEqual(taken());
  await channel.advance(LAG);
  const { readings: after } = await connection.readStock(NEW_JERSEY, [CHAIR, BED, 'NO-SUCH-PART']);
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
  const { readings: read } = await channel.connection.readStock(NEW_JERSEY, [CHAIR, BED]);
  expect(new Map(read.map(({ channelSku, qty }) => [channelSku, qty]))).toEqual(
    new Map([
      [CHAIR, 0],
      [BED, 3],
    ]),
  );
  const nan = await channel.connection.pushStock([item(CHAIR, NaN)]);
  expect(nan.refusal).toContain('不是数字');
});

test('more than a hundred parts are read in pages, and no call holds more than a hundred rows', async () => {
  channel = await simulatedChannel();
  const parts = CATALOGUE.map(({ partNumber }) => partNumber);
  const many = Array.from({ length: 101 }, () => item(CHAIR, 5));
  expect((await channel.connection.pushStock(many)).refusal).toContain('一次最多推送100行');
  expect(await channel.connection.pushStock(parts.map((sku) => item(sku, 5)))).toEqual(taken());
  await channel.advance(LAG);
  const { readings } = await channel.connection.readStock(NEW_JERSEY, [
    ...parts,
    ...Array.from({ length: 60 }, (_, i) => `NO-SUCH-PART-${i}`),
  ]);
  expect(readings.length).toBe(parts.length);
  expect(new Set(readings.map(({ qty }) => qty))).toEqual(new Set([5]));
});

test('keys of the answer name the refused rows, null members beside them; the rest is taken', async () => {
  channel = await simulatedChannel();
  await channel.fault({ fault: 'null-errors', match: { operation: 'inventory.save' } });
  const rows = [item('NO-SUCH-PART', 1), item(CHAIR, 4), item('NO-SUCH-PART', 2, CALIFORNIA)];
  const outcome = await channel.connection.pushStock(rows);
  expect(outcome).toMatchObject({
    refusal: null,
    refused: [
      { item: rows[0], message: expect.stringContaining('渠道没有该商品编号') },
      { item: rows[2], message: expect.stringContaining('Unknown supplier part number') },
    ],
  });
  await channel.advance(LAG);
  const shown = await channel.connection.readStock(NEW_JERSEY, [CHAIR]);
  expect(shown.readings).toMatchObject([{ qty: 4 }]);
});

test('a key that ends like another part names no other part', async () => {
  channel = await simulatedChannel();
  const rows = [item(CHAIR, 4), item(`NO-${CHAIR}`, 1)];
  const outcome = await channel.connection.pushStock(rows);
  expect(outcome.refused.map(({ item: row }) => row)).toEqual([rows[1]]);
});

test('what is given up goes out as given up', async () => {
  channel = await simulatedChannel();
  const { connection, asked } = overheard(channel, 'inventory');
  await connection.pushStock([{ ...item(CHAIR, 0), discontinued: true }, item(BED, 3)]);
  const reported = asked[0].inventory as Record<string, unknown>[];
  expect(reported.map((row) => row['discontinued'])).toEqual([true, false]);
});

test('a position of another warehouse is none of this one', async () => {
  channel = await simulatedChannel();
  const { connection } = overheard(channel, 'inventory', ({ data }) => {
    for (const row of data.inventory) row.warehouse.id = CALIFORNIA;
  });
  expect((await connection.readStock(NEW_JERSEY, [CHAIR])).readings).toEqual([]);
});

test('an answer that is full of errors leaves the rows it does not name open', async () => {
  channel = await simulatedChannel();
  const bad = Array.from({ length: 12 }, (_, i) => item(`NO-SUCH-PART-${i}`, 1));
  const outcome = await channel.connection.pushStock([...bad, item(CHAIR, 4)]);
  expect(outcome.refused.map(({ item: row }) => row)).toEqual(bad.slice(0, 10));
  expect(outcome.refusal).toContain('前10条');
});

test('a foreign warehouse never leaves', async () => {
  channel = await simulatedChannel();
  const foreign = await channel.connection.pushStock([item(CHAIR, 1, '99999')]);
  expect(foreign.refusal).toContain('99999');
  expect(await channel.connection.pushStock([])).toEqual(taken(null));
  expect(await channel.log()).toEqual([]);
});

test('the outcome of a push is looked up by its id: under way, done, refused row by row', async () => {
  channel = await simulatedChannel();
  const rows = [item(CHAIR, 7), item('NO-SUCH-PART', 1)];
  const { receipt } = await channel.connection.pushStock(rows);
  const ask = () => channel.connection.readReceipt(receipt as string, rows);
  await channel.fault({
    fault: 'text-quantity',
    match: { operation: 'transactions', times: 'always' },
  });
  expect(await ask()).toMatchObject({ isFinal: false });
  await channel.advance(LAG);
  expect(await ask()).toMatchObject({ isFinal: true, refusal: null, refused: [{ item: rows[1] }] });
  expect(await channel.connection.readReceipt('424242', rows)).toBeNull();
  // What failed is as final as what was carried out.
  const failed = overheard(channel, 'transactions', ({ data }) => {
    for (const row of data.transactions) row.status = 'ERROR';
  });
  expect(await failed.connection.readReceipt(receipt as string, rows)).toMatchObject({
    isFinal: true,
  });
});

test('a host that does not tell the id of a feed is asked without it', async () => {
  channel = await simulatedChannel();
  await channel.fault({
    fault: 'unknown-field',
    field: 'completedCount',
    match: { operation: 'inventory.save', times: 'always' },
  });
  expect(await channel.connection.pushStock([item(CHAIR, 6)])).toEqual(taken(null));
  await channel.advance(LAG);
  const { readings } = await channel.connection.readStock(NEW_JERSEY, [CHAIR]);
  expect(readings).toMatchObject([{ qty: 6 }]);
});

test('an odd position is set aside alone; quantities may be text, lists null', async () => {
  channel = await simulatedChannel();
  await channel.fault(
    { fault: 'odd-row', match: { operation: 'inventory' } },
    { fault: 'text-quantity', match: { operation: 'inventory' } },
  );
  const { readings, unreadable } = await channel.connection.readStock(NEW_JERSEY, [CHAIR]);
  expect(readings).toMatchObject([{ channelSku: CHAIR, qty: expect.any(Number) }]);
  expect(unreadable.map(({ kind, key }) => [kind, key])).toEqual([
    ['stock', null],
    ['stock', 'ODD-1'],
  ]);
  await channel.fault({ fault: 'null-list', match: { operation: 'inventory' } });
  const none = await channel.connection.readStock(NEW_JERSEY, [CHAIR]);
  expect(none).toEqual({ readings: [], unreadable: [] });
});

test('a push without an answer is unknown; the read-back tells', async () => {
  channel = await simulatedChannel();
  await channel.fault({ fault: 'timeout-after-commit', match: { operation: 'inventory.save' } });
  await expect(channel.connection.pushStock([item(CHAIR, 9)])).rejects.toMatchObject({
    kind: 'unknown',
    operation: '推送库存',
  });
  await channel.advance(LAG);
  const { readings } = await channel.connection.readStock(NEW_JERSEY, [CHAIR]);
  expect(readings).toMatchObject([{ qty: 9 }]);
});

test('a live account never sends a full set; a sandbox takes nothing else', async () => {
  channel = await simulatedChannel('sandbox');
  const sandbox = await channel.connection.pushStock([item('SWBE1162', 5)]);
  expect(sandbox).toEqual(taken());
  const many = Array.from({ length: 501 }, (_, i) => item(`SWBE${i}`, 1));
  expect((await channel.connection.pushStock(many)).refusal).toContain('500');
  // The sandbox host refuses what a live account sends: it is no full set.
  const live = channel.connect({
    environment: 'live',
    settings: { ...channel.account.settings, audience: 'https://sandbox.api.wayfair.com/' },
  });
  expect((await live.pushStock([item('SWBE1162', 5)])).refusal).toContain('TRUE_UP');
});

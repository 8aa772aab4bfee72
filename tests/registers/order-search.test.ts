import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';

interface OrderRow {
  orderNo: string;
  channelOrderNo: string;
  itemSummary: string;
}

let scene: TestApp;
let clerk: Client;
let numbers: string[];

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  const { poNumbers } = await scene.sim<{ poNumbers: string[] }>('POST', '/seed', {
    scenario: 'bulk',
    n: 30,
    seed: 3,
  });
  numbers = poNumbers;
  for (const step of ['test', 'pull'])
    expect((await clerk.post(`/channels/account/${scene.seller.accountId}/${step}`)).success).toBe(true);
  await scene.settled();
});
afterAll(() => scene.stop());

const found = async (who: Client, keyword: string): Promise<OrderRow[]> =>
  (await who.get<{ records: OrderRow[] }>('/orders/salesOrder/list', { keyword, pageSize: '100' })).result.records;

test('a whole number finds its order, however it is typed', async () => {
  const number = numbers[7] as string;
  const [order, ...others] = await found(clerk, number);
  expect(order?.channelOrderNo).toBe(number);
  expect(others).toEqual([]);
  expect(await found(clerk, number.toLowerCase())).toHaveLength(1);
  expect(await found(clerk, order?.orderNo ?? '')).toEqual([order]);
});

test('a part of a number or a part number finds every order that has it', async () => {
  const piece = (numbers[7] as string).slice(2, 6);
  const expected = numbers.filter((number) => number.includes(piece));
  const byNumber = await found(clerk, piece);
  expect(byNumber.map((order) => order.channelOrderNo)).toEqual(expect.arrayContaining(expected));
  const sku = byNumber[0]?.itemSummary.split('×')[0] as string;
  const bySku = await found(clerk, sku.toLowerCase());
  expect(bySku.length).toBeGreaterThan(0);
  for (const order of bySku) expect(order.itemSummary).toContain(sku);
});

test('nothing is found by signs that mean something to the database', async () => {
  for (const word of ['%', '_', '\\', '100%']) expect(await found(clerk, word)).toEqual([]);
});

test('a batch by a filter that is not understood moves nothing', async () => {
  const states = async (): Promise<string[]> =>
    (
      await clerk.get<{ records: { status: string }[] }>('/orders/salesOrder/list', {
        pageSize: '100',
      })
    ).result.records.map(({ status }) => status);
  const before = await states();
  for (const [filter, message] of [
    [{ tab: 'pending', channelOrderNumber: numbers[0] }, 'channelOrderNumber'],
    [{ tab: 'pending', unitCount: 1 }, '件数'],
    [{ tab: 7 }, 'tab'],
  ] as const) {
    const refused = await clerk.post('/orders/salesOrder/batch/accept', { filter });
    expect(refused.status).toBe(400);
    expect(refused.message).toContain(message);
  }
  expect(await states()).toEqual(before);
});

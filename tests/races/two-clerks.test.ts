import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop, pull, type Page } from '#tests/channels/shop.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { addStock, CHAIRS, expectClean, expectNoTrouble, must, placeOfOne } from './goods.ts';

const REFUSED = '当前状态不允许此操作';
const STALE = '数据已被他人修改，请刷新';
let scene: TestApp;
let clerk: Client;
let other: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  other = await scene.as('admin');
  await openShop(scene, clerk);
  await addStock(scene, await scene.as('cangku'), CHAIRS, 300);
});
afterAll(() => scene.stop());

interface Pulled {
  id: string;
  channelOrderNo: string;
  holds: string[];
  version: number;
}

/** New orders of one unit each that nothing holds up. */
async function freshOrders(n: number): Promise<Pulled[]> {
  const numbers = new Set(await placeOfOne(scene, CHAIRS, n));
  await pull(scene, clerk);
  const page = await clerk.get<Page<Pulled>>('/orders/salesOrder/list', {
    tab: 'pending',
    pageSize: '200',
  });
  const own = page.result.records.filter((row) => numbers.has(row.channelOrderNo));
  expect(own).toHaveLength(n);
  expect(own.flatMap(({ holds }) => holds)).toEqual([]);
  return own;
}

const acceptsInHistory = (ids: readonly string[]): Promise<{ rowId: string; n: number }[]> =>
  look(
    scene,
    (tx) => tx.rows<{ rowId: string; n: number }>`
      select row_id, count(*)::integer as n from state_log
      where tenant_id = ${tx.tenant} and move = 'accept' and row_id = any(${ids}::uuid[]) group by 1`,
  );

/** Every order was accepted once: here, and at the marketplace. */
async function expectOneAcceptEach(orders: readonly Pulled[]): Promise<void> {
  const facts = await expectClean(scene);
  const history = await acceptsInHistory(orders.map(({ id }) => id));
  expect(history).toHaveLength(orders.length);
  expect(new Set(history.map(({ n }) => n))).toEqual(new Set([1]));
  for (const { channelOrderNo } of orders)
    expect(facts[channelOrderNo]).toMatchObject({ acceptCalls: 1, acceptEffects: 1 });
}

const split = (answers: readonly Answer[]): { done: Answer[]; refused: Answer[] } => ({
  done: answers.filter(({ success }) => success),
  refused: answers.filter(({ success }) => !success),
});

test('two clerks accept an order at the same instant: one does, the other reads why not', async () => {
  const orders = await freshOrders(12);
  const answers = await Promise.all(
    orders.flatMap(({ id }) => [clerk, other].map((who) => who.post(`/orders/salesOrder/${id}/accept`))),
  );
  for (const index of orders.keys()) {
    const { done, refused } = split(answers.slice(2 * index, 2 * index + 2));
    expect(done).toHaveLength(1);
    expect(refused[0]).toMatchObject({ status: 409, message: REFUSED });
  }
  await expectOneAcceptEach(orders);
});

test('who acts on the page they have open learns that another was faster', async () => {
  const orders = await freshOrders(6);
  const answers = await Promise.all(
    orders.flatMap(({ id, version }) =>
      [clerk, other].map((who) => who.post(`/orders/salesOrder/${id}/accept`, { version })),
    ),
  );
  const { done, refused } = split(answers);
  expect([done.length, refused.length]).toEqual([6, 6]);
  expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([STALE]));
  await expectOneAcceptEach(orders);
});

test('two clerks run the same batch at once: every order once, nobody sees a breakdown', async () => {
  const orders = await freshOrders(40);
  interface Batch {
    ok: number;
    failed: number;
    rows: { ok: boolean; message?: string }[];
  }
  const ids = orders.map(({ id }) => id);
  const answers = await Promise.all([
    clerk.post<Batch>('/orders/salesOrder/batch/accept', { ids }),
    other.post<Batch>('/orders/salesOrder/batch/accept', { ids: ids.toReversed() }),
  ]);
  expectNoTrouble(answers);
  expect(answers.map(({ result }) => result.ok + result.failed)).toEqual([40, 40]);
  expect(answers.reduce((sum, { result }) => sum + result.ok, 0)).toBe(40);
  const refused = answers.flatMap(({ result }) => result.rows.filter(({ ok }) => !ok));
  expect(new Set(refused.map(({ message }) => message))).toEqual(new Set([REFUSED]));
  await expectOneAcceptEach(orders);
});

test('one accepts while the other cancels: the order ends in one of both, its unit with it', async () => {
  const orders = await freshOrders(12);
  const answers = await Promise.all(
    orders.flatMap(({ id }) => [
      clerk.post(`/orders/salesOrder/${id}/accept`),
      other.post(`/orders/salesOrder/${id}/cancel`, { reason: '买家取消' }),
    ]),
  );
  expectNoTrouble(answers);
  await scene.settled();
  for (const [index, { id }] of orders.entries()) {
    // Cancelling is possible before and after accepting; accepting is not after cancelling.
    expect(answers[2 * index + 1]?.success).toBe(true);
    const row = await must(clerk.get<{ status: string; holds: string[] }>('/orders/salesOrder/queryById', { id }));
    expect(row).toMatchObject({ status: 'cancelled', holds: [] });
  }
  expect(await scene.violations()).toEqual([]);
});

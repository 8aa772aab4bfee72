import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { openShop, ordersOf, place, pull } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addStock } from '#tests/races/goods.ts';
import { must, NEW_JERSEY, STOOL } from './one-of-each.ts';

/** What a batch of moves tells, keeps apart and leaves behind (contract: batch moves). */

const PATH = '/orders/salesOrder';

let scene: TestApp;
let clerk: Client;
/** Three new orders that nothing holds up, by id, the last made first. */
let orders: string[];

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await addStock(scene, await scene.as('cangku'), STOOL, 100);
});
afterAll(() => scene?.stop());

beforeEach(async () => {
  const expected = Array.from({ length: 3 }, () => ({
    warehouseId: NEW_JERSEY,
    lines: [{ partNumber: STOOL, quantity: 1 }],
    shipTo: { address2: newId() },
  }));
  const numbers = (await place(scene, expected)).map(({ poNumber }) => poNumber);
  await pull(scene, clerk);
  const rows = (await ordersOf(clerk)).filter((row) => numbers.includes(row.channelOrderNo));
  expect(rows.map(({ status, holds }) => ({ status, holds }))).toEqual(
    expected.map(() => ({ status: 'new', holds: [] })),
  );
  orders = rows.map(({ id }) => id).toSorted((a, b) => (a < b ? 1 : -1));
});

interface Batch {
  total: number;
  ok: number;
  failed: number;
  rows: { id: string; label: string; ok: boolean; code?: string; message?: string }[];
}
const batch = (move: string, body: object, key?: string) =>
  clerk.post<Batch>(`${PATH}/batch/${move}`, body, key ? { 'idempotency-key': key } : {});

interface Order {
  id: string;
  status: string;
  holds: string[];
  version: number;
}
const read = (id: string): Promise<Order> => must(clerk.get<Order>(`${PATH}/queryById`, { id }));

interface Step {
  from_dictText: string | null;
  to_dictText: string;
  moveTitle: string;
  reason: string | null;
}
const history = (id: string): Promise<Step[]> => must(clerk.get<Step[]>(`${PATH}/${id}/history`));
const counts = (): Promise<Record<string, number>> => must(clerk.get<Record<string, number>>(`${PATH}/counts`));

const ON_HOLD = '订单有未处理的挂起：人工';

test('one refused keeps nobody else back, and the answers come in the order of asking', async () => {
  const [first, held, last] = orders as [string, string, string];
  await must(clerk.post(`${PATH}/${held}/hold`, { reason: '等客户回复' }));
  const answer = await must(batch('accept', { ids: [first, held, last] }));
  expect(answer).toMatchObject({ total: 3, ok: 2, failed: 1 });
  expect(answer.rows.map(({ id, ok }) => [id, ok])).toEqual([
    [first, true],
    [held, false],
    [last, true],
  ]);
  expect(answer.rows[1]?.message).toBe(ON_HOLD);
  expect((await read(held)).status).toBe('new');
  await scene.settled();
  for (const id of [first, last]) expect((await read(id)).status).toBe('ready');
});

test('the preview refuses what the batch will refuse, and changes nothing', async () => {
  const [held, free] = orders as [string, string];
  await must(clerk.post(`${PATH}/${held}/hold`, { reason: '等客户回复' }));
  const before = [await read(held), await read(free)];
  const answer = await must(batch('accept', { ids: [held, free], dryRun: true }));
  expect(answer).toMatchObject({ total: 2, ok: 1, failed: 1 });
  expect(answer.rows).toMatchObject([
    { id: held, ok: false, message: ON_HOLD },
    { id: free, ok: true },
  ]);
  expect([await read(held), await read(free)]).toEqual(before);
});

test('who is named twice is moved once and reported once', async () => {
  const [order] = orders as [string];
  const { version } = await read(order);
  const answer = await must(batch('hold', { ids: [order, order], answers: { reason: '核对' } }));
  expect(answer).toMatchObject({ total: 1, ok: 1 });
  expect((await read(order)).version).toBe(version + 1);
  expect((await history(order)).filter(({ moveTitle }) => moveTitle === '挂起')).toHaveLength(1);
});

test('every document named is answered for, beyond one transaction too', async () => {
  const [order] = orders as [string];
  const unknown = Array.from({ length: 130 }, newId);
  const ids = [...unknown, order];
  const answer = await must(batch('hold', { ids, answers: { reason: '核对' } }));
  expect(answer).toMatchObject({ total: 131, ok: 1, failed: 130 });
  expect(answer.rows.map(({ id }) => id)).toEqual(ids);
});

test('the key of a batch for other documents is refused, and none of them moves', async () => {
  const [first, second, third] = orders as [string, string, string];
  const hold = (ids: string[]) => batch('hold', { ids, answers: { reason: '核对' } }, first);
  await must(hold([first, second]));
  const again = await must(hold([second, first]));
  expect(again).toMatchObject({ ok: 2 });
  expect(await hold([second, third])).toMatchObject({ status: 409, success: false });
  expect((await read(third)).holds).toEqual([]);
});

test('a step tells from where to where, and why; the tabs count it on both sides', async () => {
  const [order] = orders as [string];
  const before = await counts();
  await must(clerk.post(`${PATH}/${order}/cancel`, { reason: '买家不要了' }));
  expect((await history(order)).at(-1)).toMatchObject({
    from_dictText: '待审核',
    to_dictText: '已取消',
    moveTitle: '取消',
    reason: '买家不要了',
  });
  const after = await counts();
  expect(after).toEqual({
    ...before,
    pending: (before['pending'] ?? 0) - 1,
    cancelled: (before['cancelled'] ?? 0) + 1,
  });
});

test('a filter with a name that means nothing moves nobody', async () => {
  const answer = await batch('hold', {
    filter: { tab: 'pending', nosuchField: '1' },
    answers: { reason: '核对' },
  });
  expect(answer).toMatchObject({ status: 400, message: '查询条件的字段不存在：nosuchField' });
  for (const id of orders) expect((await read(id)).holds).toEqual([]);
});

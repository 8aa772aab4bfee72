import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addBill, moveBill, newSupplier } from './bill-scene.ts';
import { newSku } from './landed-scene.ts';

const DAY_MS = 86_400_000;
const ORDER = '/purchasing/purchaseOrder';
const RECEIPT = '/inventory/inboundReceipt';

let scene: TestApp;
let admin: Client;
let here: string;
let there: string;
let productId: string;
let supplierId: string;
const skus: string[] = [];

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-06-01T02:00:00Z') });
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
  supplierId = await newSupplier(admin, { leadDays: 12 });
  for (let n = 0; n < 5; n++) skus.push((await newSku(admin, productId)).id);
  await tell();
});
afterAll(() => scene?.stop());

const keyed = (path: string, body: object = {}) =>
  admin.post<{ state: string }>(path, body, { 'idempotency-key': newId() });

async function ordered(warehouseId: string, lines: object[], eta?: string): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>(`${ORDER}/add`, {
      supplierId,
      warehouseId,
      currency: 'USD',
      lines,
      ...(eta ? { eta } : {}),
    }),
  );
  await must(admin.post(`${ORDER}/${id}/submit`));
  await must(admin.post(`${ORDER}/${id}/order`));
  return id;
}

/** Units of each line come to the door now. */
async function comes(orderId: string, lines: { qty: number; condition?: string }[]): Promise<void> {
  interface Shown {
    receipts: { id: string; status: string }[];
  }
  const { receipts } = await must(admin.get<Shown>(`${ORDER}/queryById`, { id: orderId }));
  const id = receipts.find(({ status }) => status === 'announced')?.id ?? '';
  await must(keyed(`${RECEIPT}/${id}/arrive`));
  const desk = await must(admin.get<{ lines: { id: string }[] }>(`${RECEIPT}/${id}/desk`));
  const taken = desk.lines.flatMap(({ id: lineId }, at) => (lines[at]?.qty ? [{ lineId, ...lines[at] }] : []));
  await must(keyed(`${RECEIPT}/${id}/receive`, { lines: taken }));
  await must(keyed(`${RECEIPT}/${id}/complete`, { rest: 'giveUp' }));
}

/**
 * 1 June: A of 100 promised for the 11th comes on the 10th, 4 of it damaged. B of 50 for the 11th comes
 * in two parts, 30 on the 10th and 20 on the 15th. C of 40 without a day. D of 10 for the 11th never comes.
 * E of 7 to another warehouse, for the 30th.
 */
async function tell(): Promise<void> {
  await must(
    admin.post('/purchasing/supplierPrice/add', {
      supplierId,
      skuId: skus[0],
      minQty: 1,
      unitPrice: '8',
      currency: 'USD',
      leadDays: 10,
      effectiveDate: '2026-01-01',
    }),
  );
  const line = (at: number, qty: number, unitPrice = '1') => ({ skuId: skus[at], qty, unitPrice });
  // 100 at 8.40 for 8.00 of the list: 5 % dearer.
  const early = await ordered(here, [line(0, 100, '8.4'), line(1, 50)], '2026-06-11');
  await ordered(here, [line(2, 40)]);
  await ordered(here, [line(3, 10)], '2026-06-11');
  await ordered(there, [line(4, 7)], '2026-06-30');
  await pass(9);
  await comes(early, [{ qty: 96 }, { qty: 30 }]);
  await must(admin.post(`${ORDER}/${early}/notify`));
  await comes(early, [{ qty: 4, condition: 'damaged' }]);
  await pass(5);
  await must(admin.post(`${ORDER}/${early}/notify`));
  await comes(early, [{ qty: 20 }]);
  const { id } = await must(
    addBill(admin, supplierId, [{ purchaseOrderId: early, skuId: skus[1], qty: 50, unitPrice: '1.005' }], {
      billDate: '2026-06-15',
    }),
  );
  await must(moveBill(admin, id, 'match'));
  await must(moveBill(admin, id, 'post'));
  await pass(5);
}

async function pass(days: number): Promise<void> {
  await scene.pass(days * DAY_MS);
  admin = await scene.as('admin');
}

type Score = Record<string, unknown>;
const scores = async (who: Client, query: object = {}): Promise<Score[]> =>
  (await must(who.get<{ records: Score[] }>('/purchasing/supplierScore/list', { supplierId, ...query }))).records;
const deliveries = async (who: Client, query: object = {}): Promise<Score[]> =>
  (
    await must(
      who.get<{ records: Score[] }>('/purchasing/supplierDelivery/list', {
        supplierId,
        column: 'qty',
        order: 'desc',
        ...query,
      }),
    )
  ).records;

test('a supplier is judged by what came, when, and how much of it was good', async () => {
  covers('ours: suppliers are judged by their deliveries');
  expect((await deliveries(admin)).map(({ outcome, delayDays, badQty }) => [outcome, delayDays, badQty])).toEqual([
    ['onTime', 0, 4],
    ['late', 4, 0],
    ['unpromised', null, 0],
    // Today is 20 June.
    ['overdue', 9, 0],
    ['waiting', null, 0],
  ]);
  const [score] = await scores(admin);
  expect(score).toMatchObject({
    orderCount: 4,
    lineCount: 5,
    judgedCount: 3,
    onTimeCount: 1,
    lateCount: 2,
    // (4 + 9) ÷ 2; 150 of 160; 4 of 150.
    onTimeShare: '0.33333333',
    averageDelay: '6.50000000',
    dueQty: 160,
    dueReceived: 150,
    fillShare: '0.93750000',
    badQty: 4,
    qtyReceived: 150,
    badShare: '0.02666667',
    // 40 × ⅓ + 30 × 0.9375 + 30 × 0.97333 = 70.66
    score: 71,
    // 100 × 0.40 of 800.00; 50 × 0.005.
    priceChange: '0.05000000',
    pricedCount: 1,
    billCount: 1,
    billVariance: '0.25',
    // 9 and 14 days; said were 10 by the price and 12 by the supplier.
    deliveredCount: 2,
    leadDays: '11.50000000',
    statedDays: '11.00000000',
  });
});

test('each figure opens exactly what it counts', async () => {
  const [score] = await scores(admin);
  const count = async (outcomes: string): Promise<number> => (await deliveries(admin, { outcome: outcomes })).length;
  expect(await count('onTime,late,overdue,missed')).toBe(score?.['judgedCount']);
  expect(await count('onTime')).toBe(score?.['onTimeCount']);
  expect(await count('late,overdue')).toBe(score?.['lateCount']);
  const bad = await deliveries(admin, { badQty_begin: '1' });
  expect(bad.reduce((sum, { badQty }) => sum + Number(badQty), 0)).toBe(score?.['badQty']);
});

test('a period without orders has nobody to judge; one that ends before it begins is refused', async () => {
  expect(await scores(admin, { orderedOn_begin: '2026-06-02', orderedOn_end: '2026-06-20' })).toEqual([]);
  expect(await scores(admin, { orderedOn_begin: '2026-06-01', orderedOn_end: '2026-06-01' })).toHaveLength(1);
  expect(
    await admin.get('/purchasing/supplierScore/list', {
      orderedOn_begin: '2026-06-20',
      orderedOn_end: '2026-06-01',
    }),
  ).toMatchObject({ status: 422 });
});

test('who keeps one warehouse sees its deliveries alone, and no prices', async () => {
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'gate',
    realname: 'gate',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
  });
  await look(
    scene,
    (tx) => tx.run`
    insert into user_scope (tenant_id, user_id, warehouses)
    select ${tx.tenant}, u.id, array[${there}::uuid] from app_user u where u.username = 'gate'
    on conflict (tenant_id, user_id) do update set warehouses = excluded.warehouses`,
  );
  const gate = await scene.as('gate');
  const [score] = await scores(gate);
  expect(score).toMatchObject({ orderCount: 1, lineCount: 1, judgedCount: 0, score: null });
  expect(score && ['priceChange', 'billVariance'].filter((key) => key in score)).toEqual([]);
  expect((await deliveries(gate)).map(({ outcome }) => outcome)).toEqual(['waiting']);
});

test('after enough deliveries 补货建议 can count the days they took', async () => {
  covers('ours: suppliers are judged by their deliveries');
  const advice = async (query: object) =>
    (
      await must(
        admin.get<{ records: Score[] }>('/purchasing/restockAdvice/list', {
          skuId: skus[0] ?? '',
          warehouseId: here,
          ...query,
        }),
      )
    ).records[0];
  // Three receipts, after 9, 9 and 14 days: 10.67, a part of a day counts as one.
  expect(await advice({})).toMatchObject({
    leadDays: 10,
    leadFrom: 'price',
    learnedDays: 11,
    learnedFrom: 3,
  });
  expect(await advice({ leadBy: 'learned' })).toMatchObject({ leadDays: 11, leadFrom: 'learned' });
  const {
    version: _none,
    changes: _seen,
    ...settings
  } = await must(admin.get<Record<string, unknown>>('/purchasing/purchaseSettings'));
  await must(admin.put('/purchasing/purchaseSettings', { ...settings, learnedReceipts: 4, version: 0 }));
  expect(await advice({ leadBy: 'learned' })).toMatchObject({ leadDays: 10, learnedDays: null });
});

test('goods are late from the day behind the promised one; those that come on it are on time', async () => {
  const outcome = async (at: number) =>
    (await deliveries(admin, { skuId: skus[at] })).map(({ outcome: it, delayDays }) => [it, delayDays]);
  const exact = await ordered(here, [{ skuId: skus[2], qty: 3, unitPrice: '1' }], '2026-06-30');
  await pass(10);
  expect(await outcome(4)).toEqual([['waiting', null]]);
  await comes(exact, [{ qty: 3 }]);
  expect(await outcome(2)).toContainEqual(['onTime', 0]);
  await pass(1);
  expect(await outcome(4)).toEqual([['overdue', 1]]);
});

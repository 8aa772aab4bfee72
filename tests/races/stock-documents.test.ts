import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { checkedBy, draftCost, layersOf, moveCost, newSku, received } from '#tests/journeys/landed-scene.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { together } from './together.ts';

let scene: TestApp;
let admin: Client;
let reviewer: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp();
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  reviewer = await scene.as('fuhe');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

const ADJUSTMENT = '/inventory/stockAdjustment';
const movedBy = (id: string) =>
  look(
    scene,
    (tx) => tx.one<{ movements: number; entries: number }>`
      select (select count(*)::integer from stock_movement where tenant_id = ${tx.tenant}
          and ref_id = ${id}::uuid) as movements,
        (select count(*)::integer from journal_entry where tenant_id = ${tx.tenant}
          and ref_id = ${id}) as entries`,
  );

/** An adjustment that waits for a second person: it is worth more than one may post alone. */
async function submitted(): Promise<string> {
  const { id: skuId } = await newSku(admin, productId);
  const { id } = await must(
    admin.post<{ id: string }>(`${ADJUSTMENT}/add`, {
      kind: 'adjust',
      warehouseId: here,
      reason: '盘点差异',
      lines: [{ skuId, condition: 'good', qty: 10, unitCost: '150' }],
    }),
  );
  await must(admin.post(`${ADJUSTMENT}/${id}/submit`));
  return id;
}

test('ten approve one adjustment at once: it is posted once', async () => {
  covers('ours: four eyes on stock');
  const id = await submitted();
  const answers = await together(
    scene,
    'stock_adjustment',
    [id],
    Array.from({ length: 10 }, () => () => reviewer.post(`${ADJUSTMENT}/${id}/approve`)),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(9);
  expect(await movedBy(id)).toEqual({ movements: 1, entries: 1 });
  expect(await scene.violations()).toEqual([]);
});

test('approved by one, rejected by another: one of the two happens, and stock follows it', async () => {
  for (let round = 0; round < 4; round++) {
    const id = await submitted();
    const [approved, rejected] = await together(
      scene,
      'stock_adjustment',
      [id],
      [
        () => reviewer.post(`${ADJUSTMENT}/${id}/approve`),
        () => reviewer.post(`${ADJUSTMENT}/${id}/reject`, { reason: '数量不对' }),
      ],
    );
    expect([approved?.success, rejected?.success].filter(Boolean)).toHaveLength(1);
    const { movements } = await movedBy(id);
    expect(movements).toBe(approved?.success ? 1 : 0);
  }
  expect(await scene.violations()).toEqual([]);
});

test('a month is locked while costs are posted into it: what was posted stands, the rest moves nothing', async () => {
  covers('ours: landed cost');
  const day = new Date(scene.now());
  day.setUTCDate(15);
  day.setUTCMonth(day.getUTCMonth() - 1);
  const costDay = day.toISOString().slice(0, 10);
  const month = costDay.slice(0, 7);
  const skus: string[] = [];
  const ids: string[] = [];
  for (let at = 0; at < 8; at++) {
    const { id: skuId } = await newSku(admin, productId);
    const receipt = await received(admin, here, [{ skuId, qty: 10, unitCost: '5' }]);
    ids.push(await draftCost(admin, [receipt], { warehouseId: here, freight: '7', costDay }));
    skus.push(skuId);
  }
  const [locked, ...posted] = await Promise.all([
    reviewer.post('/ledger/periodLock/add', { book: 'tenant', month }),
    ...ids.map((id) => moveCost(admin, id, 'post')),
  ]);
  expect(locked.success, locked.message).toBe(true);
  for (const [at, { success, message }] of posted.entries()) {
    if (!success) expect(message).toContain(`${month}已锁账`);
    const [layer] = await layersOf(scene, skus[at] as string);
    expect(layer).toEqual({ qtyLeft: 10, valueLeft: success ? 5700n : 5000n });
    expect((await movedBy(ids[at] as string)).entries).toBe(success ? 1 : 0);
  }
  // From now on nothing goes in any more.
  const late = await draftCost(
    admin,
    [await received(admin, here, [{ skuId: skus[0] as string, qty: 1, unitCost: '5' }])],
    { warehouseId: here, freight: '7', costDay },
  );
  expect((await moveCost(admin, late, 'post')).message).toContain(`${month}已锁账`);
  expect(await scene.violations()).toEqual([]);
});

test('five send one transfer at once, and its units leave once', async () => {
  const there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  const { id: skuId } = await newSku(admin, productId);
  await received(admin, here, [{ skuId, qty: 10, unitCost: '5' }]);
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: here,
      toWarehouseId: there,
      lines: [{ skuId, qty: 4 }],
    }),
  );
  const make = (step: string) =>
    admin.post(`/inventory/stockTransfer/${id}/${step}`, {}, { 'idempotency-key': newId() });
  await must(make('confirm'));
  const sent = await Promise.all(Array.from({ length: 5 }, () => make('send')));
  expect(sent.filter(({ success }) => success)).toHaveLength(1);
  const came = await Promise.all(Array.from({ length: 5 }, () => make('receive')));
  expect(came.filter(({ success }) => success)).toHaveLength(1);
  expect((await movedBy(id)).movements).toBe(2);
  expect(await layersOf(scene, skuId)).toEqual([
    { qtyLeft: 6, valueLeft: 3000n },
    { qtyLeft: 4, valueLeft: 2000n },
  ]);
  expect(await scene.violations()).toEqual([]);
});

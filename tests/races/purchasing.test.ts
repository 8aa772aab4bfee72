import { afterAll, beforeAll, expect, test } from 'vitest';
import { announceGoods } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { openPurchasing, shelfOf, type PurchaseScene } from '#tests/journeys/purchase-scene.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from './together.ts';

let at: PurchaseScene;
beforeAll(async () => {
  at = await openPurchasing();
});
afterAll(() => at?.scene.stop());

const stateOf = async (id: string): Promise<string> => (await at.order(id)).status;
const oks = (answers: readonly { success: boolean }[]): number => answers.filter(({ success }) => success).length;

/** A second receipt of the same order, as if its goods came by two lorries. */
async function secondReceipt(orderId: string, skuId: string, qty: number): Promise<string> {
  const order = await at.order(orderId);
  const refLineId = order.lines.purchaseOrderLine[0]?.id as string;
  const id = await look(at.scene, (tx) =>
    announceGoods(tx, at.scene.app.registry, {
      warehouseId: at.warehouses[0] as string,
      tolerance: '1',
      ref: { type: 'purchaseOrder', id: orderId, no: order.poNo },
      lines: [{ skuId, qty, unitCost: '2', refLineId }],
    }),
  );
  await must(at.receipt(id, 'arrive'));
  return id;
}

test('two receipts of one order at once: each unit is counted, and no more come than may', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 100, unitPrice: '2' }], { tolerance: '0.01' });
  const first = await at.atGate(id);
  const second = await secondReceipt(id, skuId, 60);
  const answers = await together(
    at.scene,
    'purchase_order',
    [id],
    [() => at.take(first, 60), () => at.take(second, 41)],
  );
  expect(answers.map(({ message }) => message)).toEqual(['', '']);
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 101 });
  expect(await at.take(second, 1)).toMatchObject({ status: 422 });
  expect(await at.scene.violations()).toEqual([]);
});

test('of two lots that are too much together one is refused', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 100, unitPrice: '2' }]);
  const first = await at.atGate(id);
  const second = await secondReceipt(id, skuId, 60);
  const answers = await together(
    at.scene,
    'purchase_order',
    [id],
    [() => at.take(first, 60), () => at.take(second, 41)],
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  const { onHand } = (await shelfOf(at.scene, skuId)) ?? {};
  expect((await at.order(id)).receivedCount).toBe(onHand);
  expect(await at.scene.violations()).toEqual([]);
});

test('two clerks at the same gate take in 60 and 41', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 100, unitPrice: '2' }], { tolerance: '0.01' });
  const gate = await at.atGate(id);
  const answers = await together(
    at.scene,
    'inbound_receipt',
    [gate],
    [() => at.take(gate, 60), () => at.take(gate, 41)],
  );
  expect(oks(answers)).toBe(2);
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 101 });
});

test('fifty receive a unit of one order at once, by two lorries: as many come as may, each counted once', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 40, unitPrice: '2' }], { tolerance: '0.05' });
  const first = await at.atGate(id);
  const second = await secondReceipt(id, skuId, 40);
  const answers = await Promise.all(Array.from({ length: 50 }, (_, index) => at.take(index % 2 ? first : second, 1)));
  expect(oks(answers)).toBe(42);
  expect(answers.filter(({ status }) => status === 422)).toHaveLength(8);
  expect(await at.order(id)).toMatchObject({ status: 'received', receivedCount: 42 });
  expect((await shelfOf(at.scene, skuId))?.onHand).toBe(42);
  expect(await at.scene.violations()).toEqual([]);
});

test('goods that come while their order is cancelled: one of the two happens', async () => {
  for (let round = 0; round < 4; round++) {
    const skuId = await at.newSku();
    const id = await at.ordered([{ skuId, qty: 5, unitPrice: '2' }]);
    const gate = await at.atGate(id);
    const [came, cancelled] = await Promise.all([at.take(gate, 5), at.make(id, 'cancel', { reason: '不要了' })]);
    expect(oks([came, cancelled])).toBe(1);
    expect([came, cancelled].every(({ status }) => status === 200 || status === 409)).toBe(true);
    expect(await stateOf(id)).toBe(came.success ? 'received' : 'cancelled');
    const shelf = came.success ? { onHand: 5, inTransit: 0 } : { onHand: 0, inTransit: 0 };
    expect(await shelfOf(at.scene, skuId)).toEqual(shelf);
  }
  expect(await at.scene.violations()).toEqual([]);
});

test('approved twice, withdrawn while approved, ordered twice: one of two happens', async () => {
  const skuId = await at.newSku();
  const submitted = async (): Promise<string> => {
    const id = await at.draft([{ skuId, qty: 1000, unitPrice: '9' }]);
    await must(at.make(id, 'submit'));
    return id;
  };
  const twice = await submitted();
  const approvals = await together(
    at.scene,
    'purchase_order',
    [twice],
    [() => at.make(twice, 'approve', {}, at.checker), () => at.make(twice, 'approve', {}, at.admin)],
  );
  expect(approvals.map(({ status }) => status).sort()).toEqual([200, 409]);
  const orders = await together(
    at.scene,
    'purchase_order',
    [twice],
    [() => at.make(twice, 'order'), () => at.make(twice, 'order', {}, at.admin)],
  );
  expect(orders.map(({ status }) => status).sort()).toEqual([200, 409]);
  expect((await at.order(twice)).receipts).toHaveLength(1);
  const both = await submitted();
  const [approved, withdrawn] = await together(
    at.scene,
    'purchase_order',
    [both],
    [() => at.make(both, 'approve', {}, at.checker), () => at.make(both, 'withdraw')],
  );
  expect([approved?.status, withdrawn?.status].sort()).toEqual([200, 409]);
  expect(await stateOf(both)).toBe(approved?.success ? 'approved' : 'draft');
});

test('what is left over is announced once, however many ask for it', async () => {
  const skuId = await at.newSku();
  const id = await at.ordered([{ skuId, qty: 5, unitPrice: '2' }]);
  await must(at.receipt((await at.order(id)).receipts[0]?.id ?? '', 'cancel'));
  const answers = await together(
    at.scene,
    'purchase_order',
    [id],
    [() => at.make(id, 'notify'), () => at.make(id, 'notify', {}, at.admin)],
  );
  expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  expect(await shelfOf(at.scene, skuId)).toEqual({ onHand: 0, inTransit: 5 });
  expect(await at.scene.violations()).toEqual([]);
});

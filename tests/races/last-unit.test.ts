import { afterAll, beforeAll, expect, test } from 'vitest';
import { look, openShop, ordersOf, type OrderRow } from '#tests/channels/shop.ts';
import { IS_LONG } from '#tests/harness/long.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addStock, expectClean, firstOf, must, NEW_JERSEY, oneUnit, receiveAtOnce, STOOL, times } from './goods.ts';

const BUYERS = IS_LONG ? 200 : 60;
let scene: TestApp;
let clerk: Client;

beforeAll(async () => {
  scene = await startTestApp();
  clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  // Six stools stand in New Jersey: all but one go.
  await addStock(scene, await scene.as('cangku'), STOOL, -5);
});
afterAll(() => scene.stop());

const level = () =>
  look(
    scene,
    (tx) => tx.one<{ onHand: number; reserved: number; open: number }>`
      select l.on_hand, l.reserved, (select count(*)::integer from reservation r
          where r.tenant_id = l.tenant_id and r.warehouse_id = l.warehouse_id and r.sku_id = l.sku_id
            and r.status = 'open') as open
      from stock_level l where l.tenant_id = ${tx.tenant} and l.condition = 'good'
        and l.warehouse_id = ${scene.seller.warehouses[NEW_JERSEY]}::uuid
        and l.sku_id = ${scene.seller.skus[STOOL]}::uuid`,
  );

const holding = async (): Promise<{ holders: OrderRow[]; short: OrderRow[] }> => {
  const orders = await ordersOf(clerk, { tab: 'pending' });
  return {
    holders: orders.filter(({ holds }) => holds.length === 0),
    short: orders.filter(({ holds }) => holds.join() === 'outOfStock'),
  };
};

test('many buyers for the last unit: one has it, the others are held for 缺货', async () => {
  const received = await receiveAtOnce(
    scene,
    times(BUYERS, (index) => oneUnit(scene, STOOL, index)),
  );
  expect(received.map(({ outcome }) => outcome)).toEqual(times(BUYERS, () => 'created'));
  const { holders, short } = await holding();
  expect([holders.length, short.length]).toEqual([1, BUYERS - 1]);
  expect(await level()).toEqual({ onHand: 1, reserved: 1, open: 1 });
  const [detail] = await look(
    scene,
    (tx) => tx.rows<{ n: number; detail: string }>`
      select count(*)::integer as n, detail from order_hold
      where tenant_id = ${tx.tenant} and type = 'outOfStock' and closed_at is null group by detail`,
  );
  expect(detail).toEqual({ n: BUYERS - 1, detail: `${STOOL} 需要 1，可用 0` });
  await expectClean(scene);
});

test('the unit given back goes to one other order, the one that must leave first', async () => {
  const { holders, short } = await holding();
  const first = short.map(({ channelOrderNo }) => channelOrderNo).sort()[0];
  const [holder] = holders;
  await must(clerk.post(`/orders/salesOrder/${holder?.id ?? ''}/cancel`, { reason: '买家取消' }));
  await scene.settled();
  const after = await holding();
  expect(after.holders.map(({ channelOrderNo }) => channelOrderNo)).toEqual([first]);
  expect(after.short).toHaveLength(BUYERS - 2);
  expect(await level()).toEqual({ onHand: 1, reserved: 1, open: 1 });
  await expectClean(scene);
});

test('three more units come while twenty orders give up: no unit is lost, none held twice', async () => {
  const { short } = await holding();
  const packer = await scene.as('cangku');
  const [, ...answers] = await Promise.all([
    addStock(scene, packer, STOOL, 3),
    ...short.slice(0, 20).map(({ id }) => clerk.post(`/orders/salesOrder/${id}/cancel`, { reason: '买家取消' })),
  ]);
  expect(answers.map(({ message }) => message).filter((message) => message !== '')).toEqual([]);
  await scene.settled();
  const after = await holding();
  expect(after.holders).toHaveLength(4);
  expect(after.short).toHaveLength(BUYERS - 1 - 20 - 4);
  expect(await level()).toEqual({ onHand: 4, reserved: 4, open: 4 });
  await expectClean(scene);
});

test('what is promised to buyers cannot be written off, and the message says what can', async () => {
  const packer = await scene.as('cangku');
  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId: scene.seller.warehouses[NEW_JERSEY],
      reason: '盘亏',
      lines: [{ skuId: scene.seller.skus[STOOL], condition: 'good', qty: -1, unitCost: '0.01' }],
    }),
  );
  const refused = await packer.post(`/inventory/stockAdjustment/${id}/submit`);
  expect(refused).toMatchObject({ status: 409 });
  expect(refused.message).toMatch(new RegExp(`^库存不足：${STOOL} 在 .+ 需要 1，可用 0$`));
  expect(await level()).toEqual({ onHand: 4, reserved: 4, open: 4 });
});

test('a higher oversell limit serves two more who wait; one below what is oversold is refused', async () => {
  const admin = await scene.as('admin');
  const limit = async (oversellLimit: number) => {
    const sku = await firstOf<{ id: string; version: number }>(admin, '/catalog/sku/list', {
      skuCode: STOOL,
    });
    const { id, version } = sku;
    return admin.put('/catalog/sku/edit', { id, version, allowOversell: true, oversellLimit });
  };
  await must(limit(2));
  await scene.settled();
  expect((await holding()).holders).toHaveLength(6);
  expect(await level()).toEqual({ onHand: 4, reserved: 6, open: 6 });
  const refused = await limit(1);
  expect(refused).toMatchObject({
    status: 409,
    message: `${STOOL} 已超卖 2 件，超卖上限不能低于该数量`,
  });
  await expectClean(scene);
});

test('one order reported twenty times at once is one order, and its change one change', async () => {
  const order = oneUnit(scene, 'WB-DCH-HOLM-S2', 9000);
  const received = await receiveAtOnce(
    scene,
    times(20, () => order),
  );
  const outcomes = received.map(({ outcome }) => outcome).sort();
  expect(outcomes).toEqual(['created', ...times(19, () => 'repeated')]);
  expect(new Set(received.map(({ orderId }) => orderId)).size).toBe(1);
  const changed = {
    ...order,
    payloadHash: 'two of them',
    lines: order.lines.map((line) => ({ ...line, qty: 2 })),
  };
  const reported = await receiveAtOnce(
    scene,
    times(20, () => changed),
  );
  expect(reported.filter(({ outcome }) => outcome === 'changed')).toHaveLength(1);
  const [row] = await ordersOf(clerk, { channelOrderNo: order.channelOrderNo });
  expect(row?.holds).toEqual(['channelChange']);
  const detail = await clerk.get<{ changes: { summary: string }[] }>('/orders/salesOrder/queryById', {
    id: row?.id as string,
  });
  expect(detail.result.changes.map(({ summary }) => summary)).toEqual(['WB-DCH-HOLM-S2 数量 1 → 2']);
  await expectClean(scene);
});

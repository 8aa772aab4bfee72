import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { from, request, SENT, setTable, step } from './part-scene.ts';
import { levelsOf, moveReturn, readReturn, reasonOf, RETURN } from './return-scene.ts';

/** Goods that nobody sold, and goods that are taken apart, by one person who wants nobody else to look. */

const DESK = '/aftersales/returnDesk';
let scene: TestApp;
let admin: Client;
let clerk: Client;
let packer: Client;
let here: string;
let there: string;
let productId: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('yunying');
  packer = await scene.as('cangku');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

async function newSku(standardCost?: string): Promise<string> {
  const skuCode = `STRAY-${++made}`;
  const body = { skuCode, name: skuCode, productId, ...(standardCost ? { standardCost } : {}) };
  return (await must(admin.post<{ id: string }>('/catalog/sku/add', body))).id;
}
interface Taken {
  id: string;
  returnNo: string;
  checkReason: string | null;
}
const brought = (who: Client, skuId: string, qty: number, warehouseId = here) =>
  must(who.post<Taken>(`${DESK}/unordered`, { warehouseId, lines: [{ skuId, qty }] }, { 'idempotency-key': newId() }));
const lying = async (skuId: string): Promise<number> => (await levelsOf(scene, skuId, here))['quarantine'] ?? 0;
const worthOf = async (id: string): Promise<bigint> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ value: bigint }>`
        select coalesce(sum(cost_value), 0)::bigint as value from stock_movement
        where tenant_id = ${tx.tenant} and ref_id = ${id}::uuid`,
    )
  ).value;

test('goods of no order beyond the limit wait for another person, and come at what they cost', async () => {
  covers('ours: four eyes on stock');
  const skuId = await newSku('411.40');
  const made500 = await brought(packer, skuId, 500);
  expect(made500.checkReason).toBe('没有订单，金额超过审核限额');
  expect((await readReturn(admin, made500.id)).status).toBe('requested');
  expect(await lying(skuId)).toBe(0);
  expect((await moveReturn(packer, made500.id, 'receive')).status).toBe(409);
  await must(moveReturn(clerk, made500.id, 'approve'));
  const [line] = (await readReturn(admin, made500.id)).lines.returnLine;
  // Whoever holds the right to take in more: it was approved as it is.
  expect(
    await moveReturn(admin, made500.id, 'receive', {
      lines: [{ lineId: line?.id, qty: 501 }],
      overReason: '多来一件',
    }),
  ).toMatchObject({ status: 422, message: expect.stringContaining('不能多收') as unknown });
  await must(moveReturn(packer, made500.id, 'receive'));
  expect(await lying(skuId)).toBe(500);
  expect(await worthOf(made500.id)).toBe(20_570_000n);
  expect(await scene.violations()).toEqual([]);
});

test('who brought them in does not approve them, typed as a return or begun by another hand', async () => {
  const skuId = await newSku('411.40');
  const own = await brought(admin, skuId, 3);
  expect(await moveReturn(admin, own.id, 'approve')).toMatchObject({
    status: 403,
    message: expect.stringContaining('登记人不能自己审核') as unknown,
  });
  const { id } = await must(
    admin.post<{ id: string }>(`${RETURN}/add`, {
      type: 'unordered',
      warehouseId: here,
      reasonId: await reasonOf(admin, 'unknown'),
      lines: [{ skuId, qtyRequested: 3 }],
    }),
  );
  await must(moveReturn(clerk, id, 'submit'));
  for (const who of [admin, clerk]) expect((await moveReturn(who, id, 'approve')).status).toBe(403);
  const other = await scene.as('kefu');
  await must(moveReturn(other, id, 'approve'));
  await must(moveReturn(other, own.id, 'approve'));
});

test('split over parcels, warehouses and adjustments it is one day', async () => {
  const skuId = await newSku('411.40');
  const first = await brought(packer, skuId, 2);
  expect(first.checkReason).toBeNull();
  expect(await lying(skuId)).toBe(2);
  expect(await worthOf(first.id)).toBe(82_280n);
  for (const place of [here, there])
    expect((await brought(packer, skuId, 1, place)).checkReason).toBe('没有订单，当日同一SKU累计金额超过审核限额');
  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockAdjustment/add', {
      kind: 'adjust',
      warehouseId: here,
      reason: '多出一件',
      lines: [{ skuId, condition: 'good', qty: 1 }],
    }),
  );
  const { state } = await must(packer.post<{ state: string }>(`/inventory/stockAdjustment/${id}/submit`));
  expect(state).toBe('submitted');
  expect((await brought(admin, skuId, 1)).checkReason).toBeNull();
});

test('goods of which nobody knows the cost wait until somebody says it', async () => {
  const skuId = await newSku();
  const { id, checkReason } = await brought(packer, skuId, 1);
  expect(checkReason).toBe('没有订单，成本未知');
  expect(await moveReturn(clerk, id, 'approve')).toMatchObject({
    status: 422,
    message: `STRAY-${made} 成本未知，请先填标准成本再审核`,
  });
  await must(
    admin.post('/catalog/skuCost/add', {
      skuId,
      effectiveFrom: '2026-01-01',
      standardCost: '12.50',
    }),
  );
  await must(moveReturn(clerk, id, 'approve'));
  await must(moveReturn(packer, id, 'receive'));
  expect(await worthOf(id)).toBe(1250n);
  expect(await scene.violations()).toEqual([]);
});

test('what is lost by taking units apart counts against the limit of who chose it', async () => {
  const dear = await setTable(scene, { units: 2, cost: '5000.00' });
  const id = await request(dear);
  await must(step(admin, id, 'confirm', await from(admin, id, 'harvest')));
  expect(await step(admin, id, 'ship', { ...SENT, trackingNo: '794600000901' })).toMatchObject({
    status: 403,
    message: expect.stringContaining('拆件损失超过审核限额，制单人和选货源的人不能自己发货') as unknown,
  });
  // Somebody else who confirms it once more takes no part of it away.
  const line = (await from(dear.service, id, 'harvest')).lines;
  await must(step(dear.service, id, 'changeSource', { lines: line }));
  expect((await step(admin, id, 'ship', { ...SENT, trackingNo: '794600000901' })).status).toBe(403);
  await must(step(packer, id, 'ship', { ...SENT, trackingNo: '794600000901' }));
  // 600.00 less four legs and a top: 530.67 are lost with each.
  const table = await setTable(scene, { units: 3, cost: '600.00' });
  const [one, two] = [await request(table), await request(table)];
  for (const each of [one, two]) await must(step(admin, each, 'confirm', await from(admin, each, 'harvest')));
  await must(step(admin, one, 'ship', { ...SENT, trackingNo: '794600000902' }));
  expect(await step(admin, two, 'ship', { ...SENT, trackingNo: '794600000903' })).toMatchObject({
    status: 403,
    message: expect.stringContaining('当日同一SKU累计损失超过审核限额') as unknown,
  });
  await must(step(packer, two, 'ship', { ...SENT, trackingNo: '794600000903' }));
  expect(await scene.violations()).toEqual([]);
});

test('what a part is worth by one’s own word makes no harvest harmless', async () => {
  const ship = (who: Client, id: string, trackingNo: string) => step(who, id, 'ship', { ...SENT, trackingNo });
  const chosen = async (table: Awaited<ReturnType<typeof setTable>>, source = 'harvest') => {
    const id = await request(table);
    const more = source === 'fullCarton' ? { cartonNo: 1 } : {};
    await must(step(admin, id, 'confirm', await from(admin, id, source, more)));
    return id;
  };
  await scene.pass(24 * 3_600_000);
  [admin, clerk, packer] = (await Promise.all(['admin', 'yunying', 'cangku'].map((name) => scene.as(name)))) as [
    Client,
    Client,
    Client,
  ];
  // The legs are worth more than the table, says who takes it apart; what leaves in a carton as well.
  const dear = await setTable(scene, { units: 2, cost: '5000.00', legCost: '9000000' });
  const id = await chosen(dear);
  expect(await ship(admin, id, '794600000911')).toMatchObject({
    status: 403,
    message: expect.stringContaining('拆件损失超过审核限额') as unknown,
  });
  await must(ship(packer, id, '794600000911'));
  const carton = await chosen(dear, 'fullCarton');
  expect((await ship(admin, carton, '794600000912')).status).toBe(403);
  await must(ship(packer, carton, '794600000912'));
  // 1,100.00 less four legs at 50.00 that somebody else vouches for, whatever the actor says on top.
  const table = await setTable(scene, { units: 1, cost: '1100.00', legCost: '300', lister: clerk });
  const legs = await chosen(table);
  expect((await ship(admin, legs, '794600000913')).status).toBe(403);
  const say = (who: Client, standardCost: string, effectiveFrom: string) =>
    must(who.post('/catalog/skuCost/add', { skuId: table.leg, standardCost, effectiveFrom }));
  await say(clerk, '20', '2026-01-01');
  await say(admin, '300', '2026-01-02');
  expect((await ship(admin, legs, '794600000913')).status).toBe(403);
  await say(clerk, '50', '2026-01-03');
  await must(ship(admin, legs, '794600000913'));
  expect(await scene.violations()).toEqual([]);
});

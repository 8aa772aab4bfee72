import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { openShop } from '#tests/channels/shop.ts';
import { PASSWORD, type Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { openTenant } from '#tests/tenants/tenant-scene.ts';
import { newSupplier } from './bill-scene.ts';
import { openPurchasing, type PurchaseScene } from './purchase-scene.ts';
import { approved, moveReturn, RETURN, sentOrder } from './return-scene.ts';

/** Nobody makes a limit wider for what they do themselves: it binds them as somebody else left it. */

const PURCHASE = '/purchasing/purchaseSettings';
const STOCK = '/inventory/stockSettings';
const RETURNS = '/aftersales/returnSettings';
let at: PurchaseScene;
let second: Client;
let skuId: string;

beforeAll(async () => {
  at = await openPurchasing();
  await createUser(at.scene.app.db, systemActor(1, 'test'), {
    username: 'zongguan',
    realname: '总管',
    roles: ['TADM'],
    password: PASSWORD,
    departs: ['A01'],
  });
  second = await at.scene.as('zongguan');
  skuId = await at.newSku();
});
afterAll(() => at?.scene.stop());

const set = async (who: Client, values: object, path = PURCHASE): Promise<void> => {
  const { changes: _seen, ...now } = await must(who.get<Record<string, unknown>>(path));
  await must(who.put(path, { ...now, ...values }));
};

/** An order of one unit at a price, submitted. */
async function submitted(who: Client, unitPrice: string, { supplierId = '', sku = skuId } = {}) {
  const to = supplierId || (await newSupplier(second));
  const id = await at.draft([{ skuId: sku, qty: 1, unitPrice }], { supplierId: to }, who);
  const { state } = await must(at.make(id, 'submit', {}, who));
  return { id, state, order: (await at.order(id, second)) as unknown as Record<string, unknown> };
}

test('who raises the limit of one person alone still waits at the one that others left, and lowers it in vain', async () => {
  covers('ours: settings of purchasing');
  await set(at.admin, { approvalLimit: '100000' });
  expect(await submitted(at.admin, '5000.01')).toMatchObject({
    state: 'submitted',
    order: { checkReason: '总额 5,000.01 USD 超过单人下单上限 5,000.00 USD（本人调高的不算）' },
  });
  expect((await submitted(at.buyer, '5000.01')).state).toBe('approved');
  await set(second, { approvalLimit: '20000' });
  expect((await submitted(at.admin, '20000')).state).toBe('approved');
  expect((await submitted(at.admin, '20000.01')).state).toBe('submitted');
  // In steps, and by what somebody else changes beside it, it is the same.
  await set(at.admin, { approvalLimit: '30000' });
  await set(at.admin, { approvalLimit: '40000' });
  await set(second, { leadDays: 31 });
  expect((await submitted(at.admin, '20000.01')).state).toBe('submitted');
  expect((await submitted(at.buyer, '40000')).state).toBe('approved');
  // What one makes narrower counts at once, for everybody.
  await set(at.admin, { approvalLimit: '3000' });
  expect((await submitted(at.admin, '3000.01')).state).toBe('submitted');
  expect((await submitted(at.buyer, '3000.01')).state).toBe('submitted');
});

test('so it is with the hours that are summed, and with tolerances and bounds', async () => {
  await set(second, { approvalLimit: '5000' });
  await set(at.admin, { approvalHours: 0, receiveTolerance: '0.1' });
  await set(at.admin, { costBound: '10' }, STOCK);
  const sku = await at.newSku();
  await must(second.post('/catalog/skuCost/add', { skuId: sku, standardCost: '1000', effectiveFrom: '2026-01-01' }));
  for (const [who, state, tolerance] of [
    [at.admin, 'submitted', '0.000000'],
    [at.buyer, 'approved', '0.100000'],
  ] as const) {
    const supplierId = await newSupplier(second);
    const first = await submitted(who, '3000', { supplierId });
    expect(first.state).toBe('approved');
    expect(Number(first.order['tolerance'])).toBe(Number(tolerance));
    expect((await submitted(who, '3000', { supplierId })).state).toBe(state);
    expect((await submitted(who, '2000', { sku })).state).toBe(state);
  }
});

test('and with what one person gives up of returned goods', async () => {
  await openShop(at.scene, at.admin);
  const packer = await at.scene.as('cangku');
  const order = await sentOrder(at.scene, at.admin, packer, 1);
  const id = await approved(at.admin, order);
  for (const move of ['receive', 'receiveDone']) await must(moveReturn(packer, id, move));
  await set(at.admin, { disposalLimit: '90000' }, RETURNS);
  const limitOf = async (who: Client) =>
    (await must(who.get<{ disposalLimit: string }>(`${RETURN}/${id}/judging`))).disposalLimit;
  expect(await limitOf(at.admin)).toBe('500.00');
  expect(await limitOf(second)).toBe('90000.00');
});

test('and with what one person adjusts, which is a setting of the tenant', async () => {
  const warehouses = await must(second.get<{ records: { id: string }[] }>('/base/warehouse/list'));
  const warehouseId = warehouses.records[0]?.id;
  const enter = async (who: Client, qty: number): Promise<string> => {
    const sku = await at.newSku();
    await must(second.post('/catalog/skuCost/add', { skuId: sku, standardCost: '100', effectiveFrom: '2026-01-01' }));
    const lines = [{ skuId: sku, condition: 'good', qty, unitCost: '100' }];
    const { id } = await must(
      who.post<{ id: string }>('/inventory/stockAdjustment/add', { warehouseId, reason: '盘盈', lines }),
    );
    return (await must(who.post<{ state: string }>(`/inventory/stockAdjustment/${id}/submit`))).state;
  };
  expect(await enter(at.admin, 11)).toBe('submitted');
  await set(at.admin, { soleLimit: '1500' }, STOCK);
  expect(await enter(at.admin, 11)).toBe('submitted');
  expect(await enter(second, 15)).toBe('posted');
  expect(await enter(second, 16)).toBe('submitted');
  await set(second, { soleLimit: '1200' }, STOCK);
  expect(await enter(at.admin, 12)).toBe('posted');
  expect(await enter(at.admin, 13)).toBe('submitted');
});

test('a seller of one decides alone', async () => {
  const { boss } = await openTenant(at.scene, at.admin, 'SOLO');
  await set(boss, { approvalLimit: '100000' });
  const add = async (path: string, body: object) => (await must(boss.post<{ id: string }>(`${path}/add`, body))).id;
  const warehouseId = await add('/base/warehouse', {
    code: 'W1',
    name: '一号仓',
    type: 'self',
    timezone: 'Asia/Shanghai',
    status: 'enabled',
    country: 'US',
    state: 'NJ',
    city: 'Edison',
    zip: '08817',
    address1: '1 Main St',
  });
  const productId = await add('/catalog/product', { spuCode: 'P1', name: '床头柜' });
  const own = await add('/catalog/sku', { skuCode: 'SOLO-1', name: '床头柜', productId });
  const supplierId = await newSupplier(boss);
  const id = await at.draft(
    [{ skuId: own, qty: 1, unitPrice: '50000' }],
    { supplierId, warehouseId, currency: 'USD' },
    boss,
  );
  expect((await must(at.make(id, 'submit', {}, boss))).state).toBe('approved');
});

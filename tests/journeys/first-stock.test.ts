import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { openTenant } from '#tests/tenants/tenant-scene.ts';

/** A seller of one, in yen: 100,000 may be entered alone, and nobody has said yet what anything costs. */

let scene: TestApp;
let boss: Client;
let warehouseId: string;
let productId: string;
let made = 0;
let tenantId: number;

const add = async (path: string, body: object): Promise<string> =>
  (await must(boss.post<{ id: string }>(`${path}/add`, body))).id;

beforeAll(async () => {
  scene = await startTestApp();
  ({ boss, id: tenantId } = await openTenant(scene, await scene.as('admin'), 'JPY', {
    baseCurrency: 'JPY',
  }));
  warehouseId = await add('/base/warehouse', {
    code: 'W1',
    name: '一号仓',
    type: 'self',
    timezone: 'Asia/Tokyo',
    status: 'enabled',
    country: 'US',
    state: 'NJ',
    city: 'Edison',
    zip: '08817',
    address1: '1 Main St',
  });
  productId = await add('/catalog/product', { spuCode: 'P1', name: '床头柜' });
});
afterAll(() => scene?.stop());

const newSku = (): Promise<string> => {
  const skuCode = `FIRST-${++made}`;
  return add('/catalog/sku', { skuCode, name: skuCode, productId });
};
async function enter(kind: string, skuId: string, qty: number, unitCost?: string) {
  const id = await add('/inventory/stockAdjustment', {
    kind,
    warehouseId,
    reason: '第一批货',
    lines: [{ skuId, condition: 'good', qty, unitCost }],
  });
  const { state } = await must(boss.post<{ state: string }>(`/inventory/stockAdjustment/${id}/submit`));
  const { value, checkReason } = await must(
    boss.get<{ value: string | null; checkReason: string | null }>('/inventory/stockAdjustment/queryById', { id }),
  );
  return { state, value, checkReason };
}

test('the first stock of a seller of one is worth what is typed, waits for nobody, and can be corrected', async () => {
  const skuId = await newSku();
  expect(await enter('opening', skuId, 10, '10000')).toMatchObject({ state: 'posted' });
  // What they alone have said is no known cost to them: more of it is no opening any more.
  expect(await enter('adjust', skuId, 1, '1')).toMatchObject({
    state: 'submitted',
    value: null,
    checkReason: 'unknownCost',
  });
  const dear = await enter('opening', await newSku(), 10, '10000.1');
  // There is nobody who could look at it.
  expect(dear).toMatchObject({ state: 'posted', checkReason: null });
  expect(Number(dear.value)).toBe(100_001);
  const second = await newSku();
  expect(await enter('opening', second, 5, '10000')).toMatchObject({ state: 'posted' });
  expect(await enter('adjust', second, -1)).toMatchObject({ state: 'posted' });
  const unknown = await add('/inventory/stockAdjustment', {
    kind: 'opening',
    warehouseId,
    reason: '第一批货',
    lines: [{ skuId: await newSku(), condition: 'good', qty: 1 }],
  });
  expect(await boss.post(`/inventory/stockAdjustment/${unknown}/submit`)).toMatchObject({
    status: 422,
    message: expect.stringContaining('请填单位成本'),
  });
  expect(await scene.violations()).toEqual([]);
});

test('where somebody else has been let in, opening stock above the limit waits for them', async () => {
  await createUser(scene.app.db, systemActor(tenantId, 'test'), {
    username: 'second',
    realname: 'second',
    password: PASSWORD,
    roles: ['OPS'],
    departs: [],
  });
  expect(await enter('opening', await newSku(), 10, '10000.1')).toMatchObject({
    state: 'submitted',
    checkReason: 'aboveLimit',
  });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { openTenant } from '#tests/tenants/tenant-scene.ts';

/** A seller of one, in yen: 100,000 may be entered alone, and nobody has said yet what anything costs. */

let scene: TestApp;
let boss: Client;
let warehouseId: string;
let productId: string;
let made = 0;

const add = async (path: string, body: object): Promise<string> =>
  (await must(boss.post<{ id: string }>(`${path}/add`, body))).id;

beforeAll(async () => {
  scene = await startTestApp();
  ({ boss } = await openTenant(scene, await scene.as('admin'), 'JPY', { baseCurrency: 'JPY' }));
  warehouseId = await add('/base/warehouse', {
    ...{ code: 'W1', name: '一号仓', type: 'self', timezone: 'Asia/Tokyo', status: 'enabled' },
    ...{ country: 'US', state: 'NJ', city: 'Edison', zip: '08817', address1: '1 Main St' },
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
    ...{ kind, warehouseId, reason: '第一批货' },
    lines: [{ skuId, condition: 'good', qty, unitCost }],
  });
  const { state } = await must(
    boss.post<{ state: string }>(`/inventory/stockAdjustment/${id}/submit`),
  );
  const { value, checkReason } = await must(
    boss.get<{ value: string | null; checkReason: string | null }>(
      '/inventory/stockAdjustment/queryById',
      { id },
    ),
  );
  return { state, value, checkReason };
}

test('the first stock is worth what is typed, waits above the limit only, and can be corrected', async () => {
  const skuId = await newSku();
  expect(await enter('opening', skuId, 10, '10000')).toMatchObject({ state: 'posted' });
  // What they alone have said is no known cost to them: more of it is no opening any more.
  expect(await enter('adjust', skuId, 1, '1')).toMatchObject({
    ...{ state: 'submitted', value: null, checkReason: 'unknownCost' },
  });
  const dear = await enter('opening', await newSku(), 10, '10000.1');
  expect(dear).toMatchObject({ state: 'submitted', checkReason: 'aboveLimit' });
  expect(Number(dear.value)).toBe(100_001);
  const second = await newSku();
  expect(await enter('opening', second, 5, '10000')).toMatchObject({ state: 'posted' });
  expect(await enter('adjust', second, -1)).toMatchObject({ state: 'posted' });
  expect(await enter('opening', await newSku(), 1)).toMatchObject({ checkReason: 'unknownCost' });
  expect(await scene.violations()).toEqual([]);
});

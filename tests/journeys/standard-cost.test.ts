import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { allowNegative, oversoldSku, post } from './negative-scene.ts';

let scene: TestApp;
let admin: Client;
let here: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
});
afterAll(() => scene?.stop());

const addCost = (skuId: string, effectiveFrom: string, standardCost: string) =>
  admin.post<{ id: string }>('/catalog/skuCost/add', { skuId, effectiveFrom, standardCost });

/** What one unit is taken to be worth that nobody has received. */
async function valueOf(skuId: string): Promise<unknown> {
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/stockAdjustment/add', {
      warehouseId: here,
      kind: 'adjust',
      reason: '多出一件',
      lines: [{ skuId, qty: 1 }],
    }),
  );
  await must(admin.post(`/inventory/stockAdjustment/${id}/submit`));
  return (await must(admin.get<{ value: string }>('/inventory/stockAdjustment/queryById', { id }))).value;
}

test('goods that no receipt has a cost of are worth the standard cost in force today', async () => {
  covers('ours: standard costs by day');
  const before = await oversoldSku(admin, { standardCost: '5' });
  await must(addCost(before, '2026-12-01', '7'));
  expect(await valueOf(before)).toBe('5.00');
  const now = await oversoldSku(admin, { standardCost: '5' });
  // Ten in the morning of the 25th in Shanghai.
  for (const [day, cost] of [
    ['2026-11-25', '6.5'],
    ['2026-11-01', '6'],
    ['2026-11-26', '7'],
  ] as const)
    await must(addCost(now, day, cost));
  expect(await valueOf(now)).toBe('6.50');
  expect(await addCost(now, '2026-11-26', '8')).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'effectiveFrom', message: '该SKU在这一天已有标准成本' }] },
  });
});

test('what leaves before it ever came is costed at it, and trued up by what comes', async () => {
  const skuId = await oversoldSku(admin, { standardCost: '5' });
  await must(addCost(skuId, '2026-11-20', '6'));
  await must(allowNegative(admin, here, true));
  // Announced goods open a level and no layer.
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId: here,
      lines: [{ skuId, qty: 2, unitCost: '6.25' }],
    }),
  );
  const announce = `/inventory/inboundReceipt/${id}/announce`;
  await must(admin.post(announce, {}, { 'idempotency-key': newId() }));
  expect(await post(scene, here, { skuId, qty: -2 })).toEqual([1200n]);
  await post(scene, here, { skuId, qty: 2, unitCost: '6.25' });
  expect(await scene.violations()).toEqual([]);
});

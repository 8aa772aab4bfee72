import { expect, test } from 'vitest';
import type { Client } from '#tests/harness/app.ts';
import { firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { allowNegative, oversoldSku } from './negative-scene.ts';
import {
  admin,
  count,
  draft,
  enter,
  HOUR,
  morning,
  newSku,
  onHand,
  openFourEyes,
  packer,
  PATH,
  received,
  reviewer,
  scene,
  second,
  shown,
  signInAll,
  submit,
  warehouses,
} from './four-eyes-scene.ts';

/** domain.md §2.3: above 1,000.00 a second person looks at it. */

openFourEyes();

test('1,000.00 is posted at once, a cent more waits and moves nothing', async () => {
  covers('ours: four eyes on stock');
  const [edge, above] = [await newSku('100'), await newSku('100')];
  expect(await enter(admin, [{ skuId: edge, qty: 10, unitCost: '100' }])).toBe('posted');
  expect(await onHand(edge)).toBe(10);
  const id = await draft(admin, [{ skuId: above, qty: 10, unitCost: '100.001' }]);
  expect(await submit(admin, id)).toBe('submitted');
  expect(await shown(id)).toMatchObject({ value: '1000.01', checkReason: 'aboveLimit' });
  expect(await onHand(above)).toBe(0);
});

test('lines of one document count together', async () => {
  const skus = [await newSku('100'), await newSku('100')] as const;
  const lines = skus.map((skuId) => ({ skuId, qty: 6, unitCost: '100' }));
  expect(await enter(admin, lines)).toBe('submitted');
});

test('a line without a cost counts with the standard cost, and its layer gets it', async () => {
  const skuId = await newSku('600');
  const two = await draft(packer, [{ skuId, qty: 2 }]);
  expect(await submit(packer, two)).toBe('submitted');
  expect(await shown(two)).toMatchObject({ value: '1200.00', checkReason: 'aboveLimit' });
  const one = await draft(packer, [{ skuId, qty: 1 }]);
  expect(await submit(packer, one)).toBe('posted');
  const movement = await firstOf<{ id: string; unitCost: string; costValue: string }>(
    admin,
    '/inventory/stockMovement/list',
    { skuId },
  );
  expect(movement).toMatchObject({ unitCost: '600.0000' });
});

test('the last receipt goes before the standard cost', async () => {
  const skuId = await newSku('1');
  await received(skuId, [1, '10'], [1, '600']);
  expect(await enter(packer, [{ skuId, qty: 2 }])).toBe('submitted');
  await received(skuId, [1, '590'], [1, '490']);
  expect(await enter(packer, [{ skuId, qty: 2 }])).toBe('posted');
});

test('the last receipt is one of that warehouse: elsewhere the standard cost goes', async () => {
  const skuId = await newSku('20');
  await received(skuId, [1, '30']);
  const costIn = async (warehouse: number): Promise<unknown> => {
    expect(await enter(packer, [{ skuId, qty: 1 }], { warehouse })).toBe('posted');
    const warehouseId = warehouses[warehouse] as string;
    const path = '/inventory/stockMovement/list';
    return (await firstOf<{ id: string; unitCost: string }>(admin, path, { skuId, warehouseId })).unitCost;
  };
  expect(await costIn(1)).toBe('20.0000');
  expect(await costIn(0)).toBe('30.0000');
});

test('goods of unknown cost wait, whatever their number, coming or going', async () => {
  const skuId = await newSku();
  const id = await draft(packer, [{ skuId, qty: 1 }]);
  expect(await submit(packer, id)).toBe('submitted');
  expect(await shown(id)).toMatchObject({ value: null, checkReason: 'unknownCost' });
  expect(await enter(packer, [{ skuId, qty: 1, unitCost: '0' }])).toBe('submitted');
  await must(reviewer.post(`${PATH}/${id}/approve`));
  expect(await onHand(skuId)).toBe(1);
  expect(await enter(packer, [{ skuId, qty: -1 }])).toBe('submitted');
});

test('goods that are not there, and of which nobody knows a cost, wait where stock may be below zero', async () => {
  const [here = ''] = warehouses;
  await must(allowNegative(admin, here, true));
  const skuId = await oversoldSku(admin);
  const id = await draft(packer, [{ skuId, qty: -1 }]);
  expect(await submit(packer, id)).toBe('submitted');
  expect(await shown(id)).toMatchObject({ value: null, checkReason: 'unknownCost' });
  await must(allowNegative(admin, here, false));
});

test('typing a low cost makes no goods cheap', async () => {
  const skuId = await newSku('600');
  expect(await enter(admin, [{ skuId, qty: 2, unitCost: '0.01' }])).toBe('submitted');
  // Nor does half of what is known: it is worth what is known.
  expect(await enter(admin, [{ skuId, qty: 2, unitCost: '300' }])).toBe('submitted');
  expect(await enter(admin, [{ skuId, qty: 1, unitCost: '300' }])).toBe('posted');
});

test('neither does halving it step by step, nor another warehouse', async () => {
  const [halved, elsewhere] = [await newSku(), await newSku()];
  for (const skuId of [halved, elsewhere]) await received(skuId, [2, '600']);
  // Each is half of the one before, which nobody else has looked at.
  for (const unitCost of ['300', '150', '75']) await enter(admin, [{ skuId: halved, qty: 1, unitCost }]);
  expect(await enter(admin, [{ skuId: halved, qty: 11, unitCost: '40' }])).toBe('submitted');
  const there = await draft(admin, [{ skuId: elsewhere, qty: 400, unitCost: '1' }], {
    warehouse: 1,
  });
  expect(await submit(admin, there)).toBe('submitted');
  expect(await shown(there)).toMatchObject({ value: '240000.00', checkReason: 'aboveLimit' });
});

test('neither does a standard cost of one’s own, where others have said more', async () => {
  const skuId = await newSku('100');
  await enter(packer, [{ skuId, qty: 1, unitCost: '100' }]);
  const { version } = await must(admin.get<{ version: number }>('/catalog/sku/queryById', { id: skuId }));
  await must(admin.put('/catalog/sku/edit', { id: skuId, version, standardCost: '0.01' }));
  const low = await draft(admin, [{ skuId, qty: 100, unitCost: '0.01' }]);
  expect(await submit(admin, low)).toBe('submitted');
  expect(await shown(low)).toMatchObject({ value: '10000.00', checkReason: 'aboveLimit' });
  const cost = { skuId, standardCost: '0.001', effectiveFrom: '2026-01-01' };
  await must(admin.post('/catalog/skuCost/add', cost));
  const again = await draft(admin, [{ skuId, qty: 100, unitCost: '0.01' }]);
  expect(await submit(admin, again)).toBe('submitted');
  // To somebody else it is the standard cost.
  const other = await draft(packer, [{ skuId, qty: 100, unitCost: '0.01' }]);
  expect(await submit(packer, other)).toBe('posted');
});

test('what leaves counts absolutely, at the layers it would take, oldest first', async () => {
  const skuId = await newSku('1');
  await received(skuId, [2, '600'], [100, '1']);
  const two = await draft(admin, [{ skuId, qty: -2 }]);
  expect(await submit(admin, two)).toBe('submitted');
  expect(await shown(two)).toMatchObject({ value: '1200.00' });
  const three = await draft(admin, [
    { skuId, qty: -1 },
    { skuId, qty: -2, unitCost: '0' },
  ]);
  expect(await submit(admin, three)).toBe('submitted');
  expect(await shown(three)).toMatchObject({ value: '1201.00' });
  expect(await enter(admin, [{ skuId, qty: -1 }])).toBe('posted');
  expect(await onHand(skuId)).toBe(101);
});

test('plus and minus do not cancel each other out', async () => {
  const skuId = await newSku('300');
  await received(skuId, [2, '300']);
  expect(
    await enter(admin, [
      { skuId, qty: 2, unitCost: '300' },
      { skuId, qty: -2 },
    ]),
  ).toBe('submitted');
});

test('opening stock above the limit waits like any other', async () => {
  await morning();
  await signInAll();
  const [small, large] = [await newSku('100'), await newSku('100')];
  const opening = { kind: 'opening' };
  expect(await enter(admin, [{ skuId: small, qty: 10, unitCost: '100' }], opening)).toBe('posted');
  const id = await draft(admin, [{ skuId: large, qty: 10, unitCost: '101' }], opening);
  expect(await submit(admin, id)).toBe('submitted');
  await must(reviewer.post(`${PATH}/${id}/approve`));
  expect(await onHand(large)).toBe(10);
  const again = await draft(admin, [{ skuId: small, qty: 1, unitCost: '1' }], opening);
  const refused = await admin.post(`${PATH}/${again}/submit`);
  expect(refused.message).toMatch(/在该仓库已有库存流水，不能再录入期初$/);
});

test('documents split over a day count together, by person and SKU, over warehouses and sheets', async () => {
  await morning();
  await signInAll();
  const [skuId, other] = [await newSku('100'), await newSku('100')];
  const line = { skuId, qty: 6, unitCost: '100' };
  expect(await enter(admin, [line])).toBe('posted');
  const next = await draft(admin, [line], { warehouse: 1 });
  expect(await submit(admin, next)).toBe('submitted');
  expect(await shown(next)).toMatchObject({ checkReason: 'dayAboveLimit' });
  // What a second person has checked is nobody's alone: 400.00 are left for the day.
  await must(reviewer.post(`${PATH}/${next}/approve`));
  const sheet = await workbook(['SKU', '数量', '单位成本'], [['EYES-' + (count - 1), 5, 100]]);
  const head = { warehouseId: warehouses[0] as string, kind: 'adjust', reason: '盘点' };
  const query = new URLSearchParams(head).toString();
  const imported = await upload(scene, admin, `${PATH}/importLines?${query}`, sheet);
  expect(imported).toMatchObject({ code: 200 });
  expect(await submit(admin, imported.result.id as string)).toBe('submitted');
  expect(await enter(admin, [{ ...line, qty: 4 }])).toBe('posted');
  expect(await enter(admin, [{ ...line, qty: -1 }])).toBe('submitted');
  expect(await enter(admin, [{ ...line, skuId: other }])).toBe('posted');
  expect(await enter(second, [line])).toBe('posted');
});

test('the day ends at midnight of the tenant', async () => {
  await morning();
  await signInAll();
  const skuId = await newSku('100');
  const line = { skuId, qty: 6, unitCost: '100' };
  expect(await enter(admin, [line])).toBe('posted');
  await scene.pass(15 * HOUR);
  await signInAll();
  expect(await enter(admin, [line])).toBe('submitted');
  await scene.pass(2 * HOUR);
  await signInAll();
  expect(await enter(admin, [line])).toBe('posted');
});

test('documents submitted at the same moment count each other', async () => {
  const skuId = await newSku('100');
  const line = { skuId, qty: 6, unitCost: '100' };
  const ids: string[] = [];
  for (let index = 0; index < 6; index++) ids.push(await draft(admin, [line], { warehouse: index % 3 }));
  const states = await Promise.all(ids.map((id) => submit(admin, id)));
  expect(states.sort()).toEqual(['posted', ...Array<string>(5).fill('submitted')]);
  expect(await onHand(skuId)).toBe(6);
  const sku = await newSku('100');
  const batch = [await draft(admin, [{ ...line, skuId: sku }]), await draft(admin, [{ ...line, skuId: sku }])];
  await must(admin.post(`${PATH}/batch/submit`, { ids: batch }));
  const after = await Promise.all(batch.map((id) => shown(id)));
  expect(after.map(({ status }) => status).sort()).toEqual(['posted', 'submitted']);
});

test('nobody checks what they submitted, drafted or edited, whatever their role', async () => {
  const own = '提交人不能审核自己的单据，请由其他有审核权限的人审核';
  const line = { skuId: await newSku(), qty: 20, unitCost: '100' };
  const approve = (who: Client, id: string) => who.post(`${PATH}/${id}/approve`);
  const submitted = await draft(admin, [line]);
  await submit(admin, submitted);
  expect(await approve(admin, submitted)).toMatchObject({ status: 403, message: own });
  const drafted = await draft(admin, [line]);
  await submit(second, drafted);
  expect(await approve(admin, drafted)).toMatchObject({ status: 403, message: own });
  expect(await approve(second, drafted)).toMatchObject({ status: 403, message: own });
  const edited = await draft(packer, [line]);
  const { version } = (await shown(edited)) as unknown as { version: number };
  await must(
    second.put(`${PATH}/edit`, {
      id: edited,
      version,
      kind: 'adjust',
      warehouseId: warehouses[0],
      reason: '盘点差异',
      lines: [{ ...line, condition: 'good' }],
    }),
  );
  await submit(packer, edited);
  expect(await approve(second, edited)).toMatchObject({ status: 403, message: own });
  expect(await onHand(line.skuId)).toBe(0);
  const batch = await must(
    admin.post<{ ok: number; failed: number }>(`${PATH}/batch/approve`, {
      ids: [submitted, edited],
    }),
  );
  expect(batch).toMatchObject({ ok: 1, failed: 1 });
  expect(await onHand(line.skuId)).toBe(20);
  await must(approve(reviewer, drafted));
  expect(await scene.violations()).toEqual([]);
});

test('the value of a document is a cost: who may not see costs sees why it waits, not how much', async () => {
  const id = await draft(packer, [{ skuId: await newSku('600'), qty: 2 }]);
  await submit(packer, id);
  const { result } = await packer.get<Record<string, unknown>>(`${PATH}/queryById`, { id });
  expect(result).toMatchObject({ checkReason: 'aboveLimit' });
  expect(result).not.toHaveProperty('value');
});

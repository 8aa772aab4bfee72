import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let packer: Client;
let here: string;
let productId: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

async function stocked(qty: number, condition: string): Promise<string> {
  const skuCode = `STATE-${++made}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  const movement = {
    key: newId(),
    warehouseId: here,
    skuId: id,
    condition,
    type: 'opening',
    qty,
    unitCost: '5',
    refType: 'test',
    refId: newId(),
    refNo: 'STATE',
  };
  await look(scene, (tx) => postMovements(tx, { movements: [movement] }));
  return id;
}
const add = (kind: string, ...lines: object[]) =>
  packer.post<{ id: string }>('/inventory/stateChange/add', {
    kind,
    warehouseId: here,
    reason: '质检',
    lines,
  });
const post = (id: string) => packer.post<{ state: string }>(`/inventory/stateChange/${id}/post`);
const change = async (kind: string, ...lines: object[]) => post((await must(add(kind, ...lines))).id);
const levels = async (skuId: string): Promise<Record<string, [number, number]>> => {
  const rows = await look(
    scene,
    (tx) => tx.rows<{ condition: string; onHand: number; frozen: number }>`
      select condition, on_hand, frozen from stock_level
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid`,
  );
  return Object.fromEntries(rows.map((row) => [row.condition, [row.onHand, row.frozen]]));
};
const layers = (skuId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ qtyLeft: number; valueLeft: bigint }>`
      select qty_left, value_left from cost_layer
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid and qty_left > 0`,
  );

test('what was inspected becomes good or damaged: units move, layers and books stay', async () => {
  covers('ours: goods where they lie');
  const skuId = await stocked(10, 'quarantine');
  await must(
    change(
      'condition',
      { skuId, condition: 'quarantine', toCondition: 'good', qty: 7 },
      { skuId, condition: 'quarantine', toCondition: 'damaged', qty: 2 },
    ),
  );
  expect(await levels(skuId)).toEqual({ quarantine: [1, 0], good: [7, 0], damaged: [2, 0] });
  expect(await layers(skuId)).toEqual([{ qtyLeft: 10, valueLeft: 5000n }]);
  expect(await scene.violations()).toEqual([]);
});

test('more than lies there does not change, and nothing of the document is posted', async () => {
  const [enough, short] = [await stocked(5, 'quarantine'), await stocked(1, 'quarantine')];
  const answer = await change(
    'condition',
    { skuId: enough, condition: 'quarantine', toCondition: 'good', qty: 5 },
    { skuId: short, condition: 'quarantine', toCondition: 'good', qty: 2 },
  );
  expect(answer).toMatchObject({ status: 409 });
  expect(answer.message).toMatch(new RegExp(`^库存不足：STATE-${made} 在 .+ 需要 2，可用 1$`));
  expect(await levels(enough)).toEqual({ good: [0, 0], quarantine: [5, 0] });
  expect(await scene.violations()).toEqual([]);
});

test('a line that says what it is already, or not what it becomes, is named', async () => {
  const skuId = await stocked(2, 'good');
  expect(
    await add(
      'condition',
      { skuId, condition: 'good', toCondition: 'good', qty: 1 },
      { skuId, condition: 'good', qty: 1 },
    ),
  ).toMatchObject({
    status: 422,
    result: {
      errors: [
        { row: 1, field: 'toCondition', message: '改后的品质和原来一样' },
        { row: 2, field: 'toCondition', message: '请选择改为什么品质' },
      ],
    },
  });
});

test('frozen goods are promised to nobody until they are set free, and no more than were frozen', async () => {
  const skuId = await stocked(6, 'good');
  const line = (qty: number) => ({ skuId, condition: 'good', qty });
  await must(change('freeze', line(4)));
  expect(await levels(skuId)).toEqual({ good: [6, 4] });
  expect(await change('freeze', line(2), line(1))).toMatchObject({
    status: 409,
    message: `STATE-${made} 可用 2 件，不能冻结 3 件`,
  });
  const answer = await change('condition', { ...line(3), toCondition: 'damaged' });
  expect(answer.status).toBe(409);
  expect(await change('unfreeze', line(5))).toMatchObject({
    status: 409,
    message: `STATE-${made} 冻结 4 件，不能解冻 5 件`,
  });
  await must(change('unfreeze', line(4)));
  expect(await levels(skuId)).toEqual({ good: [6, 0] });
  expect(await scene.violations()).toEqual([]);
});

test('ten freeze the last four units at once: four of them may', async () => {
  const skuId = await stocked(4, 'good');
  const drafts = await Promise.all(
    Array.from({ length: 10 }, () => must(add('freeze', { skuId, condition: 'good', qty: 1 }))),
  );
  const answers = await Promise.all(drafts.map(({ id }) => post(id)));
  expect(answers.filter(({ success }) => success)).toHaveLength(4);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await levels(skuId)).toEqual({ good: [4, 4] });
  expect(await scene.violations()).toEqual([]);
});

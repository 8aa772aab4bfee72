import { afterAll, beforeAll, expect, test } from 'vitest';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { checkedBy, draftCost, layersOf, moveCost, newSku, received, takeOut } from '#tests/journeys/landed-scene.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { together } from './together.ts';

let scene: TestApp;
let admin: Client;
let holder: Client;
let here: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp();
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  holder = await scene.as('caiwu');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

const valueOf = async (skuId: string): Promise<bigint> =>
  (await layersOf(scene, skuId)).reduce((sum, { valueLeft }) => sum + valueLeft, 0n);

test('the same document posted by five at once is posted once', async () => {
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '5' }]);
  const id = await draftCost(holder, [receipt], { warehouseId: here, freight: '7' });
  const answers = await Promise.all(
    Array.from({ length: 5 }, (_, at) => moveCost(at % 2 ? admin : holder, id, 'post')),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.filter(({ status }) => status === 409)).toHaveLength(4);
  expect(await valueOf(sku.id)).toBe(5700n);
  expect(await scene.violations()).toEqual([]);
});

test('ten documents over the same goods at once, while these leave: no cent is lost or doubled', async () => {
  covers('ours: landed cost');
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 100, unitCost: '5' }]);
  const ids: string[] = [];
  for (let at = 0; at < 10; at++) ids.push(await draftCost(holder, [receipt], { warehouseId: here, freight: '33.33' }));
  const [posted, costs] = await Promise.all([
    Promise.all(ids.map((id) => moveCost(holder, id, 'post'))),
    Promise.all(Array.from({ length: 20 }, () => takeOut(scene, here, sku.id, 3))),
  ]);
  expect(posted.map(({ message }) => message).filter((message) => message !== '')).toEqual([]);
  const late = await Promise.all(
    ids.map(async (id) => {
      const row = await must(holder.get<{ variance: string }>('/purchasing/landedCost/queryById', { id }));
      return BigInt(row.variance.replace('.', ''));
    }),
  );
  const sum = (all: readonly bigint[]): bigint => all.reduce((one, other) => one + other, 0n);
  expect(sum(costs) + (await valueOf(sku.id)) + sum(late)).toBe(50_000n + 33_330n);
  expect(await scene.violations()).toEqual([]);
  // Taken back at once while more leaves: the books still follow the layers.
  const reviewer = await scene.as('fuhe');
  const [, back] = await Promise.all([
    Promise.all(Array.from({ length: 10 }, () => takeOut(scene, here, sku.id, 2))),
    Promise.all(ids.map((id) => moveCost(reviewer, id, 'reverse', { reason: '重算' }))),
  ]);
  expect(back.every(({ success }) => success)).toBe(true);
  expect(await scene.violations()).toEqual([]);
});

test('a cost that lands while the last of its goods leave is 成本差异, nothing stays in an empty layer', async () => {
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '5' }]);
  const id = await draftCost(holder, [receipt], { warehouseId: here, freight: '7' });
  const layers = () =>
    look(
      scene,
      (tx) => tx.rows<{ id: string; valueLeft: bigint }>`
        select id, value_left from cost_layer where tenant_id = ${tx.tenant} and sku_id = ${sku.id}::uuid`,
    );
  const held = (await layers()).map((layer) => layer.id);
  const [cost] = await together<unknown>(
    scene,
    'cost_layer',
    held,
    [() => takeOut(scene, here, sku.id, 10), () => must(moveCost(holder, id, 'post'))],
    true,
  );
  expect(cost).toBe(5000n);
  expect((await layers()).map(({ valueLeft }) => valueLeft)).toEqual([0n]);
  expect(await must(holder.get<{ variance: string }>('/purchasing/landedCost/queryById', { id }))).toMatchObject({
    variance: '7.00',
    stockValue: '0.00',
  });
  expect(await scene.violations()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { dayIn } from '#kit/model/time.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { announced, balance, checkedBy, draftCost, moveCost, received } from './landed-scene.ts';
import { allowNegative, openLayers, oversoldSku, post, type Move } from './negative-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/** Stock below zero: domain.md §2.3, CostLayer. */

let scene: TestApp;
let admin: Client;
let here: string;
let there: string;

beforeAll(async () => {
  scene = await startTestApp();
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  await must(allowNegative(admin, here, true));
});
afterAll(() => scene?.stop());

const move = (...moves: Move[]) => post(scene, here, ...moves);
const layers = (skuId: string, at = here) => openLayers(scene, at, skuId);
/** What is posted meanwhile to 成本差异, minor units. */
async function variance(work: () => Promise<unknown>): Promise<bigint> {
  const before = await balance(scene, 'variance:landed');
  await work();
  return (await balance(scene, 'variance:landed')) - before;
}
async function clean(): Promise<void> {
  expect(await scene.violations()).toEqual([]);
}

test('12 of 10@5.00 leave: two cost what the last did, and 10@6.00 make them good for 2.00 more', async () => {
  covers('ours: stock below zero');
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 10, unitCost: '5' });
  expect(await move({ skuId, qty: -12 })).toEqual([6000n]);
  expect(await layers(skuId)).toEqual([[-2, -1000n]]);
  await clean();
  expect(await variance(() => move({ skuId, qty: 10, unitCost: '6' }))).toBe(200n);
  expect(await layers(skuId)).toEqual([[8, 4800n]]);
  await clean();
});

test('goods that come cheaper give the difference back', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 1, unitCost: '9' }, { skuId, qty: 1, unitCost: '7.3333' });
  expect(await move({ skuId, qty: -5 })).toEqual([900n + 733n + 2200n]);
  expect(await variance(() => move({ skuId, qty: 4, unitCost: '4' }))).toBe(1200n - 2200n);
  expect(await layers(skuId)).toEqual([[1, 400n]]);
  await clean();
});

test('several receipts make good a part each, the oldest first, to the cent', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 1, unitCost: '1' });
  await move({ skuId, qty: -4 });
  await move({ skuId, qty: -2 });
  expect(await layers(skuId)).toEqual([
    [-3, -300n],
    [-2, -200n],
  ]);
  expect(await variance(() => move({ skuId, qty: 2, unitCost: '0.3350' }))).toBe(67n - 200n);
  expect(await layers(skuId)).toEqual([
    [-1, -100n],
    [-2, -200n],
  ]);
  // 0.005 × 2 is one cent: the first unit bears it by half-up, the second the rest.
  expect(await variance(() => move({ skuId, qty: 2, unitCost: '0.005' }))).toBe(1n - 200n);
  expect(await layers(skuId)).toEqual([[-1, -100n]]);
  expect(await variance(() => move({ skuId, qty: 3, unitCost: '2' }))).toBe(100n);
  expect(await layers(skuId)).toEqual([[2, 400n]]);
  await clean();
});

test('without any layer the standard cost counts, and without that nothing', async () => {
  const known = await oversoldSku(admin, { standardCost: '3.25' });
  const unknown = await oversoldSku(admin);
  // Announced goods open a level and no layer.
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId: here,
      lines: [known, unknown].map((skuId) => ({ skuId, qty: 4, unitCost: '3' })),
    }),
  );
  await announced(admin, id);
  expect(await move({ skuId: known, qty: -2 })).toEqual([650n]);
  expect(await move({ skuId: unknown, qty: -2 })).toEqual([0n]);
  await clean();
  const trueUp = await variance(async () => {
    for (const step of ['arrive', 'receive'])
      await must(admin.post(`/inventory/inboundReceipt/${id}/${step}`, {}, { 'idempotency-key': newId() }));
  });
  expect(trueUp).toBe(600n - 650n + 600n);
  expect([await layers(known), await layers(unknown)]).toEqual([[[2, 600n]], [[2, 600n]]]);
  await clean();
});

test('no more goes than the oversell limit has room for, and nothing elsewhere', async () => {
  const skuId = await oversoldSku(admin, { oversellLimit: 3 });
  await move({ skuId, qty: 1, unitCost: '1' });
  await expect(move({ skuId, qty: -5 })).rejects.toMatchObject({ code: 'inventory.short' });
  expect(await move({ skuId, qty: -4 })).toEqual([400n]);
  await post(scene, there, { skuId, qty: 1, unitCost: '1' });
  await expect(post(scene, there, { skuId, qty: -2 })).rejects.toMatchObject({
    code: 'inventory.short',
  });
  await clean();
});

test('what comes and leaves in one document comes first; other conditions share the layers', async () => {
  const skuId = await oversoldSku(admin);
  expect(await move({ skuId, qty: -3 }, { skuId, qty: 5, unitCost: '2' })).toEqual([600n, 1000n]);
  expect(await layers(skuId)).toEqual([[2, 400n]]);
  // Two damaged ones lie there: what leaves as good takes their layer before it is owed.
  await move({ skuId, qty: 2, unitCost: '8', condition: 'damaged' });
  expect(await move({ skuId, qty: -5 })).toEqual([400n + 1600n + 800n]);
  expect(await layers(skuId)).toEqual([[-1, -800n]]);
  await clean();
  expect(await variance(() => move({ skuId, qty: 1, unitCost: '1', condition: 'quarantine' }))).toBe(100n - 800n);
  expect(await layers(skuId)).toEqual([]);
  await clean();
});

test('the same receipt posted again trues nothing up again', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 1, unitCost: '5' });
  await move({ skuId, qty: -3 });
  const key = newId();
  const receipt = { skuId, qty: 2, unitCost: '6', key };
  expect(await variance(() => move(receipt))).toBe(200n);
  expect(await variance(() => move(receipt))).toBe(0n);
  expect(await layers(skuId)).toEqual([]);
  await clean();
});

test('a return at what was shipped and a reversal of it make good at the same cost', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 2, unitCost: '5' });
  expect(await move({ skuId, qty: -3 })).toEqual([1500n]);
  expect(await variance(() => move({ skuId, qty: 3, unitCost: '5', type: 'reversal' }))).toBe(0n);
  expect(await layers(skuId)).toEqual([[2, 1000n]]);
  await clean();
});

test('a transfer takes the assumed cost along; what the goods really cost stays where they left', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 1, unitCost: '5' });
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: here,
      toWarehouseId: there,
      lines: [{ skuId, qty: 3 }],
    }),
  );
  const step = (name: string) =>
    must(admin.post(`/inventory/stockTransfer/${id}/${name}`, {}, { 'idempotency-key': newId() }));
  await step('confirm');
  await step('send');
  expect(await layers(skuId)).toEqual([[-2, -1000n]]);
  await clean();
  await step('receive');
  expect(await layers(skuId, there)).toEqual([
    [1, 500n],
    [2, 1000n],
  ]);
  expect(await variance(() => move({ skuId, qty: 2, unitCost: '8' }))).toBe(600n);
  expect(await layers(skuId)).toEqual([]);
  await clean();
});

test('goods on their way make good what they left behind, in the order in which they became ours', async () => {
  const skuId = await oversoldSku(admin);
  await post(scene, there, { skuId, qty: 1, unitCost: '2' });
  await post(scene, there, { skuId, qty: 4, unitCost: '3' });
  await move({ skuId, qty: 1, unitCost: '1' });
  await move({ skuId, qty: -4 });
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: there,
      toWarehouseId: here,
      lines: [{ skuId, qty: 5 }],
    }),
  );
  const trueUp = await variance(async () => {
    for (const name of ['confirm', 'send', 'receive'])
      await must(admin.post(`/inventory/stockTransfer/${id}/${name}`, {}, { 'idempotency-key': newId() }));
  });
  // Three were costed at 1.00; 2.00, 3.00 and 3.00 came.
  expect(trueUp).toBe(800n - 300n);
  expect(await layers(skuId)).toEqual([[2, 600n]]);
  await clean();
});

test('a count finds what was never booked in: the gain makes good at the last cost', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 1, unitCost: '5' });
  await move({ skuId, qty: -4 });
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/stockCount/add', {
      warehouseId: here,
      extent: 'listed',
      lines: [{ skuId, condition: 'good' }],
    }),
  );
  const step = (name: string, body: object = {}) => must(admin.post(`/inventory/stockCount/${id}/${name}`, body));
  await step('start');
  await step('count', { skuId, condition: 'good', qty: 2, version: 1 });
  await step('finish');
  expect(await variance(() => step('post'))).toBe(0n);
  expect(await layers(skuId)).toEqual([[2, 1000n]]);
  await clean();
});

test('freight onto a receipt that was partly sold before it came: their share is 成本差异', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 1, unitCost: '5' });
  await move({ skuId, qty: -4 });
  const receipt = await received(admin, here, [{ skuId, qty: 10, unitCost: '6' }]);
  expect(await layers(skuId)).toEqual([[7, 4200n]]);
  const id = await draftCost(admin, [receipt], { warehouseId: here, freight: '20' });
  expect(await variance(() => must(moveCost(admin, id, 'post')))).toBe(600n);
  expect(await layers(skuId)).toEqual([[7, 5600n]]);
  // The last layer costs 8.00 a unit now: so do goods that find none.
  expect(await move({ skuId, qty: -9 })).toEqual([5600n + 1600n]);
  await clean();
  const reviewer = await scene.as('fuhe');
  expect(await variance(() => must(moveCost(reviewer, id, 'reverse', { reason: '重算' })))).toBe(-2000n);
  await clean();
});

test('历史库存 and 库龄 of a SKU below zero', async () => {
  const skuId = await oversoldSku(admin);
  await move({ skuId, qty: 2, unitCost: '5' });
  await move({ skuId, qty: -5 });
  const day = dayIn(scene.now(), 'Asia/Shanghai');
  const query = { skuId, warehouseId: here, day };
  type Row = Record<string, unknown>;
  const row = () => firstOf<{ id: string } & Row>(admin, '/inventory/stockOfDay/list', query);
  expect(await row()).toMatchObject({
    qty: -3,
    value: '-15.00',
    inValue: '10.00',
    outValue: '25.00',
  });
  const ages = () => admin.get<{ total: number }>('/inventory/stockAge/list', { skuId });
  expect((await ages()).result.total).toBe(0);
  await move({ skuId, qty: 4, unitCost: '6' });
  expect(await row()).toMatchObject({ qty: 1, value: '6.00', inValue: '34.00', outValue: '28.00' });
  const totals = await must(
    admin.get<Record<string, { units: number; value: string }>>('/inventory/stockOfDay/totals', query),
  );
  expect(totals).toMatchObject({
    came: { units: 6, value: '34.00' },
    went: { units: 5, value: '28.00' },
    closing: { units: 1, value: '6.00' },
  });
  expect((await ages()).result.total).toBe(1);
});

test('what is below zero must be made good before it is forbidden, and the page says how much there is', async () => {
  const skuIds = [await oversoldSku(admin), await oversoldSku(admin)];
  const below = () =>
    look(
      scene,
      (tx) => tx.rows<{ skuId: string; qty: number }>`
        select sku_id, -on_hand as qty from stock_level where tenant_id = ${tx.tenant}
          and warehouse_id = ${here}::uuid and on_hand < 0`,
    );
  for (const skuId of skuIds) {
    await move({ skuId, qty: 1, unitCost: '5' });
    await move({ skuId, qty: -3 });
  }
  const open = await below();
  const message = `该仓库还有 ${open.length} 个 SKU 的库存是负数，补齐（入库或盘点）后才能关闭“允许负库存”`;
  expect(await allowNegative(admin, here, false)).toMatchObject({
    status: 422,
    message,
    result: { errors: [{ field: 'allowNegative', message }] },
  });
  for (const { skuId, qty } of open) await move({ skuId, qty, unitCost: '5' });
  expect(await below()).toEqual([]);
  await must(allowNegative(admin, here, false));
  const [skuId] = skuIds as [string];
  await expect(move({ skuId, qty: -1 })).rejects.toMatchObject({ code: 'inventory.short' });
  await must(allowNegative(admin, here, true));
  expect(await move({ skuId, qty: -1 })).toEqual([500n]);
  await clean();
});

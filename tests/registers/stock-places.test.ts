import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { enqueueSharing } from '#modules/inventory/server/share-safety.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

const DAY = 86_400_000;

let scene: TestApp;
let admin: Client;
let here: string;
let there: string;
let productId: string;
let categoryId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2027-01-10T02:00:00Z') });
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  const added = (path: string, body: object) => must(admin.post<{ id: string }>(path, body));
  ({ id: categoryId } = await added('/catalog/productCategory/add', { code: 'PLC', name: '床' }));
  ({ id: productId } = await added('/catalog/product/add', {
    spuCode: 'PLACES',
    name: '实木床',
    categoryId,
  }));
});
afterAll(() => scene?.stop());

async function newSku(skuCode: string, more: object = {}): Promise<string> {
  const body = { skuCode, name: skuCode, productId, ...more };
  return (await must(admin.post<{ id: string }>('/catalog/sku/add', body))).id;
}

const move = (skuId: string, qty: number, more: object = {}) =>
  look(scene, (tx) =>
    postMovements(tx, {
      movements: [
        {
          key: newId(),
          warehouseId: here,
          skuId,
          condition: 'good',
          qty,
          unitCost: '5',
          type: qty > 0 ? 'opening' : 'sale_out',
          refType: 'test',
          refId: newId(),
          refNo: 'PLACE',
          ...more,
        },
      ],
    }),
  );

interface PlaceRow {
  id: string;
  skuId: string;
  warehouseId: string;
  state: string;
  onHand: number;
  available: number;
  damaged: number;
  quarantine: number;
  safetyStock: number;
  age: number | null;
  value?: string;
  tagIds_dictText: string | null;
}
const list = '/inventory/stockPlace/list';
const placesOf = async (query: Record<string, string>, who = admin): Promise<PlaceRow[]> =>
  (await must(who.get<{ records: PlaceRow[] }>(list, { pageSize: '200', ...query }))).records;
const placeOf = async (skuId: string, warehouseId = here): Promise<PlaceRow | undefined> =>
  (await placesOf({ skuId, warehouseId }))[0];
const states = async (query: Record<string, string> = {}, who = admin) =>
  (
    await must(
      who.get<{ counts: Record<string, number> }>('/inventory/stockPlace/states', {
        categoryId,
        ...query,
      }),
    )
  ).counts;

test('all conditions of a SKU in a warehouse are one row, also where nothing of it is good', async () => {
  covers('ours: stock by place');
  const skuId = await newSku('PLC-1');
  await move(skuId, 4, { condition: 'damaged' });
  expect(await placesOf({ skuId })).toEqual([
    expect.objectContaining({ onHand: 0, damaged: 4, quarantine: 0, state: 'out', age: 0 }),
  ]);
  await move(skuId, 10);
  await move(skuId, 2, { condition: 'quarantine' });
  await scene.pass(3 * DAY);
  admin = await scene.as('admin');
  const [row] = await placesOf({ skuId });
  expect(row).toMatchObject({ onHand: 10, available: 10, damaged: 4, quarantine: 2, state: 'in' });
  // Layers are shared by all conditions: 16 units at 5.
  expect(row).toMatchObject({ age: 3, value: '80.00' });
});

test('a place is 缺货, 低于安全 or 负数 by what is available, and chips count what each finds', async () => {
  covers('ours: stock by place');
  const before = await states();
  const [out, low, well] = [
    await newSku('PLC-OUT', { safetyStock: 5 }),
    await newSku('PLC-LOW', { safetyStock: 5 }),
    await newSku('PLC-WELL', { safetyStock: 5 }),
  ];
  const below = await newSku('PLC-BELOW', { allowOversell: true, oversellLimit: 9 });
  await move(out, 3);
  await move(out, -3);
  await move(low, 4);
  await move(well, 5);
  await move(below, 1);
  await look(
    scene,
    (tx) => tx.run`update stock_level set frozen = 3
      where tenant_id = ${tx.tenant} and sku_id = ${below}::uuid`,
  );
  expect((await placeOf(out))?.state).toBe('out');
  expect(await placeOf(low)).toMatchObject({ state: 'low', safetyStock: 5 });
  expect((await placeOf(well))?.state).toBe('in');
  expect((await placeOf(below))?.state).toBe('negative');
  const after = await states();
  for (const state of ['out', 'low', 'negative']) {
    expect(after[state], state).toBe((before[state] ?? 0) + 1);
    const found = await placesOf({ categoryId, state });
    expect(found, state).toHaveLength(after[state] as number);
  }
  // The chip of a state counts whatever state is asked for; other filters hold.
  expect(await states({ state: 'in' })).toEqual(after);
  expect(await states({ warehouseId: there })).toEqual({ out: 0, low: 0, negative: 0 });
  await look(
    scene,
    (tx) => tx.run`update stock_level set frozen = 0
      where tenant_id = ${tx.tenant} and sku_id = ${below}::uuid`,
  );
});

test('safety stock is kept where goods are sold: at once when it is set, and again with the day', async () => {
  covers('ours: stock by place');
  const skuId = await newSku('PLC-SHARE');
  await move(skuId, 100);
  await move(skuId, 300, { warehouseId: there });
  await must(
    admin.post('/catalog/sku/bulkEdit', {
      ids: [skuId],
      field: 'safetyStock',
      operation: 'set',
      value: '40',
    }),
  );
  // Nobody bought any of it: whole where most lies.
  const shares = async () => [(await placeOf(skuId))?.safetyStock, (await placeOf(skuId, there))?.safetyStock];
  expect(await shares()).toEqual([0, 40]);
  await move(skuId, -30);
  await move(skuId, -10, { warehouseId: there });
  await scene.pass(DAY);
  await enqueueSharing(scene.app.db, scene.now());
  await enqueueSharing(scene.app.db, scene.now());
  await scene.settled();
  admin = await scene.as('admin');
  expect(await shares()).toEqual([30, 10]);
  const advice = await must(
    admin.get<{ records: { warehouseId: string; safetyStock: number }[] }>('/purchasing/restockAdvice/list', {
      skuId,
      pageSize: '50',
    }),
  );
  expect(Object.fromEntries(advice.records.map((row) => [row.warehouseId, row.safetyStock]))).toEqual({
    [here]: 30,
    [there]: 10,
  });
});

test('stock is found by category and tags of its product; a deleted SKU is missing nowhere', async () => {
  covers('ours: stock by place');
  const tag = async (name: string) =>
    (await must(admin.post<{ id: string }>('/base/tag/add', { name, scope: 'product' }))).id;
  const [garden, bed] = [await tag('花园'), await tag('卧室')];
  await must(admin.post('/catalog/product/tag', { ids: [productId], add: [bed], remove: [] }));
  const tagged = await placesOf({ tagIds: `${bed},${garden}` });
  expect(tagged.length).toBeGreaterThan(0);
  expect(new Set(tagged.map((row) => row.tagIds_dictText))).toEqual(new Set(['卧室']));
  expect(tagged.length).toBe((await placesOf({ categoryId })).length);
  expect(await placesOf({ tagIds: garden })).toEqual([]);
  expect(await placesOf({ tagIds: `${bed}++${garden}` })).toEqual([]);
  // Merged tags count the product once: the list of stock holds none of its own.
  const uses = await must(admin.post<{ rows: number }>('/base/tag/merge', { ids: [bed], into: garden, dryRun: true }));
  expect(uses.rows).toBe(1);

  const gone = await newSku('PLC-GONE');
  await move(gone, 1);
  await move(gone, -1);
  const { out } = await states();
  await must(admin.delete('/catalog/sku/delete', { id: gone }));
  expect(await placeOf(gone)).toBeUndefined();
  expect((await states())['out']).toBe((out ?? 0) - 1);
});

test('nobody sees, counts or values what is not theirs', async () => {
  covers('ours: stock by place');
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'place',
    realname: 'place',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    warehouses: [there],
  });
  const clerk = await scene.as('place');
  const rows = await placesOf({ categoryId }, clerk);
  expect(rows.length).toBeGreaterThan(0);
  expect(new Set(rows.map(({ warehouseId }) => warehouseId))).toEqual(new Set([there]));
  expect(rows.every((row) => !('value' in row))).toBe(true);
  const all = await states();
  const own = await states({}, clerk);
  expect(all['out']).toBeGreaterThan(own['out'] as number);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { sellableOf } from '#modules/inventory/server/index.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  addStock,
  CHAIRS,
  expectClean,
  firstOf,
  labelledShipments,
  must,
  NEW_JERSEY,
  oneUnit,
  receiveAtOnce,
  STOOL,
  times,
} from './goods.ts';

/* A bundle owns no stock: it is promised, shipped and shown as its components (domain.md §2.2, §4, §12). */

let scene: TestApp;
let admin: Client;
let set: string;
let items: Record<string, string>;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await openShop(scene, admin);
  const { productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', {
    skuCode: STOOL,
  });
  set = await add('/catalog/sku', {
    skuCode: 'SET-1',
    name: '一椅两凳',
    productId,
    type: 'bundle',
  });
  items = {};
  for (const [part, qty] of [
    [STOOL, 2],
    [CHAIRS, 1],
  ] as const)
    items[part] = await add('/catalog/bundleItem', {
      bundleSkuId: set,
      componentSkuId: scene.seller.skus[part],
      qty,
    });
});
afterAll(() => scene.stop());

async function add(path: string, body: object): Promise<string> {
  return (await must(admin.post<{ id: string }>(`${path}/add`, body))).id;
}

interface Level {
  onHand: number;
  reserved: number;
  available: number;
}

const level = (part: string): Promise<Level> =>
  look(
    scene,
    (tx) => tx.one<Level>`
      select on_hand, reserved, available from stock_level
      where tenant_id = ${tx.tenant} and condition = 'good'
        and sku_id = ${scene.seller.skus[part] as string}::uuid
        and warehouse_id = ${scene.seller.warehouses[NEW_JERSEY] as string}::uuid`,
  );

const sets = async (): Promise<number> => {
  const there = await look(scene, (tx) => sellableOf(tx, [set]));
  return there.find((one) => one.warehouseId === scene.seller.warehouses[NEW_JERSEY])?.available as number;
};

let orders = 0;
/** An order of bundles, and of stools beside them. */
const ordered = (units: number, stools = 0) => {
  const order = oneUnit(scene, STOOL, 5000 + (orders += 1));
  const [line] = order.lines as [(typeof order.lines)[number]];
  const bundle = { ...line, channelSku: 'SET-1', name: '一椅两凳', skuId: set, qty: units };
  const stool = { ...line, lineNo: 2, qty: stools };
  return { ...order, lines: stools > 0 ? [bundle, stool] : [bundle] };
};

const holdsOf = (id: string): Promise<{ holds: string[]; status: string }> =>
  look(
    scene,
    (tx) => tx.one<{ holds: string[]; status: string }>`
      select holds, status from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid`,
  );

test('no bundle of itself, of a bundle, twice of one, or of what is none', async () => {
  covers('ours: bundles');
  const tries = async (body: object): Promise<string> =>
    (await admin.post('/catalog/bundleItem/add', { qty: 1, ...body })).message;
  const stool = scene.seller.skus[STOOL];
  expect(await tries({ bundleSkuId: set, componentSkuId: set })).toBe('组合不能包含自己');
  expect(await tries({ bundleSkuId: set, componentSkuId: stool })).toBe('该组合已有这个组件');
  expect(await tries({ bundleSkuId: stool, componentSkuId: scene.seller.skus[CHAIRS] })).toContain('不是组合');
  const { productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', {
    skuCode: STOOL,
  });
  const other = await add('/catalog/sku', {
    skuCode: 'SET-2',
    name: '空组合',
    productId,
    type: 'bundle',
  });
  expect(await tries({ bundleSkuId: other, componentSkuId: set })).toBe('SET-1 是组合，组合里不能再放组合');
  const typed = await admin.put('/catalog/sku/edit', { id: stool, type: 'bundle' });
  expect(typed.message).toBe('它是组合 SET-1 的组件，不能改为组合');
  const carton = await admin.post('/catalog/skuCarton/add', {
    skuId: set,
    cartonNo: 1,
    label: '箱',
    lengthMm: 1,
    widthMm: 1,
    heightMm: 1,
    grossWeightG: 1,
  });
  expect(carton.message).toBe('组合的箱规来自组件，不用另填');
});

test('two lines on one component never pass what only their sum fails', async () => {
  const stools = (await level(STOOL)).available;
  const most = await sets();
  expect(most).toBe(Math.min(Math.floor(stools / 2), (await level(CHAIRS)).available));
  const tooMuch = stools - 2 * most + 1;
  const [short] = await receiveAtOnce(scene, [ordered(most, tooMuch)]);
  expect((await holdsOf(short?.orderId as string)).holds).toEqual(['outOfStock']);
  expect((await level(STOOL)).reserved).toBe(0);
  const detail = await look(
    scene,
    (tx) => tx.one<{ detail: string }>`
      select detail from order_hold where tenant_id = ${tx.tenant}
        and order_id = ${short?.orderId as string}::uuid and closed_at is null`,
  );
  expect(detail.detail).toContain('SET-1');
  await must(admin.post(`/orders/salesOrder/${short?.orderId}/cancel`, { reason: '测试' }));
  const [whole] = await receiveAtOnce(scene, [ordered(1, 1)]);
  expect((await holdsOf(whole?.orderId as string)).holds).toEqual([]);
  expect(await level(STOOL)).toMatchObject({ reserved: 3 });
  expect(await level(CHAIRS)).toMatchObject({ reserved: 1 });
  expect(await sets()).toBe(Math.min(Math.floor((stools - 3) / 2), (await level(CHAIRS)).available));
  const changed = await admin.put('/catalog/bundleItem/edit', { id: items[STOOL], qty: 3 });
  expect(changed.message).toContain('SET-1 有订单预占');
  await must(admin.post(`/orders/salesOrder/${whole?.orderId}/cancel`, { reason: '测试' }));
  expect(await level(STOOL)).toMatchObject({ reserved: 0, available: stools });
  await expectClean(scene);
});

test('many who want the last bundle at once: one gets it, whole', async () => {
  const stools = (await level(STOOL)).available;
  await addStock(scene, admin, STOOL, 3 - stools);
  expect(await sets()).toBe(1);
  const shown = await firstOf(admin, '/inventory/bundleStock/list', {
    skuId: set,
    warehouseId: scene.seller.warehouses[NEW_JERSEY] as string,
  });
  expect(shown).toMatchObject({ available: 1, scarceSkuId: scene.seller.skus[STOOL] });
  const received = await receiveAtOnce(
    scene,
    times(20, () => ordered(1)),
  );
  const states = await Promise.all(received.map(({ orderId }) => holdsOf(orderId as string)));
  expect(states.filter(({ holds }) => holds.length === 0)).toHaveLength(1);
  expect(await level(STOOL)).toMatchObject({ reserved: 2, available: 1 });
  expect(await level(CHAIRS)).toMatchObject({ reserved: 1 });
  // More of the component that was short: the next in line is served by itself.
  await addStock(scene, admin, STOOL, 1);
  await scene.settled();
  expect((await level(STOOL)).reserved).toBe(4);
  for (const { orderId } of received)
    await must(admin.post(`/orders/salesOrder/${orderId}/cancel`, { reason: '测试' }));
  await expectClean(scene);
});

test('a bundle ships in the cartons of its components and takes them off the shelf', async () => {
  await addStock(scene, admin, STOOL, 20);
  const listing = await firstOf<{ id: string }>(admin, '/channels/channelProduct/list', {
    channelSku: CHAIRS,
  });
  // The set costs more than the price of the chairs bears: what it is sold for is another question.
  await must(admin.put('/channels/channelProduct/edit', { id: listing.id, skuId: set, basePrice: null }));
  const before = { stool: await level(STOOL), chairs: await level(CHAIRS) };
  const [shipment] = await labelledShipments(scene, admin, admin, 1, CHAIRS);
  const boxes = await look(
    scene,
    (tx) => tx.rows<{ content: string }>`
      select content from box where tenant_id = ${tx.tenant}
        and shipment_id = ${shipment?.id as string}::uuid and status <> 'void' order by box_no`,
  );
  const cartons = await look(
    scene,
    (tx) => tx.one<{ n: number }>`
      select (2 * count(*) filter (where sku_id = ${scene.seller.skus[STOOL] as string}::uuid)
        + count(*) filter (where sku_id = ${scene.seller.skus[CHAIRS] as string}::uuid))::integer as n
      from sku_carton where tenant_id = ${tx.tenant} and deleted_at is null`,
  );
  expect(boxes).toHaveLength(cartons.n);
  expect(boxes.filter(({ content }) => content.includes(STOOL)).length).toBeGreaterThan(1);
  await must(admin.post(`/fulfilment/shipment/${shipment?.id}/ship`, {}, { 'idempotency-key': 'set-1' }));
  expect((await level(STOOL)).onHand).toBe(before.stool.onHand - 2);
  expect((await level(CHAIRS)).onHand).toBe(before.chairs.onHand - 1);
  expect((await level(STOOL)).reserved).toBe(0);
  const { cogs } = await look(
    scene,
    (tx) => tx.one<{ cogs: bigint }>`
      select cogs from order_line where tenant_id = ${tx.tenant}
        and order_id = ${shipment?.orderId as string}::uuid`,
  );
  const moved = await look(
    scene,
    (tx) => tx.one<{ value: bigint }>`
      select -sum(cost_value)::bigint as value from stock_movement
      where tenant_id = ${tx.tenant} and ref_id = ${shipment?.id as string}::uuid`,
  );
  expect(cogs).toBe(moved.value);
  await expectClean(scene);
});

test.each([
  ['stockAdjustment', { kind: 'adjust', reason: '组合' }],
  ['stockCount', { extent: 'listed' }],
  ['inboundReceipt', {}],
  ['stateChange', { kind: 'freeze', reason: '组合' }],
  ['stockTransfer', {}],
])('%s names what is stocked, and of a bundle its components', async (document, head) => {
  const [warehouseId, otherId] = Object.values(scene.seller.warehouses);
  const stool = { skuId: scene.seller.skus[STOOL], condition: 'good', qty: 1 };
  const refused = await admin.post<{ errors: object[] }>(`/inventory/${document}/add`, {
    ...head,
    warehouseId,
    fromWarehouseId: warehouseId,
    toWarehouseId: otherId,
    lines: [stool, { ...stool, skuId: set }],
  });
  expect(refused.code).toBe(422);
  expect(refused.result.errors).toEqual([
    expect.objectContaining({
      field: 'skuId',
      row: 2,
      message: 'SET-1 是组合，库存记在它的组件上',
    }),
  ]);
});

test('what became a bundle meanwhile takes nothing in, and what has stock becomes none', async () => {
  const { productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', {
    skuCode: STOOL,
  });
  const late = await add('/catalog/sku', {
    skuCode: 'LATE',
    name: '后来的组合',
    productId,
    standardCost: '1',
  });
  const warehouseId = scene.seller.warehouses[NEW_JERSEY];
  const receipt = await add('/inventory/inboundReceipt', {
    warehouseId,
    lines: [{ skuId: late, qty: 5, unitCost: '1' }],
  });
  await must(admin.put('/catalog/sku/edit', { id: late, type: 'bundle' }));
  const announced = await admin.post(`/inventory/inboundReceipt/${receipt}/announce`, {});
  expect(announced.message).toBe('LATE 是组合，库存记在它的组件上');
  await must(admin.put('/catalog/sku/edit', { id: late, type: 'simple' }));
  await must(admin.post(`/inventory/inboundReceipt/${receipt}/announce`, {}));
  const typed = await admin.put('/catalog/sku/edit', { id: late, type: 'bundle' });
  expect(typed.message).toBe('LATE 仍有库存或预占，不能改为组合');
});

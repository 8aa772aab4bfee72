import { afterAll, beforeAll, expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { newId } from '#kit/server/new-id.ts';
import { postMovements, release, reserve, shipReserved, type Demand } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';

/** Edges of stock that single steps do not reach: frozen units, and several lines in one posting. */

let scene: TestApp;
let admin: Client;
let here: string;
let there: string;
let productId: string;
let count = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

interface Units {
  qty: number;
  at?: string;
  unitCost?: string;
}

/** Posts units in one document. @returns their costs in minor units */
async function post(skuId: string, ...units: Units[]): Promise<(bigint | undefined)[]> {
  const movements = units.map(({ qty, at, unitCost }) => ({
    key: newId(),
    warehouseId: at ?? here,
    skuId,
    condition: 'good',
    type: qty > 0 ? 'adjust_in' : 'adjust_out',
    qty,
    unitCost: unitCost ?? null,
    refType: 'test',
    refId: newId(),
    refNo: 'EDGE',
  }));
  const costs = await look(scene, (tx) => postMovements(tx, { movements }));
  return movements.map(({ key }) => costs.get(key));
}

/** A new SKU with so many units here. */
async function stocked(qty: number): Promise<string> {
  const skuCode = `EDGE-${++count}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  await post(id, { qty, unitCost: '1' });
  return id;
}

const demand = (skuId: string, qty: number, more: Partial<Demand> = {}): Demand => ({
  orderId: newId(),
  orderNo: 'EDGE',
  orderLineId: newId(),
  warehouseId: here,
  skuId,
  qty,
  ...more,
});

const hold = (...demands: Demand[]) => look(scene, (tx) => reserve(tx, demands));

const ship = (...items: { of: Demand; qty: number }[]) =>
  look(scene, (tx) =>
    shipReserved(
      tx,
      items.map(({ of, qty }) => ({
        key: `ship:${newId()}`,
        orderLineId: of.orderLineId,
        warehouseId: of.warehouseId,
        skuId: of.skuId,
        qty,
        refType: 'test',
        refId: newId(),
        refNo: 'EDGE',
      })),
    ),
  );

const levelOf = (skuId: string) =>
  look(
    scene,
    (tx) => tx.one`
      select on_hand as "onHand", reserved from stock_level where tenant_id = ${tx.tenant}
        and sku_id = ${skuId}::uuid and warehouse_id = ${here}::uuid and condition = 'good'`,
  );

/** Units of a line by what became of them. */
const reservedOf = async (line: Demand): Promise<Record<string, number>> => {
  const rows = await look(
    scene,
    (tx) => tx.rows<{ status: string; qty: number }>`
      select status, sum(qty)::integer as qty from reservation where tenant_id = ${tx.tenant}
        and order_line_id = ${line.orderLineId}::uuid group by status`,
  );
  return Object.fromEntries(rows.map(({ status, qty }) => [status, qty]));
};

test('frozen units neither leave nor are promised', async () => {
  const skuId = await stocked(10);
  await look(
    scene,
    (tx) => tx.run`update stock_level set frozen = 4
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid`,
  );
  await expect(post(skuId, { qty: -7 })).rejects.toThrow(Refusal);
  expect(await hold(demand(skuId, 7))).toMatchObject([{ wanted: 7, available: 6 }]);
  expect(await hold(demand(skuId, 2))).toEqual([]);
  await expect(post(skuId, { qty: -5 })).rejects.toThrow(Refusal);
  await post(skuId, { qty: -4 });
  expect(await levelOf(skuId)).toEqual({ onHand: 6, reserved: 2 });
});

test('units that leave two warehouses at once cost what each paid', async () => {
  const skuId = await stocked(3);
  await post(skuId, { qty: 3, at: there, unitCost: '50' });
  expect(await post(skuId, { qty: -2, at: there }, { qty: -2 })).toEqual([10_000n, 200n]);
  expect(await post(skuId, { qty: -1 }, { qty: -1, at: there })).toEqual([100n, 5000n]);
});

test('two parcels of one line, sent together, take their units once each', async () => {
  const skuId = await stocked(9);
  const whole = demand(skuId, 5);
  const part = demand(skuId, 4);
  expect(await hold(whole, part)).toEqual([]);
  await ship({ of: whole, qty: 2 }, { of: whole, qty: 3 });
  expect(await reservedOf(whole)).toEqual({ consumed: 5 });
  expect(await levelOf(skuId)).toEqual({ onHand: 4, reserved: 4 });
  await ship({ of: part, qty: 1 }, { of: part, qty: 2 });
  expect(await reservedOf(part)).toEqual({ consumed: 3, open: 1 });
  expect(await levelOf(skuId)).toEqual({ onHand: 1, reserved: 1 });
  // These lines belong to no order: only the truths of stock are asked.
  expect((await scene.violations()).filter(({ id }) => /^I-0[1-9]$/.test(id))).toEqual([]);
});

test('units given back twice in one breath are given back once', async () => {
  const skuId = await stocked(6);
  const line = demand(skuId, 5);
  expect(await hold(line)).toEqual([]);
  const { orderLineId } = line;
  const given = await look(scene, (tx) => release(tx, [{ orderLineId, qty: 4 }, { orderLineId }]));
  expect(given.get(orderLineId)).toBe(5);
  expect(await levelOf(skuId)).toEqual({ onHand: 6, reserved: 0 });
  expect(await reservedOf(line)).toEqual({ released: 5 });
});

test('what a sandbox order pretends to send takes nothing from a real one beside it', async () => {
  const skuId = await stocked(5);
  const real = demand(skuId, 3);
  const tried = demand(skuId, 2, { environment: 'sandbox' });
  expect(await hold(real)).toEqual([]);
  expect(await hold(tried)).toEqual([]);
  expect(await levelOf(skuId)).toEqual({ onHand: 5, reserved: 3 });
  await ship({ of: tried, qty: 2 }, { of: real, qty: 1 });
  expect(await levelOf(skuId)).toEqual({ onHand: 4, reserved: 2 });
});

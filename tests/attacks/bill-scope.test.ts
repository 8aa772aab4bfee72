import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { createUser } from '#modules/system/server/index.ts';
import type { Page } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { addBill, comeIn, moveBill, newSupplier, orderedGoods } from '#tests/journeys/bill-scene.ts';
import { newSku } from '#tests/journeys/landed-scene.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { covers } from '#tests/spec/covers.ts';

/** A bill is for whoever keeps all the warehouses that its goods went to. */

const BILL = '/purchasing/supplierBill';

let scene: TestApp;
let admin: Client;
/** Of one warehouse each, and of both. */
let eastern: Client;
let western: Client;
let both: Client;
/** Posted and paid in part: of one warehouse each, and one of both. */
let bills: { east: string; west: string; mixed: string };
let orders: { east: string; west: string };
let supplierId: string;
let skuId: string;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: new Date('2026-11-25T02:00:00Z') });
  admin = await scene.as('admin');
  const east = scene.seller.warehouses[NEW_JERSEY] as string;
  const west = Object.values(scene.seller.warehouses).find((id) => id !== east) as string;
  [eastern, western, both] = await Promise.all([
    person('eastern', [east]),
    person('western', [west]),
    person('both', [east, west]),
  ]);
  const { id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list');
  ({ id: skuId } = await newSku(admin, productId));
  supplierId = await newSupplier(admin);
  const order = async (warehouseId: string): Promise<string> => {
    const id = await orderedGoods(admin, supplierId, warehouseId, [{ skuId, qty: 20, unitPrice: '10' }]);
    await comeIn(scene, admin, id, [20]);
    return id;
  };
  orders = { east: await order(east), west: await order(west) };
  bills = {
    east: await paidInPart([orders.east]),
    west: await paidInPart([orders.west]),
    mixed: await paidInPart([orders.east, orders.west]),
  };
});
afterAll(() => scene?.stop());

async function person(username: string, warehouses: string[]): Promise<Client> {
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: username,
    password: PASSWORD,
    roles: ['TADM'],
    departs: ['A01'],
    warehouses,
  });
  return scene.as(username);
}

const lineOf = (purchaseOrderId: string) => ({ purchaseOrderId, skuId, qty: 5, unitPrice: '10' });

async function paidInPart(ids: readonly string[]): Promise<string> {
  const { id } = await must(addBill(admin, supplierId, ids.map(lineOf)));
  for (const move of ['match', 'post']) await must(moveBill(admin, id, move));
  await must(moveBill(admin, id, 'pay', { amount: '1' }));
  return id;
}

const idsIn = async (who: Client, path: string, key = 'id'): Promise<string[]> => {
  const { records, total } = await must(who.get<Page<Record<string, string>>>(`${path}/list`, { pageSize: '200' }));
  expect(total).toBe(records.length);
  return records.map((row) => row[key] ?? '').sort();
};

test('list, total, sheet, picker, page and payments are of the bills of one’s own warehouses', async () => {
  covers('ours: tables of rights, masks, scopes and moves');
  const { east, west, mixed } = bills;
  for (const [who, seen] of [
    [admin, [east, west, mixed]],
    [both, [east, west, mixed]],
    [eastern, [east]],
    [western, [west]],
  ] as const) {
    expect(await idsIn(who, BILL)).toEqual([...seen].sort());
    expect(await idsIn(who, '/purchasing/billPayment', 'billId')).toEqual([...seen].sort());
    const options = await must(who.get<{ value: string }[]>(`${BILL}/options`));
    expect(options).toHaveLength(seen.length);
    for (const id of [east, west, mixed]) {
      const isSeen = (seen as readonly string[]).includes(id);
      expect((await who.get(`${BILL}/queryById`, { id })).status).toBe(isSeen ? 200 : 404);
    }
    const sheet = await who.raw('GET', `${BILL}/exportXls?selections=${[east, west, mixed].join(',')}`);
    expect(await cellsOf(sheet.bytes)).toHaveLength(seen.length + 1);
  }
});

test('nor is another’s bill moved, paid or entered', async () => {
  expect((await moveBill(eastern, bills.mixed, 'pay')).status).toBe(404);
  const { records } = await must(
    admin.get<Page<{ id: string }>>('/purchasing/billPayment/list', { billId: bills.west }),
  );
  const reverse = `/purchasing/billPayment/${records[0]?.id}/reverse`;
  expect((await eastern.post(reverse, { reason: '错' }, { 'idempotency-key': newId() })).status).toBe(404);
  const foreign = await addBill(eastern, supplierId, [lineOf(orders.east), lineOf(orders.west)]);
  expect(foreign.status).toBe(422);
  expect((await addBill(both, supplierId, [lineOf(orders.east), lineOf(orders.west)])).status).toBe(200);
});

test('nor do the figures of a supplier count another’s bills', async () => {
  for (const [who, billCount] of [
    [admin, 3],
    [eastern, 1],
  ] as const) {
    const { records } = await must(
      who.get<Page<{ supplierId: string; billCount: number }>>('/purchasing/supplierScore/list', {
        supplierId,
      }),
    );
    expect(records.map((row) => row.billCount)).toEqual([billCount]);
  }
});

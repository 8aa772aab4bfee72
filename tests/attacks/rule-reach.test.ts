import { afterAll, beforeAll, expect, test } from 'vitest';
import { resourceKey, type AnyResource } from '#kit/model/resource.ts';
import { call, says } from '#tests/contract/calls.ts';
import { listOf, pathOf, resources, rowsOf, type Row } from '#tests/contract/resources.ts';
import { ruledPerson, type RuledPerson } from '#tests/contract/ruled-person.ts';
import { openWorld } from '#tests/contract/worlds.ts';
import { look } from '#tests/channels/shop.ts';
import { covers } from '#tests/spec/covers.ts';
import type { Client, TestApp } from '#tests/harness/app.ts';

/** A data rule on orders binds what hangs on an order, however many steps away it is. */

let scene: TestApp;
let admin: Client;
let ruled: Client;
let person: RuledPerson;
/** An order that was shipped from, and one that the rule leaves. */
let hidden: Row;
let shown: Row;

const ORDER = 'orders:salesOrder';
const NOBODY = '00000000-0000-0000-0000-000000000000';
const of = (key: string): AnyResource => resources.find((one) => resourceKey(one) === key) as AnyResource;

beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  person = await ruledPerson(scene, admin, 'reached');
  ruled = person.client;
  const orders = await rowsOf(admin, of(ORDER));
  const labels = await rowsOf(admin, of('fulfilment:shippingLabel'));
  hidden = orders.find(({ id }) => labels.some(({ orderId }) => orderId === id)) as Row;
  shown = orders.find(({ id }) => id !== hidden.id) as Row;
});
afterAll(() => scene?.stop());

/** Rows of a table that belong to the order: by the link that leads there, step by step. */
const WAYS: Readonly<Record<string, readonly [field: string, target: string]>> = {
  'orders:orderLine': ['orderId', ORDER],
  'orders:orderHold': ['orderId', ORDER],
  'orders:orderRemark': ['orderId', ORDER],
  'orders:orderChange': ['orderId', ORDER],
  'orders:priceDispute': ['orderId', ORDER],
  'inventory:reservation': ['orderId', ORDER],
  'fulfilment:shipment': ['orderId', ORDER],
  'fulfilment:shipmentLine': ['shipmentId', 'fulfilment:shipment'],
  'fulfilment:box': ['shipmentId', 'fulfilment:shipment'],
  'fulfilment:shippingDocument': ['shipmentId', 'fulfilment:shipment'],
  'fulfilment:shippingLabel': ['shipmentId', 'fulfilment:shipment'],
  'fulfilment:labelAdjustment': ['labelId', 'fulfilment:shippingLabel'],
  'fulfilment:trackingEvent': ['shipmentId', 'fulfilment:shipment'],
  'fulfilment:handoverBox': ['shipmentId', 'fulfilment:shipment'],
  'fulfilment:waveTask': ['shipmentId', 'fulfilment:shipment'],
  'aftersales:returnOrder': ['orderId', ORDER],
  'aftersales:returnLine': ['returnId', 'aftersales:returnOrder'],
  'aftersales:returnLabel': ['returnId', 'aftersales:returnOrder'],
  'aftersales:creditNote': ['returnId', 'aftersales:returnOrder'],
  'aftersales:creditNoteLine': ['creditNoteId', 'aftersales:creditNote'],
  'aftersales:partOrder': ['orderId', ORDER],
  'aftersales:partLine': ['partOrderId', 'aftersales:partOrder'],
  'aftersales:claim': ['orderId', ORDER],
  'aftersales:claimLine': ['claimId', 'aftersales:claim'],
  'aftersales:claimPayment': ['claimId', 'aftersales:claim'],
  'channels:cancellationRequest': ['orderId', ORDER],
};

/** What hangs on the orders that are hidden, by resource. */
async function hanging(isHidden: (id: string) => boolean): Promise<Map<string, Set<string>>> {
  const found = new Map<string, Set<string>>();
  const gone = (key: string, id: unknown): boolean =>
    key === ORDER ? isHidden(String(id)) : (found.get(key)?.has(String(id)) ?? false);
  for (const [key, [field, target]] of Object.entries(WAYS)) {
    const rows = await rowsOf(admin, of(key));
    const ids = rows.filter((row) => row[field] && gone(target, row[field])).map(({ id }) => id);
    found.set(key, new Set(ids));
  }
  return found;
}

test('where a rule hides every order, nothing is left that hangs on one', async () => {
  covers('ours: row scope');
  const all = await hanging(() => true);
  const lift = await person.under(ORDER, 'id', 'eq', NOBODY);
  const empty: string[] = [];
  for (const [key, ids] of all) {
    if (ids.size === 0) empty.push(key);
    const left = (await rowsOf(ruled, of(key))).filter(({ id }) => ids.has(id));
    expect([key, left.length]).toEqual([key, 0]);
  }
  // What the world has none of, nothing was shown by.
  expect(empty).toEqual(expect.not.arrayContaining(['fulfilment:shipment', 'fulfilment:box']));
  expect(empty.length).toBeLessThan(6);
  await lift();
});

test('where a rule hides one order, what hangs on the others stays', async () => {
  const gone = await hanging((id) => id === hidden.id);
  expect(gone.get('fulfilment:shipment')?.size).toBeGreaterThan(0);
  const lift = await person.under(ORDER, 'id', '!=', hidden.id);
  for (const [key, ids] of gone) {
    const before = (await rowsOf(admin, of(key))).map(({ id }) => id);
    const after = (await rowsOf(ruled, of(key))).map(({ id }) => id);
    expect([key, after]).toEqual([key, before.filter((id) => !ids.has(id))]);
    const { total } = (await listOf(ruled, of(key), { pageSize: '1' })).result;
    expect([key, total]).toEqual([key, after.length]);
  }
  expect((await ruled.get('/orders/salesOrder/queryById', { id: shown.id })).success).toBe(true);
  await lift();
});

test('every paper and every move of what hangs on a hidden order answers as if it were not there', async () => {
  const gone = await hanging((id) => id === hidden.id);
  const lift = await person.under(ORDER, 'id', '!=', hidden.id);
  let tried = 0;
  for (const route of scene.app.assembled.routes) {
    const key = [...gone.keys()].find((one) => route.path.startsWith(`${pathOf(of(one))}/:id`));
    const [id] = [...(gone.get(key ?? '') ?? [])];
    if (!id || route.path.includes('/:id/:')) continue;
    const path = route.path.replace(':id', id);
    const headers = { 'idempotency-key': `reach ${(tried += 1)}` };
    const { status } = await call(scene, { ...route, path }, { token: ruled.token, headers });
    // 415, 422: what was sent is judged before the row is looked for, which tells nothing.
    expect([`${route.method} ${route.path}`, [400, 404, 415, 422].includes(status)]).toEqual([
      `${route.method} ${route.path}`,
      true,
    ]);
    if (route.method === 'GET') expect([route.path, status]).toEqual([route.path, 404]);
  }
  expect(tried).toBeGreaterThan(30);
  await lift();
});

test('no list, analysis, count or to-do names a hidden order, its shipments or its numbers', async () => {
  const { numbers } = await look(
    scene,
    (tx) => tx.one<{ numbers: string[] }>`
      select array_remove(array_agg(distinct n), null) as numbers from (
        select channel_order_no as n from sales_order where tenant_id = ${tx.tenant} and id = ${hidden.id}::uuid
        union all select shipment_no from shipment where tenant_id = ${tx.tenant} and order_id = ${hidden.id}::uuid
        union all select tracking_no from shipment where tenant_id = ${tx.tenant} and order_id = ${hidden.id}::uuid
        union all select label_no from shipping_label where tenant_id = ${tx.tenant} and order_id = ${hidden.id}::uuid) x
      where length(n) > 5`,
  );
  expect(numbers.length).toBeGreaterThan(2);
  const toldTo = async (who: Client, enough = Infinity): Promise<string[]> => {
    const reported: string[] = [];
    for (const route of scene.app.assembled.routes) {
      if (route.method !== 'GET' || route.path.includes(':')) continue;
      if (new Set(reported).size >= enough) break;
      // Logs are of what people did, whatever they did it to.
      if (route.path.startsWith('/sys/')) continue;
      const query = { pageSize: '200', keyword: numbers[0] ?? '' };
      for (const request of [{ pageSize: '200' }, query]) {
        const { status, bytes } = await call(scene, route, { token: who.token, query: request });
        if (status === 200 && numbers.some((one) => says(bytes, one))) reported.push(route.path);
      }
    }
    return [...new Set(reported)];
  };
  // The same questions find them where no rule hides the order.
  expect(await toldTo(admin, 16)).toHaveLength(16);
  const lift = await person.under(ORDER, 'id', '!=', hidden.id);
  expect(await toldTo(ruled)).toEqual([]);
  await lift();
});

import { expect, test } from 'vitest';
import { look, type Page } from './shop.ts';
import {
  arrive,
  CALIFORNIA,
  CHAIR,
  clerk,
  finance,
  held,
  id,
  itemsOf,
  move,
  must,
  NEW_JERSEY,
  openChangedOrders,
  packed,
  read,
  say,
  scene,
  STOOL,
} from './changed-order.ts';

openChangedOrders();

/** What the channel changed, and what became of it: our own corrections stand beside. */
const ofChannel = (order: Parameters<typeof itemsOf>[0]): unknown[][] =>
  itemsOf(order)
    .map((item) => [item[0], item[4]])
    .filter(([, status]) => status !== 'corrected');

test('service, carrier and warehouse change only when somebody says so', async () => {
  const before = await arrive([{ partNumber: STOOL, quantity: 1 }], {
    shipSpeed: 'GROUND',
    carrierCode: 'FDEG',
  });
  const order = await say({ shipSpeed: 'NEXT_DAY', carrierCode: 'UPSN', warehouseId: CALIFORNIA });
  expect(new Set(itemsOf(order).map((item) => item.slice(0, 4).join(' ')))).toEqual(
    new Set([
      'shipSpeed  GROUND NEXT_DAY',
      'carrierCode  FDEG UPSN',
      `channelWarehouseCode  ${NEW_JERSEY} ${CALIFORNIA}`,
      // The channel tells the supplier and the warehouse once more, in names of its own.
      ...itemsOf(order)
        .filter((item) => String(item[0]).startsWith('extra.'))
        .map((item) => item.slice(0, 4).join(' ')),
    ]),
  );
  expect(order).toMatchObject({ shipSpeed: 'GROUND', warehouseId: before.warehouseId });
  expect(order.holds).toEqual(['channelChange']);
  const after = await must('applyChange');
  expect(after).toMatchObject({
    holds: [],
    shipSpeed: 'NEXT_DAY',
    carrierCode: 'UPSN',
    shipMethodId: null,
    warehouseId: scene.seller.warehouses[CALIFORNIA],
  });
  expect(after.lines.orderLine[0]).toMatchObject({ qtyReserved: 1 });
  // Where no warehouse of ours stands behind the code, nothing moves.
  const setLink = (status: string) =>
    look(
      scene,
      (tx) => tx.run`update channel_warehouse set status = ${status}
        where tenant_id = ${tx.tenant} and channel_code = ${NEW_JERSEY}`,
    );
  await say({ warehouseId: NEW_JERSEY });
  await setLink('disabled');
  const unmapped = await move('applyChange');
  await setLink('enabled');
  expect(unmapped).toMatchObject({ success: false });
  expect(unmapped.message).toContain(NEW_JERSEY);
  expect(await read()).toMatchObject({ warehouseId: scene.seller.warehouses[CALIFORNIA] });
});

test('more units and another warehouse at once: all of them leave from the new one', async () => {
  await arrive([{ partNumber: CHAIR, quantity: 1 }]);
  await say({
    warehouseId: CALIFORNIA,
    products: [{ from: 0, quantity: 2 }],
  });
  const after = await must('applyChange');
  const warehouseId = scene.seller.warehouses[CALIFORNIA];
  expect(after).toMatchObject({ holds: [], warehouseId });
  expect(await held()).toEqual([{ sku: CHAIR, qty: 2, warehouseId }]);
});

test('an address that we corrected ourselves does not come back as a change of the channel', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: { postalCode: '00000' } });
  expect((await read()).holds).toEqual(['address']);
  await must('correctAddress', {
    shipToName: 'Ann Lee',
    shipToAddress1: '1 Main St',
    shipToCity: 'Austin',
    shipToState: 'TX',
    shipToPostalCode: '78701',
    shipToCountry: 'US',
  });
  const shipBy = scene.now().getTime() + 9 * 86_400_000;
  const order = await say({ estimatedShipDate: shipBy });
  expect(order.holds).toEqual([]);
  expect(new Date(`${order.shipBy.replace(' ', 'T')}+08:00`).getTime()).toBeCloseTo(shipBy, -4);
  expect(ofChannel(order)).toEqual([['shipBy', 'applied']]);
});

test('a part of the address that the channel changes later leaves our corrections alone', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: { postalCode: '00000' } });
  const corrected = {
    shipToName: 'Ann Lee',
    shipToAddress1: '1 Main St',
    shipToCity: 'Austin',
    shipToState: 'TX',
    shipToPostalCode: '78701',
    shipToCountry: 'US',
  };
  await must('correctAddress', corrected);
  const order = await say({ shipTo: { name: 'Bea Lee' } });
  expect(ofChannel(order)).toEqual([['shipTo.name', 'pending']]);
  expect(await must('applyChange')).toMatchObject({
    ...corrected,
    shipToName: 'Bea Lee',
    holds: [],
  });
});

test('a new address waits, part by part, and only those who may see buyers see it', async () => {
  const from = { city: 'Portland', state: 'OR', postalCode: '97201' };
  const before = await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: from });
  const shipTo = { city: 'Austin', state: 'TX', postalCode: '78701' };
  const order = await say({ shipTo });
  expect(order.holds).toEqual(['channelChange']);
  expect(itemsOf(order).map((item) => item[0])).toEqual(['shipTo.city', 'shipTo.state', 'shipTo.postalCode']);
  expect(itemsOf(order)[0]).toEqual(['shipTo.city', null, before.shipToCity, 'Austin', 'pending']);
  const hold = order.lines.orderHold.find(({ type }) => type === 'channelChange');
  expect(hold?.detail).not.toContain('Austin');
  const unseen = await read(finance);
  expect(unseen.changes[0]?.items[0]).toMatchObject({ isHidden: true, before: null, after: null });
  expect(JSON.stringify(unseen)).not.toContain('Austin');
  const stored = await look(
    scene,
    (tx) => tx.rows`
      select told::text from sales_order where tenant_id = ${tx.tenant} and id = ${id}::uuid
      union all select row_to_json(i)::text from order_change_item i
        where tenant_id = ${tx.tenant} and order_id = ${id}::uuid
      union all select row_to_json(c)::text from order_change c
        where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`,
  );
  expect(JSON.stringify(stored)).not.toContain('Austin');
  // One part of an address is never applied without the others.
  const city = order.changes[0]?.items[0]?.id as string;
  const after = await must('applyChange', { items: [city] });
  expect(after).toMatchObject({ shipToCity: 'Austin', holds: [] });
  expect(itemsOf(after).map((item) => item[4])).toEqual(['applied', 'applied', 'applied']);
  // Another name is found by it, and an address nobody can deliver to stops the order.
  await say({ shipTo: { name: 'Zebulon Quist' } });
  await must('applyChange');
  const found = await clerk.get<Page<{ id: string }>>('/orders/salesOrder/list', {
    keyword: 'Quist',
  });
  expect(found.result.records.map((row) => row.id)).toEqual([id]);
  await say({ shipTo: { postalCode: '00000' } });
  expect((await must('applyChange')).holds).toEqual(['address']);
});

test('a part of an address that is refused takes the others with it, and nothing else', async () => {
  const from = { city: 'Portland', state: 'OR', postalCode: '97201' };
  await arrive([{ partNumber: STOOL, quantity: 1 }], { shipTo: from });
  const order = await say({
    shipTo: { city: 'Austin', state: 'TX', postalCode: '78701' },
    shipSpeed: 'NEXT_DAY',
  });
  const items = order.changes.flatMap((change) => change.items);
  const state = items.find(({ field }) => field === 'shipTo.state')?.id as string;
  const after = await must('rejectChange', { items: [state], reason: '买家要求寄原地址' });
  expect(Object.fromEntries(itemsOf(after).map(([field, , , , status]) => [field, status]))).toEqual({
    'shipTo.city': 'rejected',
    'shipTo.state': 'rejected',
    'shipTo.postalCode': 'rejected',
    shipSpeed: 'pending',
  });
  expect(after).toMatchObject({ shipToCity: 'Portland', holds: ['channelChange'] });
  expect(await must('applyChange')).toMatchObject({
    shipToCity: 'Portland',
    shipSpeed: 'NEXT_DAY',
    holds: [],
  });
});

test('after the label an address is applied only by somebody who bears its loss', async () => {
  await arrive([{ partNumber: STOOL, quantity: 1 }]);
  await must('accept');
  const shipment = await packed();
  const order = await say({ shipTo: { address1: '77 New Road' } });
  expect(order.holds).toEqual(['channelChange']);
  const packer = await scene.as('cangku');
  const held = await packer.post(`/fulfilment/shipment/${shipment}/ship`, {}, { 'idempotency-key': `s ${id}` });
  expect(held.message).toContain('平台变更');
  const unstated = await move('applyChange');
  expect(unstated).toMatchObject({ success: false });
  expect(unstated.message).toContain('面单');
  const after = await must('applyChange', { acceptLabelLoss: true });
  expect(after.holds).toEqual([]);
});

test('what has to leave first stands first among the shipments, also after the channel moved its day', async () => {
  const started = async (): Promise<string> => {
    await arrive([{ partNumber: STOOL, quantity: 1 }]);
    await must('accept');
    await must('start');
    return id;
  };
  const first = await started();
  await say({ estimatedShipDate: scene.now().getTime() + 9 * 86_400_000 });
  const second = await started();
  const packer = await scene.as('admin');
  const listed = async () =>
    (
      await packer.get<Page<{ orderId: string; leaveBy: string | null; goods: { code: string }[]; kinds: number }>>(
        '/fulfilment/shipment/list',
        { tab: 'packing', column: 'leaveBy', order: 'asc' },
      )
    ).result.records.filter(({ orderId }) => orderId === first || orderId === second);
  expect((await listed()).map(({ orderId }) => orderId)).toEqual([second, first]);
  expect((await listed())[0]).toMatchObject({ goods: [{ code: STOOL, qty: 1 }], kinds: 1 });
  // The order that came last is to leave last now.
  const later = await say({ estimatedShipDate: scene.now().getTime() + 20 * 86_400_000 });
  const rows = await listed();
  expect(rows.map(({ orderId }) => orderId)).toEqual([first, second]);
  expect(rows[1]?.leaveBy).toBe(later.shipBy);
});

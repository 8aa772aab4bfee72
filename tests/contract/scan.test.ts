import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, ordersOf, type OrderRow } from '#tests/channels/shop.ts';
import { PASSWORD, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { openOtherTenant, openWorld, personWith } from './worlds.ts';

/** A number that was scanned: what it names, for whom. */

interface Found {
  rows: { module: string; resource: string; kind: string; id: string; label: string }[];
  isMore: boolean;
}

interface Parcel {
  id: string;
  boxNo: string;
  trackingNo: string;
  shipmentId: string;
  shipmentNo: string;
  orderId: string;
}

let scene: TestApp;
let admin: Client;
let order: OrderRow;
let parcel: Parcel;
beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  [order] = (await ordersOf(admin)) as [OrderRow];
  [parcel] = (await look(
    scene,
    (tx) => tx.rows<Parcel>`
      select b.id, b.box_no, b.tracking_no, b.shipment_id, s.shipment_no, s.order_id
      from box b join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
      where b.tenant_id = ${tx.tenant} and b.tracking_no is not null limit 1`,
  )) as [Parcel];
});
afterAll(() => scene?.stop());

const scan = (number: string, who = admin): Promise<Found> => must(who.get<Found>('/desk/scan', { number }));

const ids = ({ rows }: Found): string[] => rows.map(({ id }) => id);

test('a number opens the row whose own it is, in letters of either case', async () => {
  expect(await scan(order.channelOrderNo.toLowerCase())).toMatchObject({
    rows: [{ module: 'orders', resource: 'salesOrder', id: order.id }],
    isMore: false,
  });
  expect(ids(await scan(parcel.shipmentNo))).toEqual([parcel.shipmentId]);
  expect(ids(await scan(parcel.boxNo))).toEqual([parcel.id]);
  expect(ids(await scan(parcel.trackingNo))).toEqual([parcel.id]);
  expect((await scan(STOOL)).rows).toContainEqual(
    expect.objectContaining({ resource: 'sku', label: expect.stringContaining(STOOL) }),
  );
});

test('signs of the reader are no part of a number', async () => {
  expect(ids(await scan(`]C1${parcel.trackingNo}\r\n`))).toEqual([parcel.id]);
});

test('who may not see boxes is led to what a label belongs to', async () => {
  const seller = await personWith(scene, admin, ['orders:salesOrder:list']);
  expect(ids(await scan(parcel.trackingNo, seller))).toEqual([parcel.orderId]);
  const packer = await personWith(scene, admin, ['fulfilment:shipment:list']);
  expect(ids(await scan(parcel.trackingNo, packer))).toEqual([parcel.shipmentId]);
});

test('nothing is found of what is nowhere, of blanks and of signs of SQL', async () => {
  for (const number of ['NOWHERE-1', '', ' ', '%', "'; drop table box; --", 'x'.repeat(5000)])
    expect(await scan(number), number.slice(0, 20)).toEqual({ rows: [], isMore: false });
});

test('without a right to any list nothing is found', async () => {
  const nobody = await personWith(scene, admin, ['desk:delivery:list']);
  for (const number of [order.channelOrderNo, parcel.boxNo, STOOL])
    expect((await scan(number, nobody)).rows).toEqual([]);
});

test('row scope holds for what a number names and what it leads to', async () => {
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'noShops',
    realname: 'noShops',
    password: PASSWORD,
    roles: ['OPS'],
    departs: ['A01'],
    shops: [],
    warehouses: null,
  });
  const who = await scene.as('noShops');
  for (const number of [order.channelOrderNo, parcel.shipmentNo, parcel.boxNo, parcel.trackingNo])
    expect((await scan(number, who)).rows, number).toEqual([]);
});

test('another tenant finds nothing of ours', async () => {
  const other = await openOtherTenant(scene);
  for (const number of [order.channelOrderNo, parcel.boxNo, parcel.trackingNo, STOOL])
    expect((await scan(number, other)).rows, number).toEqual([]);
});

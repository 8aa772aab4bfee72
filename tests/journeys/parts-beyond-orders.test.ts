import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { openShop } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must } from '#tests/lifecycles/one-of-each.ts';
import { addStock } from '#tests/races/goods.ts';
import { covers } from '#tests/spec/covers.ts';
import { from, level, readRequest, SENT, setTable, step, stock, type PartScene } from './part-scene.ts';
import { CHAIR, sentOrder, shipAll } from './return-scene.ts';

/** Parts of no order, or of more than an order was sent with, are goods that one person sends within a limit. */

let scene: TestApp;
let admin: Client;
let packer: Client;
/** Who looks after products and sends nothing. */
let second: Client;
let table: PartScene;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp();
  table = await setTable(scene, { units: 40, cost: '4000.00' });
  ({ admin, packer } = table);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'zongguan',
    realname: '总管',
    roles: ['TADM'],
    password: PASSWORD,
    departs: ['A01'],
  });
  second = await scene.as('zongguan');
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

let made = 0;
const newSku = async (more: object = {}, who: Client = second): Promise<{ id: string; skuCode: string }> => {
  const skuCode = `BEYOND-${++made}`;
  const body = { skuCode, name: skuCode, productId, ...more };
  const { id } = await must(who.post<{ id: string }>('/catalog/sku/add', body));
  return { id, skuCode };
};
const listed = (parentSkuId: string, partSkuId: string, more: object = {}, who: Client = second) =>
  must(
    who.post<{ id: string }>('/catalog/skuPart/add', {
      parentSkuId,
      partSkuId,
      qtyPerUnit: 1,
      ordinal: 20 + made,
      isHarvestable: true,
      ...more,
    }),
  );

const ask = (lines: readonly object[], more: object = {}) =>
  admin.post<{ id: string }>('/aftersales/partOrder/add', {
    accountId: scene.seller.accountId,
    warehouseId: table.here,
    ...ADDRESS,
    ...more,
    lines: lines.map((line) => ({ parentSkuId: table.parent, cause: 'missing', ...line })),
  });

/** One that a person wrote, submitted and confirmed. */
async function confirmed(lines: readonly object[], source = 'partStock', more: object = {}): Promise<string> {
  const { id } = await must(ask(lines, more));
  await must(step(admin, id, 'submit'));
  await must(step(admin, id, 'confirm', await from(admin, id, source)));
  return id;
}
const send = (who: Client, id: string) => step(who, id, 'ship', { ...SENT, trackingNo: `79460000${1000 + ++made}` });
const refused = (reason: string) => ({
  status: 403,
  message: expect.stringContaining(
    `没有对应订单或超出订单数量的配件${reason}，制单人和选货源的人不能自己发货`,
  ) as unknown,
});

test('whole goods are no part of another product, whatever line names them', async () => {
  const whole = await newSku();
  const answer = await ask([
    { partSkuId: table.leg, qty: 1 },
    { partSkuId: whole.id, qty: 30 },
  ]);
  expect(answer).toMatchObject({
    status: 422,
    result: {
      errors: [
        {
          field: 'partSkuId',
          row: 2,
          message: `${whole.skuCode} 不是配件，也不在该整件的配件清单里；请改选配件，或先加到整件的配件清单`,
        },
      ],
    },
  });
  const { id } = await must(ask([{ partSkuId: table.leg, qty: 1 }]));
  const { version, ...draft } = await must(
    admin.get<Record<string, unknown> & { version: number }>('/aftersales/partOrder/queryById', {
      id,
    }),
  );
  const edited = await admin.put('/aftersales/partOrder/edit', {
    ...draft,
    version,
    lines: [{ parentSkuId: table.parent, partSkuId: whole.id, qty: 1, cause: 'missing' }],
  });
  expect(edited.status).toBe(422);
});

test('what no order is behind leaves by another hand beyond the limit, and counts with the day', async () => {
  const whole = await newSku({ type: 'part' });
  await listed(table.parent, whole.id);
  await stock(table, whole.id, 40, '100.00');
  const dear = await confirmed([{ partSkuId: whole.id, qty: 30 }]);
  expect(await send(admin, dear)).toMatchObject(refused('货值超过审核限额'));
  expect((await level(table, whole.id)).onHand).toBe(40);
  await must(send(packer, dear));
  // Six and five of 100.00: the second brings the day above 1,000.00.
  const six = await confirmed([{ partSkuId: whole.id, qty: 6 }]);
  await must(send(admin, six));
  await stock(table, whole.id, 10, '100.00');
  const five = await confirmed([{ partSkuId: whole.id, qty: 5 }]);
  expect(await send(admin, five)).toMatchObject(refused('当日同一SKU累计货值超过审核限额'));
  await must(send(packer, five));
  // The line that matters may be the second.
  const unknown = await newSku({ type: 'part' });
  await stock(table, unknown.id, 5);
  await stock(table, table.leg, 5, '7.00');
  const none = await confirmed([
    { partSkuId: table.leg, qty: 1 },
    { partSkuId: unknown.id, qty: 1 },
  ]);
  expect(await send(admin, none)).toMatchObject(refused('成本未知'));
  expect(await scene.violations()).toEqual([]);
});

test('units that are taken apart into one part that leaves are worth what they cost', async () => {
  const screw = await newSku({ type: 'part', standardCost: '9000000' });
  const own = await setTable(scene, { units: 20, cost: '2000.00' });
  await listed(own.parent, screw.id);
  const { id } = await must(
    admin.post<{ id: string }>('/aftersales/partOrder/add', {
      accountId: scene.seller.accountId,
      warehouseId: own.here,
      ...ADDRESS,
      lines: [{ parentSkuId: own.parent, partSkuId: screw.id, qty: 20, cause: 'missing' }],
    }),
  );
  await must(step(admin, id, 'submit'));
  await must(step(admin, id, 'confirm', await from(admin, id, 'harvest')));
  const answer = await send(admin, id);
  expect(answer).toMatchObject({
    status: 403,
    message: expect.stringContaining('审核限额，制单人和选货源的人不能自己发货') as unknown,
  });
  await must(send(packer, id));
  expect(await scene.violations()).toEqual([]);
});

test('parts of what an order was sent with leave alone, once; what goes beyond it counts', async () => {
  const clerk = await scene.as('yunying');
  await openShop(scene, clerk);
  await addStock(scene, packer, CHAIR, 10);
  const order = await sentOrder(scene, clerk, packer, 1);
  const arm = await newSku({ type: 'part' });
  await listed(order.skuId, arm.id, { qtyPerUnit: 2 });
  await stock(table, arm.id, 10, '600.00');
  const two = () =>
    confirmed([{ parentSkuId: order.skuId, partSkuId: arm.id, qty: 2 }], 'partStock', {
      orderId: order.id,
    });
  const first = await two();
  await must(send(admin, first));
  const again = await two();
  expect(await send(admin, again)).toMatchObject(refused('货值超过审核限额'));
  // Of another product than the order's, nothing is behind it.
  const other = await confirmed([{ partSkuId: arm.id, qty: 2 }], 'partStock', {
    orderId: order.id,
  });
  expect(await send(admin, other)).toMatchObject(refused('货值超过审核限额'));
  await must(send(packer, again));
  // Nor behind the second of two lines that ask for all of it.
  const next = await sentOrder(scene, clerk, packer, 1);
  const line = { parentSkuId: order.skuId, partSkuId: arm.id, qty: 2 };
  const twice = await confirmed([line, { ...line, cause: 'damaged' }], 'partStock', { orderId: next.id });
  expect(await send(admin, twice)).toMatchObject(refused('货值超过审核限额'));
  await must(send(packer, twice));
  expect(await scene.violations()).toEqual([]);
});

test('of a part that units are taken apart for, only what goes beyond the order counts', async () => {
  const clerk = await scene.as('yunying');
  const order = await sentOrder(scene, clerk, packer, 1);
  const { onHand } = await level(table, order.skuId);
  await stock(table, order.skuId, -onHand);
  await stock(table, order.skuId, 5, '2000.00');
  const back = await newSku({ type: 'part' });
  await listed(order.skuId, back.id, { qtyPerUnit: 2 });
  await stock(table, back.id, 1, '600.00');
  // Two units are taken apart into two arms and two backs each, every piece worth 500.00. Of three backs two are
  // the order's: 500.00 go beyond it, though 1,500.00 leave.
  const line = { parentSkuId: order.skuId, partSkuId: back.id, qty: 3 };
  const three = await confirmed([line], 'harvest', { orderId: order.id });
  await must(send(admin, three));
  // The one that lay there goes first.
  expect(await readRequest(admin, three)).toMatchObject({ cost: '1600.00' });
  expect(await scene.violations()).toEqual([]);
});

/** Asks for so many of a part of the one unit that was sent. */
const askedOf = async (parentSkuId: string, partSkuId: string, qty: number, orderId: string) =>
  send(admin, await confirmed([{ parentSkuId, partSkuId, qty }], 'partStock', { orderId }));
const edit = (who: Client, path: string, id: string, version: number, change: object) =>
  must(who.put(`/catalog/${path}/edit`, { id, version, ...change }));

test('what who sends wrote in the list of parts vouches for nothing: what somebody else left there counts', async () => {
  covers('ours: four eyes on stock');
  const clerk = await scene.as('yunying');
  const { id: orderId, skuId } = await sentOrder(scene, clerk, packer, 1);
  const [knob, bolt] = [await newSku({ type: 'part' }), await newSku({ type: 'part' }, admin)];
  for (const { id } of [knob, bolt]) await stock(table, id, 20, '600.00');
  const { id: row } = await listed(skuId, knob.id);
  await edit(admin, 'skuPart', row, 1, { qtyPerUnit: 1000 });
  expect(await askedOf(skuId, knob.id, 3, orderId)).toMatchObject(refused('货值超过审核限额'));
  // Two of 600.00 go beyond the one that somebody else wrote, and whoever adds a note says nothing of it.
  await edit(second, 'skuPart', row, 2, { note: '左' });
  expect(await askedOf(skuId, knob.id, 3, orderId)).toMatchObject(refused('货值超过审核限额'));
  await edit(second, 'skuPart', row, 3, { qtyPerUnit: 3 });
  await must(askedOf(skuId, knob.id, 3, orderId));
  // Nor does a row of their own, or one of others that they made one of another part.
  const { id: own } = await listed(skuId, bolt.id, { qtyPerUnit: 3 }, admin);
  expect(await askedOf(skuId, bolt.id, 3, orderId)).toMatchObject(refused('货值超过审核限额'));
  await must(admin.delete('/catalog/skuPart/delete', { id: own }));
  await edit(admin, 'skuPart', row, 4, { partSkuId: bolt.id });
  expect(await askedOf(skuId, bolt.id, 3, orderId)).toMatchObject(refused('货值超过审核限额'));
  // What others listed is a part, whoever made it.
  await edit(second, 'skuPart', row, 5, { qtyPerUnit: 4 });
  await must(askedOf(skuId, bolt.id, 3, orderId));
  // Goods that others left as whole are no part by the word of who sends them.
  const { version } = await must(second.get<{ version: number }>('/catalog/sku/queryById', { id: bolt.id }));
  await edit(second, 'sku', bolt.id, version, { type: 'simple' });
  await edit(admin, 'sku', bolt.id, version + 1, { type: 'part' });
  await edit(second, 'skuPart', row, 6, { qtyPerUnit: 10 });
  expect(await askedOf(skuId, bolt.id, 3, orderId)).toMatchObject(refused('货值超过审核限额'));
  expect(await scene.violations()).toEqual([]);
});

test('nor in what a bundle is made of', async () => {
  const clerk = await scene.as('yunying');
  const set = await newSku({ type: 'bundle' });
  const chair = scene.seller.skus[CHAIR] as string;
  await addStock(scene, packer, CHAIR, 4);
  const { id: item } = await must(
    second.post<{ id: string }>('/catalog/bundleItem/add', { bundleSkuId: set.id, componentSkuId: chair, qty: 1 }),
  );
  const { id: orderId } = await must(
    second.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      currency: 'USD',
      ...ADDRESS,
      pinnedWarehouseId: table.here,
      lines: [{ skuId: set.id, qty: 1, unitPrice: '900.00' }],
    }),
  );
  for (const step of ['submit', 'accept']) await must(clerk.post(`/orders/salesOrder/${orderId}/${step}`));
  await scene.settled();
  await shipAll(admin, clerk, packer, orderId, `SET-${made}`);
  const arm = await newSku({ type: 'part' });
  await listed(chair, arm.id);
  await stock(table, arm.id, 10, '600.00');
  await edit(admin, 'bundleItem', item, 1, { qty: 1000 });
  expect(await askedOf(chair, arm.id, 3, orderId)).toMatchObject(refused('货值超过审核限额'));
  await edit(second, 'bundleItem', item, 2, { qty: 3 });
  await must(askedOf(chair, arm.id, 3, orderId));
});

test('nor does a list of one’s own make taking units apart harmless', async () => {
  const own = await setTable(scene, { units: 10, cost: '2000.00' });
  const gold = await newSku({ type: 'part', standardCost: '2000.00' });
  const { id: row } = await listed(own.parent, gold.id, { isHarvestable: false }, second);
  await edit(admin, 'skuPart', row, 1, { isHarvestable: true });
  const ofTable = [{ parentSkuId: own.parent, partSkuId: own.leg, qty: 4 }];
  expect(await send(admin, await confirmed(ofTable, 'harvest'))).toMatchObject({
    status: 403,
    message: expect.stringContaining('拆件损失') as unknown,
  });
  await edit(second, 'skuPart', row, 2, { isHarvestable: true, qtyPerUnit: 2 });
  expect(await send(admin, await confirmed(ofTable, 'harvest'))).toMatchObject({ status: 200 });
});

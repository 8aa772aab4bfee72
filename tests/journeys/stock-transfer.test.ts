import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { postMovements } from '#modules/inventory/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let packer: Client;
let here: string;
let there: string;
let productId: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  packer = await scene.as('cangku');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

/** A new SKU with layers of so many units at such costs in New Jersey. */
async function stocked(...layers: [qty: number, unitCost: string][]): Promise<string> {
  const skuCode = `MOVE-${++made}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  for (const [qty, unitCost] of layers)
    await look(scene, (tx) =>
      postMovements(tx, {
        movements: [
          {
            key: newId(),
            warehouseId: here,
            skuId: id,
            condition: 'good',
            type: 'opening',
            qty,
            unitCost,
            refType: 'test',
            refId: newId(),
            refNo: 'MOVE',
          },
        ],
      }),
    );
  return id;
}

async function drafted(skuId: string, qty: number): Promise<string> {
  const { id } = await must(
    packer.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: here,
      toWarehouseId: there,
      lines: [{ skuId, qty }],
    }),
  );
  return id;
}
const make = (id: string, step: string, body: object = {}, who = packer, key = newId()) =>
  who.post<{ state: string }>(`/inventory/stockTransfer/${id}/${step}`, body, {
    'idempotency-key': key,
  });
async function sent(skuId: string, qty: number): Promise<string> {
  const id = await drafted(skuId, qty);
  await must(make(id, 'confirm'));
  await must(make(id, 'send'));
  return id;
}
const lineOf = async (id: string): Promise<string> =>
  (await must(packer.get<{ lines: { id: string }[] }>(`/inventory/stockTransfer/${id}/desk`))).lines[0]?.id ?? '';

interface Level {
  onHand: number;
  reserved: number;
  inTransit: number;
}
const level = (skuId: string, warehouseId: string): Promise<Level | undefined> =>
  look(
    scene,
    (tx) => tx.maybe<Level>`
      select on_hand, reserved, in_transit from stock_level
      where tenant_id = ${tx.tenant} and warehouse_id = ${warehouseId}::uuid
        and sku_id = ${skuId}::uuid and condition = 'good'`,
  );
const layers = (skuId: string, warehouseId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ qtyLeft: number; valueLeft: bigint }>`
      select qty_left, value_left from cost_layer where tenant_id = ${tx.tenant}
        and warehouse_id = ${warehouseId}::uuid and sku_id = ${skuId}::uuid and qty_left > 0 order by id`,
  );
const balance = async (code: string): Promise<bigint> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ balance: bigint }>`
        select coalesce(sum(case when p.debit_account_id = a.id then p.amount else -p.amount end), 0)::bigint as balance
        from account a join posting p on p.tenant_id = a.tenant_id and a.id in (p.debit_account_id, p.credit_account_id)
        where a.tenant_id = ${tx.tenant} and a.code = ${code}`,
    )
  ).balance;

test('goods are held, go on their way, and arrive in two parts with the layers they left', async () => {
  covers('ours: goods on their way');
  const skuId = await stocked([10, '5'], [10, '6']);
  const id = await drafted(skuId, 12);
  await must(make(id, 'confirm'));
  expect(await level(skuId, here)).toEqual({ onHand: 20, reserved: 12, inTransit: 0 });
  await must(make(id, 'send'));
  expect(await level(skuId, here)).toEqual({ onHand: 8, reserved: 0, inTransit: 0 });
  expect(await level(skuId, there)).toEqual({ onHand: 0, reserved: 0, inTransit: 12 });
  expect(await balance('inventory:transit')).toBe(6200n);
  const lineId = await lineOf(id);
  const first = await must(make(id, 'receive', { lines: [{ lineId, qty: 11 }] }));
  expect(first.state).toBe('partiallyReceived');
  expect(await scene.violations()).toEqual([]);
  const last = { lines: [{ lineId, qty: 1, condition: 'damaged' }] };
  expect((await must(make(id, 'receive', last))).state).toBe('received');
  expect(await layers(skuId, there)).toEqual([
    { qtyLeft: 10, valueLeft: 5000n },
    { qtyLeft: 1, valueLeft: 600n },
    { qtyLeft: 1, valueLeft: 600n },
  ]);
  expect(await layers(skuId, here)).toEqual([{ qtyLeft: 8, valueLeft: 4800n }]);
  expect(await level(skuId, there)).toEqual({ onHand: 11, reserved: 0, inTransit: 0 });
  expect(await balance('inventory:transit')).toBe(0n);
  expect(await scene.violations()).toEqual([]);
});

test('no cent is lost on the way: 1.00 over three units arrives as 0.33, 0.34 and 0.33', async () => {
  const skuId = await stocked([3, '0.3333']);
  const id = await sent(skuId, 3);
  const lineId = await lineOf(id);
  for (let index = 0; index < 3; index++) await must(make(id, 'receive', { lines: [{ lineId, qty: 1 }] }));
  expect((await layers(skuId, there)).map(({ valueLeft }) => valueLeft)).toEqual([33n, 34n, 33n]);
  expect(await scene.violations()).toEqual([]);
});

test('what is not there is not promised, and each short SKU is named', async () => {
  const skuId = await stocked([2, '1']);
  const id = await drafted(skuId, 3);
  expect(await make(id, 'confirm')).toMatchObject({
    status: 409,
    message: `调出仓库存不足：MOVE-${made} 需要 3，可用 2`,
  });
  const taken = await drafted(skuId, 2);
  await must(make(taken, 'confirm'));
  await must(make(taken, 'cancel'));
  expect(await level(skuId, here)).toEqual({ onHand: 2, reserved: 0, inTransit: 0 });
});

test('a transfer received twice is refused, and more than is on its way at its line', async () => {
  const skuId = await stocked([5, '2']);
  const id = await sent(skuId, 5);
  const lineId = await lineOf(id);
  expect(await make(id, 'receive', { lines: [{ lineId, qty: 6 }] })).toMatchObject({
    status: 422,
    result: {
      errors: [{ field: 'lines', row: 1, message: `MOVE-${made} 在途 5 件，不能收 6 件` }],
    },
  });
  const key = newId();
  const answers = [
    await make(id, 'receive', {}, packer, key),
    // The same call again, as a phone that lost the answer sends it.
    await make(id, 'receive', {}, packer, key),
  ];
  expect(answers.map(({ result }) => result.state)).toEqual(['received', 'received']);
  expect(await make(id, 'receive')).toMatchObject({
    status: 409,
    message: '这张调拨单已由 cangku 收完，不能再收',
  });
  expect(await level(skuId, there)).toEqual({ onHand: 5, reserved: 0, inTransit: 0 });
});

test('ten receive one transfer at once: it comes once', async () => {
  const skuId = await stocked([4, '3']);
  const id = await sent(skuId, 4);
  const answers = await Promise.all(Array.from({ length: 10 }, () => make(id, 'receive')));
  expect(answers.filter(({ success }) => success)).toHaveLength(1);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await level(skuId, there)).toEqual({ onHand: 4, reserved: 0, inTransit: 0 });
  expect(await scene.violations()).toEqual([]);
});

test('what never comes is a loss with a reason, by somebody who did not send it', async () => {
  const skuId = await stocked([3, '10']);
  const id = await sent(skuId, 3);
  const before = await balance('loss:transit');
  await must(make(id, 'receive', { lines: [{ lineId: await lineOf(id), qty: 2 }] }));
  expect((await make(id, 'writeOff', { reason: '少一件' })).status).toBe(403);
  expect((await make(id, 'writeOff', {}, admin)).status).toBe(422);
  await must(make(id, 'writeOff', { reason: '少一件' }, admin));
  expect((await balance('loss:transit')) - before).toBe(1000n);
  expect(await level(skuId, there)).toEqual({ onHand: 2, reserved: 0, inTransit: 0 });
  const shown = await must(admin.get<Record<string, unknown>>('/inventory/stockTransfer/queryById', { id }));
  expect(shown).toMatchObject({
    status: 'received',
    receivedQty: 2,
    lostQty: 1,
    lostValue: '10.00',
    lossReason: '少一件',
  });
  expect(await scene.violations()).toEqual([]);
});

test('two transfers that cross never wait for each other', async () => {
  const skuId = await stocked([40, '1']);
  await must(make(await sent(skuId, 20), 'receive'));
  const back = await Promise.all(
    Array.from({ length: 8 }, async (_, index) => {
      const [from, to] = index % 2 ? [here, there] : [there, here];
      const { id } = await must(
        packer.post<{ id: string }>('/inventory/stockTransfer/add', {
          fromWarehouseId: from,
          toWarehouseId: to,
          lines: [{ skuId, qty: 2 }],
        }),
      );
      await must(make(id, 'confirm'));
      return id;
    }),
  );
  const answers = await Promise.all(back.map((id) => make(id, 'send')));
  expect(answers.map(({ message }) => message).filter(Boolean)).toEqual([]);
  await Promise.all(back.map((id) => make(id, 'receive')));
  expect((await level(skuId, here))?.onHand).toBe(20);
  expect((await level(skuId, there))?.onHand).toBe(20);
  expect(await scene.violations()).toEqual([]);
});

test('whoever keeps either end sees the transfer, acts at that end, and nobody else does', async () => {
  const skuId = await stocked([2, '1']);
  const id = await sent(skuId, 1);
  const waiting = await drafted(skuId, 1);
  const sees = async (username: string, warehouses: string[]): Promise<number> => {
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: ['WH'],
      departs: ['A01'],
      warehouses,
    });
    const person = await scene.as(username);
    const list = await must(person.get<{ total: number }>('/inventory/stockTransfer/list', { id }));
    const desk = await person.get(`/inventory/stockTransfer/${id}/desk`);
    expect(desk.status).toBe(list.total === 1 ? 200 : 404);
    return list.total;
  };
  expect([
    await sees('keeper_of_one', [here]),
    await sees('keeper_of_other', [there]),
    await sees('keeper_of_none', []),
  ]).toEqual([1, 1, 0]);
  const [sender, receiver] = [await scene.as('keeper_of_one'), await scene.as('keeper_of_other')];
  expect(await make(waiting, 'confirm', {}, receiver)).toMatchObject({
    status: 403,
    message: '调出仓不在您的仓库范围内，请由管调出仓的人操作',
  });
  await must(make(waiting, 'confirm', {}, sender));
  expect((await make(waiting, 'send', {}, receiver)).status).toBe(403);
  expect((await make(id, 'receive', {}, sender)).status).toBe(403);
  expect((await must(make(id, 'receive', {}, receiver))).state).toBe('received');
  const lost = await sent(await stocked([1, '1']), 1);
  const [mayHere, mayThere] = await Promise.all(
    [here, there].map(async (warehouseId, at) => {
      const username = `closer_of_${at}`;
      await createUser(scene.app.db, systemActor(1, 'test'), {
        username,
        realname: username,
        password: PASSWORD,
        roles: ['TADM'],
        departs: ['A01'],
        warehouses: [warehouseId],
      });
      return scene.as(username);
    }),
  );
  const reason = { reason: '整箱丢失' };
  expect(await make(lost, 'writeOff', reason, mayHere)).toMatchObject({
    status: 403,
    message: '调入仓不在您的仓库范围内，请由管调入仓的人操作',
  });
  expect((await must(make(lost, 'writeOff', reason, mayThere))).state).toBe('received');
});

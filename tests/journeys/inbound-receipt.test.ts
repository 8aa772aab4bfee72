import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/database.ts';
import { announceGoods } from '#modules/inventory/server/index.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let packer: Client;
let here: string;
let productId: string;
let made = 0;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'receiver',
    realname: '收货员',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
  });
  packer = await scene.as('receiver');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

async function newSku(): Promise<string> {
  const skuCode = `COME-${++made}`;
  const { id } = await must(admin.post<{ id: string }>('/catalog/sku/add', { skuCode, name: skuCode, productId }));
  return id;
}
const make = (id: string, step: string, body: object = {}, who = packer, key = newId()) =>
  who.post<{ state: string }>(`/inventory/inboundReceipt/${id}/${step}`, body, {
    'idempotency-key': key,
  });

/** A receipt that stands at the gate. */
async function arrived(lines: readonly object[], head: object = {}): Promise<string> {
  const { id } = await must(
    admin.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId: here,
      supplierName: '宁波家具厂',
      ...head,
      lines,
    }),
  );
  const { state } = await must(make(id, 'announce'));
  // What nobody has bought before is looked at by somebody else.
  if (state === 'submitted') await must(make(id, 'approve', {}, await scene.as('fuhe')));
  await must(make(id, 'arrive'));
  return id;
}
/** A receipt that an order led to, at the gate. */
async function ordered(
  lines: readonly { skuId: string; qty: number; unitCost: string }[],
  tolerance: string,
): Promise<string> {
  const ref = { type: 'test', id: newId(), no: 'PO-TEST' };
  const id = await look(scene, (tx) =>
    announceGoods(tx, scene.app.registry, {
      warehouseId: here,
      tolerance,
      ref,
      lines: lines.map((line) => ({ ...line, refLineId: newId() })),
    }),
  );
  await must(make(id, 'arrive'));
  return id;
}
const lineOf = async (id: string): Promise<string> =>
  (await must(packer.get<{ lines: { id: string }[] }>(`/inventory/inboundReceipt/${id}/desk`))).lines[0]?.id ?? '';
const levels = (skuId: string) =>
  look(
    scene,
    (tx) => tx.rows<{ condition: string; onHand: number; inTransit: number }>`
      select condition, on_hand, in_transit from stock_level
      where tenant_id = ${tx.tenant} and sku_id = ${skuId}::uuid order by condition`,
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

test('goods come in two parts and three conditions, at the cost of their line, against 暂估应付', async () => {
  covers('ours: goods that come');
  const skuId = await newSku();
  const before = await balance('grni');
  const id = await arrived([{ skuId, qty: 10, unitCost: '12.50' }]);
  expect(await levels(skuId)).toEqual([{ condition: 'good', onHand: 0, inTransit: 10 }]);
  const lineId = await lineOf(id);
  const first = [
    { lineId, qty: 4, condition: 'good' },
    { lineId, qty: 1, condition: 'damaged' },
  ];
  expect((await must(make(id, 'receive', { lines: first }))).state).toBe('receiving');
  expect(await scene.violations()).toEqual([]);
  const second = [
    { lineId, qty: 3, condition: 'quarantine' },
    { lineId, qty: 1, condition: 'good' },
  ];
  await must(make(id, 'receive', { lines: second }));
  expect(await levels(skuId)).toEqual([
    { condition: 'damaged', onHand: 1, inTransit: 0 },
    { condition: 'good', onHand: 5, inTransit: 1 },
    { condition: 'quarantine', onHand: 3, inTransit: 0 },
  ]);
  // One has not come: that it never will is said by somebody who was asked.
  expect(await make(id, 'complete')).toMatchObject({
    status: 422,
    message: expect.stringContaining('还有 1 件没有收到'),
    result: { errors: [{ field: 'rest', suggest: 'giveUp' }] },
  });
  expect((await levels(skuId))[1]).toMatchObject({ inTransit: 1 });
  await must(make(id, 'complete', { rest: 'giveUp' }));
  expect((await levels(skuId))[1]).toEqual({ condition: 'good', onHand: 5, inTransit: 0 });
  expect((await balance('grni')) - before).toBe(-11250n);
  const shown = await must(admin.get<Record<string, unknown>>('/inventory/inboundReceipt/queryById', { id }));
  expect(shown).toMatchObject({ status: 'completed', receivedQty: 9, value: '112.50' });
  expect(await make(id, 'receive')).toMatchObject({
    status: 409,
    message: '这张入库单已由 receiver 完成，不能再收',
  });
  expect(await scene.violations()).toEqual([]);
});

test('101 of 100 pass at 1 %, and at 0 only for somebody who may', async () => {
  const skuId = await newSku();
  const lines = [{ skuId, qty: 100, unitCost: '1' }];
  const loose = await ordered(lines, '0.01');
  const more = async (id: string, qty: number, who = packer) =>
    make(id, 'receive', { lines: [{ lineId: await lineOf(id), qty }] }, who);
  expect((await more(loose, 101)).status).toBe(200);
  const strict = await ordered(lines, '0');
  await must(more(strict, 60));
  const refused = `COME-${made} 预报 100 件，最多收 100 件，共收 101 件要有超收权限`;
  expect(await more(strict, 41)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'lines', row: 1, message: refused }] },
  });
  await must(more(strict, 41, admin));
  expect((await levels(skuId))[0]).toMatchObject({ onHand: 202, inTransit: 0 });
  expect(await scene.violations()).toEqual([]);
});

test('fifty receive one unit of the same receipt at once: each unit comes once, and no more', async () => {
  const skuId = await newSku();
  const id = await arrived([{ skuId, qty: 30, unitCost: '2' }]);
  const lineId = await lineOf(id);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => make(id, 'receive', { lines: [{ lineId, qty: 1 }] })),
  );
  expect(answers.filter(({ success }) => success)).toHaveLength(30);
  expect(answers.every(({ status }) => status < 500)).toBe(true);
  expect(await levels(skuId)).toEqual([{ condition: 'good', onHand: 30, inTransit: 0 }]);
  expect(await scene.violations()).toEqual([]);
});

test('a call that lost its answer takes in nothing twice, and a stale page takes in nothing', async () => {
  const skuId = await newSku();
  const id = await arrived([{ skuId, qty: 5, unitCost: '2' }]);
  const lines = [{ lineId: await lineOf(id), qty: 2 }];
  const key = newId();
  await must(make(id, 'receive', { lines }, packer, key));
  await must(make(id, 'receive', { lines }, packer, key));
  expect(await make(id, 'receive', { lines, version: 3 })).toMatchObject({
    status: 409,
    message: '数据已被他人修改，请刷新',
  });
  expect((await levels(skuId))[0]).toMatchObject({ onHand: 2, inTransit: 3 });
  expect(await make(id, 'receive', { lines: [{ lineId: newId(), qty: 1 }] })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'lines', row: 1, message: '这一行不在单据里' }] },
  });
});

test('what was announced and is given up is not waited for', async () => {
  const skuId = await newSku();
  const id = await arrived([{ skuId, qty: 7 }]);
  await must(make(id, 'cancel'));
  expect(await levels(skuId)).toEqual([{ condition: 'good', onHand: 0, inTransit: 0 }]);
  expect(await scene.violations()).toEqual([]);
});

test('goods that another document asked for are announced, and each line knows which it answers', async () => {
  const skuIds = [await newSku(), await newSku(), await newSku()];
  const lines = skuIds.map((skuId, index) => ({
    skuId,
    qty: index + 1,
    unitCost: '4',
    refLineId: newId(),
  }));
  const ref = { type: 'purchaseOrder', id: newId(), no: 'PO26112500001' };
  const id = await look(scene, (tx) =>
    announceGoods(tx, scene.app.registry, { warehouseId: here, tolerance: '0.01', ref, lines }),
  );
  const stored = await look(
    scene,
    (tx) => tx.rows<{ skuId: string; refLineId: string; transitQty: number }>`
      select sku_id, ref_line_id, transit_qty from inbound_receipt_line
      where tenant_id = ${tx.tenant} and receipt_id = ${id}::uuid order by qty`,
  );
  expect(stored).toEqual(lines.map(({ skuId, refLineId, qty }) => ({ skuId, refLineId, transitQty: qty })));
  const shown = await must(admin.get<Record<string, unknown>>('/inventory/inboundReceipt/queryById', { id }));
  expect(shown).toMatchObject({ status: 'announced', refType: 'purchaseOrder', refNo: ref.no });
  expect(await scene.violations()).toEqual([]);
});

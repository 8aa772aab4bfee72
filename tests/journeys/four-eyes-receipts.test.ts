import { expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
import { toWireTime } from '#kit/model/time.ts';
import type { Client } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import {
  admin,
  draft,
  enter,
  morning,
  newSku,
  onHand,
  openFourEyes,
  packer,
  reviewer,
  scene,
  second,
  shown,
  signInAll,
  submit,
  warehouses,
} from './four-eyes-scene.ts';

/** One person who wants goods, or what they cost, in the books without anybody else. */

openFourEyes();

const RECEIPT = '/inventory/inboundReceipt';
interface Line {
  skuId: string;
  qty: number;
  unitCost?: string;
}
const write = async (who: Client, lines: readonly Line[], warehouse = 0): Promise<string> =>
  (await must(who.post<{ id: string }>(`${RECEIPT}/add`, { warehouseId: warehouses[warehouse], lines }))).id;
const step = (who: Client, id: string, move: string, body: object = {}, headers: object = {}) =>
  who.post<{ state: string }>(`${RECEIPT}/${id}/${move}`, body, {
    'idempotency-key': newId(),
    ...headers,
  });
const announce = async (who: Client, id: string): Promise<string> => (await must(step(who, id, 'announce'))).state;
const announced = async (who: Client, lines: readonly Line[], warehouse = 0): Promise<string> =>
  announce(who, await write(who, lines, warehouse));
const read = (id: string) =>
  must(admin.get<Record<string, unknown>>(`${RECEIPT}/queryById`, { id })) as Promise<{
    status: string;
    version: number;
    checkReason: string | null;
    approvedBy: string | null;
  }>;
const settings = async (values: object): Promise<void> => {
  const { changes: _seen, ...now } = await must(admin.get<Record<string, unknown>>('/inventory/stockSettings'));
  await must(admin.put('/inventory/stockSettings', { ...now, ...values }));
};

test('goods that nobody ordered wait above 1,000.00, are not on their way, and come by two people', async () => {
  covers('ours: four eyes on stock');
  const skuId = await newSku('500');
  const id = await write(packer, [{ skuId, qty: 1000, unitCost: '500.00' }]);
  expect(await announce(packer, id)).toBe('submitted');
  expect(await read(id)).toMatchObject({ checkReason: '没有采购单，金额超过审核限额' });
  for (const move of ['arrive', 'receive']) expect((await step(packer, id, move)).status).toBe(409);
  expect((await step(packer, id, 'approve')).status).toBe(403);
  await must(step(reviewer, id, 'reject', { reason: '没有合同' }));
  expect(await read(id)).toMatchObject({ status: 'draft', checkReason: null });
  expect(await announce(packer, id)).toBe('submitted');
  await must(step(reviewer, id, 'approve'));
  for (const move of ['arrive', 'receive']) await must(step(packer, id, move));
  expect(await onHand(skuId)).toBe(1000);
  expect(await announced(second, [{ skuId: await newSku('100'), qty: 10 }])).toBe('announced');
});

test('split over receipts, warehouses and kinds of documents it is one day', async () => {
  await morning();
  await signInAll();
  const skuId = await newSku('100');
  const line = { skuId, qty: 6, unitCost: '100' };
  const first = await write(packer, [line]);
  expect(await announce(packer, first)).toBe('announced');
  expect(await announced(packer, [line])).toBe('submitted');
  expect(await announced(packer, [line], 1)).toBe('submitted');
  expect(await enter(packer, [line])).toBe('submitted');
  expect(await announced(packer, [{ ...line, qty: 4 }])).toBe('announced');
  expect(await enter(packer, [{ ...line, qty: 1 }])).toBe('submitted');
  // Lines of one receipt, and receipts of one batch, count together.
  const other = await newSku('100');
  expect(
    await announced(packer, [
      { skuId: other, qty: 6 },
      { skuId: other, qty: 5 },
    ]),
  ).toBe('submitted');
  const both = [await write(packer, [{ skuId: other, qty: 6 }]), await write(packer, [{ skuId: other, qty: 6 }])];
  await must(packer.post(`${RECEIPT}/batch/announce`, { ids: both }));
  const states = await Promise.all(both.map(async (id) => (await read(id)).status));
  expect(states.sort()).toEqual(['announced', 'submitted']);
  // What was given up has never come: another may be announced in its place.
  await must(step(packer, first, 'cancel'));
  expect(await announced(packer, [line])).toBe('announced');
});

test('nobody approves what they wrote or changed, nor for somebody whose deputy they are', async () => {
  const skuId = await newSku('100');
  const id = await write(admin, [{ skuId, qty: 20 }]);
  const { version } = await read(id);
  await must(
    second.put(`${RECEIPT}/edit`, {
      id,
      version,
      warehouseId: warehouses[0],
      lines: [{ skuId, qty: 30 }],
    }),
  );
  expect(await announce(packer, id)).toBe('submitted');
  for (const who of [admin, second]) expect((await step(who, id, 'approve')).status).toBe(403);
  const at = (hours: number): string =>
    toWireTime(new Date(scene.now().getTime() + hours * 3_600_000), 'Asia/Shanghai');
  await must(
    reviewer.post('/sys/sysUserAgent/add', {
      userName: 'fuhe',
      agentUserName: 'zongguan',
      status: '1',
      startTime: at(-1),
      endTime: at(4),
    }),
  );
  const { token } = await must(
    (await scene.as('zongguan')).post<{ token: string }>('/sys/sysUserAgent/begin', {
      userName: 'fuhe',
    }),
  );
  expect((await step(reviewer, id, 'approve', {}, { 'x-access-token': token })).status).toBe(403);
  await must(step(reviewer, id, 'approve'));
  expect(await read(id)).toMatchObject({ status: 'announced', approvedBy: 'fuhe' });
  await signInAll();
});

test('without an order nobody takes in more than was looked at, whatever their rights', async () => {
  const skuId = await newSku('1');
  const id = await write(packer, [{ skuId, qty: 10, unitCost: '1' }]);
  await announce(packer, id);
  await must(step(packer, id, 'arrive'));
  const desk = await must(admin.get<{ lines: { id: string }[] }>(`${RECEIPT}/${id}/desk`));
  const lineId = desk.lines[0]?.id;
  for (const who of [packer, admin])
    expect(await step(who, id, 'receive', { lines: [{ lineId, qty: 11 }] })).toMatchObject({
      status: 422,
      message: expect.stringContaining('没有采购单的货不能多收') as unknown,
    });
  await must(step(packer, id, 'receive', { lines: [{ lineId, qty: 6 }] }));
  expect((await step(admin, id, 'receive', { lines: [{ lineId, qty: 5 }] })).status).toBe(422);
  await must(step(packer, id, 'receive', { lines: [{ lineId, qty: 4 }] }));
  expect(await onHand(skuId)).toBe(10);
  // Nobody types a tolerance of their own.
  const typed = await packer.post<{ id: string }>(`${RECEIPT}/add`, {
    warehouseId: warehouses[0],
    tolerance: '1',
    lines: [{ skuId, qty: 1 }],
  });
  const stored = typed.success ? await read(typed.result.id) : { tolerance: '0' };
  expect(Number((stored as unknown as { tolerance: string }).tolerance)).toBe(0);
});

test('a cost far from the known one waits and says whose, up and down, and the bound is the tenant’s', async () => {
  const [near, far] = [await newSku('65.23'), await newSku('65.23')];
  expect(await announced(packer, [{ skuId: near, qty: 1, unitCost: '97.84' }])).toBe('announced');
  for (const unitCost of ['1200.50', '97.85', '32.61', '0.0001']) {
    const id = await write(packer, [
      { skuId: near, qty: 1, unitCost: '65' },
      { skuId: far, qty: 1, unitCost },
    ]);
    expect(await announce(packer, id), unitCost).toBe('submitted');
    expect((await read(id)).checkReason).toMatch(/EYES-\d+ 的单位成本与已知成本相差超过 50%$/);
  }
  await settings({ costBound: '1' });
  expect(await announced(packer, [{ skuId: far, qty: 1, unitCost: '97.85' }])).toBe('announced');
  await settings({ costBound: '0.1' });
  expect(await announced(packer, [{ skuId: near, qty: 1, unitCost: '72' }])).toBe('submitted');
  await settings({ costBound: '0.5' });
});

test('one piece at next to nothing opens no adjustment of a million', async () => {
  const [fresh, known] = [await newSku(), await newSku('65.23')];
  // Nobody knows what it costs: neither way of typing it makes it known.
  expect(await announced(packer, [{ skuId: fresh, qty: 1, unitCost: '0.0001' }])).toBe('submitted');
  expect(await enter(packer, [{ skuId: fresh, qty: 1, unitCost: '0.0001' }])).toBe('submitted');
  expect(await enter(packer, [{ skuId: fresh, qty: 1, unitCost: '1' }], { kind: 'opening' })).toBe('submitted');
  // Within the limit, alone, at less than is known: worth what is known.
  const cheap = await draft(packer, [{ skuId: known, qty: 1, unitCost: '0.0001' }]);
  expect(await submit(packer, cheap)).toBe('posted');
  expect(await shown(cheap)).toMatchObject({ value: '65.23' });
  const million = await draft(packer, [{ skuId: known, qty: 1_000_000, unitCost: '0.0001' }]);
  expect(await submit(packer, million)).toBe('submitted');
  expect(await shown(million)).toMatchObject({ value: '65230000.00' });
});

test('what the dearest of a year was counts in every warehouse, and what one person said alone for few units only', async () => {
  const skuId = await newSku();
  const dear = await draft(second, [{ skuId, qty: 1, unitCost: '400' }]);
  expect(await submit(second, dear)).toBe('submitted');
  await must(reviewer.post(`/inventory/stockAdjustment/${dear}/approve`));
  const there = await draft(packer, [{ skuId, qty: 2, unitCost: '1' }], { warehouse: 1 });
  expect(await submit(packer, there)).toBe('posted');
  expect(await shown(there)).toMatchObject({ value: '800.00' });
  // Ordered alone at next to nothing: to who ordered it that is no known cost, to others for a hundred units a day.
  const own = await newSku();
  const { id: supplierId } = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      code: 'EYES',
      name: '自己人工厂',
      type: 'factory',
      status: 'enabled',
      currency: 'USD',
    }),
  );
  const { id: poId } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: warehouses[0],
      currency: 'USD',
      lines: [{ skuId: own, qty: 1, unitPrice: '0.01' }],
    }),
  );
  for (const move of ['submit', 'order']) await must(admin.post(`/purchasing/purchaseOrder/${poId}/${move}`));
  const { receipts } = await must(
    admin.get<{ receipts: { id: string }[] }>('/purchasing/purchaseOrder/queryById', { id: poId }),
  );
  for (const move of ['arrive', 'receive']) await must(step(admin, receipts[0]?.id ?? '', move));
  const mine = await draft(admin, [{ skuId: own, qty: 1000, unitCost: '0.01' }]);
  expect(await submit(admin, mine)).toBe('submitted');
  expect(await shown(mine)).toMatchObject({ value: null, checkReason: 'unknownCost' });
  expect(await enter(admin, [{ skuId: own, qty: 1, unitCost: '0.01' }])).toBe('submitted');
  const theirs = await draft(second, [{ skuId: own, qty: 1000, unitCost: '0.01' }]);
  expect(await submit(second, theirs)).toBe('submitted');
  expect(await shown(theirs)).toMatchObject({ value: null, checkReason: 'unknownCost' });
  const few = await draft(second, [{ skuId: own, qty: 100, unitCost: '0.01' }]);
  expect(await submit(second, few)).toBe('posted');
  expect(await shown(few)).toMatchObject({ value: '1.00' });
  expect(await enter(second, [{ skuId: own, qty: 1 }])).toBe('submitted');
  expect(await scene.violations()).toEqual([]);
});

test('what ordered goods cost that lie there goes before the standard cost, where another has looked at it', async () => {
  await morning();
  await signInAll();
  const skuId = await newSku('1000');
  const { id: supplierId } = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      code: 'EYES-2',
      name: '他人工厂',
      type: 'factory',
      status: 'enabled',
      currency: 'USD',
    }),
  );
  const { id: poId } = await must(
    admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: warehouses[0],
      currency: 'USD',
      lines: [{ skuId, qty: 3, unitPrice: '400' }],
    }),
  );
  await must(admin.post(`/purchasing/purchaseOrder/${poId}/submit`));
  await must(reviewer.post(`/purchasing/purchaseOrder/${poId}/approve`));
  await must(admin.post(`/purchasing/purchaseOrder/${poId}/order`));
  const { receipts } = await must(
    admin.get<{ receipts: { id: string }[] }>('/purchasing/purchaseOrder/queryById', { id: poId }),
  );
  for (const move of ['arrive', 'receive']) await must(step(admin, receipts[0]?.id ?? '', move));
  const here = await draft(packer, [{ skuId, qty: 2, unitCost: '1' }]);
  expect(await submit(packer, here)).toBe('posted');
  expect(await shown(here)).toMatchObject({ value: '800.00' });
  // Elsewhere none of them lie: the standard cost is what is known.
  const there = await draft(packer, [{ skuId, qty: 2, unitCost: '1' }], { warehouse: 1 });
  expect(await submit(packer, there)).toBe('submitted');
  expect(await shown(there)).toMatchObject({ value: '2000.00' });
});

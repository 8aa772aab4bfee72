import { beforeEach, expect, test } from 'vitest';
import { newId } from '#kit/server/database.ts';
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

/** What goods cost by the word of one person opens little: neither by a low cost nor by many documents. */

openFourEyes();
beforeEach(async () => {
  await morning();
  await signInAll();
});

const say = (who: Client, skuId: string, standardCost: string, effectiveFrom = '2026-01-01') =>
  must(who.post<{ id: string }>('/catalog/skuCost/add', { skuId, standardCost, effectiveFrom }));

const unsay = (who: Client, id: string) => must(who.delete('/catalog/skuCost/delete', { id }));

/** Where an order of somebody's stands that they submitted. */
async function order(who: Client, skuId: string, unitPrice: string, qty: number): Promise<string> {
  const code = newId().slice(-12).toUpperCase();
  const head = { type: 'factory', status: 'enabled', currency: 'USD' };
  const { id: supplierId } = await must(
    second.post<{ id: string }>('/base/supplier/add', { code, name: code, ...head }),
  );
  const lines = [{ skuId, qty, unitPrice }];
  const { id } = await must(
    who.post<{ id: string }>('/purchasing/purchaseOrder/add', {
      supplierId,
      warehouseId: warehouses[0],
      currency: 'USD',
      lines,
    }),
  );
  await must(who.post(`/purchasing/purchaseOrder/${id}/submit`));
  return (await must(who.get<{ status: string }>('/purchasing/purchaseOrder/queryById', { id }))).status;
}

test('a standard cost of one’s own does not hide that of somebody else', async () => {
  covers('ours: four eyes on stock');
  const [field, row] = [await newSku('80', second), await newSku(undefined, second)];
  await say(second, row, '80');
  for (const skuId of [field, row]) {
    await say(admin, skuId, '0.0001', '2026-01-02');
    const id = await draft(admin, [{ skuId, qty: 100_000 }]);
    expect(await submit(admin, id)).toBe('submitted');
    expect(await shown(id)).toMatchObject({ value: '8000000.00', checkReason: 'aboveLimit' });
    // Neither by another row of their own above it, nor where goods are to leave.
    await say(admin, skuId, '0.0002', '2026-01-03');
    expect(await enter(admin, [{ skuId, qty: -13 }])).toBe('submitted');
    expect(await enter(admin, [{ skuId, qty: 12 }])).toBe('posted');
  }
});

test('who deletes what somebody else said of a cost is still held to it', async () => {
  for (const lower of ['1', undefined]) {
    const skuId = await newSku(undefined, second);
    if (lower) await say(second, skuId, lower, '2026-01-01');
    const { id: row } = await say(second, skuId, '80', '2026-01-02');
    const waiting = await draft(admin, [{ skuId, qty: 900 }]);
    expect(await submit(admin, waiting)).toBe('submitted');
    await unsay(admin, row);
    const id = await draft(admin, [{ skuId, qty: 900, unitCost: '1' }]);
    expect(await submit(admin, id)).toBe('submitted');
    expect(await shown(id)).toMatchObject({ value: '72000.00', checkReason: 'aboveLimit' });
    // Nor does a word of their own help, of that day or a later one.
    await say(admin, skuId, '0.01', '2026-01-02');
    await say(admin, skuId, '0.02', '2026-01-03');
    expect(await enter(admin, [{ skuId, qty: 13 }])).toBe('submitted');
    expect(await order(admin, skuId, '0.01', 100_000)).toBe('submitted');
    // What somebody else says from a later day on counts for everybody.
    await say(second, skuId, '2', '2026-01-04');
    expect(await enter(admin, [{ skuId, qty: 100 }])).toBe('posted');
    expect(await enter(admin, [{ skuId, qty: 1000 }])).toBe('submitted');
  }
});

test('nor does another day, SKU or value of the row, or of the SKU, make goods cheaper', async () => {
  const elsewhere = await newSku(undefined, second);
  for (const change of [{ effectiveFrom: '2099-01-01' }, { skuId: elsewhere }, { standardCost: '0.01' }]) {
    const skuId = await newSku(undefined, second);
    const { id } = await say(second, skuId, '80');
    await must(admin.put('/catalog/skuCost/edit', { id, version: 1, ...change }));
    if (!('standardCost' in change)) await say(admin, skuId, '0.01');
    expect(await order(admin, skuId, '0.01', 100_000)).toBe('submitted');
    const waiting = await draft(admin, [{ skuId, qty: 100 }]);
    expect(await submit(admin, waiting)).toBe('submitted');
    expect(await shown(waiting)).toMatchObject({ value: '8000.00' });
    // Deleted afterwards it is the same.
    await unsay(admin, id);
    expect(await enter(admin, [{ skuId, qty: 13 }])).toBe('submitted');
  }
  const field = await newSku('80', second);
  await must(admin.put('/catalog/sku/edit', { id: field, version: 1, standardCost: '0.01' }));
  expect(await order(admin, field, '0.01', 100_000)).toBe('submitted');
  expect(await enter(admin, [{ skuId: field, qty: 13 }])).toBe('submitted');
});

test('what somebody takes back of their own binds nobody', async () => {
  const skuId = await newSku(undefined, second);
  await say(second, skuId, '1', '2026-01-01');
  const { id } = await say(second, skuId, '80', '2026-01-02');
  const moved = await say(second, skuId, '70', '2026-01-03');
  await unsay(second, id);
  await must(second.put('/catalog/skuCost/edit', { id: moved.id, version: 1, effectiveFrom: '2099-01-01' }));
  expect(await enter(admin, [{ skuId, qty: 900 }])).toBe('posted');
  // One’s own is not another’s word for having been deleted.
  const own = await newSku(undefined, second);
  await say(second, own, '1', '2026-01-01');
  const mine = await say(admin, own, '80', '2026-01-02');
  await unsay(admin, mine.id);
  expect(await enter(admin, [{ skuId: own, qty: 500 }])).toBe('posted');
});

test('of what others have said in turn the latest counts', async () => {
  const skuId = await newSku(undefined, second);
  await say(second, skuId, '80', '2026-01-01');
  await say(second, skuId, '20', '2026-01-03');
  await say(admin, skuId, '0.0001', '2026-01-04');
  const id = await draft(admin, [{ skuId, qty: 30 }]);
  expect(await submit(admin, id)).toBe('posted');
  expect(await shown(id)).toMatchObject({ value: '600.00' });
});

test('one’s own word alone is worth a hundred units of a SKU in a document and in a day', async () => {
  const own = await newSku('0.0001');
  const million = await draft(admin, [{ skuId: own, qty: 1_000_000 }]);
  expect(await submit(admin, million)).toBe('submitted');
  expect(await shown(million)).toMatchObject({ value: null, checkReason: 'unknownCost' });
  const lines = [
    { skuId: own, qty: 60 },
    { skuId: own, qty: 41, unitCost: '0.01' },
  ];
  expect(await enter(admin, lines)).toBe('submitted');
  expect(await enter(admin, [{ skuId: own, qty: 60 }])).toBe('posted');
  expect(await enter(admin, [{ skuId: own, qty: 41 }], { warehouse: 1 })).toBe('submitted');
  expect(await enter(admin, [{ skuId: own, qty: -40 }])).toBe('posted');
  expect(await enter(admin, [{ skuId: own, qty: -1 }])).toBe('submitted');
  // To somebody else it is the word of another, for as many as the limit allows.
  expect(await enter(packer, [{ skuId: own, qty: 5000 }])).toBe('posted');
  // A small stock of something new is entered at once, a large one is looked at.
  const opening = { kind: 'opening' };
  const fresh = await newSku('60');
  expect(await enter(admin, [{ skuId: fresh, qty: 5, unitCost: '60' }], opening)).toBe('posted');
  const many = await newSku('0.5');
  expect(await enter(admin, [{ skuId: many, qty: 101, unitCost: '0.5' }], opening)).toBe('submitted');
  await must(reviewer.post(`/inventory/stockAdjustment/${million}/approve`));
  expect(await onHand(own)).toBe(60 - 40 + 5000 + 1_000_000);
  await morning();
  await signInAll();
  // Two people have looked at that cost.
  expect(await enter(admin, [{ skuId: own, qty: 101 }])).toBe('posted');
  expect(await scene.violations()).toEqual([]);
});

test('nor does who counted post a gain of more by their own word', async () => {
  const gain = async (skuId: string, qty: number) => {
    const { id } = await must(
      admin.post<{ id: string }>('/inventory/stockCount/add', {
        warehouseId: warehouses[0],
        extent: 'listed',
        isBlind: false,
        lines: [{ skuId, condition: 'good' }],
      }),
    );
    await must(admin.post(`/inventory/stockCount/${id}/start`));
    await must(
      admin.post(`/inventory/stockCount/${id}/count`, {
        skuId,
        condition: 'good',
        qty,
        version: 1,
      }),
    );
    await must(admin.post(`/inventory/stockCount/${id}/finish`));
    return { id, posted: await admin.post(`/inventory/stockCount/${id}/post`) };
  };
  const { id, posted } = await gain(await newSku('0.0001'), 900_000);
  expect(posted).toMatchObject({
    status: 403,
    message: expect.stringContaining('有差异的货成本未知，盘点人不能自己过账') as unknown,
  });
  await must(second.post(`/inventory/stockCount/${id}/post`));
  expect((await gain(await newSku('0.5'), 100)).posted).toMatchObject({ status: 200 });
});

test('a price that one person ordered at alone is never below what others say, for whoever moves the goods', async () => {
  const ordered = async (skuId: string, unitPrice: string, qty: number): Promise<void> => {
    const code = newId().slice(-12).toUpperCase();
    const { id: supplierId } = await must(
      admin.post<{ id: string }>('/base/supplier/add', {
        code,
        name: code,
        type: 'factory',
        status: 'enabled',
        currency: 'USD',
      }),
    );
    const { id } = await must(
      admin.post<{ id: string }>('/purchasing/purchaseOrder/add', {
        supplierId,
        warehouseId: warehouses[0],
        currency: 'USD',
        lines: [{ skuId, qty, unitPrice }],
      }),
    );
    for (const move of ['submit', 'order']) await must(admin.post(`/purchasing/purchaseOrder/${id}/${move}`));
    const { receipts } = await must(
      admin.get<{ receipts: { id: string }[] }>('/purchasing/purchaseOrder/queryById', { id }),
    );
    for (const move of ['arrive', 'receive'])
      await must(
        admin.post(`/inventory/inboundReceipt/${receipts[0]?.id}/${move}`, {}, { 'idempotency-key': newId() }),
      );
  };
  const skuId = await newSku();
  await ordered(skuId, '0.01', 20);
  // Said afterwards: the goods that lie there are worth it as well.
  await say(admin, skuId, '80');
  const id = await draft(packer, [{ skuId, qty: 1_000_000, unitCost: '0.0001' }]);
  expect(await submit(packer, id)).toBe('submitted');
  expect(await shown(id)).toMatchObject({ value: '80000000.00', checkReason: 'aboveLimit' });
  const out = await draft(packer, [{ skuId, qty: -13 }]);
  expect(await submit(packer, out)).toBe('submitted');
  expect(await shown(out)).toMatchObject({ value: '1040.00' });
  // The dearest of a year counts as well as a standard cost.
  const dear = await newSku();
  const first = await draft(second, [{ skuId: dear, qty: 1, unitCost: '400' }], { warehouse: 1 });
  await submit(second, first);
  await must(reviewer.post(`/inventory/stockAdjustment/${first}/approve`));
  await ordered(dear, '300', 1);
  const few = await draft(packer, [{ skuId: dear, qty: 3 }]);
  expect(await submit(packer, few)).toBe('submitted');
  expect(await shown(few)).toMatchObject({ value: '1200.00' });
});

test('whatever the goods, one person posts three times the limit alone in a day', async () => {
  const skus: string[] = [];
  for (let at = 0; at < 8; at++) skus.push(await newSku('1000', second));
  const small = await newSku('1', second);
  // At the same moment as well.
  const ids: string[] = [];
  for (const skuId of skus.slice(0, 5)) ids.push(await draft(packer, [{ skuId, qty: 1 }]));
  const states = await Promise.all(ids.map((id) => submit(packer, id)));
  expect(states.sort()).toEqual(['posted', 'posted', 'posted', 'submitted', 'submitted']);
  const more = await draft(packer, [{ skuId: small, qty: 1 }]);
  expect(await submit(packer, more)).toBe('submitted');
  expect(await shown(more)).toMatchObject({ value: '1.00', checkReason: 'handAboveLimit' });
  const receipt = await must(
    packer.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId: warehouses[1],
      lines: [{ skuId: small, qty: 1 }],
    }),
  );
  await must(packer.post(`/inventory/inboundReceipt/${receipt.id}/announce`));
  expect(await must(admin.get<{ checkReason: string }>('/inventory/inboundReceipt/queryById', receipt))).toMatchObject({
    checkReason: '没有采购单，本人当日各SKU累计金额超过审核限额的三倍',
  });
  // What another approved is nobody's alone, and each has a day of their own.
  await must(reviewer.post(`/inventory/stockAdjustment/${more}/approve`));
  expect(await enter(admin, [{ skuId: small, qty: 1 }])).toBe('posted');
  await morning();
  await signInAll();
  expect(await enter(packer, [{ skuId: small, qty: 1 }])).toBe('posted');
  expect(await scene.violations()).toEqual([]);
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { firstOf, must, NEW_JERSEY } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { balance, checkedBy, draftCost, layersOf, moveCost, newSku, received, takeOut } from './landed-scene.ts';

let scene: TestApp;
let admin: Client;
let holder: Client;
let reviewer: Client;
let here: string;
let there: string;
let productId: string;

beforeAll(async () => {
  scene = await startTestApp();
  checkedBy(() => scene.as('fuhe'));
  admin = await scene.as('admin');
  holder = await scene.as('caiwu');
  reviewer = await scene.as('fuhe');
  here = scene.seller.warehouses[NEW_JERSEY] as string;
  there = Object.values(scene.seller.warehouses).find((id) => id !== here) ?? '';
  ({ id: productId } = await firstOf<{ id: string }>(admin, '/catalog/product/list'));
});
afterAll(() => scene?.stop());

const shown = (id: string) =>
  must(
    holder.get<Record<string, unknown> & { lines: { landedCostShare: Record<string, unknown>[] } }>(
      '/purchasing/landedCost/queryById',
      { id },
    ),
  );

test('8.00 on the second layer before the goods leave: 12 of them cost 63.60', async () => {
  covers('ours: landed cost');
  const sku = await newSku(admin, productId);
  await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '5' }]);
  const second = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '6' }]);
  const before = {
    stock: await balance(scene, 'inventory'),
    owed: await balance(scene, 'ap:logistics'),
  };
  const id = await draftCost(holder, [second], { warehouseId: here, freight: '8.00' });
  await must(moveCost(holder, id, 'post'));
  expect(await layersOf(scene, sku.id)).toEqual([
    { qtyLeft: 10, valueLeft: 5000n },
    { qtyLeft: 10, valueLeft: 6800n },
  ]);
  expect((await balance(scene, 'inventory')) - before.stock).toBe(800n);
  expect((await balance(scene, 'ap:logistics')) - before.owed).toBe(-800n);
  expect(await takeOut(scene, here, sku.id, 12)).toBe(6360n);
  expect(await scene.violations()).toEqual([]);
});

test('S16: 头程 500 by volume over 60 + 41 and others, after 30 were sold', async () => {
  covers('ours: landed cost');
  const [small, large] = [
    await newSku(admin, productId, { lengthMm: 100 }),
    await newSku(admin, productId, { lengthMm: 400 }),
  ];
  const first = await received(admin, here, [{ skuId: small.id, qty: 60, unitCost: '10' }]);
  const second = await received(admin, here, [
    { skuId: small.id, qty: 41, unitCost: '10' },
    { skuId: large.id, qty: 20, unitCost: '30' },
  ]);
  await takeOut(scene, here, small.id, 30);
  const late = await balance(scene, 'variance:landed');
  const id = await draftCost(holder, [first, second], {
    warehouseId: here,
    basis: 'volume',
    freight: '500',
  });
  await must(moveCost(holder, id, 'post'));
  // Volumes 60 : 41 : 80 of 181; 30 of the first 60 have left.
  const { lines, ...head } = await shown(id);
  expect(head).toMatchObject({
    status: 'posted',
    baseTotal: '500.00',
    stockValue: '417.13',
    variance: '82.87',
    postedBy: 'caiwu',
    fxRate: '1.00000000',
  });
  const shares = lines.landedCostShare.map(({ qty, leftQty, amount, stockValue, variance }) => ({
    qty,
    leftQty,
    amount,
    stockValue,
    variance,
  }));
  expect(shares).toEqual(
    expect.arrayContaining([
      { qty: 60, leftQty: 30, amount: '165.75', stockValue: '82.88', variance: '82.87' },
      { qty: 41, leftQty: 41, amount: '113.26', stockValue: '113.26', variance: '0.00' },
      { qty: 20, leftQty: 20, amount: '220.99', stockValue: '220.99', variance: '0.00' },
    ]),
  );
  expect((await balance(scene, 'variance:landed')) - late).toBe(8287n);
  expect(await scene.violations()).toEqual([]);
});

test('by weight and by value, and goods that nobody has measured are named', async () => {
  const [light, heavy] = [
    await newSku(admin, productId, { lengthMm: 100, grossWeightG: 1000 }),
    await newSku(admin, productId, { lengthMm: 100, grossWeightG: 3000 }),
  ];
  const lines = [
    { skuId: light.id, qty: 10, unitCost: '9' },
    { skuId: heavy.id, qty: 10, unitCost: '1' },
  ];
  const receipt = await received(admin, here, lines);
  for (const [basis, [one, other]] of [
    ['weight', [9250n, 1750n]],
    ['value', [10150n, 1850n]],
  ] as const) {
    const id = await draftCost(holder, [receipt], { warehouseId: here, basis, duty: '10' });
    await must(moveCost(holder, id, 'post'));
    expect((await layersOf(scene, light.id))[0]?.valueLeft).toBe(one);
    expect((await layersOf(scene, heavy.id))[0]?.valueLeft).toBe(other);
  }
  const bare = await newSku(admin, productId);
  const [free] = [await received(admin, here, [{ skuId: bare.id, qty: 1, unitCost: '0' }])];
  const post = async (basis: string) =>
    moveCost(holder, await draftCost(holder, [receipt, free ?? ''], { warehouseId: here, basis, duty: '10' }), 'post');
  for (const [basis, what] of [
    ['volume', '箱规的体积'],
    ['weight', '箱规的重量'],
  ] as const)
    expect(await post(basis)).toMatchObject({
      status: 422,
      message: `${bare.skuCode} 没有${what}，请先补上或换一种分摊方式`,
    });
  await must(post('qty'));
  expect(await scene.violations()).toEqual([]);
});

test('a carton of several units is shared by them, several cartons of one unit add up', async () => {
  const shared = await newSku(admin, productId, { lengthMm: 100, unitsPerCarton: 4 });
  const double = await newSku(admin, productId, { lengthMm: 100 });
  await must(
    admin.post('/catalog/skuCarton/add', {
      skuId: double.id,
      cartonNo: 2,
      label: '附件',
      grossWeightG: 250,
      lengthMm: 100,
      widthMm: 100,
      heightMm: 25,
    }),
  );
  const receipt = await received(admin, here, [
    { skuId: shared.id, qty: 10, unitCost: '1' },
    { skuId: double.id, qty: 10, unitCost: '1' },
  ]);
  for (const basis of ['weight', 'volume']) {
    const id = await draftCost(holder, [receipt], { warehouseId: here, basis, duty: '15' });
    await must(moveCost(holder, id, 'post'));
    // A quarter of a carton beside one and a quarter.
    const shares = new Map((await shown(id)).lines.landedCostShare.map(({ skuId, amount }) => [skuId, amount]));
    expect([shares.get(shared.id), shares.get(double.id)], basis).toEqual(['2.50', '12.50']);
  }
});

test('by value a free sample bears nothing, and alone it says nothing', async () => {
  const [paid, dear, sample] = [
    await newSku(admin, productId),
    await newSku(admin, productId),
    await newSku(admin, productId),
  ];
  const mixed = await received(admin, here, [
    { skuId: paid.id, qty: 3, unitCost: '41.5' },
    { skuId: sample.id, qty: 1, unitCost: '0' },
    { skuId: dear.id, qty: 1, unitCost: '100' },
  ]);
  const head = { warehouseId: here, basis: 'value', duty: '100.01' };
  const id = await draftCost(holder, [mixed], head);
  await must(moveCost(holder, id, 'post'));
  // 100.01 over 124.50 and 100.00.
  const shares = new Map((await shown(id)).lines.landedCostShare.map(({ skuId, amount }) => [skuId, amount]));
  expect([paid, sample, dear].map((one) => shares.get(one.id))).toEqual(['55.46', '0.00', '44.55']);
  const only = await received(admin, here, [{ skuId: sample.id, qty: 1, unitCost: '0' }]);
  expect(await moveCost(holder, await draftCost(holder, [only], head), 'post')).toMatchObject({
    status: 422,
    message: `${sample.skuCode} 没有入库成本，请先补上或换一种分摊方式`,
  });
  expect(await scene.violations()).toEqual([]);
});

test('units in any condition bear it, those in another warehouse count as gone', async () => {
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '1' }]);
  const change = await must(
    admin.post<{ id: string }>('/inventory/stateChange/add', {
      kind: 'condition',
      warehouseId: here,
      reason: '质检',
      lines: [{ skuId: sku.id, condition: 'good', toCondition: 'damaged', qty: 3 }],
    }),
  );
  await must(moveIn('stateChange', change.id, 'post'));
  const transfer = await must(
    admin.post<{ id: string }>('/inventory/stockTransfer/add', {
      fromWarehouseId: here,
      toWarehouseId: there,
      lines: [{ skuId: sku.id, qty: 4 }],
    }),
  );
  for (const step of ['confirm', 'send', 'receive']) await must(moveIn('stockTransfer', transfer.id, step));
  const id = await draftCost(holder, [receipt], { warehouseId: here, otherCost: '10' });
  await must(moveCost(holder, id, 'post'));
  expect(await shown(id)).toMatchObject({ stockValue: '6.00', variance: '4.00' });
  expect(await layersOf(scene, sku.id)).toEqual([
    { qtyLeft: 6, valueLeft: 1200n },
    { qtyLeft: 4, valueLeft: 400n },
  ]);
  expect(await scene.violations()).toEqual([]);
});

const moveIn = (document: string, id: string, move: string) =>
  admin.post(`/inventory/${document}/${id}/${move}`, {}, { 'idempotency-key': `${id} ${move}` });

test('冲销 takes back what is still there; what left since then is 成本差异', async () => {
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '5' }]);
  const [owed, late] = [await balance(scene, 'ap:logistics'), await balance(scene, 'variance:landed')];
  const id = await draftCost(holder, [receipt], { warehouseId: here, freight: '20' });
  await must(moveCost(holder, id, 'post'));
  expect(await takeOut(scene, here, sku.id, 4)).toBe(2800n);
  expect(await moveCost(holder, id, 'reverse', { reason: '货代重开' })).toMatchObject({
    status: 403,
  });
  expect((await moveCost(reviewer, id, 'reverse')).status).toBe(422);
  await must(moveCost(reviewer, id, 'reverse', { reason: '货代重开' }));
  expect(await layersOf(scene, sku.id)).toEqual([{ qtyLeft: 6, valueLeft: 3000n }]);
  expect(await shown(id)).toMatchObject({
    status: 'reversed',
    returnedValue: '12.00',
    reversedBy: 'fuhe',
    reverseReason: '货代重开',
  });
  expect((await balance(scene, 'ap:logistics')) - owed).toBe(0n);
  expect((await balance(scene, 'variance:landed')) - late).toBe(-800n);
  expect((await moveCost(reviewer, id, 'reverse', { reason: '再来' })).status).toBe(409);
  expect(await scene.violations()).toEqual([]);
});

test('a foreign amount counts by the rate of its day; without one, and in a locked month, nothing is posted', async () => {
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 10, unitCost: '5' }]);
  const head = { warehouseId: here, currency: 'EUR', freight: '10', costDay: '2026-09-15' };
  const id = await draftCost(holder, [receipt], head);
  expect(await moveCost(holder, id, 'post')).toMatchObject({
    status: 422,
    message: expect.stringMatching(/缺少汇率.*EUR.*USD.*2026-09-15/) as unknown,
  });
  for (const [rate, effectiveDate] of [
    ['1.1', '2026-09-01'],
    ['2', '2026-09-16'],
  ])
    await must(admin.post('/base/exchangeRate/add', { fromCode: 'EUR', toCode: 'USD', rate, effectiveDate }));
  await must(admin.post('/ledger/periodLock/add', { book: 'tenant', month: '2026-09' }));
  expect(await moveCost(holder, id, 'post')).toMatchObject({
    status: 409,
    message: '租户账的2026-09已锁账，不能再记入；请记在未锁账的日期',
  });
  expect((await layersOf(scene, sku.id))[0]?.valueLeft).toBe(5000n);
  const open = await draftCost(holder, [receipt], { ...head, costDay: '2026-10-02' });
  await must(moveCost(holder, open, 'post'));
  expect(await shown(open)).toMatchObject({ fxRate: '2.00000000', stockValue: '20.00' });
  expect(await scene.violations()).toEqual([]);
});

test('what is wrong is said where it is: twice, elsewhere, not received, no amount, a day ahead', async () => {
  const sku = await newSku(admin, productId);
  const receipt = await received(admin, here, [{ skuId: sku.id, qty: 1, unitCost: '5' }]);
  const other = await received(admin, there, [{ skuId: sku.id, qty: 1, unitCost: '5' }]);
  const add = (lines: readonly string[], head: object = {}) =>
    holder.post('/purchasing/landedCost/add', {
      warehouseId: here,
      currency: 'USD',
      basis: 'qty',
      freight: '1',
      ...head,
      lines: lines.map((receiptId) => ({ receiptId })),
    });
  const at = (row: number, message: string) => ({
    status: 422,
    result: { errors: [{ field: 'receiptId', row, message }] },
  });
  expect(await add([receipt, receipt])).toMatchObject(at(2, '这张入库单已在上面'));
  expect(await add([receipt, other])).toMatchObject(at(2, '这张入库单收在别的仓库；每张费用单只分摊一个仓库的货'));
  expect(await add([receipt], { costDay: '2099-01-01' })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'costDay', message: '费用日期不能晚于今天' }] },
  });
  const empty = await draftCost(holder, [receipt], { warehouseId: here });
  expect(await moveCost(holder, empty, 'post')).toMatchObject({
    status: 422,
    message: '没有金额：头程、关税、其他费用至少填一项',
  });
  await must(moveCost(holder, empty, 'cancel'));
  const { id: coming } = await must(
    admin.post<{ id: string }>('/inventory/inboundReceipt/add', {
      warehouseId: here,
      lines: [{ skuId: sku.id, qty: 1 }],
    }),
  );
  const early = await draftCost(holder, [coming], { warehouseId: here, freight: '1' });
  expect(await moveCost(holder, early, 'post')).toMatchObject({
    status: 422,
    message: expect.stringMatching(/^GR.* 还没有收货，不能分摊$/) as unknown,
  });
});

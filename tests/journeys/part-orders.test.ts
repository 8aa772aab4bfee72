import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type {
  FillRate,
  LineSources,
  PartPlan,
  PartsOfProduct,
  RejectCost,
} from '#modules/aftersales/model/part-routes.ts';
import { breachDueParts } from '#modules/aftersales/server/parts/breach-parts.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, openShop } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';
import { addShop } from './manual-draft-scene.ts';
import {
  draftRequest,
  from,
  level,
  readRequest,
  request,
  SENT,
  setTable,
  step,
  stock,
  worth,
  type PartScene,
} from './part-scene.ts';

/** Friday, 15:30 in New Jersey: after the cut-off. */
const FRIDAY = new Date('2027-03-05T20:30:00Z');
const DAY = 86_400_000;

let scene: TestApp;
let table: PartScene;

beforeAll(async () => {
  scene = await startTestApp({ startsAt: FRIDAY });
  await openShop(scene, await scene.as('yunying'));
  table = await setTable(scene);
});
afterAll(() => scene?.stop());

test('S10: asked for on Friday afternoon, harvested, shipped; every cent is somewhere', async () => {
  covers('ours: parts asked for again');
  const { service, packer, parent, leg, top } = table;
  const id = await request(table);
  const requested = await readRequest(service, id);
  expect(requested).toMatchObject({
    // Tuesday 23:59:59 and the Monday after next, in New Jersey; read in Shanghai.
    status: 'new',
    confirmBy: '2027-03-10 12:59:59',
    shipBy: '2027-03-16 11:59:59',
    dueAt: requested.confirmBy,
  });
  const [line] = await must(service.get<LineSources[]>(`/aftersales/partOrder/${id}/sources`));
  expect(line?.options.map(({ source, whyNot }) => [source, whyNot])).toEqual([
    ['harvest', null],
    ['fullCarton', null],
    ['purchase', null],
  ]);
  expect(line?.options[0]).toMatchObject({
    units: 1,
    available: 3,
    remains: 2,
    cost: null,
    leaves: [
      { skuId: leg, qty: 3 },
      { skuId: top, qty: 1 },
    ],
  });
  const refused = await step(service, id, 'confirm');
  expect([refused.status, refused.message]).toEqual([
    422,
    expect.stringMatching(/^请为每个配件选择货源：LEG-\d+ 的配件库存不够$/),
  ]);
  for (const source of ['constructor', 'toString'])
    expect(await step(service, id, 'confirm', { lines: [{ lineId: line?.lineId, source }] })).toMatchObject({
      status: 422,
      message: expect.stringContaining('货源不在可选范围内') as string,
    });
  await must(step(service, id, 'confirm', await from(service, id, 'harvest')));
  expect(await level(table, parent)).toEqual({ onHand: 3, reserved: 1 });
  expect((await readRequest(service, id)).dueAt).toBe('2027-03-16 11:59:59');
  await must(step(packer, id, 'ship', SENT));
  expect(await level(table, parent)).toEqual({ onHand: 2, reserved: 0 });
  expect(await level(table, leg)).toEqual({ onHand: 3, reserved: 0 });
  expect(await level(table, top)).toEqual({ onHand: 1, reserved: 0 });
  // 100.00: four legs of 29.33 together, a top of 40.00, and 30.67 that nobody keeps.
  const sent = await readRequest(table.admin, id);
  expect(sent).toMatchObject({
    status: 'shipped',
    cost: '7.33',
    residueLoss: '30.67',
    dueAt: null,
  });
  expect((await worth(table, leg)) + (await worth(table, top)) + 733 + 3067).toBe(10_000);
  expect(await worth(table, parent)).toBe(20_000);
  const again = await step(packer, id, 'ship', SENT);
  expect(again.success).toBe(false);
  await must(step(service, id, 'close'));
  expect(await scene.violations()).toEqual([]);
});

test('the last unit that an order holds is not taken apart', async () => {
  const { service, admin } = table;
  const last = await setTable(scene, { units: 1 });
  const order = await must(
    service.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      pinnedWarehouseId: last.here,
      shipToName: 'Bo',
      shipToAddress1: '2 Main St',
      shipToCity: 'Austin',
      shipToState: 'TX',
      shipToPostalCode: '78701',
      shipToCountry: 'US',
      currency: 'USD',
      lines: [{ skuId: last.parent, qty: 1, unitPrice: '10' }],
    }),
  );
  await must(service.post(`/orders/salesOrder/${order.id}/submit`));
  expect(await level(last, last.parent)).toEqual({ onHand: 1, reserved: 1 });
  const { orderNo } = await must(admin.get<{ orderNo: string }>('/orders/salesOrder/queryById', { id: order.id }));
  const id = await request(last);
  const refused = await step(service, id, 'confirm', await from(service, id, 'harvest'));
  expect(refused.status).toBe(422);
  expect(JSON.stringify(refused.result)).toContain(`的整件已被 ${orderNo} 预占，不能拆取`);
  expect((await readRequest(service, id)).status).toBe('new');
  // To whom the order of another shop is out of sight, its number is as well.
  const moveTo = (accountId: string): Promise<unknown> =>
    look(
      scene,
      (tx) => tx.run`update sales_order set account_id = ${accountId}::uuid
        where tenant_id = ${tx.tenant} and id = ${order.id}::uuid`,
    );
  await moveTo(await addShop(admin));
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'one_shop',
    realname: '一店客服',
    password: PASSWORD,
    roles: ['CS'],
    departs: ['A01'],
    shops: [scene.seller.accountId],
    warehouses: null,
  });
  const limited = await scene.as('one_shop');
  const sources = await must(limited.get(`/aftersales/partOrder/${id}/sources`));
  const hidden = await step(limited, id, 'confirm', await from(limited, id, 'harvest'));
  await moveTo(scene.seller.accountId);
  for (const words of [JSON.stringify(sources), JSON.stringify(hidden.result)]) {
    expect(words).toContain('已被 其他单据 预占');
    expect(words).not.toContain(orderNo);
  }
});

test('part stock is held, given back, and what has come is held for who waits for it', async () => {
  const { service, packer, leg, admin } = table;
  const legs = (qty: number) => ({
    lines: [{ parentSkuId: table.parent, partSkuId: leg, qty, cause: 'missing' }],
  });
  const first = await request(table, legs(3));
  await must(step(service, first, 'confirm'));
  expect(await level(table, leg)).toEqual({ onHand: 3, reserved: 3 });
  // Nothing is left for the next one.
  const id = await request(table, legs(2));
  await must(step(service, id, 'confirm', await from(service, id, 'purchase')));
  expect((await readRequest(service, id)).waitingCount).toBe(2);
  const early = await step(packer, id, 'ship', { ...SENT, trackingNo: '794600000002' });
  expect(early.message).toMatch(/^LEG-\d+ 还在等采购到货/);
  await stock(table, leg, 5, '6.00');
  await scene.settled();
  expect(await readRequest(service, id)).toMatchObject({ waitingCount: 0, status: 'confirmed' });
  expect(await level(table, leg)).toEqual({ onHand: 8, reserved: 5 });
  // What one gives back is free, for itself too where it waits.
  await must(step(service, first, 'changeSource', await from(service, first, 'purchase')));
  await scene.settled();
  expect((await readRequest(service, first)).waitingCount).toBe(0);
  expect(await level(table, leg)).toEqual({ onHand: 8, reserved: 5 });
  await must(step(service, first, 'cancel', { reason: '买家不要了' }));
  expect(await level(table, leg)).toEqual({ onHand: 8, reserved: 2 });
  await must(step(service, id, 'cancel', { reason: '买家不要了' }));
  expect(await level(table, leg)).toEqual({ onHand: 8, reserved: 0 });
  expect(await scene.violations()).toEqual([]);
  expect((await readRequest(admin, id)).status).toBe('cancelled');
});

test('goods that came before anybody confirmed to wait for them are held on confirmation', async () => {
  const set = await setTable(scene, { units: 0 });
  const { service, leg, top } = set;
  const id = await request(set, {
    lines: [
      { parentSkuId: set.parent, partSkuId: leg, qty: 2, cause: 'missing' },
      { parentSkuId: set.parent, partSkuId: top, qty: 1, cause: 'missing' },
    ],
  });
  await stock(set, leg, 2, '6.00');
  await scene.settled();
  await must(step(service, id, 'confirm', await from(service, id, 'purchase')));
  expect(await readRequest(service, id)).toMatchObject({ waitingCount: 1, status: 'confirmed' });
  expect(await level(set, leg)).toEqual({ onHand: 2, reserved: 2 });
  // Another line changes its source: what has come for this one stays held.
  await stock(set, set.parent, 1, '100.00');
  const { lines } = await readRequest(service, id);
  const other = lines.partLine.find((line) => line['partSkuId'] === top);
  await must(
    step(service, id, 'changeSource', {
      lines: JSON.stringify([{ lineId: other?.id, source: 'harvest' }]),
    }),
  );
  expect(await readRequest(service, id)).toMatchObject({ waitingCount: 0 });
  expect(await level(set, leg)).toEqual({ onHand: 2, reserved: 2 });
  expect(await scene.violations()).toEqual([]);
});

test('what was bought and has come stays with its line when another comes from elsewhere', async () => {
  const own = await setTable(scene);
  const { service, packer, parent, leg, top } = own;
  const id = await request(own, {
    lines: [leg, top].map((partSkuId) => ({
      parentSkuId: parent,
      partSkuId,
      qty: 1,
      cause: 'missing',
    })),
  });
  await must(step(service, id, 'confirm', await from(service, id, 'purchase')));
  await stock(own, leg, 1, '6.00');
  await scene.settled();
  expect(await readRequest(service, id)).toMatchObject({ waitingCount: 1 });
  const { lines } = await readRequest(service, id);
  const line = (partSkuId: string): string => lines.partLine.find((one) => one['partSkuId'] === partSkuId)?.id ?? '';
  const say = (...answers: object[]): { lines: string } => ({ lines: JSON.stringify(answers) });
  // Chosen once more, it is still there; and so it is while the other line is taken out of a whole table.
  await must(step(service, id, 'changeSource', say({ lineId: line(leg), source: 'purchase' })));
  expect(await readRequest(service, id)).toMatchObject({ waitingCount: 1 });
  await must(step(service, id, 'changeSource', say({ lineId: line(top), source: 'harvest' })));
  expect(await readRequest(service, id)).toMatchObject({ waitingCount: 0 });
  expect(await level(own, leg)).toEqual({ onHand: 1, reserved: 1 });
  expect(await level(own, parent)).toEqual({ onHand: 3, reserved: 1 });
  await must(step(packer, id, 'ship', { ...SENT, trackingNo: '794600000013' }));
  expect(await scene.violations()).toEqual([]);
});

test('a full carton goes out with what is inside of it; the rest comes into stock', async () => {
  const { service, packer, parent, top, leg } = table;
  const before = [await level(table, top), await level(table, leg)];
  const id = await request(table, {
    lines: [{ parentSkuId: parent, description: '整箱腿', qty: 1, cause: 'missing', cartonNo: 1 }],
  });
  await must(step(service, id, 'confirm', await from(service, id, 'fullCarton')));
  await must(step(packer, id, 'ship', { ...SENT, trackingNo: '794600000003' }));
  expect(await level(table, top)).toEqual({ ...before[0], onHand: (before[0]?.onHand ?? 0) + 1 });
  expect(await level(table, leg)).toEqual(before[1]);
  expect(await readRequest(table.admin, id)).toMatchObject({ status: 'shipped' });
  const { cost, residueLoss } = await readRequest(table.admin, id);
  // Screws have no cost of their own, so all six pieces are worth the same: five went, the top stays.
  expect([cost, residueLoss]).toEqual(['83.33', '0.00']);
  expect(await scene.violations()).toEqual([]);
});

test('information is waited for while the clock runs; late is late, and still shipped', async () => {
  const { leg, service } = table;
  await stock(table, leg, 4, '6.00');
  const [silent, late] = [await request(table), await request(table)];
  await must(step(service, silent, 'needInfo', { reason: '请提供破损照片' }));
  await must(step(service, late, 'confirm'));
  const edited = await readRequest(service, silent);
  expect(edited).toMatchObject({ status: 'needInfo', dueAt: edited.confirmBy });
  // What is typed in meanwhile does not wind the clock back.
  const form = await must(
    service.get<Record<string, unknown> & { lines: { partLine: object[] } }>('/aftersales/partOrder/queryById', {
      id: silent,
    }),
  );
  const edit = (more: object) =>
    service.put('/aftersales/partOrder/edit', { ...form, lines: form.lines.partLine, ...more });
  expect(await edit({ receivedAt: '2027-03-05 10:00:00' })).toMatchObject({
    status: 422,
    message: expect.stringContaining('提交后请求时间不能再改'),
  });
  await must(edit({ remark: '买家说左前腿开裂' }));
  expect((await readRequest(service, silent)).confirmBy).toBe(edited.confirmBy);
  await must(step(service, silent, 'infoArrived', { infoNote: '左前腿开裂' }));
  await must(step(service, late, 'extend', { extendedTo: '2027-03-20', reason: '等货' }));
  const twice = await step(service, late, 'extend', { extendedTo: '2027-03-21', reason: '再等' });
  expect(twice.message).toBe('已延期至 2027-03-20，每张补发单只能延期一次');
  const far = await request(table);
  await must(step(service, far, 'confirm'));
  const beyond = await step(service, far, 'extend', { extendedTo: '2027-03-26', reason: '等货' });
  expect(beyond.message).toBe('延期须在 2027-03-16 到 2027-03-25 之间');
  await scene.pass(6 * DAY);
  await Promise.all([breachDueParts(scene.app.db, scene.now()), breachDueParts(scene.app.db, scene.now())]);
  const [later, sender] = [await scene.as('kefu'), await scene.as('cangku')];
  // Friday again: whoever was never confirmed is late, the others have until next week.
  expect((await readRequest(later, silent)).status).toBe('breached');
  expect((await readRequest(later, late)).status).toBe('confirmed');
  await must(step(later, silent, 'confirm'));
  expect((await readRequest(later, silent)).status).toBe('breached');
  await must(step(sender, silent, 'ship', { ...SENT, trackingNo: '794600000004' }));
  await scene.pass(5 * DAY);
  await breachDueParts(scene.app.db, scene.now());
  const clock = await scene.as('kefu');
  expect((await readRequest(clock, far)).status).toBe('breached');
  expect((await readRequest(clock, late)).status).toBe('confirmed');
  expect(await scene.violations()).toEqual([]);
});

test('parts of an order: its address, number, product and cost; one parcel for two requests', async () => {
  await scene.pass(20 * DAY);
  const [service, packer, ops] = [await scene.as('kefu'), await scene.as('cangku'), await scene.as('yunying')];
  table = { ...table, service, packer, admin: await scene.as('admin') };
  const { id: orderId, po } = await newOrder(scene, ops);
  const stool = scene.seller.skus[STOOL] as string;
  await must(
    table.admin.post('/catalog/skuPart/add', {
      parentSkuId: stool,
      ordinal: 1,
      partSkuId: table.leg,
      qtyPerUnit: 4,
      isHarvestable: true,
    }),
  );
  const [product] = await must(service.get<PartsOfProduct[]>(`/aftersales/partOrder/ofOrder/${orderId}`));
  expect(product).toMatchObject({ skuId: stool, qty: 1, isDiscontinued: false });
  expect(product?.parts[0]).toMatchObject({ partSkuId: table.leg, ordinal: 1, qtyPerUnit: 4 });
  const lines = [{ parentSkuId: stool, partSkuId: table.leg, qty: 1, cause: 'damaged' }];
  const add = (more: object = {}): Promise<string> =>
    must(
      service.post<{ id: string }>('/aftersales/partOrder/add', {
        orderId,
        accountId: scene.seller.accountId,
        lines,
        ...more,
      }),
    ).then(({ id }) => id);
  const [one, two] = [await add(), await add()];
  const order = await must(ops.get<{ shipToName: string }>('/orders/salesOrder/queryById', { id: orderId }));
  expect(await readRequest(service, one)).toMatchObject({
    channelPartNo: `${po}-R-1`,
    shipToName: order.shipToName,
  });
  expect((await readRequest(service, two)).channelPartNo).toBe(`${po}-R-2`);
  const taken = await service.post('/aftersales/partOrder/add', {
    orderId,
    accountId: scene.seller.accountId,
    lines,
    channelPartNo: `${po}-R-2`,
  });
  expect(taken.message).toBe(`平台补件号 ${po}-R-2 已有补发单，请检查是否重复录入`);
  for (const id of [one, two]) {
    await must(step(service, id, 'submit'));
    await must(step(service, id, 'confirm', await from(service, id, 'harvest')));
  }
  const mates = await must(packer.get<{ id: string; isReady: boolean }[]>(`/aftersales/partOrder/${one}/together`));
  expect(mates.map(({ id, isReady }) => [id, isReady])).toEqual([[two, true]]);
  const stranger = await request(table);
  const parcel = { carrier: 'UPS', trackingNo: '1Z9999' };
  const refused = await packer.post('/aftersales/partOrder/shipTogether', {
    ids: [one, stranger],
    ...parcel,
  });
  expect(refused.message).toMatch(/不是同一收件地址或发货仓，不能合并成一个包裹$/);
  // Who does not see them learns nothing of them, not even their numbers.
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username: 'no_shop',
    realname: '别店仓库',
    password: PASSWORD,
    roles: ['WH'],
    departs: ['A01'],
    shops: [],
    warehouses: null,
  });
  const blind = await (
    await scene.as('no_shop')
  ).post('/aftersales/partOrder/shipTogether', { ids: [one, stranger], ...parcel });
  expect(blind).toMatchObject({ status: 404, message: '未找到对应实体' });
  const send = (): Promise<{ success: boolean; message: string; result: unknown }> =>
    packer.post(
      '/aftersales/partOrder/shipTogether',
      { ids: [one, two], ...parcel },
      { 'idempotency-key': 'parcel-1' },
    );
  const first = await must(send());
  expect(await must(send())).toEqual(first);
  const sent = await readRequest(table.admin, one);
  expect(sent).toMatchObject({ status: 'shipped', trackingNo: '1Z9999', isMerged: true });
  const cost = await look(
    scene,
    (tx) => tx.one<{ partCost: bigint; partStatus: string }>`
      select l.part_cost, o.part_status from order_line l
        join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where l.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid`,
  );
  expect(cost.partStatus).toBe('shipped');
  expect(cost.partCost).toBeGreaterThan(0n);
  const elsewhere = await request(table);
  await must(step(service, elsewhere, 'confirm', await from(service, elsewhere, 'partStock')));
  // The same number, as another hand types it.
  const typed = { ...parcel, trackingNo: ' １z9999\u200b' };
  const reused = await step(packer, elsewhere, 'ship', typed);
  expect(reused.message).toMatch(/^运单号已用于 RP\d+，它寄往另一个地址/);
  for (const trackingNo of ['1Z-99/99', '1z.9999'])
    expect((await step(packer, elsewhere, 'ship', { ...parcel, trackingNo })).message).toMatch(/^运单号已用于 RP\d+/);
  expect(await step(packer, elsewhere, 'ship', { ...parcel, trackingNo: 'N/A' })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'trackingNo' }] },
  });
  expect(await scene.violations()).toEqual([]);
});

test('a second request to the same address may leave under the number of the first', async () => {
  const own = await setTable(scene);
  for (const id of [await request(own), await request(own)]) {
    await must(step(own.service, id, 'confirm', await from(own.service, id, 'harvest')));
    await must(step(own.packer, id, 'ship', { ...SENT, trackingNo: '794600009999' }));
  }
});

test('parts of an order of our own are promised and refused without a channel to tell', async () => {
  const [service, ops, admin] = [await scene.as('kefu'), await scene.as('yunying'), await scene.as('admin')];
  const stool = scene.seller.skus[STOOL] as string;
  const { id: orderId } = await must(
    service.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      lines: [{ skuId: stool, qty: 1, unitPrice: '79', channelSku: 'DIRECT' }],
    }),
  );
  await must(ops.post(`/orders/salesOrder/${orderId}/submit`, {}));
  const refused = async (more: object): Promise<string> => {
    const { id } = await must(
      service.post<{ id: string }>('/aftersales/partOrder/add', {
        accountId: scene.seller.accountId,
        lines: [{ parentSkuId: stool, partSkuId: table.leg, qty: 1, cause: 'damaged' }],
        ...more,
      }),
    );
    await must(step(service, id, 'submit', {}));
    await must(step(service, id, 'reject', { rejectReason: 'noSuchPart' }));
    return id;
  };
  expect((await readRequest(admin, await refused({ orderId }))).answerStatus).toBe('none');
  const { id: pulled } = await newOrder(scene, ops);
  expect((await readRequest(admin, await refused({ orderId: pulled }))).answerStatus).toBe('todo');
});

test('a request that turns out to be about another order is shown by that one alone', async () => {
  const { service } = table;
  const ops = await scene.as('yunying');
  const [wrong, right] = [await newOrder(scene, ops), await newOrder(scene, ops)];
  const statusOf = async ({ id }: { id: string }): Promise<string | null> =>
    (await must(ops.get<{ partStatus: string | null }>('/orders/salesOrder/queryById', { id }))).partStatus;
  const id = await request(table, { orderId: wrong.id });
  await must(step(service, id, 'needInfo', { reason: '请提供 PO 号' }));
  expect(await statusOf(wrong)).toBe('open');
  const { version, lines } = await readRequest(service, id);
  await must(
    service.put('/aftersales/partOrder/edit', {
      id,
      version,
      accountId: scene.seller.accountId,
      orderId: right.id,
      lines: lines.partLine.map(({ parentSkuId, partSkuId, qty }) => ({
        parentSkuId,
        partSkuId,
        qty,
        cause: 'damaged',
      })),
    }),
  );
  expect([await statusOf(wrong), await statusOf(right)]).toEqual([null, 'open']);
  expect(await scene.violations()).toEqual([]);
});

test('S10: five of six are 83.3%, one more reaches the target; a rejection says what it costs', async () => {
  await scene.pass(30 * DAY);
  const [service, packer, admin] = [await scene.as('kefu'), await scene.as('cangku'), await scene.as('admin')];
  table = { ...table, service, packer, admin };
  await stock(table, table.leg, 10, '6.00');
  const ids: string[] = [];
  for (let at = 0; at < 6; at++) ids.push(await request(table));
  const [last, ...others] = ids as [string, ...string[]];
  for (const id of others) await must(step(service, id, 'confirm'));
  const ask = async (): Promise<FillRate | undefined> =>
    (await must(admin.get<FillRate[]>('/aftersales/partOrder/fillRate')))[0];
  expect(await ask()).toMatchObject({
    received: 6,
    shipped: 0,
    open: 6,
    rate: 0,
    forecast: 10_000,
    needed: 6,
    fromNew: 0,
  });
  for (const [at, id] of others.entries())
    await must(step(packer, id, 'ship', { ...SENT, trackingNo: `79470000000${at}` }));
  for (const month of ['9999-12', '0000-01', '2027-13'])
    expect(await admin.get('/aftersales/partOrder/fillRate', { month })).toMatchObject({
      status: 422,
      message: '月份须为 YYYY-MM',
    });
  const open = await ask();
  expect(open).toMatchObject({ received: 6, shipped: 5, rate: 8333, needed: 1, isMet: false });
  expect(open?.next.map(({ id }) => id)).toEqual([last]);
  const price = await must(admin.get<RejectCost>(`/aftersales/partOrder/${last}/rejectCost`));
  expect(price).toMatchObject({
    currency: 'USD',
    total: '100.00',
    fillNow: 10_000,
    fillAfter: 8333,
    target: 8500,
  });
  const hidden = await must(service.get<RejectCost>(`/aftersales/partOrder/${last}/rejectCost`));
  expect([hidden.total, hidden.units[0]?.cost]).toEqual([null, null]);
  const nameless = await step(service, last, 'reject', {});
  expect(nameless.status).toBe(422);
  await must(step(service, last, 'reject', { rejectReason: 'tooLarge', reason: '桌面占整件一半' }));
  expect(await ask()).toMatchObject({
    received: 6,
    shipped: 5,
    rejected: 1,
    open: 0,
    rate: 8333,
    forecast: 8333,
    isMet: false,
    needed: 1,
    fromNew: 1,
    next: [],
  });
  const seventh = await request(table);
  await must(step(service, seventh, 'confirm'));
  await must(step(packer, seventh, 'ship', { ...SENT, trackingNo: '794700000007' }));
  expect(await ask()).toMatchObject({
    received: 7,
    shipped: 6,
    rate: 8571,
    isMet: true,
    needed: 0,
  });
  expect(await readRequest(service, last)).toMatchObject({ answerStatus: 'todo' });
  await must(step(service, last, 'markAnswered'));
  expect(await readRequest(service, last)).toMatchObject({ answerStatus: 'done' });
  expect(await scene.violations()).toEqual([]);
});

test('a part of something that is no longer sold is still to be had', async () => {
  const { service, admin, parent } = table;
  const { productId } = await must(admin.get<{ productId: string }>('/catalog/sku/queryById', { id: parent }));
  await must(admin.post(`/catalog/product/${productId}/discontinue`));
  const found = await must(service.get<PartsOfProduct>(`/aftersales/partOrder/ofSku/${parent}`));
  expect([found.isDiscontinued, found.parts.length]).toEqual([true, 3]);
  const id = await request(table);
  await must(step(service, id, 'confirm', await from(service, id, 'harvest')));
  expect((await readRequest(service, id)).status).toBe('confirmed');
});

test('what breaks is planned for, and bought of who sells it', async () => {
  const { admin, leg, here } = table;
  const supplier = await must(
    admin.post<{ id: string }>('/base/supplier/add', {
      code: 'LEGS',
      name: '桌腿厂',
      type: 'factory',
      currency: 'USD',
      leadDays: 60,
    }),
  );
  const plan = (): Promise<PartPlan[]> =>
    must(admin.get<PartPlan[]>('/aftersales/partOrder/plan', { warehouseId: here }));
  const legs = (await plan()).find(({ partSkuId }) => partSkuId === leg);
  expect(legs).toMatchObject({ partSkuId: leg, warehouseId: here });
  const parts = [{ skuId: leg, warehouseId: here, qty: 20 }];
  const unsold = await admin.post('/aftersales/partOrder/buy', { parts });
  expect(unsold.message).toMatch(/没有供应商报价，请先在“供应商报价”里录入$/);
  await must(
    admin.post('/purchasing/supplierPrice/add', {
      supplierId: supplier.id,
      skuId: leg,
      minQty: 1,
      unitPrice: '5',
      currency: 'USD',
      effectiveDate: '2027-01-01',
    }),
  );
  const buy = () =>
    admin.post<{ orders: { id: string }[] }>(
      '/aftersales/partOrder/buy',
      { parts },
      { 'idempotency-key': 'legs are bought' },
    );
  const bought = await must(buy());
  expect(bought.orders).toHaveLength(1);
  // Pressed twice, they are bought once.
  expect(await must(buy())).toEqual(bought);
  const drafts = await must(
    admin.get<{ total: number }>('/purchasing/purchaseOrder/list', { supplierId: supplier.id }),
  );
  expect(drafts.total).toBe(1);
  const nonsense = await admin.post('/aftersales/partOrder/buy', { parts: [{ skuId: leg }] });
  expect(nonsense.status).toBe(422);
});

test('what a request lacks is named where it lacks it', async () => {
  const { service, here, parent, leg } = table;
  const base = { accountId: scene.seller.accountId, warehouseId: here };
  const homeless = await service.post<{ errors: { field: string }[] }>('/aftersales/partOrder/add', {
    ...base,
    lines: [{ parentSkuId: parent, partSkuId: leg, qty: 1, cause: 'lost' }],
  });
  expect(homeless.result.errors.map(({ field }) => field)).toEqual([
    'shipToName',
    'shipToAddress1',
    'shipToCity',
    'shipToPostalCode',
  ]);
  const vague = await service.post<{ errors: { field: string; row: number }[] }>('/aftersales/partOrder/add', {
    ...base,
    ...ADDRESS,
    lines: [{ parentSkuId: parent, qty: 1, cause: 'other' }],
  });
  expect(vague.result.errors).toMatchObject([{ field: 'description', row: 1 }]);
  const future = await service.post<{ errors: { field: string }[] }>('/aftersales/partOrder/add', {
    ...base,
    ...ADDRESS,
    receivedAt: '2029-01-01 00:00:00',
    lines: [{ parentSkuId: parent, partSkuId: leg, qty: 1, cause: 'other' }],
  });
  expect(future.result.errors).toMatchObject([{ field: 'receivedAt' }]);
  const draft = await draftRequest(table);
  expect((await readRequest(service, draft)).status).toBe('draft');
  await must(step(service, draft, 'cancel', { reason: '录错' }));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

let scene: TestApp;
let admin: Client;
let clerk: Client;
let codes: string[];
let otherShop: string;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('kefu');
  codes = Object.keys(scene.seller.skus);
  otherShop = await addShop(admin);
});
afterAll(() => scene?.stop());

/** A second shop, which nobody has connected yet. */
const addShop = async (who: Client): Promise<string> =>
  (
    await must(
      who.post<{ id: string }>('/base/channelAccount/add', {
        ...{ code: 'WF-2', name: '第二店铺', channelCode: 'wayfair', environment: 'live' },
        ...{ currency: 'USD', settings: { clientId: 'second' }, clientSecret: 'second-secret' },
      }),
    )
  ).id;

const NOBODY = '0199aaaa-0000-7000-8000-000000000000';

interface Draft extends Record<string, unknown> {
  id: string;
  version: number;
  status: string;
  lines: { orderLine: Record<string, unknown>[] };
}
interface Refused {
  errors: { field: string; row?: number; message: string }[];
}

const line = (index: number, more: object = {}): Record<string, unknown> => ({
  skuId: scene.seller.skus[codes[index] as string],
  qty: 1,
  unitPrice: '10',
  ...more,
});
const head = (more: object = {}) => ({ accountId: scene.seller.accountId, ...ADDRESS, ...more });
const post = (more: object = {}, lines: unknown = [line(0)], who = clerk) =>
  who.post<{ id: string; version: number } & Refused>('/orders/salesOrder/add', {
    ...head(more),
    lines,
  });
const read = (id: string, who = admin): Promise<Draft> =>
  must(who.get<Draft>('/orders/salesOrder/queryById', { id }));
const add = async (more: object = {}, lines: unknown = [line(0)]): Promise<Draft> =>
  read((await must(post(more, lines))).id);
const edit = (draft: Draft, more: object, lines: unknown, who = clerk) =>
  who.put<{ version: number } & Refused>('/orders/salesOrder/edit', {
    ...head(),
    channelOrderNo: draft['channelOrderNo'],
    id: draft.id,
    version: draft.version,
    lines,
    ...more,
  });
const submit = (draft: { id: string; version?: number }, who = clerk) =>
  who.post<Refused>(`/orders/salesOrder/${draft.id}/submit`, { version: draft.version });
const drafts = async (account: string): Promise<number> =>
  (
    await look(
      scene,
      (tx) => tx.one<{ n: number }>`
        select coalesce(sum(n), 0)::integer as n from (
          select n from status_count where tenant_id = ${tx.tenant} and resource = 'orders:salesOrder'
            and scope_id = ${account}::uuid and state = 'draft'
          union all select n from status_delta where tenant_id = ${tx.tenant} and resource = 'orders:salesOrder'
            and scope_id = ${account}::uuid and state = 'draft') c`,
    )
  ).n;

test('a day that is named for a line stays that day, wherever its warehouse lies', async () => {
  const pinnedWarehouseId = Object.values(scene.seller.warehouses)[0] as string;
  const named = [line(0, { estShipDate: '2026-12-27' })];
  const dayOf = ({ lines }: Draft): unknown => lines.orderLine[0]?.['estShipDate'];
  const draft = await add({ channelOrderNo: 'DAY-1', pinnedWarehouseId }, named);
  expect(dayOf(draft)).toBe('2026-12-27');
  // Nor does it wander with every save.
  await must(edit(draft, { pinnedWarehouseId }, named));
  expect(dayOf(await read(draft.id))).toBe('2026-12-27');
});

test('lines add up by the rules of money, whatever name the buyer has', async () => {
  const shipToName = '\u202bمُحَمَّد عبد الله\u202c 👩‍👩‍👧‍👦';
  const draft = await add({ shipToName, channelOrderNo: 'PO-1', note: '先打电话' }, [
    line(0, { qty: 3, unitPrice: '0.1250' }),
    line(1, {
      qty: 100_000,
      unitPrice: '999999.9999',
      channelSku: 'X-1',
      estShipDate: '2026-12-01',
    }),
    line(0, { qty: 1, unitPrice: '0' }),
  ]);
  expect(draft).toMatchObject({
    shipToName,
    channelOrderNo: 'PO-1',
    note: '先打电话',
    currency: 'USD',
    lineCount: 3,
    unitCount: 100_004,
    total: '99999999990.38',
    createBy: 'kefu',
  });
  expect(draft['orderedAt']).toBeTruthy();
  expect(
    draft.lines.orderLine.map((one) => [
      one['lineNo'],
      one['channelSku'],
      one['qty'],
      one['lineNet'],
    ]),
  ).toEqual([
    [1, codes[0], 3, '0.38'],
    [2, 'X-1', 100_000, '99999999990.00'],
    [3, codes[0], 1, '0.00'],
  ]);
  expect(draft.lines.orderLine[1]?.['estShipDate']).toBe('2026-12-01');
  expect(draft.lines.orderLine.every((one) => Boolean(one['name']))).toBe(true);
});

test('a draft is rewritten: head, lines, shop, number; its lines stay the same lines', async () => {
  const before = await drafts(scene.seller.accountId);
  const draft = await add({ channelOrderNo: 'PO-2' }, [line(0), line(1)]);
  const [, second] = draft.lines.orderLine as [object, { id: string }];
  const answer = await edit(
    draft,
    { accountId: otherShop, channelOrderNo: '', shipToCity: 'Dallas', shipToName: 'Ann Poe' },
    [line(2, { qty: 7 }), { ...line(1, { qty: 4 }), id: second.id }, { ...line(3), id: second.id }],
  );
  expect(answer).toMatchObject({ status: 200, message: '编辑成功!', result: { version: 2 } });
  const after = await read(draft.id);
  expect(after).toMatchObject({
    version: 2,
    accountId: otherShop,
    channelOrderNo: draft['orderNo'],
    shipToCity: 'Dallas',
    unitCount: 12,
    total: '120.00',
    updateBy: 'kefu',
  });
  expect(after.lines.orderLine.map((one) => [one['channelSku'], one['qty']])).toEqual([
    [codes[2], 7],
    [codes[1], 4],
    [codes[3], 1],
  ]);
  expect(after.lines.orderLine[1]?.['id']).toBe(second.id);
  expect(await drafts(scene.seller.accountId)).toBe(before);
  // The number it gave up is free, and the log says nothing of where it goes.
  await add({ channelOrderNo: 'PO-2' });
  const logged = await look(
    scene,
    (tx) => tx.one<{ diff: Record<string, unknown> }>`
      select diff from audit_log where tenant_id = ${tx.tenant} and row_id = ${draft.id}::uuid and action = 'edit'`,
  );
  expect(logged.diff).toMatchObject({ channelOrderNo: ['PO-2', draft['orderNo']] });
  expect(JSON.stringify(logged.diff)).not.toContain('Poe');
});

test('an old version, one that was submitted and a foreign one are not written', async () => {
  const draft = await add();
  expect((await edit(draft, {}, [line(0, { qty: 2 })])).success).toBe(true);
  const stale = { status: 409, message: '数据已被他人修改，请刷新' };
  expect(await edit(draft, {}, [line(0, { qty: 3 })])).toMatchObject(stale);
  expect(await edit(draft, { version: undefined }, [line(0, { qty: 3 })])).toMatchObject(stale);
  expect(await submit(draft)).toMatchObject(stale);
  const fresh = await read(draft.id);
  expect((await submit(fresh)).success).toBe(true);
  expect(await edit(await read(draft.id), {}, [line(0)])).toMatchObject({
    status: 409,
    message: '当前状态不允许此操作',
  });
  expect((await edit({ ...draft, id: NOBODY }, {}, [line(0)])).status).toBe(404);
  const stranger = await openOtherTenant(scene);
  expect((await edit(fresh, {}, [line(0)], stranger)).status).toBe(404);
  expect((await submit(fresh, stranger)).status).toBe(404);
  expect(await read(draft.id)).toMatchObject({ status: 'new', unitCount: 2 });
});

test('links of another tenant are missing, each at its place', async () => {
  const stranger = await openOtherTenant(scene, 3);
  const warehouse = Object.values(scene.seller.warehouses)[0];
  const links = await post(
    { pinnedWarehouseId: warehouse, shipMethodId: NOBODY },
    [line(0)],
    stranger,
  );
  expect(links).toMatchObject({
    status: 422,
    result: {
      errors: [
        { field: 'accountId', message: '店铺不存在' },
        { field: 'pinnedWarehouseId', message: '指定仓不存在' },
        { field: 'shipMethodId', message: '物流渠道不存在' },
      ],
    },
  });
  expect(await post({ accountId: await addShop(stranger) }, [line(0)], stranger)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'skuId', row: 1, message: 'SKU不存在' }] },
  });
});

test('one of some shops and warehouses writes for these only', async () => {
  const [own = '', elsewhere = ''] = Object.values(scene.seller.warehouses);
  await createUser(scene.app.db, systemActor(1, 'test'), {
    ...{ username: 'limited', realname: '部分店铺客服', password: PASSWORD },
    ...{ roles: ['CS'], departs: ['A01'], shops: [otherShop], warehouses: [own] },
  });
  const limited = await scene.as('limited');
  const foreign = await add();
  expect((await edit(foreign, {}, [line(0)], limited)).status).toBe(404);
  expect((await submit(foreign, limited)).status).toBe(404);
  const tries: [object, string, string][] = [
    [{ pinnedWarehouseId: own }, 'accountId', '店铺不存在'],
    [{ accountId: otherShop, pinnedWarehouseId: elsewhere }, 'pinnedWarehouseId', '指定仓不存在'],
    [{ accountId: otherShop }, 'pinnedWarehouseId', '您只能处理所属仓库的订单，请选择指定仓'],
  ];
  for (const [more, field, message] of tries)
    expect(await post(more, [line(0)], limited)).toMatchObject({
      status: 422,
      result: { errors: [{ field, message }] },
    });
  const made = await must(
    post({ accountId: otherShop, pinnedWarehouseId: own }, [line(0)], limited),
  );
  expect(await read(made.id, limited)).toMatchObject({ accountId: otherShop, warehouseId: own });
});

test('who may not see buyers changes the goods and leaves the address as it is', async () => {
  const blind = await personWith(scene, admin, [
    ...['list', 'edit', 'submit'].map((verb) => `orders:salesOrder:${verb}`),
  ]);
  const draft = await add();
  expect(await read(draft.id, blind)).not.toHaveProperty('shipToName');
  const { accountId, currency } = draft;
  const body = {
    id: draft.id,
    version: 1,
    accountId,
    currency,
    shipToState: 'TX',
    shipToName: 'Eve',
  };
  await must(blind.put('/orders/salesOrder/edit', { ...body, lines: [line(0, { qty: 9 })] }));
  expect(await read(draft.id)).toMatchObject({ ...ADDRESS, unitCount: 9 });
  await must(submit({ id: draft.id }, blind));
  expect((await read(draft.id)).status).toBe('new');
});

test('a number stands once per shop; a draft discarded gives it back', async () => {
  covers('ours: manual orders');
  const first = await add({ channelOrderNo: 'PO-9' });
  const taken = {
    status: 422,
    result: { errors: [{ field: 'channelOrderNo', message: '该店铺已有PO号为PO-9的手工单' }] },
  };
  expect(await post({ channelOrderNo: 'PO-9' })).toMatchObject(taken);
  expect((await post({ channelOrderNo: 'PO-9', accountId: otherShop })).success).toBe(true);
  const other = await add();
  expect(await edit(other, { channelOrderNo: 'PO-9' }, [line(0)])).toMatchObject(taken);
  expect((await read(other.id)).version).toBe(1);
  const both = await Promise.all([
    post({ channelOrderNo: 'PO-10' }),
    post({ channelOrderNo: 'PO-10' }),
  ]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 422]);
  for (const round of [1, 2]) {
    const draft = round === 1 ? first : await add({ channelOrderNo: 'PO-9' });
    await must(clerk.post(`/orders/salesOrder/${draft.id}/discard`));
    expect(await read(draft.id)).toMatchObject({ status: 'cancelled', channelOrderNo: 'PO-9' });
  }
  await add({ channelOrderNo: 'PO-9' });
  expect(await scene.violations()).toEqual([]);
});

test('what is wrong is named by field and row, and nothing is written', async () => {
  const total = async (): Promise<number> =>
    (await must(admin.get<{ total: number }>('/orders/salesOrder/list'))).total;
  const before = await total();
  const long = '长'.repeat(10_000);
  const answer = await post({ shipToName: long, shipBy: 'soon', currency: 'usd dollars' });
  expect(answer.status).toBe(422);
  expect(answer.result.errors.map(({ field }) => field)).toEqual([
    'currency',
    'shipBy',
    'shipToName',
  ]);
  const late = { orderedAt: '2026-11-02 10:00:00', shipBy: '2026-11-01 10:00:00' };
  expect(await post(late)).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipBy', message: '最晚发货不能早于下单时间' }] },
  });
  const lines = [
    line(0, { qty: 0 }),
    line(0, { qty: -1 }),
    line(0, { qty: 1.5 }),
    line(0, { qty: 100_001 }),
    line(0, { unitPrice: '-0.01' }),
    line(0, { unitPrice: '1.00001' }),
    line(0, { unitPrice: '' }),
    line(0, { channelSku: long }),
    line(0, { estShipDate: '2026-02-30' }),
    { qty: 1, unitPrice: '1' },
    null,
  ];
  const wrong = await post({}, [...lines, line(0)]);
  expect(wrong.status).toBe(422);
  expect(wrong.result.errors.map(({ row, field }) => [row, field])).toEqual([
    [1, 'qty'],
    [2, 'qty'],
    [3, 'qty'],
    [4, 'qty'],
    [5, 'unitPrice'],
    [6, 'unitPrice'],
    [7, 'unitPrice'],
    [8, 'channelSku'],
    [9, 'estShipDate'],
    [10, 'skuId'],
    [11, 'skuId'],
    [11, 'qty'],
    [11, 'unitPrice'],
  ]);
  expect((await post({}, 'all of them')).status).toBe(422);
  const many = (n: number) => Array.from({ length: n }, () => line(0));
  expect(await post({}, many(1001))).toMatchObject({
    status: 422,
    message: '一张手工单最多1000行，请分开录入',
  });
  expect(await total()).toBe(before);
  const longest = await must(post({}, many(1000)));
  await must(submit(longest));
  expect(await read(longest.id)).toMatchObject({ status: 'new', lineCount: 1000 });
  expect((await post({}, [line(0)], await scene.as('cangku'))).status).toBe(403);
});

test('a draft may be unfinished; handing it in names what is missing', async () => {
  const bare = { shipToAddress1: '', shipToPostalCode: '', shipToName: '' };
  const draft = await add(bare, []);
  expect(draft).toMatchObject({ status: 'draft', lineCount: 0, total: '0.00' });
  expect(await submit(draft)).toMatchObject({ status: 422, message: '请至少录入一行商品' });
  const preview = await clerk.post<{ rows: object[] }>('/orders/salesOrder/batch/submit', {
    ids: [draft.id],
    dryRun: true,
  });
  expect(preview.result.rows).toMatchObject([{ ok: false, message: '请至少录入一行商品' }]);
  await must(edit(draft, { ...bare, shipToName: 'Ann Lee' }, [line(0)]));
  expect(await submit({ id: draft.id })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipToAddress1', message: '缺少街道地址' }] },
  });
  await must(edit({ ...draft, version: 2 }, { shipToPostalCode: '00000' }, [line(0)]));
  expect(await submit({ id: draft.id })).toMatchObject({
    status: 422,
    result: { errors: [{ field: 'shipToPostalCode', message: '邮编不正确：00000' }] },
  });
  await must(edit({ ...draft, version: 3 }, {}, [line(0)]));
  expect((await submit({ id: draft.id })).success).toBe(true);
});

test('asked again without an answer heard it happens once; two who hand it in at once do so once', async () => {
  const body = { ...head({ channelOrderNo: 'PO-20' }), lines: [line(0)] };
  const ask = (more: object = {}) =>
    clerk.post<{ id: string }>(
      '/orders/salesOrder/add',
      { ...body, ...more },
      { 'idempotency-key': 'typed once' },
    );
  const made = await must(ask());
  expect(await must(ask())).toEqual(made);
  expect((await ask({ note: '别的' })).status).toBe(409);
  const both = await Promise.all([submit({ id: made.id }), submit({ id: made.id }, admin)]);
  expect(both.map(({ status }) => status).toSorted()).toEqual([200, 409]);
  const held = await look(
    scene,
    (tx) => tx.one<{ qty: number }>`
      select coalesce(sum(r.qty), 0)::integer as qty from reservation r
        join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
      where r.tenant_id = ${tx.tenant} and r.status = 'open' and l.order_id = ${made.id}::uuid`,
  );
  const { lines } = await read(made.id);
  expect(held.qty).toBe(lines.orderLine[0]?.['qtyReserved']);
});

test('drafts hold no stock and are nobody else in the eyes of other orders', async () => {
  const shipToName = 'Tess Twin';
  await add({ shipToName });
  const second = await add({ shipToName });
  await must(submit(second));
  const arrived = await read(second.id);
  expect(arrived['holds']).not.toContain('duplicate');
  const stored = await look(
    scene,
    (tx) => tx.rows`
      select 1 from reservation r join order_line l on l.tenant_id = r.tenant_id and l.id = r.order_line_id
        join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
      where r.tenant_id = ${tx.tenant} and o.status = 'draft'`,
  );
  expect(stored).toEqual([]);
  expect(await scene.violations()).toEqual([]);
});

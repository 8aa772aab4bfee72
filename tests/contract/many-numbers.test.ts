import { afterAll, beforeAll, expect, test } from 'vitest';
import { numbers as declaredNumbers } from '#app/declarations.ts';
import { systemActor } from '#kit/server/actor.ts';
import { resourceKey } from '#kit/model/resource.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look, ordersOf, type OrderRow } from '#tests/channels/shop.ts';
import { PASSWORD, type Client, type TestApp } from '#tests/harness/app.ts';
import { must, NEW_JERSEY, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { cellsOf } from '#tests/sheets/cells-of.ts';
import { covers } from '#tests/spec/covers.ts';
import { openOtherTenant, openWorld, personWith } from './worlds.ts';

/** A list that is asked for many numbers at once: which it finds, where, and which it does not. */

interface Found {
  numbers: string[];
  missing: string[];
  leftOut: string[];
  elsewhere: Record<string, number>;
}

let scene: TestApp;
let admin: Client;
let orders: OrderRow[];
beforeAll(async () => {
  ({ scene, admin } = await openWorld());
  orders = await ordersOf(admin);
});
afterAll(() => scene?.stop());

const LIST = '/orders/salesOrder';

async function keep(numbers: readonly string[], who = admin, list = LIST): Promise<string> {
  return (await must(who.post<{ id: string }>(`${list}/numbers`, { numbers }))).id;
}

async function search(
  numbers: readonly string[],
  { who = admin, list = LIST, query = {} as Record<string, string> } = {},
): Promise<{ ids: string[]; total: number; found: Found }> {
  const request = { ...query, numbers: await keep(numbers, who, list) };
  const page = await must(
    who.get<{ records: { id: string }[]; total: number }>(`${list}/list`, {
      ...request,
      pageSize: '200',
    }),
  );
  const found = await must(who.get<Found>(`${list}/numbers`, request));
  return { ids: page.records.map(({ id }) => id).sort(), total: page.total, found };
}

const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id).sort();

test('orders are found by each of their numbers, whatever the letters, and no others', async () => {
  covers('ours: many numbers at once');
  const [a, b] = orders as [OrderRow, OrderRow];
  const { orderNo } = await must(admin.get<{ orderNo: string }>(`${LIST}/queryById`, { id: b.id }));
  const { ids, total, found } = await search([
    ` ${a.channelOrderNo.toLowerCase()} `,
    orderNo.toLowerCase(),
    orderNo,
    'NOWHERE-1',
    a.channelOrderNo.slice(0, -1),
  ]);
  expect(ids).toEqual(idsOf([a, b]));
  expect(total).toBe(2);
  expect(found).toEqual({
    numbers: [a.channelOrderNo.toLowerCase(), orderNo.toLowerCase(), 'NOWHERE-1', a.channelOrderNo.slice(0, -1)],
    missing: ['NOWHERE-1', a.channelOrderNo.slice(0, -1)],
    leftOut: [],
    elsewhere: {},
  });
});

test('an order is found by the SKU of a line and by the tracking number of a box', async () => {
  const [box] = await look(
    scene,
    (tx) => tx.rows<{ trackingNo: string; orderId: string }>`
      select b.tracking_no, s.order_id from box b join shipment s on s.tenant_id = b.tenant_id and s.id = b.shipment_id
      where b.tenant_id = ${tx.tenant} and b.tracking_no is not null limit 1`,
  );
  if (!box) throw new Error('no label');
  expect((await search([box.trackingNo])).ids).toEqual([box.orderId]);
  // As it is printed in groups it is the same number.
  const printed = box.trackingNo.replace(/^(.{4})(.+)$/, '$1-$2');
  expect(printed).toContain('-');
  expect((await search([printed])).ids).toEqual([box.orderId]);
  const withStool = await look(
    scene,
    (tx) => tx.rows<{ id: string }>`
      select distinct order_id as id from order_line where tenant_id = ${tx.tenant} and (channel_sku = ${STOOL} or sku_id = ${scene.seller.skus[STOOL]}::uuid)`,
  );
  expect(withStool.length).toBeGreaterThan(1);
  expect((await search([STOOL.toLowerCase()])).ids).toEqual(idsOf(withStool));
});

test('numbers of other status tabs are counted where they are', async () => {
  const counts = await must(admin.get<Record<string, number>>(`${LIST}/counts`));
  const tabs = Object.keys(counts).filter((tab) => (counts[tab] ?? 0) > 0);
  expect(tabs.length).toBeGreaterThan(1);
  const [here = '', there = ''] = tabs;
  const ofTab = (tab: string) => ordersOf(admin, { tab });
  const [mine, theirs] = [await ofTab(here), await ofTab(there)];
  const numbers = [...mine, ...theirs].map((row) => row.channelOrderNo);
  const { ids, found } = await search([...numbers, 'NOWHERE-1'], { query: { tab: here } });
  expect(ids).toEqual(idsOf(mine));
  expect(found).toMatchObject({ missing: ['NOWHERE-1'], elsewhere: { [there]: theirs.length } });
  const request = { numbers: await keep(numbers) };
  const counted = await must(admin.get<Record<string, number>>(`${LIST}/counts`, request));
  expect(counted).toMatchObject({ [here]: mine.length, [there]: theirs.length });
  expect(Object.values(counted).reduce((sum, n) => sum + n, 0)).toBe(numbers.length);
});

test('what another condition leaves out is not called missing', async () => {
  const [order] = orders as [OrderRow];
  const { total, found } = await search([order.channelOrderNo, 'NOWHERE-1'], {
    query: { shipToState: 'ZZ' },
  });
  expect(total).toBe(0);
  expect(found).toMatchObject({ missing: ['NOWHERE-1'], leftOut: [order.channelOrderNo] });
});

test('export and batch take what was searched for and nothing else', async () => {
  const pending = await ordersOf(admin, { tab: 'pending', status: 'new' });
  expect(pending.length).toBeGreaterThan(1);
  const [one] = pending as [OrderRow];
  const numbers = await keep([one.channelOrderNo, 'NOWHERE-1']);
  const { bytes, status } = await admin.raw('GET', `${LIST}/exportXls?numbers=${numbers}`);
  expect(status).toBe(200);
  const [, ...rows] = await cellsOf(bytes);
  expect(rows.map((cells) => cells.find((cell) => cell === one.channelOrderNo))).toEqual([one.channelOrderNo]);
  const dry = { filter: { numbers, tab: 'pending' }, answers: {}, dryRun: true };
  const tried = await must(admin.post<{ total: number; rows: { id: string }[] }>(`${LIST}/batch/accept`, dry));
  expect(tried.rows.map(({ id }) => id)).toEqual([one.id]);
});

test('numbers that are not kept any more find no rows and move none', async () => {
  const gone = '11111111-1111-8111-8111-111111111111';
  for (const numbers of [gone, 'CS100001', "' or 1=1 --", '*']) {
    for (const path of ['list', 'counts', 'numbers'])
      expect(await admin.get(`${LIST}/${path}`, { numbers }), `${path} ${numbers}`).toMatchObject({
        status: 400,
        success: false,
        message: '批量查找的号码已不在，请重新粘贴',
      });
    expect((await admin.raw('GET', `${LIST}/exportXls?numbers=${encodeURIComponent(numbers)}`)).status).toBe(400);
    const moved = await admin.post(`${LIST}/batch/accept`, { filter: { numbers }, answers: {} });
    expect(moved).toMatchObject({ status: 400, success: false });
  }
  // A list without such a search must not take the filter for none.
  const { id } = await must(admin.post<{ id: string }>(`${LIST}/numbers`, { numbers: ['NOWHERE-1'] }));
  expect(await admin.get('/inventory/stockAdjustment/list', { numbers: id })).toMatchObject({
    status: 400,
    success: false,
  });
});

test('a number of somebody else is not found, as one that is nowhere', async () => {
  const numbers = [...orders.map((row) => row.channelOrderNo), STOOL, 'NOWHERE-1'];
  const other = await openOtherTenant(scene);
  const theirs = await search(numbers, { who: other });
  expect(theirs.total).toBe(0);
  expect(theirs.found.missing).toEqual(numbers);
  // An id is worth nothing in another tenant.
  const own = await keep(['NOWHERE-2']);
  expect((await other.get(`${LIST}/numbers`, { numbers: own })).status).toBe(400);
});

test('row scope holds for every way to a number', async () => {
  const noShop = { shops: [] as string[], warehouses: null };
  const { [NEW_JERSEY]: _used, ...others } = scene.seller.warehouses;
  const oneWarehouse = { shops: null, warehouses: Object.values(others) };
  for (const [username, scope] of Object.entries({ noShop, oneWarehouse }))
    await createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles: ['OPS'],
      departs: ['A01'],
      ...scope,
    });
  const boxes = await look(
    scene,
    (tx) => tx.rows<{ trackingNo: string }>`
      select tracking_no from box where tenant_id = ${tx.tenant} and tracking_no is not null`,
  );
  const numbers = [...orders.map((row) => row.channelOrderNo), ...boxes.map(({ trackingNo }) => trackingNo), STOOL];
  const nobody = await search(numbers, { who: await scene.as('noShop') });
  expect(nobody.total).toBe(0);
  expect(nobody.found.missing).toEqual(nobody.found.numbers);
  const who = await scene.as('oneWarehouse');
  const seen = await ordersOf(who);
  const limited = await search(
    orders.map((row) => row.channelOrderNo),
    { who },
  );
  expect(limited.ids).toEqual(idsOf(seen));
  expect(seen.length).toBeLessThan(orders.length);
  expect(limited.found.missing).toHaveLength(orders.length - seen.length);
});

test('who may not see the list keeps no numbers for it', async () => {
  const reader = await personWith(scene, admin, ['catalog:product:list']);
  expect(await reader.post(`${LIST}/numbers`, { numbers: ['A'] })).toMatchObject({ status: 403 });
  expect(await reader.get(`${LIST}/numbers`, { numbers: 'A' })).toMatchObject({ status: 403 });
});

test('signs of SQL and of patterns are letters like any other', async () => {
  const odd = ['%', '_', '%%%', "'; drop table sku; --", '"', '\\', '.*', '(a+)+$', '{}', '$1', '橡木 餐桌'];
  const { total, found } = await search(odd);
  expect(total).toBe(0);
  expect(found.missing).toEqual(odd);
  expect((await ordersOf(admin)).length).toBe(orders.length);
});

test.each<[string, unknown, string]>([
  [
    '201 numbers',
    Array.from({ length: 201 }, (_, at) => `CS${at}`),
    '一次最多查找 200 个，现有 201 个，请删去 1 个后再查',
  ],
  ['a number of 10,000 signs', ['x'.repeat(10_000)], '有 10000 个字，单个最多 100 个字'],
  ['none', [], '请粘贴要查找的号码'],
  ['blanks', [' ', '\u0000'], '请粘贴要查找的号码'],
  ['no list', 'CS1', '请粘贴要查找的号码'],
  ['no texts', [1, null, { a: 1 }], '请粘贴要查找的号码'],
])('%s are refused at their field', async (_, numbers, message) => {
  const answer = await admin.post<{ errors: { field: string; message: string }[] }>(`${LIST}/numbers`, { numbers });
  expect(answer.status).toBe(422);
  expect(answer.message).toContain(message);
  expect(answer.result.errors).toMatchObject([{ field: 'numbers' }]);
});

test('a giant body is refused before it is read, and the list answers on', async () => {
  const numbers = Array.from({ length: 100_000 }, (_, at) => `CS${at}-${'x'.repeat(30)}`);
  const answer = await admin.post(`${LIST}/numbers`, { numbers });
  expect([400, 413, 422]).toContain(answer.status);
  expect(answer.success).toBe(false);
  expect((await ordersOf(admin)).length).toBe(orders.length);
});

test('200 numbers of 64 letters fit, and the same paste has the same address', async () => {
  const long = Array.from({ length: 200 }, (_, at) => `${String(at).padStart(4, '0')}${'雪'.repeat(60)}`);
  const id = await keep(long);
  expect(await keep(long)).toBe(id);
  expect(id).toHaveLength(36);
  const { found } = await search(long);
  expect(found.missing).toEqual(long);
});

test('a word finds rows by a number that they link to, and its signs are no pattern', async () => {
  const list = '/inventory/stockPlace/list';
  const named = async (keyword: string): Promise<string[]> =>
    (await must(admin.get<{ records: { skuId_dictText: string }[] }>(list, { keyword, pageSize: '200' }))).records.map(
      (row) => row.skuId_dictText,
    );
  const found = await named(STOOL.slice(3).toLowerCase());
  expect(found.length).toBeGreaterThan(0);
  expect(found.every((code) => code === STOOL)).toBe(true);
  expect(await named(`${STOOL.slice(0, 3)}%`)).toEqual([]);
  expect(await named(STOOL.replace('-', '_'))).toEqual([]);
});

test.each(declaredNumbers.map((one) => [resourceKey(one.of), one] as const))(
  '%s: every declared number leads to its rows',
  async (_, { of, places }) => {
    const list = `/${of.module}/${of.name}`;
    const rows = await must(admin.get<{ records: Record<string, unknown>[] }>(`${list}/list`, { pageSize: '200' }));
    expect(rows.records.length).toBeGreaterThan(0);
    for (const { rows: from, field } of places) {
      if (from) continue;
      const label = `${field}_dictText`;
      const row = rows.records.find((one) => one[label] ?? one[field]);
      if (!row) continue;
      const number = String(row[label] ?? row[field]);
      const { ids } = await search([number.toUpperCase()], { list });
      expect(ids, `${field} ${number}`).toContain(row['id']);
    }
    expect((await search(['NOWHERE-1'], { list })).total).toBe(0);
  },
);

test('movements are found by the number of their document: whole, by a part as it is written, by many', async () => {
  interface Movement {
    id: string;
    refNo: string | null;
  }
  const MOVEMENTS = '/inventory/stockMovement';
  const list = async (refNo: string): Promise<string[]> => {
    const page = await must(admin.get<{ records: Movement[] }>(`${MOVEMENTS}/list`, { refNo, pageSize: '200' }));
    return idsOf(page.records);
  };
  const { records: all } = await must(admin.get<{ records: Movement[] }>(`${MOVEMENTS}/list`, { pageSize: '200' }));
  const number = all.find(({ refNo }) => /[A-Z].*\d/.test(refNo ?? ''))?.refNo as string;
  const having = (part: string): string[] => idsOf(all.filter(({ refNo }) => refNo?.includes(part)));
  expect(having(number)).not.toEqual([]);
  expect(await list(number)).toEqual(having(number));
  expect(await list(`*${number.slice(1, -1)}*`)).toEqual(having(number.slice(1, -1)));
  expect(await list(`*${number.slice(0, 2)}*`)).toEqual(having(number.slice(0, 2)));
  // A column is asked as it is written, many numbers in whichever letters.
  expect(await list(number.toLowerCase())).toEqual([]);
  expect(await list(`*${number.slice(0, -1).toLowerCase()}*`)).toEqual([]);
  expect(await list(`*${number}%_*`)).toEqual([]);
  const { ids } = await search([number.toLowerCase()], { list: MOVEMENTS });
  expect(ids).toEqual(having(number));
});

test('stock is found by a part of the code of its SKU', async () => {
  interface Place {
    id: string;
    skuId_dictText: string;
  }
  const { records: all } = await must(
    admin.get<{ records: Place[] }>('/inventory/stockPlace/list', { pageSize: '200' }),
  );
  const code = (all[0]?.skuId_dictText ?? '').split(' ')[0] as string;
  const { records } = await must(
    admin.get<{ records: Place[] }>('/inventory/stockPlace/list', {
      keyword: code.slice(1).toLowerCase(),
      pageSize: '200',
    }),
  );
  expect(idsOf(records)).toEqual(idsOf(all.filter(({ skuId_dictText }) => skuId_dictText.includes(code.slice(1)))));
});

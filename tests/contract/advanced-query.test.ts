import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { sku } from '#modules/catalog/model/product.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { look } from '#tests/channels/shop.ts';
import type { Client } from '#tests/harness/app.ts';
import { readRecords } from '#tests/sheets/upload.ts';
import { listOf, pathOf, rowsOf, type Row } from './resources.ts';
import { openWorld, type World } from './worlds.ts';

/** What the advanced query of a list answers to a hostile or an unusual question. */

let world: World;
let admin: Client;
beforeAll(async () => {
  world = await openWorld();
  ({ admin } = world);
});
afterAll(() => world.scene.stop());

type Condition = { field: unknown; rule: unknown; val: unknown };
const params = (conditions: readonly unknown[], matchType = 'and'): Record<string, string> => ({
  superQueryParams: JSON.stringify(conditions),
  superQueryMatchType: matchType,
});
const one = (field: unknown, rule: unknown, val: unknown): Condition => ({ field, rule, val });
const skus = (conditions: readonly unknown[]) => listOf(admin, sku, params(conditions));

test.each<[string, unknown]>([
  ['a NUL', 'a\u0000b'],
  ['half of a character', 'x\ud800'],
  ['an emoji', '😀'],
  ['marks of direction', '\u202etxet\u2066'],
  ['the last of its plane', '\ud7ff'],
  ['signs of a pattern', '%_\\'],
  ['signs of SQL', `' or '1'='1`],
  ['a value of 2,000 characters', '长'.repeat(2000)],
])('text rules find nothing by %s, and fail at nothing', async (_name, val) => {
  for (const rule of ['like', 'left_like', 'right_like'])
    expect(await skus([one('skuCode', rule, val)]), rule).toMatchObject({
      status: 200,
      result: { total: 0 },
    });
});

test.each(['eq', 'ne', 'in'])('codes and links with %s take any text', async (rule) => {
  for (const field of ['type', 'productId'])
    for (const val of ['a\u0000b', 'x\ud800', '😀', '__proto__', 'constructor'])
      expect((await skus([one(field, rule, val)])).status, `${field} ${rule}`).toBeLessThan(401);
});

test('a part that is too long is refused, not cut off until it finds more', async () => {
  const [row] = await rowsOf(admin, sku);
  const val = `${String(row?.['skuCode'])}${'x'.repeat(10_000)}`;
  for (const rule of ['like', 'left_like', 'right_like', 'eq'])
    expect(await skus([one('skuCode', rule, val)]), rule).toMatchObject({
      status: 400,
      success: false,
      message: expect.stringContaining('的查询值格式不正确') as string,
    });
});

test('a text begins with a character of two halves', async () => {
  const name = '😀灯 Ω';
  const [row] = (await rowsOf(admin, sku)) as [Row];
  await look(
    world.scene,
    (tx) => tx.run`
      update sku set name = ${name} where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`,
  );
  for (const [rule, val] of [
    ['right_like', '😀'],
    ['right_like', '😀灯'],
    ['left_like', 'Ω'],
    ['like', '灯 Ω'],
  ])
    expect((await skus([one('name', rule, val)])).result.records, val).toMatchObject([{ name }]);
});

describe('what is no condition is refused', () => {
  test.each<[string, unknown]>([
    ['an object that has no text', one('skuCode', 'eq', { toString: 1 })],
    ['an array of arrays', one('skuCode', 'in', [['A']])],
    ['an object among the values', one('skuCode', 'in', ['A', {}])],
    ['a name that is no text', one(['skuCode'], 'eq', 'A')],
    ['a rule that is no text', one('skuCode', ['eq'], 'A')],
    ['a rule of every object', one('skuCode', 'toString', 'A')],
    ['a rule of every object, in capitals', one('skuCode', 'constructor', 'A')],
  ])('%s', async (_name, condition) => {
    expect(await skus([condition])).toMatchObject({
      status: 400,
      success: false,
      message: '高级查询参数格式不正确',
    });
  });

  test('a deep nest', async () => {
    const [open, close] = ['['.repeat(40_000), ']'.repeat(40_000)];
    for (const superQueryParams of [`${open}${close}`, `[{"field":"skuCode","rule":"eq","val":${open}${close}}]`])
      expect((await listOf(admin, sku, { superQueryParams })).status).toBe(400);
  });

  test('more than fifty conditions', async () => {
    const many = (n: number) => Array.from({ length: n }, () => one('skuCode', 'ne', 'x'));
    expect((await skus(many(50))).status).toBe(200);
    expect((await skus(many(51))).status).toBe(400);
  });

  test.each(['gone', '__proto__', 'constructor', 'tenantId', 'code; drop table sku'])(
    'a field that there is not: %s',
    async (field) => {
      expect(await skus([one(field, 'eq', 'A')])).toMatchObject({
        status: 400,
        message: `查询条件的字段不存在：${field}`,
      });
    },
  );
});

describe('what is half there is refused and named, never answered with everything', () => {
  test.each<[string, unknown[], string]>([
    ['no value', [{ field: 'name', rule: 'eq' }], '高级查询的条件“名称”没有填写值'],
    ['null', [one('name', 'like', null)], '高级查询的条件“名称”没有填写值'],
    ['an empty text', [one('name', 'like', '')], '高级查询的条件“名称”没有填写值'],
    ['blanks', [one('name', 'like', '  ')], '高级查询的条件“名称”没有填写值'],
    ['a NUL', [one('name', 'like', '\u0000')], '高级查询的条件“名称”没有填写值'],
    ['commas', [one('name', 'in', ' , ,')], '高级查询的条件“名称”没有填写值'],
    ['an empty list', [one('name', 'like', [])], '高级查询的条件“名称”没有填写值'],
    ['a list with a blank', [one('name', 'like', ['a', ''])], '高级查询的条件“名称”没有填写值'],
    ['the second of two', [one('skuCode', 'ne', 'x'), one('name', 'ne', '')], '高级查询的条件“名称”没有填写值'],
    ['no rule', [{ field: 'name', val: 'x' }], '高级查询参数格式不正确'],
    ['no field', [{ rule: 'eq', val: 'x' }], '高级查询参数格式不正确'],
    ['rows that nobody touched, alone', [{}, { rule: 'eq', val: '' }], '高级查询没有填写条件'],
  ])('%s', async (_name, conditions, message) => {
    for (const matchType of ['and', 'or'])
      expect(await listOf(admin, sku, params(conditions, matchType))).toMatchObject({
        status: 400,
        success: false,
        message,
      });
    const exported = await admin.get(`${pathOf(sku)}/exportXls`, params(conditions));
    expect(exported.status).toBe(400);
  });

  test('counts by tab and batches by filter refuse the same', async () => {
    const half = params([one('channelOrderNo', 'eq', '')]);
    const counts = await admin.get(`${pathOf(salesOrder)}/counts`, half);
    expect(counts.status).toBe(400);
    expect((await admin.get(`${pathOf(salesOrder)}/options`, half)).status).toBe(400);
    // A list that has no advanced query of its own reads none, and says so of one that nobody could.
    for (const superQueryParams of ['{}', '[', encodeURIComponent(encodeURIComponent('[]'))])
      expect((await admin.get('/desk/todo', { superQueryParams })).success, superQueryParams).toBe(false);
    for (const filter of [half, { channelOrderNo: ' ' }, { channelOrderNo: '**' }]) {
      const moved = await admin.post(`${pathOf(salesOrder)}/batch/hold`, {
        filter,
        dryRun: true,
        answers: {},
      });
      expect(moved, JSON.stringify(filter)).toMatchObject({ status: 400, success: false });
    }
  });

  test('a row that nobody touched beside one that is filled in asks for nothing', async () => {
    const [row] = (await rowsOf(admin, sku)) as [Row];
    expect(await skus([one('name', 'eq', row['name']), { rule: 'eq', val: '' }])).toMatchObject({
      result: { records: [{ id: row.id }] },
    });
  });
});

test('it is decoded once beyond what the browser encodes, as clients of the base encode it, and no further', async () => {
  const [row] = (await rowsOf(admin, sku)) as [Row];
  const json = JSON.stringify([one('name', 'eq', row['name'])]);
  let text = json;
  for (const status of [200, 200, 400, 400]) {
    const answer = await listOf(admin, sku, { superQueryParams: text });
    expect(answer.status).toBe(status);
    if (status === 200) expect(answer.result.records).toMatchObject([{ id: row.id }]);
    text = encodeURIComponent(text);
  }
  // A percent sign in a value that was not encoded means itself.
  const literal = await skus([one('name', 'like', '%41')]);
  expect(literal).toMatchObject({ status: 200, result: { total: 0 } });
});

test('an amount is asked for as it is written, whatever its currency is divided into', async () => {
  const orders = await rowsOf(admin, salesOrder);
  expect(orders.length).toBeGreaterThan(1);
  const [yen, dinar] = orders as [Row, Row];
  await look(world.scene, async (tx) => {
    for (const [id, currency] of [
      [yen.id, 'JPY'],
      [dinar.id, 'KWD'],
    ])
      await tx.run`update sales_order set currency = ${currency}, total = ${123_456n}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  });
  const found = async (rule: string, val: string): Promise<string[]> =>
    (await rowsOf(admin, salesOrder, params([one('total', rule, val)]))).map(({ id }) => id);
  expect(await found('eq', '123456')).toEqual([yen.id]);
  expect(await found('in', '123.456,7')).toEqual([dinar.id]);
  expect(await found('eq', '1234.56')).toEqual([]);
  expect(await found('ge', '123456')).toEqual([yen.id]);
  expect(await found('ne', '123.456')).not.toContain(dinar.id);
});

test('amounts finer than a currency can be are compared all the same', async () => {
  const orders = (await rowsOf(admin, salesOrder)).slice(0, 3) as [Row, Row, Row];
  expect(orders.length).toBe(3);
  // Ten of each, in thousandths: what a person would say of them.
  const stored = [
    { currency: 'USD', total: 1_000n },
    { currency: 'JPY', total: 10n },
    { currency: 'KWD', total: 10_000n },
  ];
  await look(world.scene, async (tx) => {
    for (const [at, { currency, total }] of stored.entries())
      await tx.run`update sales_order set currency = ${currency}, total = ${total}
        where tenant_id = ${tx.tenant} and id = ${orders[at]?.id ?? ''}::uuid`;
  });
  const holds: Record<string, (requested: number) => boolean> = {
    eq: (requested) => requested === 10_000,
    ne: (requested) => requested !== 10_000,
    gt: (requested) => requested < 10_000,
    ge: (requested) => requested <= 10_000,
    lt: (requested) => requested > 10_000,
    le: (requested) => requested >= 10_000,
  };
  for (const [val, thousandths] of [
    ['10', 10_000],
    ['10.000', 10_000],
    ['10.001', 10_001],
    ['10.005', 10_005],
    ['9.999', 9_999],
    ['-0.001', -1],
    ['999999999999', Infinity],
    ['-999999999999', -Infinity],
  ] as const)
    for (const [rule, isFound] of Object.entries(holds)) {
      const ids = new Set((await rowsOf(admin, salesOrder, params([one('total', rule, val)]))).map(({ id }) => id));
      for (const [at, { id }] of orders.entries())
        expect(ids.has(id), `${stored[at]?.currency} 10 ${rule} ${val}`).toBe(isFound(thousandths));
    }
});

test('tabs, pages, exports and batches follow it', async () => {
  const path = pathOf(salesOrder);
  const [order] = (await rowsOf(admin, salesOrder)) as [Row];
  const query = params([one('orderNo', 'eq', order['orderNo']), one('orderNo', 'eq', 'none')], 'or');
  const { result: counts } = await admin.get<Record<string, number>>(`${path}/counts`, query);
  expect(Object.values(counts).reduce((sum, n) => sum + n, 0)).toBe(1);
  expect((await listOf(admin, salesOrder, { ...query, pageNo: '2' })).result).toMatchObject({
    total: 1,
    current: 1,
  });
  const { status, bytes } = await admin.raw('GET', `${path}/exportXls?${new URLSearchParams(query).toString()}`);
  expect(status).toBe(200);
  expect(await readRecords(bytes)).toMatchObject([{ 订单号: order['orderNo'] }]);
  const batch = await admin.post<{ total: number }>(`${path}/batch/hold`, {
    filter: query,
    dryRun: true,
    answers: {},
  });
  expect(batch.result).toMatchObject({ total: 1 });
});

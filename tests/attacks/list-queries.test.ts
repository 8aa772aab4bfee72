import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Route } from '#kit/server/route.ts';
import { call, type Reply } from '#tests/contract/calls.ts';
import { openOtherTenant } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { byTurns } from '#tests/harness/long.ts';

/**
 * Sorting, filters and advanced queries as ways into the database, at every list of the product: whatever
 * of the router answers with a page of rows is one, and so is every export beside a list.
 */

type Query = Record<string, string>;
interface Listed {
  records: Record<string, unknown>[];
  total: number;
}
interface Asked {
  route: Route;
  /** What it answers without any filter. */
  total: number;
}

let scene: TestApp;
let admin: Client;
let stranger: Client;
let lists: Asked[];
let exports: Route[];

const ask = (route: Route, query: Query, who = admin): Promise<Reply> =>
  call(scene, route, { token: who.token, query });
const pageOf = ({ json }: Reply): Listed | null => {
  const result = json?.result as Listed | null | undefined;
  return json?.success && Array.isArray(result?.records) ? result : null;
};

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  stranger = await openOtherTenant(scene);
  const reading = scene.app.assembled.routes.filter(
    ({ method, path, access }) => method === 'GET' && access !== 'public' && !path.includes(':'),
  );
  lists = [];
  for (const route of reading) {
    if (route.path.includes('exportXls')) continue;
    const page = pageOf(await ask(route, {}));
    if (page) lists.push({ route, total: page.total });
  }
  exports = reading.filter(({ path }) => path.endsWith('/exportXls'));
});
afterAll(() => scene?.stop());

/** Words by which a database, a driver or a source gives itself away. */
const LEAKS = /syntax error|SQLSTATE|pg_catalog|node_modules|select .* from|column ".*"|relation ".*"|\bat .*\.ts:/i;

const nameOf = ({ path }: Route, query: Query): string => `${path} ${JSON.stringify(query).slice(0, 160)}`;

/** Refused in words, at once, and without a word of the inside. */
function expectRefused(route: Route, query: Query, reply: Reply): void {
  expect(reply.status, nameOf(route, query)).toBeLessThan(500);
  expect(reply.json?.success, nameOf(route, query)).toBe(false);
  expect(String(reply.json?.message), nameOf(route, query)).not.toMatch(LEAKS);
}

/** Answered as if the part had not been there, or refused; never with an error of the inside. */
async function expectHarmless({ route, total }: Asked, query: Query): Promise<void> {
  const reply = await ask(route, query);
  const page = pageOf(reply);
  if (!page) return expectRefused(route, query, reply);
  expect(page.total, nameOf(route, query)).toBe(total);
}

/** Lists that know an order, and an advanced query. */
const ordered: Asked[] = [];
const advanced: Asked[] = [];

test('the lists of the router are all there', async () => {
  for (const one of lists) {
    const wild = await ask(one.route, { column: 'no_such_field', order: 'asc' });
    if (!pageOf(wild)) ordered.push(one);
    const other = [{ field: 'no_such_field', rule: 'eq', val: 'x' }];
    const request = await ask(one.route, { superQueryParams: JSON.stringify(other) });
    if (!pageOf(request)) advanced.push(one);
  }
  const without = (some: readonly Asked[]): string[] =>
    lists.filter((one) => !some.includes(one)).map(({ route }) => route.path);
  expect(lists.length).toBeGreaterThan(40);
  // These answer in an order of their own and know no filter but those they name.
  expect(without(ordered)).toEqual(WITHOUT_ORDER);
  expect(without(advanced)).toEqual(WITHOUT_ORDER);
});

/** Levels of a tree, whole. */
const WITHOUT_ORDER = ['/sys/category/getChildListBatch'];

const NO_COLUMNS = [
  'updatexml(1,concat(0x7e,version()),1)',
  'id;select 1',
  '(case when 1=1 then id else username end)',
  'id desc, (select pg_sleep(5))',
  '1',
  '1,2',
  'id--',
  'createTime)',
  '__proto__',
  'constructor',
];
/** Columns that some table has. */
const KEPT_BACK = ['password', 'passwordHash', 'password_hash', 'salt', 'delFlag', 'del_flag', 'tenantId'];

test.each(NO_COLUMNS)('C1 %s is no column to sort by', async (column) => {
  for (const { route } of byTurns(ordered, NO_COLUMNS.indexOf(column), NO_COLUMNS.length))
    expectRefused(route, { column }, await ask(route, { column, order: 'asc' }));
});

test('C1 what follows an order is not read', async () => {
  for (const one of lists) await expectHarmless(one, { order: 'asc,pg_sleep(3)' });
});

test.each(KEPT_BACK)('C2 nothing is sorted by %s', async (column) => {
  for (const { route } of byTurns(ordered, KEPT_BACK.indexOf(column), KEPT_BACK.length))
    expectRefused(route, { column }, await ask(route, { column, order: 'desc' }));
});

test('C3 a filter of what no list shows asks for nothing', async () => {
  const queries: Query[] = [
    { password: 'a*', salt: '*1*', password_begin: 'a' },
    { passwordHash: '*', passwordHash_MultiString: 'a,b', delFlag: '1' },
    { 'id or 1=1': 'x', 'tenantId) or (1': '2', __proto__: 'x' },
  ];
  for (const [at, query] of queries.entries())
    for (const one of byTurns(lists, at, queries.length)) await expectHarmless(one, query);
});

test('C4 the picker of people takes its parts as texts', async () => {
  const path = '/sys/user/queryUserComponentData';
  for (const query of [
    { username: "' or 1=1 --" },
    { realname: "' or 1=1 --" },
    { departId: "x') or ('1'='1" },
    { id: "x' or '1'='1" },
  ]) {
    const reply = await ask({ method: 'GET', path } as Route, query);
    expect(reply.status, JSON.stringify(query)).toBeLessThan(500);
    expect(pageOf(reply)?.records ?? [], JSON.stringify(query)).toEqual([]);
  }
});

test('C5 C6 an advanced query of anything else is refused, never answered with every row', async () => {
  const of = (field: string, rule: string, val: unknown = 'a') => ({ field, rule, val });
  const bad = [
    of('password', 'like'),
    of('passwordHash', 'eq'),
    of('tenantId', 'eq', 1),
    ...['1=1 or id', 'id) or (1', 'constructor', '__proto__'].map((field) => of(field, 'eq')),
    ...['USE_SQL_RULES', 'EXTEND_SQL', 'union', 'eq or 1=1', 'constructor'].map((rule) => of('createTime', rule)),
  ];
  for (const [at, condition] of bad.entries())
    for (const { route } of byTurns(advanced, at, bad.length)) {
      const query = { superQueryParams: JSON.stringify([condition]) };
      expectRefused(route, query, await ask(route, query));
    }
});

test('C7 what is no advanced query is refused', async () => {
  const many = Array.from({ length: 10_000 }, () => ({
    field: 'createTime',
    rule: 'eq',
    val: 'x',
  }));
  const triple = [1, 2, 3].reduce(encodeURIComponent as never, JSON.stringify([{ field: 'x' }]));
  const none = ['[{', '{}', '"x"', '7', '%', triple, '[[]]', '[1]'];
  for (const [at, superQueryParams] of none.entries())
    for (const { route } of byTurns(advanced, at, none.length)) {
      const query = { superQueryParams };
      expectRefused(route, query, await ask(route, query));
    }
  const [one] = advanced;
  for (const superQueryParams of [JSON.stringify(many), `[${'1,'.repeat(500_000)}1]`])
    expectRefused((one as Asked).route, {}, await ask((one as Asked).route, { superQueryParams }));
});

test('C8 long lists of values and long patterns have an end', async () => {
  const values = Array.from({ length: 100_000 }, (_, n) => `v${n}`).join(',');
  for (const { route } of byTurns(advanced, 0, 4)) {
    const condition = { field: 'createTime', rule: 'in', val: values.slice(0, 60_000) };
    const query = { superQueryParams: JSON.stringify([condition]) };
    const reply = await ask(route, query);
    expect(reply.status, nameOf(route, query)).toBeLessThan(500);
    expect(pageOf(reply)?.total ?? 0, nameOf(route, query)).toBe(0);
  }
  for (const one of byTurns(lists, 1, 4)) {
    const reply = await ask(one.route, { keyword: '%'.repeat(10_000) });
    expect(reply.status, one.route.path).toBeLessThan(500);
  }
});

test('C9 a day that is none is refused in words', async () => {
  const none = ['2020-13-45', "' or 1", '0000-00-00'];
  for (const [at, createTime_begin] of none.entries())
    for (const { route } of byTurns(ordered, at, none.length)) {
      const reply = await ask(route, { createTime_begin });
      expect(reply.status, route.path).toBeLessThan(500);
      expect(String(reply.json?.message), route.path).not.toMatch(LEAKS);
      // A list without that field does not know the filter.
      const isKnown = pageOf(await ask(route, { column: 'createTime' })) !== null;
      if (isKnown) expectRefused(route, { createTime_begin }, reply);
    }
});

test('C10 an or of one’s own never reaches over the tenant', async () => {
  const or = { superQueryMatchType: 'or' };
  for (const { route } of advanced) {
    const own = await idsOf(route, {}, admin);
    // What the operator keeps for every tenant is theirs as well.
    const seen = await idsOf(route, {}, stranger);
    for (const field of ['id', 'createTime']) {
      const conditions = [
        { field, rule: 'ne', val: field === 'id' ? own[0] : '2001-01-01' },
        { field, rule: 'eq', val: field === 'id' ? own[0] : '2001-01-01' },
      ];
      const query = { ...or, superQueryParams: JSON.stringify(conditions) };
      const theirs = await idsOf(route, query, stranger);
      expect(
        theirs.filter((id) => own.includes(id) && !seen.includes(id)),
        route.path,
      ).toEqual([]);
    }
  }
});

const idsOf = async (route: Route, query: Query, who: Client): Promise<string[]> =>
  (pageOf(await ask(route, { pageSize: '200', ...query }, who))?.records ?? []).flatMap(({ id }) =>
    typeof id === 'string' ? [id] : [],
  );

test('C11 a page has a size, whatever is asked for', async () => {
  const sizes = ['-1', '0', '1000000', '1e9', 'NaN', '1;select 1'];
  for (const [at, pageSize] of sizes.entries())
    for (const { route, total } of byTurns(lists, at, sizes.length))
      for (const pageNo of ['0', '1e308']) {
        const reply = await ask(route, { pageSize, pageNo });
        const page = pageOf(reply);
        expect(page, nameOf(route, { pageSize, pageNo })).not.toBeNull();
        expect(page?.total, nameOf(route, { pageSize, pageNo })).toBe(total);
        expect(page?.records.length ?? 0).toBeLessThanOrEqual(500);
      }
});

test('C12 arrays and repeated names confuse nobody', async () => {
  for (const { route, total } of lists) {
    const url = `/api${route.path}?id[$ne]=x&username[]=a&column=createTime&column=password&order[]=x`;
    const response = await scene.app.http.inject({
      method: 'GET',
      url,
      headers: { 'x-access-token': admin.token },
    });
    expect(response.statusCode, route.path).toBeLessThan(500);
    const { success, result } = response.json<{ success: boolean; result: Listed | null }>();
    if (success) expect(result?.total, route.path).toBe(total);
  }
});

test('C6 C12 what a list reads itself is said once and as it is spelled, or refused', async () => {
  const none = encodeURIComponent(JSON.stringify([{ field: 'id', rule: 'eq', val: scene.seller.accountId }]));
  const spellings = [
    ['superQueryParams', `superQueryParams[]=${none}`],
    ['superQueryParams', `superQueryParams[0][field]=id`],
    ['superQueryParams', `superQueryParams%5B%5D=${none}`],
    ['superQueryParams', `superQueryParams=&superQueryParams=${none}`],
    ['superQueryParams', `superQueryParams.0=${none}`],
    ['keyword', 'keyword[]=nothing-is-called-so'],
    ['tab', 'tab=&tab=paid'],
    ['column', 'column=id&column=createTime'],
  ] as const;
  for (const [at, [name, spelled]] of spellings.entries())
    for (const { route } of [...byTurns(lists, at, spellings.length), ...lists.slice(0, 3)]) {
      const response = await scene.app.http.inject({
        method: 'GET',
        url: `/api${route.path}?${spelled}`,
        headers: { 'x-access-token': admin.token },
      });
      const { success, message } = response.json<{ success: boolean; message: string }>();
      expect(success, `${route.path} ${spelled}`).toBe(false);
      expect(message, `${route.path} ${spelled}`).toBe(`查询参数 ${name} 只能写一次，名称后不能带方括号`);
    }
});

test('C13 an export is asked as its list is', async () => {
  expect(exports.length).toBeGreaterThan(20);
  const queries: Query[] = [
    { column: 'password' },
    { column: '(select 1)' },
    { superQueryParams: '[{' },
    { superQueryParams: JSON.stringify([{ field: 'password', rule: 'eq', val: 'a' }]) },
  ];
  for (const [at, query] of queries.entries())
    for (const route of byTurns(exports, at, queries.length)) expectRefused(route, query, await ask(route, query));
});

import { connect, createServer, type AddressInfo, type Server } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportColumns, ReportData, ReportQuery } from '#kit/model/report.ts';
import { askQuery } from '#modules/operations/server/reports/report-queries.ts';
import { readQuery } from '#platform/databases/read-query.ts';
import { personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { onServer, testCluster } from '#tests/harness/database.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/* Reports over a query of a data source: here the database of the test, as a role without rights of its own. */

let scene: TestApp;
let admin: Client;
let source: string;
beforeAll(async () => {
  let hosts: string[] = [];
  scene = await startTestApp({ isEmpty: true, start: { sourceHosts: () => hosts } });
  const port = await overTcp(scene.connection);
  hosts = [`127.0.0.1:${port}`];
  admin = await scene.as('admin');
  const { database, user, password } = scene.connection;
  source = (
    await must(
      admin.post<{ id: string }>('/sys/dataSource/add', {
        code: 'own',
        name: '自有库',
        dbType: '6',
        dbUrl: `jdbc:postgresql://127.0.0.1:${port}/${database}`,
        dbUsername: user,
        dbPassword: password || 'none',
      }),
    )
  ).id;
});
afterAll(async () => {
  door?.close();
  await scene?.stop();
});

let door: Server | undefined;
/** While there is one, nobody who comes is let in. */
let held: { until: Promise<void>; waiting: number } | null = null;

/** The database of the test, which may be at a socket of the machine, as one that is reached by an address. */
function overTcp({
  host = '',
  port = 5432,
}: {
  host?: string | undefined;
  port?: number | undefined;
}): Promise<number> {
  const to = host.startsWith('/') ? { path: `${host}/.s.PGSQL.${port}` } : { host, port };
  const opened = createServer((socket) => {
    const inner = connect(to as { path: string });
    socket.on('error', () => inner.destroy());
    inner.on('error', () => socket.destroy());
    inner.pipe(socket);
    if (held) held.waiting++;
    void (held?.until ?? Promise.resolve()).then(() => socket.pipe(inner));
  });
  door = opened;
  return new Promise((tell) => opened.listen(0, '127.0.0.1', () => tell((opened.address() as AddressInfo).port)));
}

const API = '/online/cgreport/api';
const HEAD = '/online/cgreport/head';
const SQL = `select * from (
  select 'A' as sku, 2 as qty, 1.50::numeric as amount, date '2026-01-01' as day
  union all select 'B', 3, 2.25, date '2026-02-01') s where day >= \${begin}::date;`;

const parse = (sql: string, by = admin) =>
  by.post<{ fields: { fieldName: string; fieldType: string }[]; params: string[] }>(`${HEAD}/parseSql`, {
    sql,
    dbKey: source,
    params: '[{"paramName":"begin","paramValue":"2026-01-01"}]',
  });

async function made(more: object = {}) {
  return admin.post<{ id: string; errors: { field: string; message: string }[] }>(`${HEAD}/add`, {
    code: 'queried',
    name: '外部销量',
    kind: 'query',
    dbSource: source,
    cgrSql: SQL,
    items: JSON.stringify([
      { fieldName: 'sku', fieldTxt: '货号', fieldType: 'String', isSearch: true },
      { fieldName: 'qty', fieldTxt: '件数', fieldType: 'Integer', isTotal: true, isSearch: true },
      { fieldName: 'amount', fieldType: 'Decimal', isTotal: true },
      { fieldName: 'day', fieldType: 'Date' },
    ]),
    params: '[{"paramName":"begin","paramTxt":"从","paramType":"date","paramValue":"2026-01-01"}]',
    roles: 'OPS',
    ...more,
  });
}

test('a source is tried with what was typed and, later, with the password that is kept', async () => {
  covers('ours: data sources');
  const stored = await must(admin.get<Record<string, unknown>>('/sys/dataSource/queryById', { id: source }));
  const TEST = '/online/cgreport/api/testConnection';
  const password = scene.connection.password || 'none';
  expect(await admin.post(TEST, { ...stored, id: '', dbPassword: password })).toMatchObject({
    status: 200,
    success: true,
    message: '数据库连接成功',
  });
  expect(stored).toMatchObject({ dbPassword: '***' });
  expect(await admin.post(TEST, stored)).toMatchObject({ success: true, message: '数据库连接成功' });
  // The form of the base does not say which source it edits; another account is tried without a password.
  const { id: _id, ...ofBase } = stored;
  expect(await admin.post(TEST, ofBase)).toMatchObject({ success: true, message: '数据库连接成功' });
  const other = { ...ofBase, dbUsername: `${scene.connection.user}_x` };
  expect(await admin.post(TEST, other)).toMatchObject({ message: '数据库连接失败：用户名或密码不正确' });
  expect(await admin.post(TEST, { ...stored, dbName: 'wb_no_such_database' })).toMatchObject({
    success: false,
    message: '数据库连接失败：数据库不存在，请检查库名',
  });
  expect(await must(admin.get('/sys/dataSource/options'))).toEqual([{ value: 'own', label: '自有库', text: '自有库' }]);
});

test('a query is read for its columns, and answers with bound parameters', async () => {
  covers('ours: queries of data sources');
  expect(await must(parse(SQL))).toEqual({
    fields: [
      { fieldName: 'sku', fieldTxt: 'sku', fieldType: 'String' },
      { fieldName: 'qty', fieldTxt: 'qty', fieldType: 'Integer' },
      { fieldName: 'amount', fieldTxt: 'amount', fieldType: 'Decimal' },
      { fieldName: 'day', fieldTxt: 'day', fieldType: 'Date' },
    ],
    params: ['begin'],
  });
  const { id } = await must(made());
  const data = (query: Record<string, string> = {}, by = admin) => by.get<ReportData>(`${API}/getData/queried`, query);
  expect(await must(data({ column: 'qty', order: 'desc' }))).toMatchObject({
    total: 2,
    records: [
      { sku: 'B', qty: '3', amount: '2.25', day: '2026-02-01' },
      { sku: 'A', qty: '2' },
    ],
    totals: [
      { field: 'qty', value: '5' },
      { field: 'amount', value: '3.75' },
    ],
  });
  expect(await must(data({ self_begin: '2026-01-15' }))).toMatchObject({ total: 1, records: [{ sku: 'B' }] });
  expect(await must(data({ sku: '*a*' }))).toMatchObject({ total: 1, records: [{ sku: 'A' }] });
  expect(await must(data({ qty_begin: '3' }))).toMatchObject({ total: 1, records: [{ sku: 'B' }] });
  expect(await data({ begin: "2026-01-01' or 1=1 --" })).toMatchObject({
    success: false,
    message: 'SQL执行失败：参数的值与列的类型不符',
  });
  expect((await data({ nothing: '1' })).success).toBe(false);
  expect((await data({ column: 'qty', order: '(select 1)' })).success).toBe(false);
  const columns = await must(admin.get<ReportColumns>(`${API}/getRpColumns/queried`));
  expect(columns.columns.map(({ title, kind }) => [title, kind])).toEqual([
    ['货号', 'text'],
    ['件数', 'integer'],
    ['amount', 'rate'],
    ['day', 'date'],
  ]);
  const info = await must(admin.get<ReportQuery[]>(`${API}/getQueryInfo/${id}`));
  expect(info.map(({ field, view }) => [field, view])).toEqual([
    ['begin', 'date'],
    ['sku', 'text'],
    ['qty', 'integer'],
  ]);
  expect((await admin.raw('GET', `${API}/exportXls/${id}`)).headers['content-type']).toContain('excel');
  // By role alone; its text is for designers.
  const trader = await scene.as('yunying');
  expect((await must(data({}, trader))).total).toBe(2);
  expect(await data({}, await scene.as('cangku'))).toMatchObject({ status: 403 });
  const { records } = await must(
    trader.get<{ records: { cgrSql: string | null }[] }>(`${HEAD}/list`, { code: 'queried' }),
  );
  expect(records[0]?.cgrSql).toBeNull();
});

test.each([
  ['select pg_sleep(20)', '不能使用函数 pg_sleep'],
  ['select 1; drop table report', '只能写一条查询'],
  ['with gone as (delete from report returning id) select id from gone', '只能写 SELECT 查询'],
  ['select * from generate_series(1, 1000000000) as bomb', '不能使用 RangeFunction'],
  ['select * from pg_shadow', '不能查询系统表'],
  ['select * from (information_schema.schemata)', '查询写法不正确'],
  ['select * from information_schema.schemata', '不能查询系统表'],
  ["select pg_read_file('/etc/passwd')", '不能使用函数 pg_read_file'],
  ['delete from app_user', '只能写 SELECT 查询'],
  ['select 1; update app_user set password = null', '只能写一条查询'],
  ['/*!50000 select 1 */', '只能写一条查询'],
  ['select ${other} as one', '没有参数“other”'],
])('D4: refused before it is stored, and never asked: %s', async (cgrSql, message) => {
  covers('ours: queries of data sources');
  const answer = await made({ code: 'refused', cgrSql });
  expect(answer.success).toBe(false);
  expect(answer.result.errors).toContainEqual(expect.objectContaining({ field: 'cgrSql', message }));
  if (!cgrSql.includes('${')) expect(await parse(cgrSql)).toMatchObject({ success: false, message });
});

const attempt = (sql: string, more: object = {}, by = admin) =>
  by.post<{ report: ReportColumns; data: ReportData; hasMore: boolean; mayWrite: boolean }>(`${HEAD}/runSql`, {
    sql,
    dbKey: source,
    params: '[{"paramName":"begin","paramValue":"2026-01-15"}]',
    ...more,
  });

test('a query that is being written is tried: its first rows, under the headings of the form, within the same bounds', async () => {
  covers('ours: queries of data sources');
  const items = '[{"fieldName":"sku","fieldTxt":"货号"}]';
  const tried = await must(attempt(SQL, { items }));
  expect(tried.report.columns.map(({ title, dataIndex, kind }) => [title, dataIndex, kind])).toEqual([
    ['货号', 'sku', 'text'],
    ['qty', 'qty', 'integer'],
    ['amount', 'amount', 'rate'],
    ['day', 'day', 'date'],
  ]);
  expect(tried.data.records).toEqual([{ id: '1', sku: 'B', qty: '3', amount: '2.25', day: '2026-02-01' }]);
  expect(tried.hasMore).toBe(false);
  const united = Array.from({ length: 25 }, (_, at) => `select ${at + 1} as n`).join(' union all ');
  const long = await must(attempt(united));
  expect([long.data.records.length, long.hasMore]).toEqual([20, true]);
  for (const [sql, message] of [
    ['select pg_sleep(20)', '不能使用函数 pg_sleep'],
    ['select 1; select 2', '只能写一条查询'],
    ['select nothing from nowhere', 'SQL执行失败：表、列或写法不正确'],
  ])
    expect(await attempt(sql as string)).toMatchObject({ success: false, message });
  // Nobody is asked where the source is another's, or none.
  expect(await attempt(SQL, { dbKey: 'other' })).toMatchObject({ success: false, message: '请选择数据源' });
  const designer = await personWith(scene, admin, ['operations:report:list', 'operations:report:edit']);
  expect(await attempt(SQL, {}, designer)).toMatchObject({ status: 403 });
});

const TEN = Array.from({ length: 10 }, () => 'select 1 as n').join(' union all ');
/** As many rows as ten to that power, by no function that makes rows. */
const rowsOf = (power: number, what: string): string =>
  `with t as (${TEN}) select ${what} from ${Array.from({ length: power }, (_, at) => `t t${at}`).join(', ')}`;

test('D4: a query has an end to its rows, its weight and its time, and each is said', async () => {
  covers('ours: queries of data sources');
  const run = async (code: string, cgrSql: string): Promise<string> => {
    await must(made({ code, cgrSql, params: '[]', items: '[{"fieldName":"x"}]' }));
    return (await admin.get(`${API}/getData/${code}`)).message;
  };
  expect(await run('many_rows', rowsOf(4, '1 as x'))).toBe('SQL执行失败：超过 5000 行，请用参数缩小范围');
  const heavy = `replace('${'a'.repeat(100)}', 'a', '${'b'.repeat(100)}')`;
  expect(await run('heavy_rows', rowsOf(4, `${heavy} as x`))).toBe('SQL执行失败：结果太大，请减少列或缩小范围');
  const { database = '', user = '', password } = scene.connection;
  const { port } = (door as Server).address() as AddressInfo;
  const slow = askQuery(
    (to, query, options) => readQuery(to, query, { ...options, timeoutMs: 200 }),
    {
      database: {
        engine: 'postgresql',
        host: '127.0.0.1',
        port,
        database,
        username: user,
        password: String(password || 'none'),
        tls: 'off',
        schema: null,
      },
      mayBePrivate: true,
    },
    rowsOf(9, 'count(*) as x'),
    {},
  );
  await expect(slow).rejects.toThrow('SQL执行失败：超过 10 秒没有结果，请缩小范围');
});

test('a database is asked eight questions at once and no more', async () => {
  covers('ours: queries of data sources');
  const items = '[{"fieldName":"n"}]';
  const params = '[{"paramName":"p","paramValue":"0"}]';
  await must(made({ code: 'at_once', cgrSql: 'select ${p}::integer as n', items, params }));
  const ask = (p: number) => admin.get<ReportData>(`${API}/getData/at_once`, { p: String(p) });
  const { promise: until, resolve: letIn } = Promise.withResolvers<void>();
  held = { until, waiting: 0 };
  const first = Array.from({ length: 8 }, (_, p) => ask(p));
  await expect.poll(() => held?.waiting).toBe(8);
  expect(await ask(8)).toMatchObject({ success: false, message: 'SQL执行失败：数据源正在查询，请稍后再试' });
  held = null;
  letIn();
  const answered = await Promise.all(first.map((one) => must(one)));
  expect(answered.map(({ records }) => records[0]?.['n'])).toEqual(['0', '1', '2', '3', '4', '5', '6', '7']);
  expect((await must(ask(8))).records).toMatchObject([{ n: '8' }]);
});

/** A data source of the same database, for another account of it. */
async function sourceOf(code: string, username: string, dbPassword: string): Promise<string> {
  const { dbUrl } = await must(admin.get<{ dbUrl: string }>('/sys/dataSource/queryById', { id: source }));
  const body = { code, name: code, dbType: '6', dbUrl, dbUsername: username, dbPassword };
  return (await must(admin.post<{ id: string }>('/sys/dataSource/add', body))).id;
}

test('D4: texts are read as they were judged, whatever the account of a source is set to', async () => {
  covers('ours: queries of data sources');
  const { admin: login } = testCluster();
  const role = `wbt_reader_${scene.connection.database}`;
  await onServer(login, async (server) => {
    await server.query(`create role ${role} login password 'reads-1'`);
    await server.query(`alter role ${role} set standard_conforming_strings = off`);
  });
  try {
    // With the backslash before it, the second quote would end no text: what follows the third one would be asked.
    const asked = await must(
      attempt(`select '\\' as a, ' , version() as b --'`, { dbKey: await sourceOf('old', role, 'reads-1') }),
    );
    expect(asked.report.columns.map(({ title }) => title)).toEqual(['a', '?column?']);
    expect(asked.data.records).toMatchObject([{ a: '\\', '?column?': ' , version() as b --' }]);
    expect(asked.mayWrite).toBe(false);
  } finally {
    await onServer(login, async (server) => void (await server.query(`drop role ${role}`)));
  }
});

test('D4: names are those of the server itself, whatever path the account is set to', async () => {
  covers('ours: queries of data sources');
  await scene.pass(60_000); // so many are tried a minute
  const { admin: login } = testCluster();
  const { database = '' } = scene.connection;
  const role = `wbt_misled_${database}`;
  await onServer({ ...login, database }, async (server) => {
    await server.query(`create role ${role} login password 'reads-2'`);
    await server.query(`create schema misleading`);
    await server.query(`create table misleading.own_sales as select 3 as qty`);
    await server.query(`create function misleading.lower(text) returns text language sql as 'select current_user'`);
    await server.query(`grant usage on schema misleading to ${role}`);
    await server.query(`grant select on misleading.own_sales to ${role}`);
    await server.query(`alter role ${role} set search_path = misleading, information_schema, pg_catalog`);
  });
  try {
    const dbKey = await sourceOf('misled', role, 'reads-2');
    const asked = await must(attempt(`select lower('ABC') as n, qty from own_sales`, { dbKey }));
    expect(asked.data.records).toMatchObject([{ n: 'abc', qty: '3' }]);
    expect(await attempt('select table_name from tables', { dbKey })).toMatchObject({
      success: false,
      message: 'SQL执行失败：表、列或写法不正确',
    });
  } finally {
    await onServer({ ...login, database }, async (server) => {
      await server.query(`drop schema misleading cascade`);
      await server.query(`drop role ${role}`);
    });
  }
});

test('an account that may do anything asks nothing, and one that may write is spoken of', async () => {
  covers('ours: queries of data sources');
  await scene.pass(60_000); // so many are tried a minute
  const { admin: login } = testCluster();
  const mighty = await sourceOf('mighty', String(login.user), String(login.password ?? 'none'));
  expect(await attempt('select 1 as n', { dbKey: mighty })).toMatchObject({
    success: false,
    message: 'SQL执行失败：不能用超级用户或能读写服务器文件的账号查询，请给数据源换一个只读账号',
  });
  expect((await must(attempt('select 1 as n'))).mayWrite).toBe(true);
});

test('rows of a query that leave as a file stand in the log', async () => {
  covers('ours: queries of data sources');
  await must(made({ code: 'taken_along' }));
  const logged = async () =>
    (await must(admin.get<{ total: number }>('/sys/log/list', { logType: '2', logContent: '导出在线报表' }))).total;
  const before = await logged();
  for (const path of ['exportXls/taken_along', 'exportManySheetXls?codes=taken_along'])
    expect((await admin.raw('GET', `${API}/${path}`)).headers['content-type']).toContain('excel');
  expect(await logged()).toBe(before + 2);
});

test('whoever may not write queries neither reads nor stores one', async () => {
  const designer = await personWith(scene, admin, [
    'operations:report:list',
    'operations:report:add',
    'operations:report:edit',
  ]);
  expect(await parse(SQL, designer)).toMatchObject({ status: 403 });
  const answer = await designer.post(`${HEAD}/add`, {
    code: 'unread',
    name: '外部',
    kind: 'query',
    dbSource: source,
    cgrSql: SQL,
    items: '[{"fieldName":"sku"}]',
  });
  expect(answer).toMatchObject({ success: false });
  // Nor is a stored one loosened: what it fixes keeps rows from its readers. What it is called may be changed.
  const fixed = { paramName: 'begin', paramValue: '2026-02-01', isFixed: true };
  const { id } = await must(made({ code: 'fixed', params: JSON.stringify([fixed]) }));
  const edit = (params: object) => designer.put(`${HEAD}/edit`, { id, params: JSON.stringify([params]) });
  for (const loose of [
    { ...fixed, isFixed: false },
    { ...fixed, paramValue: '2026-01-01' },
  ])
    expect(await edit(loose)).toMatchObject({ status: 403 });
  const rows = await must(designer.get<ReportData>(`${API}/getData/fixed`, { begin: '2026-01-01' }));
  expect(rows.records.map(({ sku }) => sku)).toEqual(['B']);
  expect(await edit({ ...fixed, paramTxt: '从' })).toMatchObject({ success: true });
  expect(await designer.put(`${HEAD}/edit`, { id, name: '外部销量（二）' })).toMatchObject({ success: true });
});

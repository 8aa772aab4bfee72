import { read, utils } from '@e965/xlsx';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { ReportColumns, ReportData, ReportQuery } from '#kit/model/report.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';
import { deliveredReports } from '#modules/operations/model/reports/delivered.ts';
import type { Mail } from '#platform/mail/smtp-mail.ts';
import { openShop } from '#tests/channels/shop.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { ADDRESS, firstOf, must, newOrder, STOOL } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/* 在线报表: rows of the product as their readers may see them, put together, added up and exported. */

const mails: Mail[] = [];
let scene: TestApp;
let admin: Client;
let skuId: string;
let productId: string;
beforeAll(async () => {
  scene = await startTestApp({ start: { messages: { mail: async (mail) => void mails.push(mail), hasOutbox: true } } });
  admin = await scene.as('admin');
  await openShop(scene, admin);
  skuId = scene.seller.skus[STOOL] as string;
  ({ productId } = await firstOf<{ id: string; productId: string }>(admin, '/catalog/sku/list', { skuCode: STOOL }));
  await newOrder(scene, admin, {}, 2);
  await sold(3, 'EUR');
});
afterAll(() => scene.stop());

/** An order typed by hand: the clock stands. */
async function sold(qty: number, currency: string): Promise<void> {
  const { id } = await must(
    admin.post<{ id: string }>('/orders/salesOrder/add', {
      accountId: scene.seller.accountId,
      ...ADDRESS,
      currency,
      lines: [{ skuId, qty, unitPrice: '10', channelSku: 'DIRECT' }],
    }),
  );
  await must(admin.post(`/orders/salesOrder/${id}/submit`, {}, { 'idempotency-key': newId() }));
}

const API = '/online/cgreport/api';
const HEAD = '/online/cgreport/head';

const data = (code: string, query: Record<string, string> = {}, by = admin): Promise<Answer<ReportData>> =>
  by.get<ReportData>(`${API}/getData/${code}`, query);
const rowsOf = async (code: string, query: Record<string, string> = {}, by = admin) =>
  (await must(data(code, query, by))).records;

const REPORT = {
  code: 'own_sales',
  name: '我的销售',
  source: 'orders:salesLine',
  items: JSON.stringify([
    { fieldName: 'skuId', isSearch: 1 },
    { fieldName: 'qty', aggregate: 'sum', isTotal: 1, isSearch: 1 },
    { fieldName: 'amount', aggregate: 'sum', isTotal: 1, isOrder: '0' },
  ]),
  params: JSON.stringify([
    { paramName: 'begin', paramTxt: '从', fieldName: 'soldOn', rule: 'ge', paramValue: 'today-29' },
    { paramName: 'shop', paramTxt: '店铺', fieldName: 'accountId', rule: 'eq' },
  ]),
  layout: JSON.stringify({ chart: { type: 'bar', x: 'skuId', y: ['qtySum'] } }),
};

/** A report of the tenant's own. @returns its id */
async function made(more: object = {}): Promise<string> {
  return (await must(admin.post<{ id: string }>(`${HEAD}/add`, { ...REPORT, ...more }))).id;
}

test('the delivered reports answer, or say what they wait for', async () => {
  covers('ours: reports');
  const { records } = await must(
    admin.get<{ records: { code: string; isBuiltIn: boolean; waitsFor: string | null }[] }>(`${HEAD}/list`, {
      pageSize: '50',
    }),
  );
  const brought = records.filter(({ isBuiltIn }) => isBuiltIn);
  expect(brought.map(({ code }) => code).sort()).toEqual(deliveredReports.map(({ code }) => code).sort());
  expect(brought).toHaveLength(12);
  for (const { code, waitsFor } of brought) {
    const columns = await must(admin.get<ReportColumns>(`${API}/getRpColumns/${code}`));
    if (waitsFor !== null) {
      expect(columns).toMatchObject({ waitsFor, columns: [] });
      expect(await data(code)).toMatchObject({ success: false, message: waitsFor });
      continue;
    }
    const { dataIndex } = columns.columns.at(-1) ?? { dataIndex: '' };
    const answer = await must(data(code, { column: dataIndex, order: 'desc' }));
    expect(answer.records.length, code).toBe(answer.total);
    expect((await admin.raw('GET', `${API}/exportXls/${code}`)).headers['content-type']).toContain('excel');
  }
});

test('sales by SKU, shop and day agree with the page of the product', async () => {
  covers('ours: reports');
  const page = await must(
    admin.get<{ units: number; orders: number; amounts: { currency: string; amount: string }[] }>(
      `/orders/productSales/${productId}`,
    ),
  );
  expect(page.amounts.map(({ currency }) => currency)).toEqual(['EUR', 'USD']);
  const bySku = (await rowsOf('sales_by_sku')).filter((row) => row['skuId'] === skuId);
  const byCurrency = Object.fromEntries(bySku.map((row) => [row['currency'], row['amountSum']]));
  expect(byCurrency).toEqual(Object.fromEntries(page.amounts.map(({ currency, amount }) => [currency, amount])));
  const units = (rows: readonly Record<string, unknown>[]): number =>
    rows.reduce((sum, row) => sum + Number(row['qtySum']), 0);
  expect(units(bySku)).toBe(page.units);
  for (const code of ['sales_by_shop', 'sales_by_day']) {
    const { records, totals = [] } = await must(data(code));
    expect(units(records), code).toBe(page.units);
    expect(totals.find(({ field }) => field === 'qtySum')?.value, code).toBe(String(page.units));
    expect(totals.filter(({ field }) => field === 'amountSum')).toEqual(
      page.amounts.map(({ currency, amount }) => ({ field: 'amountSum', value: amount, currency })),
    );
  }
});

test('a report of its own: columns, parameters, sums and orders on the wire of the base', async () => {
  covers('ours: reports', '§7 popup reports');
  const id = await made();
  const columns = await must(admin.get<ReportColumns>(`${API}/getRpColumns/own_sales`));
  expect(columns).toMatchObject({
    cgRpConfigId: id,
    cgRpConfigName: '我的销售',
    columns: [
      { title: 'SKU', dataIndex: 'skuId', align: 'center', sorter: true },
      { title: '件数', dataIndex: 'qtySum', sorter: true, isTotal: true },
      { title: '金额', dataIndex: 'amountSum', sorter: false, currency: 'currency' },
    ],
    chart: { type: 'bar', x: 'skuId', y: ['qtySum'] },
  });
  const info = await must(admin.get<ReportQuery[]>(`${API}/getQueryInfo/${id}`));
  expect(info.map(({ label, field, mode, hidden }) => [label, field, mode, hidden])).toEqual([
    ['从', 'begin', 'single', undefined],
    ['店铺', 'shop', 'single', undefined],
    ['SKU', 'skuId', 'single', '1'],
    ['件数', 'qtySum', 'group', '1'],
  ]);
  expect(await must(admin.get(`${API}/getParamsInfo/${id}`))).toMatchObject([
    { paramName: 'begin', paramTxt: '从', paramValue: 'today-29', orderNum: 0 },
    { paramName: 'shop', orderNum: 1 },
  ]);
  // Both spellings of a parameter, and what is asked of the columns.
  expect(await rowsOf(id, { begin: '2999-01-01' })).toEqual([]);
  expect(await rowsOf(id, { self_begin: '2999-01-01' })).toEqual([]);
  expect((await rowsOf(id, { shop: scene.seller.accountId })).length).toBe(2);
  expect(await rowsOf(id, { qtySum_begin: '3' })).toMatchObject([{ qtySum: 3, currency: 'EUR', amountSum: '30.00' }]);
  const ordered = await rowsOf(id, { column: 'qtySum', order: 'asc' });
  expect(ordered.map((row) => row['qtySum'])).toEqual([2, 3]);
  expect(ordered[0]).toMatchObject({ skuId_dictText: STOOL });
  const both = await must(admin.get<{ cgreportHeadName: string; data: ReportData }>(`${API}/getColumnsAndData/${id}`));
  expect([both.cgreportHeadName, both.data.total]).toEqual(['我的销售', 2]);
});

test('a cell leads to a page of ours, and neighbours stand below one heading', async () => {
  covers('ours: reports');
  const items = [
    { fieldName: 'skuId', fieldHref: '/catalog/sku?id=${skuId}', groupTitle: '货品' },
    { fieldName: 'channelSku', groupTitle: '货品' },
    // What the base replaces values by is left out: a dictionary says it.
    { fieldName: 'qty', aggregate: 'sum', replaceVal: '1_一件' },
  ];
  const id = await made({ code: 'led', items: JSON.stringify(items), layout: '{}' });
  const { columns } = await must(admin.get<ReportColumns>(`${API}/getRpColumns/led`));
  expect(columns.map(({ dataIndex, href, groupTitle }) => [dataIndex, href, groupTitle])).toEqual([
    ['skuId', '/catalog/sku?id=${skuId}', '货品'],
    ['channelSku', undefined, '货品'],
    ['qtySum', undefined, undefined],
  ]);
  // Browsers read a backslash behind the first sign as another one of those: it would lead to another site.
  for (const fieldHref of ['//evil.example', '/\\evil.example', '/.//evil.example', 'javascript:alert(1)'])
    expect(
      await admin.post(`${HEAD}/add`, {
        ...REPORT,
        code: 'led_away',
        items: JSON.stringify([{ fieldName: 'skuId', fieldHref }]),
      }),
      fieldHref,
    ).toMatchObject({ success: false, message: '第 1 列：跳转地址须是本系统的路径，以 / 开头' });
  // What an address names is in each row.
  expect((await rowsOf(id)).map((row) => row['skuId'])).toContain(skuId);
  const [row] = (await must(admin.get<{ records: { items: string }[] }>(`${HEAD}/list`, { code: 'led' }))).records;
  expect(JSON.parse(row?.items ?? '[]')).toMatchObject([{ groupTitle: '货品' }, { groupTitle: '货品' }, {}]);
});

test('an answer is kept for half a minute, for its reader and question alone', async () => {
  const id = await made({ code: 'kept_sales' });
  const units = (rows: ReportData['records']): number => rows.reduce((sum, row) => sum + Number(row['qtySum']), 0);
  const before = await must(data(id));
  await sold(1, 'EUR');
  expect(await must(data(id))).toEqual(before);
  expect(units(await rowsOf(id, { qtySum_begin: '1' }))).toBe(units(before.records) + 1);
  await scene.pass(30_000);
  expect(units((await must(data(id))).records)).toBe(units(before.records) + 1);
});

test('a parameter that is cleared binds nothing; one that is left out is asked by its default', async () => {
  covers('ours: reports');
  const params = [{ paramName: 'begin', fieldName: 'soldOn', rule: 'ge', paramValue: '2999-01-01' }];
  const id = await made({ code: 'cleared_sales', params: JSON.stringify(params) });
  expect(await rowsOf(id)).toEqual([]);
  // All of it within the half minute that an answer is kept.
  const all = await rowsOf(id, { begin: '*' });
  expect(all.length).toBeGreaterThan(0);
  expect(await rowsOf(id, { self_begin: '' })).toEqual(all);
  expect(await rowsOf(id)).toEqual([]);
});

test('what cannot be added up has no sum: greatest values, and different ones counted', async () => {
  covers('ours: reports');
  const items = [
    { fieldName: 'soldOn' },
    { fieldName: 'currency' },
    { fieldName: 'qty', aggregate: 'sum', isTotal: 1 },
    { fieldName: 'qty', aggregate: 'max', isTotal: 1 },
    { fieldName: 'skuId', aggregate: 'distinct', isTotal: 1 },
    { fieldName: 'amount', aggregate: 'avg', isTotal: 1 },
    { fieldName: 'id', aggregate: 'rows', isTotal: 1 },
  ];
  const id = await made({ code: 'not_added', items: JSON.stringify(items), layout: '{}' });
  const { columns } = await must(admin.get<ReportColumns>(`${API}/getRpColumns/${id}`));
  expect(columns.filter(({ isTotal }) => isTotal).map(({ dataIndex }) => dataIndex)).toEqual(['qtySum', 'idRows']);
  const { totals = [] } = await must(data(id));
  expect(totals.map(({ field }) => field).toSorted()).toEqual(['idRows', 'qtySum']);
});

test('a sheet names the currency of every amount, also where the report shows it beside the amount', async () => {
  covers('ours: reports');
  const rows = await rowsOf('sales_by_shop');
  expect(rows.map((row) => row['currency']).toSorted()).toEqual(['EUR', 'USD']);
  const { Sheets: sheets, SheetNames: names } = read((await admin.raw('GET', `${API}/exportXls/sales_by_shop`)).bytes);
  const [heads = [], ...lines] = utils.sheet_to_json<string[]>(sheets[names[0] ?? ''] ?? {}, { header: 1 });
  const [amount, currency] = [heads.indexOf('销售额'), heads.indexOf('币种')];
  expect(lines.map((line) => `${line[amount]} ${line[currency]}`).toSorted()).toEqual(
    rows.map((row) => `${Number(row['amountSum'])} ${row['currency']}`).toSorted(),
  );
});

test('nobody is asked twice for the same thing', async () => {
  covers('ours: reports');
  for (const { code } of deliveredReports.filter((one) => one.waitsFor === null)) {
    const info = await must(admin.get<ReportQuery[]>(`${API}/getQueryInfo/${code}`));
    const labels = info.map(({ label }) => label);
    expect(new Set(labels).size, `${code} ${labels}`).toBe(labels.length);
  }
});

test('D6, D7: who may not list the rows, has not the role, or is of another tenant, sees nothing', async () => {
  covers('ours: reports');
  const id = await made({ code: 'for_shops', roles: 'OPS', menuParent: '/online' });
  const calls = ['getRpColumns', 'getQueryInfo', 'getData', 'getColumnsAndData', 'getParamsInfo', 'exportXls'];
  const trader = await scene.as('yunying');
  const packer = await scene.as('cangku');
  const noLines = await personWith(scene, admin, ['operations:report:list', 'operations:report:edit']);
  const stranger = await openOtherTenant(scene);
  for (const call of calls) {
    expect(await packer.get(`${API}/${call}/${id}`), call).toMatchObject({ status: 403 });
    expect(await noLines.get(`${API}/${call}/${id}`), call).toMatchObject({ status: 403 });
    expect(await noLines.get(`${API}/${call}/sales_by_sku`), call).toMatchObject({ status: 403 });
    expect(await stranger.get(`${API}/${call}/${id}`), call).toMatchObject({ success: false, message: '实体不存在' });
    expect(await stranger.get(`${API}/${call}/for_shops`), call).toMatchObject({ message: '实体不存在' });
  }
  for (const codes of [id, 'for_shops'])
    expect(await stranger.get(`${API}/exportManySheetXls`, { codes })).toMatchObject({ message: '实体不存在' });
  const before = await must(admin.get(`${HEAD}/queryById`, { id }));
  expect(await stranger.get(`${HEAD}/queryById`, { id })).toMatchObject({ success: false });
  expect(await stranger.put(`${HEAD}/edit`, { ...REPORT, id, code: 'taken_over' })).toMatchObject({ success: false });
  expect(await stranger.delete(`${HEAD}/delete`, { id })).toMatchObject({ success: false });
  expect(await stranger.post(`${API}/printTicket`, { code: id, query: {} })).toMatchObject({ message: '实体不存在' });
  expect(await must(admin.get(`${HEAD}/queryById`, { id }))).toEqual(before);
  expect((await rowsOf(id, {}, trader)).length).toBe(2);
  expect(await rowsOf('sales_by_sku', {}, stranger)).toEqual([]);
  const listed = async (by: Client) =>
    (await must(by.get<{ records: { code: string }[] }>(`${HEAD}/list`, { code: 'for_shops' }))).records.length;
  expect([await listed(admin), await listed(trader), await listed(noLines)]).toEqual([1, 1, 0]);
  // A column that is masked is none for whoever does not see it, and nothing is added up of it.
  const costs = await must(admin.get<ReportColumns>(`${API}/getRpColumns/stock_age`));
  expect(costs.columns.map(({ dataIndex }) => dataIndex)).toContain('valueSum');
  const blind = await personWith(scene, admin, ['operations:report:list', 'inventory:stockAge:list']);
  const seen = await must(blind.get<ReportColumns>(`${API}/getRpColumns/stock_age`));
  expect(seen.columns.map(({ dataIndex }) => dataIndex)).toEqual(
    costs.columns.map(({ dataIndex }) => dataIndex).filter((key) => key !== 'valueSum'),
  );
  const answer = await must(data('stock_age', {}, blind));
  expect(JSON.stringify(answer)).not.toContain('valueSum');
});

test('whoever may look at rows and not export them has no file of a report either', async () => {
  covers('ours: reports');
  await made({ code: 'no_file', roles: 'OPS' });
  const rights = [
    'operations:report:list',
    'operations:report:edit',
    'operations:report:export',
    'orders:salesLine:list',
  ];
  const reader = await personWith(scene, admin, rights);
  expect((await rowsOf('no_file', {}, reader)).length).toBe(2);
  for (const path of ['exportXls/no_file', 'exportXls/sales_by_sku', 'exportManySheetXls?codes=no_file'])
    expect(JSON.parse((await reader.raw('GET', `${API}/${path}`)).bytes.toString()), path).toMatchObject({ code: 510 });
  const columns = (by: Client) => must(by.get<ReportColumns>(`${API}/getRpColumns/no_file`));
  expect([(await columns(reader)).noExport, (await columns(admin)).noExport]).toEqual([true, undefined]);
  const exporter = await personWith(scene, admin, [...rights, 'orders:salesLine:export']);
  expect((await exporter.raw('GET', `${API}/exportXls/no_file`)).headers['content-type']).toContain('excel');
});

test('a report that compares what is masked for its reader answers nothing, and not every row', async () => {
  covers('ours: reports');
  const items = JSON.stringify([{ fieldName: 'qty', aggregate: 'sum' }]);
  const least = { paramName: 'least', fieldName: 'profit', rule: 'ge' };
  const fixed = JSON.stringify([{ ...least, paramValue: '1000000', isFixed: true }]);
  await made({ code: 'great_profits', items, params: fixed, layout: '{}' });
  await made({ code: 'profits_from', items, params: JSON.stringify([least]), layout: '{}' });
  const blind = await personWith(scene, admin, ['operations:report:edit', 'orders:salesLine:list']);
  const message = '报表按“预估毛利”筛选，您没有查看它的权限';
  expect(await rowsOf('great_profits')).toEqual([]);
  expect(await data('great_profits', {}, blind)).toMatchObject({ success: false, message });
  // What is asked for only where somebody says so is no question to whoever does not see it.
  expect(await must(blind.get<ReportQuery[]>(`${API}/getQueryInfo/profits_from`))).toEqual([]);
  expect((await rowsOf('profits_from', {}, blind)).length).toBe(1);
  expect(await data('profits_from', { least: '1000000' }, blind)).toMatchObject({ success: false, message });
});

test('D1, D2, D3, D5, D8: nothing of a question becomes SQL, and what is no column is refused', async () => {
  covers('ours: reports');
  const id = await made({ code: 'attacked' });
  const refused: Record<string, string>[] = [
    { column: 'skuId', order: '(CASE WHEN 1=1 THEN 1 ELSE 2 END)' },
    { column: '(CASE WHEN 1=1 THEN 1 ELSE 2 END)', order: 'asc' },
    { column: 'qtySum;select 1', order: 'asc' },
    { column: 'tenantId', order: 'asc' },
    { nothing: '1' },
    { self_nothing: '1' },
    { accountId: scene.seller.accountId },
    { superQueryParams: '[{"field":"amount","rule":"eq","val":"1"}]' },
    { self_begin: "' or 1=1 --" },
    { begin: '2026-01-01', self_begin: '2025-01-01' },
  ];
  for (const query of refused) {
    const answer = await data(id, query);
    expect(answer, JSON.stringify(query)).toMatchObject({ success: false });
    expect(answer.message).not.toMatch(/relation|syntax error|app_user|sales_order/i);
  }
  for (const shop of ["' union select username,password from sys_user --", '${shop}', '#{1+1}'])
    for (const name of ['shop', 'self_shop']) {
      const answer = await data(id, { [name]: shop });
      expect(answer, shop).toMatchObject({ success: false });
      expect(answer.message).not.toMatch(/relation|syntax error|app_user|sales_order/i);
    }
  const clerk = await scene.as('cangku');
  for (const by of [admin, clerk]) {
    expect((await by.get(`${API}/getReportDictList`, { sql: 'select username from app_user' })).status).toBe(404);
    for (const path of ['/jmreport/list', '/druid/index.html', '/v2/api-docs', '/swagger-ui.html', '/doc.html'])
      expect((await by.get(path)).status, path).toBe(404);
  }
});

test.each([
  [{ source: 'system:user' }, 'source', '没有这个数据'],
  [{ source: 'orders:nothing' }, 'source', '没有这个数据'],
  [{ items: '[]' }, 'items', '请至少选择一列'],
  [{ items: '[{"fieldName":"id) from app_user --"}]' }, 'items', '第 1 列：字段名不正确'],
  [{ items: '[{"fieldName":"password"}]' }, 'items', '第 1 列：没有字段“password”'],
  [{ items: '[{"fieldName":"skuId","aggregate":"sum"}]' }, 'items', '第 1 列：“SKU”不能求和'],
  [{ items: '[{"fieldName":"skuId"},{"fieldName":"skuId"}]' }, 'items', '列重复：skuId'],
  [
    { items: '[{"fieldName":"skuId","fieldHref":"//evil.example"}]' },
    'items',
    '第 1 列：跳转地址须是本系统的路径，以 / 开头',
  ],
  [{ params: '[{"paramName":"a","fieldName":"nothing"}]' }, 'params', '参数“a”：没有字段“nothing”'],
  [{ params: '[{"paramName":"a","fieldName":"skuId","rule":"ge"}]' }, 'params', '参数“a”：“SKU”不能这样比较'],
  [{ layout: '{"chart":{"type":"bar","x":"skuId","y":["nothing"]}}' }, 'layout', '图表用了没有的列：nothing'],
  [{ roles: 'NOBODY' }, 'roles', '没有角色：NOBODY'],
  [{ menuParent: '/online' }, 'roles', '放进菜单的报表请指定可看的角色'],
  [{ menuParent: '/isystem', roles: 'OPS' }, 'menuParent', '没有这个菜单目录'],
  [{ code: 'sales_by_sku' }, 'code', '报表编码已存在'],
])('what a report cannot be is said at its field: %j', async (more, field, message) => {
  const answer = await admin.post<{ errors: { field: string; message: string }[] }>(`${HEAD}/add`, {
    ...REPORT,
    code: 'wrong',
    ...more,
  });
  expect(answer).toMatchObject({ success: false });
  expect(answer.result.errors).toContainEqual(expect.objectContaining({ field, message }));
});

test('a print address opens one page once, within a minute, with the rights of its person', async () => {
  covers('ours: reports');
  const ticket = (code: string, by = admin): Promise<Answer<{ path: string }>> =>
    by.post<{ path: string }>(`${API}/printTicket`, {
      code,
      query: { column: 'qtySum', order: 'desc', pageSize: '5' },
    });
  const { path } = await must(ticket('sales_by_sku'));
  const opened = await admin.raw('GET', path);
  expect(opened.bytes.toString('utf8')).toContain(STOOL);
  expect(opened.bytes.toString('utf8')).toContain('<h1>SKU销售</h1>');
  expect(String(opened.headers['content-security-policy'])).toContain("default-src 'none'");
  const again = await admin.get(path);
  expect(again).toMatchObject({ success: false, message: '打印地址已用过或已过期，请回到报表重新点“打印”' });
  const late = (await must(ticket('sales_by_sku'))).path;
  await scene.pass(60_000);
  expect(await admin.get(late)).toMatchObject({ success: false });
  expect(await admin.get('/online/cgreport/print', { ticket: "' or 1=1 --" })).toMatchObject({ success: false });
  expect(await ticket('for_shops', await scene.as('cangku'))).toMatchObject({ status: 403 });
});

test('J8: a printed page holds what people wrote as text', async () => {
  const written = '<img src=x onerror=alert(1)>';
  await made({
    code: 'hostile',
    name: written,
    layout: '{}',
    items: '[{"fieldName":"skuId","fieldTxt":"<script>1</script>"}]',
  });
  const { path } = await must(admin.post<{ path: string }>(`${API}/printTicket`, { code: 'hostile', query: {} }));
  const page = (await admin.raw('GET', path)).bytes.toString('utf8');
  expect(page).toContain('<h1>&lt;img src=x onerror=alert(1)&gt;</h1>');
  expect(page).not.toMatch(/<img|<script>1/);
});

test('a schedule mails a report to each with what they may see, and says who got none', async () => {
  covers('ours: reports');
  const mailed = scene.app.assembled.works.find(({ kind }) => kind.name === 'operations.mailReport');
  const { db } = scene.app;
  await db.tx(
    systemActor(1, 'test'),
    (tx) => tx.platform.run`
      update app_user set email = username || '@example.com', email_key = username || '@example.com'
      where username in ('yunying', 'cangku')`,
  );
  const run = (params: Record<string, unknown>) =>
    mailed?.run({
      tenant: 1,
      params,
      plannedAt: scene.now(),
      signal: new AbortController().signal,
      tx: (work) => db.tx(systemActor(1, 'test'), work),
    });
  const said = await run({ report: 'for_shops', usernames: 'yunying，cangku, kefu,nobody' });
  expect(said).toBe('发给 1 人；没有发给 nobody：没有这个用户，cangku：没有权限，请联系管理员授权，kefu：没有填写邮箱');
  expect(mails.map(({ to, subject }) => [to, subject])).toEqual([['yunying@example.com', '我的销售']]);
  expect(mails[0]?.attachments?.[0]?.filename).toBe('我的销售.xls');
  await expect(run({ report: 'profit_by_sku', usernames: 'yunying' })).rejects.toThrow('等待财务的利润核算');
});

test('a schedule of mails names a report and people that there are', async () => {
  covers('ours: reports');
  const schedule = (params: object): Promise<Answer> =>
    admin.post('/sys/quartzJob/add', {
      jobClassName: 'operations.mailReport',
      cronExpression: '0 0 9 * * ? *',
      parameter: JSON.stringify(params),
    });
  const refused = async (params: object, message: string): Promise<void> =>
    expect(await schedule(params)).toMatchObject({
      success: false,
      message,
      result: { errors: [{ field: 'parameter', message }] },
    });
  await refused({ report: 'no_such', usernames: 'yunying' }, '报表编码：没有编码为“no_such”的报表');
  await refused(
    { report: 'sales_by_sku', usernames: 'yunying, no_one，nobody' },
    '收件人账号：没有用户 no_one、nobody',
  );
  const [waiting] = deliveredReports.filter(({ waitsFor }) => waitsFor !== null);
  if (waiting) await refused({ report: waiting.code, usernames: 'yunying' }, `报表编码：${waiting.waitsFor}`);
  const many = Array.from({ length: 21 }, (_, at) => `p${at}`).join(',');
  await refused({ report: 'sales_by_sku', usernames: many }, '收件人账号：一次最多发给 20 人');
  expect(await schedule({ report: 'sales_by_sku', usernames: 'YunYing' })).toMatchObject({ success: true });
});

test('several reports are one workbook with a sheet each, for who may open all of them', async () => {
  covers('ours: reports');
  await made({ code: 'sheet_one', name: '同名报表' });
  await made({ code: 'sheet_two', name: '同名报表', returnType: '2' });
  const path = (codes: string) => `${API}/exportManySheetXls?codes=${codes}`;
  const { bytes, headers } = await admin.raw('GET', path('sheet_one,sheet_two,sales_by_sku'));
  expect(headers['content-type']).toContain('excel');
  const { SheetNames: names, Sheets: sheets } = read(bytes);
  expect(names).toEqual(['同名报表', '同名报表(2)', 'SKU销售']);
  expect(names.map((name) => (sheets[name]?.['A1'] as { v: string } | undefined)?.v)).toEqual([
    'SKU',
    'SKU',
    expect.any(String),
  ]);
  const told = async (codes: string, by = admin) => JSON.parse((await by.raw('GET', path(codes))).bytes.toString());
  expect(await told('sheet_one,nothing')).toMatchObject({ success: false, message: '实体不存在' });
  expect(await told(' , ')).toMatchObject({ success: false, message: '请选择报表' });
  const many = Array.from({ length: 11 }, (_, at) => `r${at}`).join(',');
  expect(await told(many)).toMatchObject({ success: false, message: '一次最多导出 10 张报表' });
  expect(await told('sheet_one', await scene.as('cangku'))).toMatchObject({ success: false, code: 510 });
  expect(await must(admin.get<ReportColumns>(`${API}/getRpColumns/sheet_two`))).toMatchObject({ returnType: '2' });
});

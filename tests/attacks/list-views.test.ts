import { afterAll, beforeAll, expect, test } from 'vitest';
import { resources, views } from '#app/declarations.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Arrangement, ListView, ListViews, ViewContent } from '#kit/model/list-view.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { eachTrait } from '#tests/contract/resources.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { firstRow } from '#tests/sheets/upload.ts';

/** Views of lists: whose they are, what may be stored in one, and what one tells its reader. */

let scene: TestApp;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp();
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene?.stop());

let people = 0;
/** Somebody of their own. Costs are for 运营 and the administrator, not for the warehouse. */
async function person(role: 'OPS' | 'WH' | 'TADM' | null = 'OPS'): Promise<Client> {
  people += 1;
  const username = `viewer_${people}`;
  await createUser(scene.app.db, systemActor(1, 'test'), {
    username,
    realname: `看客${people}`,
    password: PASSWORD,
    roles: role ? [role] : [],
    departs: ['A01'],
  });
  return scene.as(username);
}

const LIST = 'catalog:sku';
const CONTENT: ViewContent = {
  tab: null,
  filters: { skuCode: '*LMP*' },
  sort: { field: 'skuCode', order: 'asc' },
  columns: [
    { key: 'name', width: 240, pin: 'none', isShown: true },
    { key: 'skuCode', width: null, pin: 'start', isShown: true },
    { key: 'safetyStock', width: null, pin: 'none', isShown: false },
  ],
  density: 'compact',
  pageSize: 20,
};

const add = (who: Client, about: object = {}) =>
  who.post<ListView>('/sys/listView/add', {
    listKey: LIST,
    name: '我的灯具',
    content: CONTENT,
    ...about,
  });
const edit = (who: Client, { id, version }: ListView, change: object) =>
  who.put<ListView | null>('/sys/listView/edit', { id, version, ...change });
const seen = async (who: Client, listKey = LIST): Promise<ListViews> =>
  must(who.get<ListViews>('/sys/listView/list', { listKey }));
/** Those of a person: colleagues of other tests share theirs. */
const ownOf = async (who: Client): Promise<ListView[]> => (await seen(who)).views.filter(({ isOwn }) => isOwn);
const viewOf = async (who: Client, { id }: ListView): Promise<ListView | undefined> =>
  (await seen(who)).views.find((view) => view.id === id);

test('a view comes back as it was made, in its list alone, until it is deleted', async () => {
  const who = await person();
  const made = await must(add(who, { name: '  我的灯具 😀 ' }));
  expect(made).toMatchObject({ name: '我的灯具 😀', isOwn: true, isShared: false, version: 1 });
  expect(await ownOf(who)).toEqual([made]);
  expect((await seen(who)).arrangement).toBeNull();
  expect(made.content).toEqual(CONTENT);
  expect((await seen(who, 'catalog:product')).views).toEqual([]);
  await must(who.delete('/sys/listView/delete', { id: made.id }));
  expect(await ownOf(who)).toEqual([]);
});

test('columns stay as they were arranged without a view, for the person alone', async () => {
  const [who, other] = [await person(), await person()];
  const arrange = (arrangement: Arrangement | null) =>
    must(who.put('/sys/listView/arrange', { listKey: LIST, arrangement }));
  const { columns } = CONTENT;
  await arrange({ columns, density: 'comfortable' });
  await arrange({ columns: columns.toReversed(), density: 'compact' });
  expect(await ownOf(who)).toEqual([]);
  expect((await seen(who)).arrangement).toEqual({
    columns: columns.toReversed(),
    density: 'compact',
  });
  expect((await seen(other)).arrangement).toBeNull();
  await arrange(null);
  expect((await seen(who)).arrangement).toBeNull();
});

test.each([...eachTrait(resources), ...views].map(resourceKey))('%s has views like any list', async (key) => {
  const who = await person('TADM');
  const columns = [{ key: 'createTime', width: 180, pin: 'none', isShown: true }] as const;
  await must(
    who.put('/sys/listView/arrange', {
      listKey: key,
      arrangement: { columns, density: 'compact' },
    }),
  );
  expect((await seen(who, key)).arrangement).toEqual({ columns, density: 'compact' });
});

test('what is shared is chosen by the team, changed by its owner and whoever administers', async () => {
  const [owner, colleague, head] = [await person(), await person('WH'), await person('TADM')];
  const made = await must(add(owner));
  expect(await viewOf(colleague, made)).toBeUndefined();
  const shared = (await must(edit(owner, made, { isShared: true }))) as ListView;
  expect(await viewOf(colleague, made)).toMatchObject({
    name: '我的灯具',
    owner: expect.stringContaining('看客'),
    isOwn: false,
    isShared: true,
    isChangeable: false,
    version: 2,
  });
  for (const change of [{ name: '别名' }, { isShared: false }, { content: CONTENT }])
    expect(await edit(colleague, shared, change)).toMatchObject({ status: 403 });
  expect(await colleague.delete('/sys/listView/delete', { id: made.id })).toMatchObject({
    status: 403,
  });
  expect((await viewOf(head, made))?.isChangeable).toBe(true);
  const renamed = (await must(edit(head, shared, { name: '团队灯具' }))) as ListView;
  expect(await viewOf(owner, made)).toMatchObject({ name: '团队灯具', isOwn: true });
  // Taken back from the team by somebody else, it is its owner's alone.
  expect(await must(edit(head, renamed, { isShared: false }))).toBeNull();
  expect(await viewOf(owner, made)).toMatchObject({ isShared: false });
  expect(await edit(head, { ...renamed, version: 4 }, { name: 'x' })).toMatchObject({
    status: 404,
  });
});

test('nobody reads or touches what a colleague keeps or another tenant shares', async () => {
  const owner = await person();
  const made = await must(add(owner));
  const team = (await must(
    edit(owner, await must(add(owner, { name: '团队' })), {
      isShared: true,
    }),
  )) as ListView;
  const colleague = await person('TADM');
  for (const [who, view] of [
    [colleague, made],
    [stranger, made],
    [stranger, team],
  ] as const) {
    expect(await viewOf(who, view)).toBeUndefined();
    expect(await edit(who, view, { name: '偷' })).toMatchObject({ status: 404 });
    expect(await who.delete('/sys/listView/delete', { id: view.id })).toMatchObject({
      status: 404,
    });
    const taken = await who.put('/sys/listView/setDefault', { listKey: LIST, id: view.id });
    expect(taken).toMatchObject({ status: 404 });
  }
  expect(await viewOf(owner, made)).toEqual(made);
  expect(await viewOf(owner, team)).toEqual(team);
});

test('whoever may not list the rows does not learn what the team asks of them', async () => {
  const owner = await person();
  const view = (await must(edit(owner, await must(add(owner)), { isShared: true }))) as ListView;
  const nobody = await person(null);
  expect(await viewOf(nobody, view)).toBeUndefined();
  const taken = await nobody.put('/sys/listView/setDefault', { listKey: LIST, id: view.id });
  expect(taken).toMatchObject({ status: 404 });
});

test('of two who change a view at once, the second hears of it', async () => {
  const owner = await person();
  const made = await must(add(owner));
  await must(edit(owner, made, { name: '先改' }));
  expect(await edit(owner, made, { name: '后改' })).toMatchObject({
    status: 409,
    message: '数据已被他人修改，请刷新',
  });
  expect(await edit(owner, { ...made, version: '2' as never }, { name: 'x' })).toMatchObject({
    status: 409,
  });
  expect(await viewOf(owner, made)).toMatchObject({ name: '先改', version: 2 });
});

test('each person has their own default, also of the team; it goes with the view', async () => {
  const [owner, colleague] = [await person(), await person()];
  const mine = await must(add(owner));
  const team = (await must(
    edit(owner, await must(add(owner, { name: '团队' })), {
      isShared: true,
    }),
  )) as ListView;
  const choose = (who: Client, id: string | null) => must(who.put('/sys/listView/setDefault', { listKey: LIST, id }));
  const defaults = async (who: Client): Promise<string[]> =>
    (await seen(who)).views.filter(({ isDefault }) => isDefault).map(({ id }) => id);
  await choose(owner, mine.id);
  await choose(colleague, team.id);
  expect(await defaults(owner)).toEqual([mine.id]);
  expect(await defaults(colleague)).toEqual([team.id]);
  await choose(owner, team.id);
  expect(await defaults(owner)).toEqual([team.id]);
  await choose(owner, null);
  expect(await defaults(owner)).toEqual([]);
  await must(owner.delete('/sys/listView/delete', { id: team.id }));
  expect(await defaults(colleague)).toEqual([]);
});

test('a name is there once for a person and a list, and free to everybody else', async () => {
  const [who, other] = [await person(), await person()];
  const first = await must(add(who));
  const second = await must(add(who, { name: '另一个' }));
  const taken = {
    status: 422,
    message: '同名视图已存在',
    result: { errors: [{ field: 'name', code: 'taken' }] },
  };
  expect(await add(who)).toMatchObject(taken);
  expect(await edit(who, second, { name: first.name })).toMatchObject(taken);
  expect((await edit(who, first, { name: first.name })).success).toBe(true);
  expect((await add(other)).success).toBe(true);
  expect((await add(who, { listKey: 'catalog:product' })).success).toBe(true);
});

test('fifty of a list, also when they are made at once; the arrangement is none of them', async () => {
  const who = await person();
  const { columns, density } = CONTENT;
  await must(who.put('/sys/listView/arrange', { listKey: LIST, arrangement: { columns, density } }));
  for (let n = 0; n < 48; n++) await must(add(who, { name: `视图${n}` }));
  const rest = await Promise.all(['甲', '乙', '丙', '丁'].map(async (name) => (await add(who, { name })).status));
  expect(rest.sort()).toEqual([200, 200, 422, 422]);
  expect(await ownOf(who)).toHaveLength(50);
});

const LONG = 'x'.repeat(50_000);
const manyColumns = Array.from({ length: 201 }, (_, n) => ({
  key: `c${n}`,
  width: null,
  pin: 'none',
  isShown: true,
}));

test.each<[string, object, field: string, message: string]>([
  ['no name', { name: ' \u0000 ' }, 'name', '请输入视图名称'],
  ['a name of 300', { name: '灯'.repeat(300) }, 'name', '视图名称不能超过64个字符'],
  ['a name that is a list', { name: ['a'] }, 'name', '请输入视图名称'],
  ['no list', { listKey: 'sku' }, 'listKey', '列表标识不正确'],
  ['a list of every object', { listKey: '__proto__' }, 'listKey', '列表标识不正确'],
  ['no content', { content: null }, 'density', '密度不正确'],
  ['another density', { content: { ...CONTENT, density: 'huge' } }, 'density', '密度不正确'],
  ...(
    [
      ['200 columns and one', manyColumns, '列设置不正确，最多200列'],
      ['a column twice', [CONTENT.columns[0], CONTENT.columns[0]], '列设置不正确'],
      ['a width of 39', [{ ...CONTENT.columns[0], width: 39 }], '列设置不正确'],
      ['a width of a page', [{ ...CONTENT.columns[0], width: 1e9 }], '列设置不正确'],
      ['a pin of its own', [{ ...CONTENT.columns[0], pin: 'top' }], '列设置不正确'],
      ['a key with a quote', [{ ...CONTENT.columns[0], key: "a'--" }], '列设置不正确'],
    ] as const
  ).map(
    ([name, columns, message]) =>
      [name, { content: { ...CONTENT, columns } }, 'columns', message] as [string, object, string, string],
  ),
  ['a tab with a blank', { content: { ...CONTENT, tab: 'a b' } }, 'tab', '状态页签不正确'],
  ['a page of 5000', { content: { ...CONTENT, pageSize: 5000 } }, 'pageSize', '每页条数不正确'],
  ['an order of its own', { content: { ...CONTENT, sort: { field: 'name', order: 'random' } } }, 'sort', '排序不正确'],
  ...(
    [
      ['a giant value', { name: LONG }],
      ['a value that is no text', { name: { $ne: 1 } }],
      ['a page number', { pageNo: '7' }],
      ['chosen rows', { selections: 'x' }],
      ['broken conditions', { superQueryParams: '[' }],
      ['conditions of no rule', { superQueryParams: '[{"field":"name","rule":"drop","val":"x"}]' }],
      ['filters as a list', ['name']],
    ] as const
  ).map(
    ([name, filters]) =>
      [name, { content: { ...CONTENT, filters } }, 'filters', '筛选条件不正确或过多'] as [
        string,
        object,
        string,
        string,
      ],
  ),
])('is refused at its field and not kept: %s', async (_name, about, field, message) => {
  const who = await person();
  expect(await add(who, about)).toMatchObject({
    status: 422,
    message,
    result: { errors: [{ field, message }] },
  });
  expect(await ownOf(who)).toEqual([]);
});

test('only the known parts of a view are kept', async () => {
  const who = await person();
  const [column] = CONTENT.columns;
  const odd = {
    ...CONTENT,
    columns: [{ ...column, render: 'alert(1)' }],
    filters: { skuCode: 'a\u0000b' },
    script: { deep: [LONG] },
  };
  const made = await must(add(who, { content: odd, isShared: true, userId: 'x', version: 9 }));
  expect(made).toMatchObject({ isShared: false, version: 1 });
  expect(made.content).toEqual({ ...CONTENT, columns: [column], filters: { skuCode: 'ab' } });
});

test('nobody calls without a session', async () => {
  for (const [method, url] of [
    ['GET', `/api/sys/listView/list?listKey=${LIST}`],
    ['POST', '/api/sys/listView/add'],
    ['PUT', '/api/sys/listView/edit'],
    ['PUT', '/api/sys/listView/arrange'],
    ['PUT', '/api/sys/listView/setDefault'],
    ['DELETE', '/api/sys/listView/delete?id=x'],
  ] as const)
    expect((await scene.app.http.inject({ method, url })).statusCode, url).toBe(401);
});

/** Asks for what goods cost in both languages, sorts by it and shows it. */
const ABOUT_COSTS: ViewContent = {
  ...CONTENT,
  filters: {
    skuCode: '*LMP*',
    standardCost_begin: '100',
    superQueryParams: JSON.stringify([
      { field: 'standardCost', rule: 'gt', val: '100', type: 'number' },
      { field: 'name', rule: 'like', val: '灯', type: 'string' },
      { field: 'goneSince', rule: 'eq', val: '1', type: 'string' },
    ]),
    superQueryMatchType: 'and',
  },
  sort: { field: 'standardCost', order: 'desc' },
  columns: [...CONTENT.columns, { key: 'standardCost', width: 90, pin: 'end', isShown: true }],
  tab: 'gone',
};

test('a view says nothing of masked fields to those who may not ask about them', async () => {
  const [owner, packer] = [await person(), await person('WH')];
  const made = await must(add(owner, { content: ABOUT_COSTS }));
  const shared = (await must(edit(owner, made, { isShared: true }))) as ListView;
  const conditions = ({ content }: ListView): string[] =>
    (JSON.parse(content.filters['superQueryParams'] ?? '[]') as { field: string }[]).map(({ field }) => field);
  const read = (await viewOf(packer, shared)) as ListView;
  expect(JSON.stringify(read.content)).not.toMatch(/standardCost|goneSince|100/);
  expect(read.dropped).toEqual(['标准成本', 'goneSince']);
  expect(read.content.filters['skuCode']).toBe('*LMP*');
  expect(conditions(read)).toEqual(['name']);
  expect(read.content).toMatchObject({ sort: null, tab: null });
  // Whoever may see costs reads it all but what is gone.
  const whole = (await viewOf(owner, shared)) as ListView;
  expect(whole.dropped).toEqual(['goneSince']);
  expect(conditions(whole)).toEqual(['standardCost', 'name']);
  expect(whole.content.sort).toEqual({ field: 'standardCost', order: 'desc' });
  expect(whole.content.columns.at(-1)?.key).toBe('standardCost');
});

test('a view of fields that are gone asks for the rest, and names what it no longer asks', async () => {
  const owner = await person();
  const filters = { ...CONTENT.filters, goneSince_begin: '2026-01-01', keyword: '灯' };
  const columns = Array.from({ length: 40 }, (_, at) => ({
    key: `gone${at}`,
    width: 100,
    pin: 'none' as const,
    isShown: true,
  }));
  const made = await must(add(owner, { content: { ...CONTENT, filters, columns } }));
  const read = (await viewOf(owner, made)) as ListView;
  expect(read.content.filters).toEqual({ skuCode: '*LMP*', keyword: '灯' });
  expect(read.dropped).toEqual(['goneSince']);
});

test('who saves a view takes nothing away that they could not see', async () => {
  const owner = await person();
  const manager = await personWith(scene, await scene.as('admin'), ['catalog:sku:list', 'system:listView:manage']);
  const made = await must(add(owner, { content: ABOUT_COSTS }));
  const shared = (await must(edit(owner, made, { isShared: true }))) as ListView;
  const { content } = (await viewOf(manager, shared)) as ListView;
  const filters = { ...content.filters, skuCode: '*RUG*' };
  const saved = await must(edit(manager, shared, { content: { ...content, filters } }));
  expect(JSON.stringify(saved)).not.toMatch(/standardCost/);
  const whole = (await viewOf(owner, shared)) as ListView;
  expect(whole.content.filters['skuCode']).toBe('*RUG*');
  expect(whole.content.filters['standardCost_begin']).toBe('100');
  expect(whole.content.filters['superQueryParams']).toContain('standardCost');
  expect(whole.content.sort).toEqual({ field: 'standardCost', order: 'desc' });
  expect(whole.content.columns.map(({ key }) => key)).toContain('standardCost');
});

test('who may not see a field neither doubles nor plants what a view asks of it', async () => {
  const owner = await person();
  const manager = await personWith(scene, await scene.as('admin'), ['catalog:sku:list', 'system:listView:manage']);
  const made = await must(add(owner, { content: ABOUT_COSTS }));
  const shared = (await must(edit(owner, made, { isShared: true }))) as ListView;
  // Everything that is masked is sent along, with values of their own.
  const sent = {
    ...ABOUT_COSTS,
    tab: null,
    filters: {
      standardCost_begin: '1',
      superQueryParams: JSON.stringify([{ field: 'standardCost', rule: 'gt', val: '1', type: 'number' }]),
    },
  };
  const saved = (await must(edit(manager, shared, { content: sent }))) as ListView;
  const { content } = (await viewOf(owner, shared)) as ListView;
  expect(content.filters['standardCost_begin']).toBe('100');
  expect(JSON.parse(content.filters['superQueryParams'] ?? '')).toMatchObject([{ field: 'standardCost', val: '100' }]);
  expect(content.columns.filter(({ key }) => key === 'standardCost')).toHaveLength(1);
  // With the one that is masked they are more than a list takes.
  const conditions = Array.from({ length: 50 }, (_, at) => ({
    field: 'name',
    rule: 'like',
    val: `灯${at}`,
    type: 'string',
  }));
  const filters = { superQueryParams: JSON.stringify(conditions) };
  expect(await edit(manager, { ...shared, version: saved.version }, { content: { ...sent, filters } })).toMatchObject({
    status: 422,
    message: '筛选条件不正确或过多',
  });
});

test('a list that is asked with a masked condition answers no rows by it', async () => {
  const admin = await scene.as('admin');
  const packer = await person('WH');
  const [dear, cheap] = Object.values(scene.seller.skus);
  await must(admin.put('/catalog/sku/edit', { id: dear, standardCost: '9000' }));
  await must(admin.put('/catalog/sku/edit', { id: cheap, standardCost: '1' }));
  const found = async (who: Client): Promise<string[]> => {
    const page = await must(
      who.get<{ records: { id: string }[] }>('/catalog/sku/list', {
        standardCost_begin: '8999',
        pageSize: '200',
      }),
    );
    return page.records.map(({ id }) => id);
  };
  expect(await found(admin)).toEqual([dear]);
  expect(await found(packer)).toEqual(expect.arrayContaining([dear, cheap]));
  const advanced = await packer.get('/catalog/sku/list', {
    superQueryParams: JSON.stringify([{ field: 'standardCost', rule: 'gt', val: '8999' }]),
  });
  expect(advanced).toMatchObject({ status: 400, message: '查询条件的字段不存在：standardCost' });
});

test('an export has the columns that are asked for, in their order, and none that is masked', async () => {
  const titles = async (who: Client, columns: string): Promise<string[]> => {
    const { bytes, status } = await who.raw('GET', `/catalog/sku/exportXls?columns=${columns}`);
    expect(status).toBe(200);
    return firstRow(bytes);
  };
  const request = 'safetyStock,standardCost,skuCode,nothing,skuCode,constructor';
  const admin = await scene.as('admin');
  expect(await titles(admin, request)).toEqual(['安全库存', '标准成本', 'SKU', 'ID']);
  expect((await titles(admin, '')).length).toBeGreaterThan(10);
  const blind = await personWith(scene, admin, ['catalog:sku:list', 'catalog:sku:export']);
  expect(await titles(blind, request)).toEqual(['安全库存', 'SKU', 'ID']);
});

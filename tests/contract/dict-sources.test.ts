import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { openOtherTenant } from './worlds.ts';

let scene: TestApp;
let admin: Client;
let clerk: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  clerk = await scene.as('cangku');
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene.stop());

interface Option {
  value: string;
  text: string;
}

test('choices are found by text or key, named keys by a comma', async () => {
  const find = async (query: Record<string, string>, who = clerk): Promise<string[]> =>
    (await who.get<Option[]>('/sys/dict/loadDict/sys_user,realname,username', query)).result.map(({ value }) => value);
  expect(await find({ keyword: 'cangku' })).toEqual(['cangku']);
  expect((await find({ keyword: 'cangku,yunying' })).sort()).toEqual(['cangku', 'yunying']);
  expect(await find({ keyword: 'cangku,yunying' }, stranger)).toEqual([]);
  expect(await find({ keyword: '%' })).toEqual([]);
  expect(await find({ pageSize: '2' })).toHaveLength(2);
});

test('labels come in the order of the keys; a key nobody has is dropped or echoed', async () => {
  const path = '/sys/dict/loadDictItem/sys_depart,depart_name,org_code';
  const labels = (query: Record<string, string>) => clerk.get(path, query);
  expect((await labels({ key: 'A01,nowhere' })).result).toHaveLength(1);
  const echoed = await labels({ key: 'nowhere,A01', delNotExist: 'false' });
  expect(echoed.result).toEqual(['nowhere', expect.any(String)]);
});

test.each([
  'sys_user,password,username',
  'sys_user,realname,password_hash',
  'sys_user,realname,username,1=1',
  'sys_user where 1=1,realname,username',
  'app_user,username,id',
  '__proto__,constructor,toString',
  'sys_user,realname,__proto__',
  'user_status',
])('%s is no source', async (dict) => {
  covers('§7 trees, dictionaries, reports');
  for (const path of ['loadDict', 'loadDictItem', 'loadDictOrderByValue']) {
    const answer = await admin.get(`/sys/dict/${path}/${encodeURIComponent(dict)}`, { key: 'x' });
    expect(answer).toMatchObject({ success: false, message: '字典Code格式不正确！' });
  }
});

test('roles are offered to who gives them, not to everybody', async () => {
  const path = '/sys/dict/loadDict/sys_role,role_name,role_code';
  expect((await admin.get<Option[]>(path, { keyword: 'OPS' })).result).toHaveLength(1);
  expect((await clerk.get(path)).success).toBe(false);
});

test('a tree is read by level, filtered by known keys of a JSON condition only', async () => {
  covers('§7 trees, dictionaries, reports');
  const root = { tableName: 'sys_depart', text: 'depart_name', code: 'org_code' };
  const child = await admin.post('/sys/sysDepart/add', {
    departName: '树的下级',
    parentId: (await admin.get<{ id: string }[]>('/sys/sysDepart/queryTreeList')).result[0]?.id,
  });
  expect(child.success).toBe(true);
  const level = (query: Record<string, string>, who = clerk) =>
    who.get<{ key: string; leaf: boolean }[]>('/sys/dict/loadTreeData', { ...root, ...query });
  expect((await level({ pid: '' })).result).toMatchObject([{ key: 'A01', leaf: false }]);
  expect((await level({ pid: 'A01' })).result).toMatchObject([{ title: '树的下级', leaf: true }]);
  const closed = await level({ pid: 'A01', condition: '{"status":"0"}' });
  expect(closed.result).toEqual([]);
  for (const condition of ['status=1', '"1"', '[1]', '{"tenant_id":2}', '{"status":{"or":1}}'])
    expect(await level({ pid: 'A01', condition })).toMatchObject({
      success: false,
      message: '组件JTreeSelect-condition传值有误，需要一个json字符串!',
    });
  for (const wrong of [
    { pidField: 'id) or (1=1' },
    { tableName: 'sys_user', text: 'realname', code: 'username' },
    { text: 'mobile' },
  ])
    expect((await level(wrong)).message).toBe('字典Code格式不正确！');
});

test('the whole of a tree is searched; what is found comes with its path', async () => {
  const add = async (name: string, parentId?: string, who = admin): Promise<string> => {
    const answer = await who.post<{ id: string }>('/system/category/add', {
      name,
      ...(parentId ? { parentId } : {}),
    });
    expect(answer.success, answer.message).toBe(true);
    return answer.result.id;
  };
  const home = await add('找得到的家居');
  const lamps = await add('找得到的灯', home);
  const desk = await add('护眼台灯', lamps);
  await add('护眼台灯', undefined, stranger);
  const tree = { tableName: 'sys_category', text: 'name', code: 'id' };
  interface Hit {
    value: string;
    above: { title: string }[];
  }
  const search = (query: Record<string, string>, who = clerk) =>
    who.get<Hit[]>('/sys/dict/searchTreeData', { ...tree, ...query });
  const above = [
    { value: home, title: '找得到的家居' },
    { value: lamps, title: '找得到的灯' },
  ];
  expect((await search({ keyword: '护眼' })).result).toEqual([{ value: desk, title: '护眼台灯', above }]);
  expect((await search({ keyword: '护眼', pid: lamps })).result).toMatchObject([{ above: [] }]);
  expect((await search({ keyword: '找得到', pid: lamps })).result).toEqual([]);
  expect((await search({ keyword: '' })).result).toEqual([]);
  expect((await search({ keyword: '%' })).result).toEqual([]);
  const own = (await search({ keyword: '护眼' }, stranger)).result;
  expect(own).toMatchObject([{ above: [] }]);
  expect(own[0]?.value).not.toBe(desk);
  // A condition hides what it does not name, and what hangs below that.
  const hidden = await search({ keyword: '护眼', condition: '{"name":"护眼台灯"}' });
  expect(hidden.result).toEqual([]);
  for (const wrong of [{ text: 'mobile' }, { pidField: 'id) or (1=1' }, { tableName: 'app_user' }])
    expect((await search({ keyword: '护眼', ...wrong })).message).toBe('字典Code格式不正确！');
});

test('a report is a list its reader may read, and nothing else', async () => {
  const api = '/online/cgreport/api';
  const columns = await admin.get<{ columns: { dataIndex: string }[]; dictOptions: object }>(
    `${api}/getRpColumns/base:warehouse`,
  );
  expect(columns.result).toMatchObject({
    cgRpConfigId: 'base:warehouse',
    cgRpConfigName: '仓库',
    dictOptions: { type: expect.arrayContaining([{ value: 'self', text: '自营' }]) },
  });
  expect(columns.result.columns.map((one) => one.dataIndex)).toContain('name');
  const info = await admin.get<{ field: string }[]>(`${api}/getQueryInfo/base:warehouse`);
  expect(info.result[0]).toMatchObject({ field: expect.any(String), mode: 'single' });
  const movements = await admin.get(`${api}/getQueryInfo/inventory:stockMovement`);
  expect(movements.result).toMatchObject([
    { field: 'skuId', mode: 'single', view: 'link', to: 'catalog:sku' },
    { field: 'warehouseId', view: 'link', to: 'base:warehouse' },
    { field: 'type', view: 'list', hidden: '1' },
    { field: 'refNo', mode: 'single', view: 'text', hidden: '1' },
    { field: 'createTime', mode: 'group', view: 'datetime', hidden: '1' },
  ]);
  const data = (query: Record<string, string>, who = admin, code = 'base:warehouse') =>
    who.get<{ total: number; records: { code: string }[] }>(`${api}/getData/${code}`, query);
  const all = (await data({})).result;
  expect(all.total).toBeGreaterThan(1);
  const code = all.records[0]?.code ?? '';
  expect((await data({ self_code: code })).result).toMatchObject({ total: 1, records: [{ code }] });
  expect((await data({}, stranger)).result.total).toBe(0);
  expect((await data({ self_nothing: '1' })).message).toBe('查询条件的字段不存在：nothing');
  expect((await data({ code: 'other', self_code: code })).success).toBe(false);
  for (const path of ['getRpColumns', 'getQueryInfo', 'getData'])
    expect(await admin.get(`${api}/${path}/app_user`)).toMatchObject({ success: false });
  expect((await admin.get(`${api}/getRpColumns/tenant`)).message).toBe('实体不存在');
  for (const path of ['getRpColumns', 'getQueryInfo', 'getData'])
    expect((await clerk.get(`${api}/${path}/channels:inventorySyncRule`)).success).toBe(false);
  const people = (await data({ username: 'cang' }, clerk, 'users')).result;
  expect(people.records).toMatchObject([{ username: 'cangku' }]);
  expect(JSON.stringify(people)).not.toContain('phone');
});

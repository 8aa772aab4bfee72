import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { openScene, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
let other: string;

beforeAll(async () => {
  scene = await openScene();
  await scene.user(2, { username: 'dict_admin', roles: ['TADM'] });
  await scene.user(1, { username: 'dict_else', roles: ['TADM'] });
  admin = await scene.login('dict_admin');
  other = await scene.login('dict_else');
});
afterAll(() => scene.close());

interface Row extends Record<string, unknown> {
  id: string;
}

const ask = async (method: 'GET' | 'POST' | 'PUT' | 'DELETE', url: string, body?: unknown) =>
  scene.call(method, url, { token: admin, ...(body === undefined ? {} : { body }) });

const records = async (url: string): Promise<Row[]> => {
  const { success, message, result } = await ask('GET', url);
  expect(success, message).toBe(true);
  return (result as { records: Row[] }).records;
};

const dictOf = async (code: string): Promise<Row> => (await records(`/sys/dict/list?dictCode=${code}`))[0] as Row;

const itemsOf = (dictId: string): Promise<Row[]> =>
  records(`/sys/dictItem/list?dictId=${dictId}&delFlag=1&pageNo=1&pageSize=100`);

const offered = async (code: string): Promise<{ value: string; text: string }[]> =>
  (await ask('GET', `/sys/dict/getDictItems/${code}`)).result as { value: string; text: string }[];

const added = async (code: string): Promise<Row> => {
  await ask('POST', '/sys/dict/add', { dictName: `字典${code}`, dictCode: code, type: '0' });
  return dictOf(code);
};

test('a tenant keeps dictionaries of its own, and nobody else reads them', async () => {
  covers('§7 system administration');
  const made = await ask('POST', '/sys/dict/add', {
    dictName: '木材',
    dictCode: 'wood',
    description: '',
    type: '0',
  });
  expect(made).toMatchObject({ success: true, message: '保存成功！' });
  const wood = await dictOf('wood');
  expect(wood).toMatchObject({ dictName: '木材', dictCode: 'wood', origin: 'own', delFlag: 0 });
  const item = { dictId: wood.id, itemText: '橡木', itemValue: 'oak', sortOrder: '2', status: '1' };
  expect(await ask('POST', '/sys/dictItem/add', item)).toMatchObject({ success: true });
  await ask('POST', '/sys/dictItem/add', {
    ...item,
    itemText: '松木',
    itemValue: 'pine',
    sortOrder: '1',
  });
  expect(await itemsOf(wood.id)).toMatchObject([
    { itemText: '松木', itemValue: 'pine', sortOrder: 1, status: 1 },
    { itemText: '橡木', itemValue: 'oak', sortOrder: 2, status: 1 },
  ]);
  expect((await offered('wood')).map(({ value }) => value)).toEqual(['pine', 'oak']);
  const elsewhere = await scene.call('GET', '/sys/dict/getDictItems/wood', { token: other });
  expect(elsewhere.result).toEqual([]);
  const foreign = await scene.call('PUT', '/sys/dict/edit', {
    token: other,
    body: { id: wood.id, dictName: '别人的' },
  });
  expect(foreign).toMatchObject({ status: 200, success: false, message: '未找到对应实体' });
});

test('a code is given once, the program and the recycle bin included', async () => {
  const taken = await ask('POST', '/sys/dict/add', { dictName: '性别', dictCode: 'sex' });
  expect(taken).toMatchObject({ status: 200, success: false });
  await added('twice');
  expect(await ask('POST', '/sys/dict/add', { dictName: '又', dictCode: 'twice' })).toMatchObject({
    success: false,
  });
  const request = (code: string) =>
    ask('GET', `/sys/duplicate/check?tableName=sys_dict&fieldName=dict_code&fieldVal=${code}`);
  expect(await request('twice')).toMatchObject({ success: false });
  expect(await request('once_more')).toMatchObject({ success: true });
});

test('a deleted dictionary lies in the recycle bin until it comes back or is removed', async () => {
  const { id } = await added('binned');
  await ask('POST', '/sys/dictItem/add', { dictId: id, itemText: '一', itemValue: '1' });
  expect(await ask('DELETE', `/sys/dict/delete?id=${id}`)).toMatchObject({ message: '删除成功!' });
  expect(await dictOf('binned')).toBeUndefined();
  expect(await offered('binned')).toEqual([]);
  const bin = (await ask('GET', '/sys/dict/deleteList')).result as Row[];
  expect(bin).toContainEqual({ id, dictName: '字典binned', dictCode: 'binned', description: null });
  expect(await ask('PUT', `/sys/dict/back/${id}`)).toMatchObject({ message: '操作成功!' });
  expect(await offered('binned')).toMatchObject([{ value: '1', text: '一' }]);
  await ask('DELETE', `/sys/dict/deleteBatch?ids=${id},`);
  for (const [method, path] of [
    ['PUT', `/sys/dict/back/${id}`],
    ['DELETE', `/sys/dict/deletePhysic/${id}`],
  ] as const)
    expect(await scene.call(method, path, { token: other })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect(await ask('DELETE', `/sys/dict/deletePhysic/${id}`)).toMatchObject({ success: true });
  expect(await ask('PUT', `/sys/dict/back/${id}`)).toMatchObject({
    status: 200,
    success: false,
    message: '未找到对应实体',
  });
});

test('items of the program are worded, coloured and switched off by a tenant, never taken away', async () => {
  const priority = await dictOf('priority');
  const high = (await itemsOf(priority.id)).find((one) => one['itemValue'] === 'H') as Row;
  const say = (values: object) => ask('PUT', '/sys/dictItem/edit', { id: high.id, ...values });
  expect(await say({ itemText: '特急', itemColor: 'red' })).toMatchObject({ success: true });
  expect((await offered('priority'))[0]).toEqual({
    value: 'H',
    text: '特急',
    title: '特急',
    label: '特急',
    color: 'red',
  });
  const theirs = await scene.call('GET', '/sys/dict/getDictItems/priority', { token: other });
  expect(theirs.result).toContainEqual({ value: 'H', text: '高', title: '高', label: '高' });
  await say({ status: '0' });
  expect((await offered('priority')).map(({ value }) => value)).toEqual(['M', 'L']);
  expect(await say({ itemValue: 'X' })).toMatchObject({ success: false });
  expect(await ask('DELETE', `/sys/dictItem/delete?id=${high.id}`)).toMatchObject({
    success: false,
    message: '内置字典项不能删除，可改为停用',
  });
  const more = { dictId: priority.id, itemText: '无', itemValue: 'N' };
  expect(await ask('POST', '/sys/dictItem/add', more)).toMatchObject({ success: false });
  expect(await ask('DELETE', `/sys/dict/delete?id=${priority.id}`)).toMatchObject({
    success: false,
  });
});

test('an open dictionary takes items of the tenant, which fields then take and word', async () => {
  const rank = await dictOf('position_rank');
  const item = { dictId: rank.id, itemText: '首席', itemValue: 'chief' };
  const before = await ask('POST', '/sys/position/add', {
    code: 'c0',
    name: '首席工程师',
    postRank: 'chief',
  });
  expect(before.success).toBe(false);
  expect(await ask('POST', '/sys/dictItem/add', item)).toMatchObject({ success: true });
  const stored = await ask('POST', '/sys/position/add', {
    code: 'c1',
    name: '首席工程师',
    postRank: 'chief',
  });
  expect(stored).toMatchObject({ success: true });
  const [position] = await records('/sys/position/list?code=c1');
  expect(position).toMatchObject({ postRank: 'chief', postRank_dictText: '首席' });
  const chief = (await itemsOf(rank.id)).find((one) => one['itemValue'] === 'chief') as Row;
  expect(await ask('DELETE', `/sys/dictItem/delete?id=${chief.id}`)).toMatchObject({
    success: false,
    message: '已有职务使用该字典项，不能删除，可改为停用',
  });
  await ask('PUT', '/sys/dictItem/edit', { id: chief.id, status: '0' });
  expect((await offered('position_rank')).some(({ value }) => value === 'chief')).toBe(false);
  const [shown] = await records('/sys/position/list?code=c1');
  expect(shown).toMatchObject({ postRank_dictText: '首席' });
  const abroad = await scene.call('POST', '/sys/position/add', {
    token: other,
    body: { code: 'c2', name: '首席', postRank: 'chief' },
  });
  expect(abroad.success).toBe(false);
});

test('a value is given once in a dictionary, and a form may ask beforehand', async () => {
  const { id } = await added('checked');
  const item = { dictId: id, itemText: '一', itemValue: '1' };
  await ask('POST', '/sys/dictItem/add', item);
  expect(await ask('POST', '/sys/dictItem/add', item)).toMatchObject({ success: false });
  const check = (value: string, own = '') =>
    ask('GET', `/sys/dictItem/dictItemCheck?itemValue=${value}&dictId=${id}&id=${own}`);
  expect(await check('1')).toMatchObject({ success: false, message: '该值不可用，系统中已存在！' });
  expect(await check('2')).toMatchObject({ success: true, message: '该值可用！' });
  const [row] = await itemsOf(id);
  expect(await check('1', row?.id)).toMatchObject({ success: true });
});

test('items stand in the order they were put in, a page of them at a time', async () => {
  const { id } = await added('ordered');
  for (const value of ['a', 'b', 'c', 'd'])
    await ask('POST', '/sys/dictItem/add', { dictId: id, itemText: value, itemValue: value });
  const rows = await itemsOf(id);
  const [, b, c] = rows.map((row) => row.id);
  expect(await ask('POST', '/sys/dictItem/arrange', { dictId: id, ids: [c, b].join(',') })).toMatchObject({
    success: true,
  });
  expect((await offered('ordered')).map(({ value }) => value)).toEqual(['a', 'c', 'b', 'd']);
});

test('who may only read dictionaries changes none', async () => {
  await scene.user(2, { username: 'dict_reader', roles: ['AUD'] });
  const reader = await scene.login('dict_reader');
  const listed = await scene.call('GET', '/sys/dict/list', { token: reader });
  expect(listed.success).toBe(true);
  const add = await scene.call('POST', '/sys/dict/add', {
    token: reader,
    body: { dictName: '名', dictCode: 'by_reader' },
  });
  expect(add.status).toBe(403);
});

test('dictionaries of the platform are the operator’s to keep, and everybody’s to word', async () => {
  const refused = await ask('POST', '/sys/dict/add', {
    dictName: '国家',
    dictCode: 'land',
    origin: 'platform',
  });
  expect(refused.status).toBe(403);
  const operator = await scene.login('admin');
  const keep = (method: 'POST' | 'PUT', url: string, body: object) =>
    scene.call(method, url, { token: operator, body });
  await keep('POST', '/sys/dict/add', { dictName: '国家', dictCode: 'land', origin: 'platform' });
  const { id } = await dictOf('land');
  await keep('POST', '/sys/dictItem/add', { dictId: id, itemText: '中国', itemValue: 'CN' });
  expect(await offered('land')).toMatchObject([{ value: 'CN', text: '中国' }]);
  const [item] = await itemsOf(id);
  await ask('PUT', '/sys/dictItem/edit', { id: item?.id, itemText: '中国大陆' });
  expect(await offered('land')).toMatchObject([{ text: '中国大陆' }]);
  const theirs = await scene.call('GET', '/sys/dict/getDictItems/land', { token: operator });
  expect(theirs.result).toMatchObject([{ text: '中国' }]);
  expect(await ask('DELETE', `/sys/dict/delete?id=${id}`)).toMatchObject({ success: false });
});

test('every change of a dictionary says what was before and what is now', async () => {
  const { id } = await added('audited');
  await ask('PUT', '/sys/dict/edit', { id, dictName: '改过的' });
  const [entry] = await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.rows<{ diff: unknown }>`
      select diff from audit_log where tenant_id = 2 and row_id = ${id} and action = 'edit'`,
  );
  expect(entry?.diff).toEqual({ name: ['字典audited', '改过的'] });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/** Saved advanced queries: each person's own, by list, bounded and harmless. */

let scene: TestApp;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  await createTenant(scene.app.db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
});
afterAll(() => scene?.stop());

let people = 0;
async function person(tenant = 1): Promise<Client> {
  people += 1;
  const username = `asker_${people}`;
  await createUser(scene.app.db, systemActor(tenant, 'test'), {
    username,
    realname: `某人${people}`,
    password: PASSWORD,
    ...(tenant === 1 ? { departs: ['A01'] } : {}),
  });
  return scene.as(username);
}

interface Saved {
  id: string;
  name: string;
  matchType: string;
  conditions: { field: string; rule: string; val: string; type: string }[];
}
const LIST = 'catalog:sku';
const CONDITIONS = [{ field: 'skuCode', rule: 'like', val: 'LMP', type: 'string' }];
const QUERY = { listKey: LIST, name: '灯具', matchType: 'or', conditions: CONDITIONS };
const save = (who: Client, about: object = {}) => who.post<Saved>('/sys/savedQuery/save', { ...QUERY, ...about });
const stored = async (who: Client, listKey = LIST): Promise<Saved[]> =>
  (await who.get<Saved[]>('/sys/savedQuery/list', { listKey })).result;

test('a saved query comes back as it was, under its list alone', async () => {
  const who = await person();
  expect(await stored(who)).toEqual([]);
  const saved = await save(who, { name: '  灯具 😀\u202e ' });
  expect(saved).toMatchObject({ status: 200, message: '保存成功' });
  expect(await stored(who)).toEqual([
    { id: saved.result.id, name: '灯具 😀\u202e', matchType: 'or', conditions: CONDITIONS },
  ]);
  expect(await stored(who, 'catalog:product')).toEqual([]);
  expect(await who.delete('/sys/savedQuery/delete', { id: saved.result.id })).toMatchObject({
    success: true,
  });
  expect(await stored(who)).toEqual([]);
});

test('a name that is taken is replaced only when that was agreed to', async () => {
  covers('§5 advanced query');
  const who = await person();
  const { id } = (await save(who)).result;
  const other = [{ field: 'name', rule: 'eq', val: '椅', type: 'string' }];
  expect(await save(who, { conditions: other, matchType: 'and' })).toMatchObject({
    status: 409,
    success: false,
    message: '「灯具」 已存在，是否覆盖？',
  });
  expect(await stored(who)).toMatchObject([{ id, matchType: 'or', conditions: CONDITIONS }]);
  await save(who, { conditions: other, matchType: 'and', overwrite: true });
  expect(await stored(who)).toEqual([{ id, name: '灯具', matchType: 'and', conditions: other }]);
});

test('nobody sees, replaces or deletes what another person has saved, in no tenant', async () => {
  const owner = await person();
  const { id } = (await save(owner)).result;
  for (const stranger of [await person(), await person(2)]) {
    expect(await stored(stranger)).toEqual([]);
    expect(await stranger.delete('/sys/savedQuery/delete', { id })).toMatchObject({ status: 404 });
    expect((await save(stranger, { matchType: 'and', overwrite: true })).success).toBe(true);
    expect((await stored(stranger)).map((one) => one.id)).not.toContain(id);
  }
  expect(await stored(owner)).toMatchObject([{ id, matchType: 'or' }]);
});

test('nobody saves or reads without a session', async () => {
  const { statusCode } = await scene.app.http.inject({
    method: 'GET',
    url: `/api/sys/savedQuery/list?listKey=${LIST}`,
  });
  expect(statusCode).toBe(401);
  const posted = await scene.app.http.inject({
    method: 'POST',
    url: '/api/sys/savedQuery/save',
    payload: QUERY,
  });
  expect(posted.statusCode).toBe(401);
});

test.each<[string, object, string]>([
  ['no name', { name: ' \u0000 ' }, '保存名称不能为空'],
  ['a name that is no text', { name: ['a'] }, '保存名称不能为空'],
  ['a long name', { name: '😀'.repeat(51) }, '保存名称最多50个字符'],
  ['no condition', { conditions: [] }, '空条件不能保存'],
  ['conditions as text', { conditions: '[]' }, '高级查询参数格式不正确'],
  ['too many', { conditions: Array(51).fill(CONDITIONS[0]) }, '高级查询参数格式不正确'],
  [
    'a value of 50,000 characters',
    { conditions: [{ ...CONDITIONS[0], val: 'x'.repeat(50_000) }] },
    '高级查询参数格式不正确',
  ],
  ['a rule of every object', { conditions: [{ ...CONDITIONS[0], rule: 'constructor' }] }, '高级查询参数格式不正确'],
  [
    'a deep value',
    { conditions: [{ ...CONDITIONS[0], val: JSON.parse('['.repeat(25) + ']'.repeat(25)) }] },
    '高级查询参数格式不正确',
  ],
  ['another way to match', { matchType: 'xor' }, '匹配方式不正确'],
  ['no list', { listKey: '' }, '列表标识不正确'],
  ['a list that is no name', { listKey: "catalog:sku' --" }, '列表标识不正确'],
  ['a list of every object', { listKey: '__proto__' }, '列表标识不正确'],
])('is refused and not kept: %s', async (_name, about, message) => {
  const who = await person();
  expect(await save(who, about)).toMatchObject({ status: 422, success: false, message });
  expect(await stored(who)).toEqual([]);
});

test('only the four parts of a condition are kept, without signs that no database takes', async () => {
  covers('§3 advanced-query condition');
  const who = await person();
  const odd = { ...CONDITIONS[0], val: 'a\u0000b\ud800', more: { deep: true } };
  await save(who, { conditions: [odd] });
  expect((await stored(who))[0]?.conditions).toEqual([{ ...CONDITIONS[0], val: 'ab\ufffd' }]);
});

test('fifty per list, also when they are saved at once', async () => {
  const who = await person();
  for (let n = 0; n < 48; n++) expect((await save(who, { name: `查询${n}` })).status).toBe(200);
  const rest = await Promise.all(['甲', '乙', '丙', '丁'].map(async (name) => (await save(who, { name })).status));
  expect(rest.sort()).toEqual([200, 200, 422, 422]);
  expect(await stored(who)).toHaveLength(50);
  expect(await save(who, { name: '查询0', overwrite: true })).toMatchObject({ status: 200 });
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, permissionIds, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

const PATH = '/sys/user/queryByOrgCodeForAddressList';
const addresses = async (query: string, token = admin) =>
  scene.call('GET', `${PATH}?column=createTime&order=desc&field=id,,realname&${query}`, { token });

async function readerOf(username: string, ...codes: string[]): Promise<string> {
  const made = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: username, roleCode: username },
  });
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: {
      roleId: made.result.id,
      permissionIds: (await permissionIds(scene, ...codes)).join(','),
    },
  });
  await scene.user(1, { username, roles: [username] });
  return scene.login(username);
}

test('colleagues of a department and those below it, with what the stock page reads', async () => {
  const add = (departName: string, parentId?: string) =>
    scene.call('POST', '/sys/sysDepart/add', { token: admin, body: { departName, parentId } });
  const top = (await add('华东')).result;
  const below = (await add('上海', top.id)).result;
  await scene.call('POST', '/sys/position/add', {
    token: admin,
    body: { code: 'chief', name: '主管', postRank: '3' },
  });
  const id = await scene.user(1, {
    username: 'shanghai_one',
    realname: '申小一',
    workNo: 'S-1',
    phone: '13900000001',
    email: 'one@example.com',
    departs: [below.id],
    posts: ['chief'],
  });
  const row = {
    id,
    realname: '申小一',
    workNo: 'S-1',
    departName: '上海',
    post: 'chief',
    post_dictText: '主管',
    phone: '13900000001',
    telephone: null,
    email: 'one@example.com',
  };
  for (const orgCode of [top.orgCode, below.orgCode])
    expect((await addresses(`orgCode=${orgCode}`)).result, orgCode).toMatchObject({
      total: 1,
      records: [row],
    });
  expect((await addresses('realname=*申小*&workNo=S-1')).result.records).toMatchObject([{ id }]);
  expect((await addresses('orgCode=Z99')).result.total).toBe(0);
  await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body: { ids: id, status: 2 } });
  expect((await addresses('workNo=S-1')).result.total).toBe(0);
});

test('who may not see how colleagues are reached neither reads numbers nor finds by them', async () => {
  await scene.user(1, {
    username: 'hidden_one',
    realname: '隐一',
    workNo: 'H-1',
    phone: '13900000002',
  });
  const plain = await readerOf('plain_reader', 'system:address:list');
  const shown = (await addresses('realname=隐一', plain)).result.records;
  expect(shown).toMatchObject([{ realname: '隐一', phone: null, email: null, workNo: null }]);
  for (const query of ['phone=13900000002', 'phone=139*', 'workNo=H-1'])
    expect((await addresses(query, plain)).result.total, query).toBe(0);
  const sorted = `${PATH}?column=phone&order=asc&pageSize=500`;
  const { records } = (await scene.call('GET', sorted, { token: plain })).result;
  expect(records.every(({ phone }: { phone: unknown }) => phone === null)).toBe(true);
  const trusted = await readerOf('phone_reader', 'system:address:list', 'system:address:contact');
  expect((await addresses('phone=13900000002', trusted)).result.total).toBe(1);
  const nobody = await readerOf('no_reader', 'system:log:list');
  expect((await addresses('', nobody)).status).toBe(403);
});

test('the tenants of a form are those of the asker; who runs the install has all that are open', async () => {
  const ask = (token: string, query = '') => scene.call('GET', `/sys/tenant/queryList${query}`, { token });
  expect((await ask(admin)).result).toMatchObject([{ id: 1 }, { id: 2, name: '第二租户' }]);
  expect((await ask(admin, '?ids=2')).result).toEqual([{ id: 2, name: '第二租户' }]);
  await scene.user(2, { username: 'second_boss', roles: ['TADM'] });
  expect((await ask(await scene.login('second_boss'))).result).toEqual([{ id: 2, name: '第二租户' }]);
  expect((await ask(await readerOf('a_colleague'))).result).toMatchObject([{ id: 1 }]);
});

test('an id may be asked for, and people by theirs', async () => {
  const made = await scene.call('GET', '/sys/user/generateUserId', { token: admin });
  expect(made.result).toMatch(/^[0-9a-f-]{36}$/);
  const ids = [await scene.user(1, { username: 'named_1' }), await scene.user(2, { username: 'named_2' })];
  const named = await scene.call('GET', `/sys/user/queryByIds?userIds=${ids.join(',')},`, {
    token: admin,
  });
  expect(named.result).toMatchObject([{ id: ids[0], username: 'named_1' }]);
});

test('departments that somebody leads are named in the list', async () => {
  const { result } = await scene.call('GET', '/sys/sysDepart/queryTreeList', { token: admin });
  const led = result[0];
  const id = await scene.user(1, { username: 'a_leader', ledDeparts: [led.id] });
  const list = await scene.call('GET', '/sys/user/list?username=a_leader', { token: admin });
  expect(list.result.records).toMatchObject([{ id, departIds: led.id, departIds_dictText: led.departName }]);
});

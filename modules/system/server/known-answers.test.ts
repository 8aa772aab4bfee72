import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { MOST_DICT_ITEMS } from '#kit/model/dict.ts';
import { systemActor } from '#kit/server/actor.ts';
import { openScene, permissionIds, roleId, type Scene } from './test-scene.ts';

const MENU = '/sys/permission/getUserPermissionByToken';
const DICTS = '/sys/dict/queryAllDictItems';

let scene: Scene;
let elsewhere: FastifyInstance;
let admin: string;
let role: string;
let worker: string;
let token: string;

beforeAll(async () => {
  scene = await openScene();
  elsewhere = await scene.anotherNode();
  admin = await scene.login('admin');
  await post('/sys/role/add', { roleName: '查看', roleCode: 'viewing' });
  role = await roleId(scene, 1, 'viewing');
  await grant('menu:/isystem/user', 'system:user:list');
  worker = await scene.user(1, { username: 'worker', roles: ['viewing'], departs: ['A01'] });
  await scene.user(1, { username: 'twin', roles: ['viewing'], departs: ['A01'] });
  token = await scene.login('worker');
}, 60_000);
afterAll(() => scene?.close());

const post = (url: string, body: object) => scene.call('POST', url, { token: admin, body });
const grant = async (...codes: string[]): Promise<void> => {
  const ids = (await permissionIds(scene, ...codes)).join(',');
  const body = { roleId: role, permissionIds: ids };
  expect((await post('/sys/permission/saveRolePermission', body)).message).toBe('保存成功！');
};

async function ask(by: FastifyInstance, url: string, who: string, tag?: string) {
  const headers = { 'x-access-token': who, ...(tag ? { 'if-none-match': tag } : {}) };
  const { statusCode, headers: sent, payload } = await by.inject({ url: `/api${url}`, headers });
  return { status: statusCode, tag: String(sent['etag']), headers: sent, payload };
}

/** The tag of an answer, the same on both nodes, by which neither sends it again. */
async function known(url: string): Promise<string> {
  const { tag } = await ask(scene.app, url, token);
  for (const node of [scene.app, elsewhere])
    expect(await ask(node, url, token, tag)).toMatchObject({ status: 304, tag, payload: '' });
  return tag;
}

/** After a change every node answers in full, under another tag. */
async function refused(url: string, old: string): Promise<void> {
  for (const node of [scene.app, elsewhere]) {
    const { status, tag } = await ask(node, url, token, old);
    expect(status).toBe(200);
    expect(tag).not.toBe(old);
  }
}

test('what a browser has already is not sent again', async () => {
  for (const url of [MENU, DICTS]) {
    const { status, tag, headers, payload } = await ask(scene.app, url, token);
    expect(status).toBe(200);
    expect(JSON.parse(payload)).toMatchObject({ success: true, code: 200 });
    expect(headers).toMatchObject({
      'cache-control': 'private, no-cache',
      vary: 'X-Access-Token, tenant-id',
    });
    for (const sent of [tag, `W/${tag}`, `"other", ${tag}`])
      expect((await ask(scene.app, url, token, sent)).status).toBe(304);
    expect((await ask(scene.app, url, token, '"other"')).status).toBe(200);
    // Who has it still may fetch their pictures.
    if (url === MENU) expect((await ask(scene.app, url, token, tag)).headers['set-cookie']).toBeTruthy();
  }
});

test('the tag of one person is not that of another, and opens nothing without a session', async () => {
  const twin = await scene.login('twin');
  for (const url of [MENU, DICTS]) {
    const tag = await known(url);
    expect((await ask(scene.app, url, twin, tag)).status).toBe(200);
    expect((await ask(scene.app, url, 'x', tag)).status).toBe(401);
  }
});

test('rights that a role gains or loses are another answer at once, on every node', async () => {
  let tag = await known(MENU);
  await grant('menu:/isystem/user', 'system:user:list', 'menu:/isystem/role', 'system:role:list');
  await refused(MENU, tag);
  tag = await known(MENU);
  await grant('menu:/isystem/user', 'system:user:list');
  await refused(MENU, tag);
});

test('a role that is given or taken is another answer at once', async () => {
  const before = await known(MENU);
  const other = await roleId(scene, 1, 'OPS');
  const body = { roleId: other, userIdList: [worker] };
  expect((await post('/sys/user/addSysUserRole', body)).success).toBe(true);
  await refused(MENU, before);
  const between = await known(MENU);
  const query = `roleId=${other}&userId=${worker}`;
  const away = await scene.call('DELETE', `/sys/user/deleteUserRole?${query}`, { token: admin });
  expect(away.success).toBe(true);
  await refused(MENU, between);
  expect(await known(MENU)).toBe(before);
});

test('a menu that is arranged is another answer at once', async () => {
  const tag = await known(MENU);
  const [page] = await permissionIds(scene, 'menu:/isystem/user');
  const edited = await post('/sys/permission/edit', { id: page, name: '人员' });
  expect(edited.success).toBe(true);
  await refused(MENU, tag);
  expect((await ask(elsewhere, MENU, token)).payload).toContain('人员');
});

test('a data rule that is carried or changed is another answer at once', async () => {
  let tag = await known(MENU);
  const [page] = await permissionIds(scene, 'menu:/isystem/user');
  const rule = {
    permissionId: page,
    ruleName: '自己',
    ruleColumn: 'username',
    ruleConditions: '=',
    ruleValue: '#{sys_user_code}',
    status: '1',
  };
  await post('/sys/permission/addPermissionRule', rule);
  const list = `/sys/permission/getPermRuleListByPermId?permissionId=${page}`;
  const [{ id }] = (await scene.call('GET', list, { token: admin })).result;
  await post('/sys/role/datarule', { permissionId: page, roleId: role, dataRuleIds: id });
  await refused(MENU, tag);
  tag = await known(MENU);
  const body = { id, ...rule, ruleValue: 'admin' };
  await scene.call('PUT', '/sys/permission/editPermissionRule', { token: admin, body });
  await refused(MENU, tag);
});

test('another department is another answer', async () => {
  const { result } = await post('/sys/sysDepart/add', { departName: '第二部门' });
  const body = { id: worker, selecteddeparts: `A01,${result.orgCode}` };
  const list = '/sys/user/list?username=worker';
  const [{ version }] = (await scene.call('GET', list, { token: admin })).result.records;
  expect((await post('/sys/user/edit', { ...body, version })).success).toBe(true);
  const tag = await known(MENU);
  const chosen = await scene.call('PUT', '/sys/selectDepart', {
    token,
    body: { orgCode: result.orgCode, username: 'worker' },
  });
  token = chosen.result.token;
  await refused(MENU, tag);
});

test('another tenant is another answer, of menus and of dictionaries', async () => {
  await scene.db.tx(systemActor(2, 'test'), async (tx) => {
    await tx.run`insert into membership (tenant_id, user_id, create_time)
      values (${tx.tenant}, ${worker}, ${tx.now})`;
  });
  const [menu, dicts] = [await known(MENU), await known(DICTS)];
  const body = { tenantId: '2' };
  const moved = await scene.call('PUT', '/sys/selectTenant', { token, body });
  token = moved.result.token;
  await refused(MENU, menu);
  await refused(DICTS, dicts);
  const back = await scene.call('PUT', '/sys/selectTenant', { token, body: { tenantId: '1' } });
  token = back.result.token;
  expect(await known(DICTS)).toBe(dicts);
});

test('a dictionary that is added, changed or gone is another answer at once', async () => {
  const changes = async (change: () => Promise<unknown>): Promise<void> => {
    const tag = await known(DICTS);
    await change();
    await refused(DICTS, tag);
  };
  await changes(() => post('/sys/dict/add', { dictName: '木材', dictCode: 'wood', type: '0' }));
  const find = '/sys/dict/list?dictCode=wood';
  const [{ id: dictId }] = (await scene.call('GET', find, { token: admin })).result.records;
  const item = { dictId, itemText: '橡木', itemValue: 'oak', sortOrder: 1, status: '1' };
  await changes(() => post('/sys/dictItem/add', item));
  const list = `/sys/dictItem/list?dictId=${dictId}`;
  const [{ id, version }] = (await scene.call('GET', list, { token: admin })).result.records;
  await changes(() => post('/sys/dictItem/edit', { ...item, id, version, itemText: '白橡木' }));
  expect((await ask(elsewhere, DICTS, token)).payload).toContain('白橡木');
  await changes(() => scene.call('DELETE', `/sys/dictItem/delete?id=${id}`, { token: admin }));
  await changes(() => scene.call('DELETE', `/sys/dict/delete?id=${dictId}`, { token: admin }));
});

test('a dictionary of very many items is not sent to everybody, and still read by its code', async () => {
  const items = Array.from({ length: MOST_DICT_ITEMS + 1 }, (_, i) => String(i));
  await scene.db.tx(systemActor(1, 'test'), async (tx) => {
    await tx.run`insert into tenant_dict (tenant_id, id, code, name, create_time)
      values (${tx.tenant}, gen_random_uuid(), 'places', '仓位', ${tx.now})`;
    await tx.run`
      insert into tenant_dict_item (tenant_id, id, own_dict_id, value, text, sort_order, create_time)
      select ${tx.tenant}, gen_random_uuid(), d.id, i, '仓位 ' || i, i::integer, ${tx.now}
      from tenant_dict d cross join unnest(${items}::text[]) i
      where d.tenant_id = ${tx.tenant} and d.code = 'places'`;
  });
  await scene.call('GET', '/sys/dict/refleshCache', { token });
  const all = JSON.parse((await ask(scene.app, DICTS, token)).payload);
  expect(all.result).not.toHaveProperty('places');
  expect(all.result).toHaveProperty('sex');
  const one = await scene.call('GET', '/sys/dict/getDictItems/places', { token });
  expect(one.result).toHaveLength(MOST_DICT_ITEMS + 1);
  const found = async (query: string): Promise<string[]> =>
    (await scene.call('GET', `/sys/dict/getDictItems/places?${query}`, { token })).result.map(
      ({ value }: { value: string }) => value,
    );
  expect(await found('keyword=49&pageSize=3')).toEqual(['49', '149', '249']);
  expect(await found('keyword=%25')).toEqual([]);
  expect(await found('keys=7,499,none')).toEqual(['7', '499']);
});

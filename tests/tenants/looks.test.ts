import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { ask, openTenant, type MadeTenant } from './tenant-scene.ts';

const READS = '平台查看期间只能查看，不能修改';

let scene: TestApp;
let admin: Client;
let tenant: MadeTenant;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  tenant = await openTenant(scene, admin, 'seen');
  const added = await tenant.boss.post('/catalog/product/add', { spuCode: 'L-1', name: '边几' });
  expect(added.success, added.message).toBe(true);
});
afterAll(() => scene.stop());
beforeEach(async () => {
  admin = await scene.as('admin');
});

interface Entered {
  token: string;
  userInfo: { username: string; tenantId: number };
}
const look = (minutes = 30, id = tenant.id): Promise<Answer<Entered>> =>
  admin.post<Entered>('/sys/tenant/look', { id, reason: '客户报障：库存对不上', minutes });
const by =
  (token: string) =>
  <T>(method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object) =>
    ask<T>(scene, token, method, path, body);

test('a look lists what the tenant has and writes nothing', async () => {
  covers('ours: looks of the platform');
  const entered = await look();
  expect(entered.result.userInfo).toMatchObject({ username: 'admin', tenantId: tenant.id });
  const visitor = by(entered.result.token);
  const list = await visitor<{ total: number }>('GET', '/catalog/product/list');
  expect(list.result.total).toBe(1);
  // Which is another session: the operator's own has ended.
  expect((await admin.get('/sys/tenant/list')).status).toBe(401);
  const user = await visitor<{ userInfo: { username: string } }>('GET', '/sys/user/getUserInfo');
  expect(user.result.userInfo.username).toBe('admin');
  const writes = await Promise.all([
    visitor('POST', '/sys/user/updatePassword', {}),
    visitor('PUT', '/sys/listView/arrange', {}),
    visitor('POST', '/sys/common/upload/parts', {}),
  ]);
  for (const { success, message } of writes) expect({ success, message }).toEqual({ success: false, message: READS });
  for (const [method, path] of [
    ['POST', '/catalog/product/add'],
    ['PUT', '/sys/user/edit'],
    ['GET', '/catalog/product/exportXls'],
    ['GET', '/sys/tenant/list'],
  ] as const)
    expect((await visitor(method, path, method === 'GET' ? undefined : {})).status, path).toBe(403);
});

test('neither cost nor profit nor anything personal of buyers is shown', async () => {
  const { token } = (await look()).result;
  const access = await by(token)<{ auth: { action: string }[] }>('GET', '/sys/permission/getUserPermissionByToken');
  const codes = access.result.auth.map(({ action }) => action);
  expect(codes.filter((code) => !code.endsWith(':list'))).toEqual([]);
  expect(codes).toContain('catalog:product:list');
  // What is the operator's is not read through a tenant.
  expect(codes.filter((code) => /^(monitor|platform):/.test(code))).toEqual([]);
  // Nor who its people are, what they were sent and who signed in.
  expect(codes.filter((code) => code.startsWith('system:')).toSorted()).toEqual([
    'system:depart:list',
    'system:ownTenant:list',
    'system:role:list',
  ]);
  for (const path of ['/sys/user/list', '/sys/message/sysMessage/list', '/sys/log/list'])
    expect((await by(token)('GET', path)).status, path).toBe(403);
});

test('the tenant’s people see who looks, why and until when, and end it', async () => {
  const { token } = (await look(60)).result;
  const notice = await tenant.boss.get<{ looks: { reason: string; operatorName: string }[] }>('/sys/ownTenant/notice');
  expect(notice.result.looks.at(-1)).toMatchObject({
    operatorName: '管理员',
    reason: '客户报障：库存对不上',
  });
  const { looks } = (await tenant.boss.get<{ looks: { id: string; isOpen: boolean }[] }>('/sys/ownTenant/detail'))
    .result;
  for (const { id, isOpen } of looks)
    if (isOpen) expect((await tenant.boss.post('/sys/ownTenant/endLook', { id })).success).toBe(true);
  expect((await by(token)('GET', '/catalog/product/list')).status).toBe(401);
  const again = await tenant.boss.post('/sys/ownTenant/endLook', { id: looks[0]?.id });
  expect(again).toMatchObject({ success: false, message: '未找到对应实体' });
});

test('it ends with its time, and by the operator who goes back', async () => {
  const { token } = (await look(5)).result;
  expect((await by(token)('GET', '/catalog/product/list')).success).toBe(true);
  await scene.pass(6 * 60_000);
  expect((await by(token)('GET', '/catalog/product/list')).status).toBe(401);
  admin = await scene.as('admin');
  const second = (await look(60)).result.token;
  const back = await by(second)<Entered>('PUT', '/sys/selectTenant', { tenantId: '1' });
  expect(back.result.userInfo).toMatchObject({ tenantId: 1 });
  expect((await by(second)('GET', '/catalog/product/list')).status).toBe(401);
  const { looks } = (
    await tenant.boss.get<{ looks: { endBy: string | null; isOpen: boolean }[] }>('/sys/ownTenant/detail')
  ).result;
  expect(looks[0]).toMatchObject({ endBy: '平台：admin', isOpen: false });
  expect(looks.filter(({ isOpen }) => isOpen)).toEqual([]);
});

test('it ends with the right to look, and with its session, whoever ended that', async () => {
  const added = await admin.post<{ id: string }>('/sys/user/add', {
    username: 'support_one',
    realname: '客服',
    password: PASSWORD,
  });
  const roles = await admin.get<{ id: string; roleCode: string }[]>('/sys/role/queryall');
  const operator = roles.result.find(({ roleCode }) => roleCode === 'PADM')?.id ?? '';
  const member = { roleId: operator, userId: added.result.id };
  const given = { roleId: operator, userIdList: [added.result.id] };
  expect((await admin.post('/sys/user/addSysUserRole', given)).success).toBe(true);
  const support = await scene.as('support_one');
  const body = { id: tenant.id, reason: '客户报障', minutes: 30 };
  const first = await support.post<Entered>('/sys/tenant/look', body);
  const visitor = by(first.result.token);
  expect((await visitor('GET', '/catalog/product/list')).success).toBe(true);
  expect((await admin.delete('/sys/user/deleteUserRole', member)).success).toBe(true);
  expect((await visitor('GET', '/catalog/product/list')).status).toBe(401);
  const second = (await look(30)).result.token;
  const online = await tenant.boss.get<{ records: { id: string; username: string }[] }>('/sys/online/list');
  const session = online.result.records.find(({ username }) => username === 'admin');
  expect((await tenant.boss.post('/sys/online/forceLogout', { id: session?.id })).success).toBe(true);
  expect((await by(second)('GET', '/catalog/product/list')).status).toBe(401);
  const notice = await tenant.boss.get<{ looks: { operatorName: string }[] }>('/sys/ownTenant/notice');
  expect(notice.result.looks.map(({ operatorName }) => operatorName)).not.toContain('管理员');
});

test('a look needs a reason, at most four hours and somebody else’s tenant', async () => {
  const bad = await admin.post<{ errors: { field: string }[] }>('/sys/tenant/look', {
    id: tenant.id,
    reason: '',
    minutes: 241,
  });
  expect(bad.result.errors.map(({ field }) => field)).toEqual(['reason', 'minutes']);
  expect((await look(30, 1)).message).toBe('不能查看自己所在的租户');
  expect((await look(30, 999_999)).message).toBe('未找到对应实体');
});

test('by the header of a client a look goes nowhere else', async () => {
  const { token } = (await look()).result;
  const response = await scene.app.http.inject({
    method: 'GET',
    url: '/api/catalog/product/list',
    headers: { 'x-access-token': token, 'tenant-id': '1' },
  });
  expect(response.statusCode).toBe(401);
  expect((await by(token)('GET', '/catalog/product/list')).success).toBe(true);
});

test('both sides have it in their log, with reason, beginning and end', async () => {
  await look(30);
  const logOf = (id: number) =>
    scene.app.db.platform(async (tx) => {
      await tx.rows`select set_config('app.tenant', ${String(id)}, true)`;
      return tx.one<{ actorName: string; diff: Record<string, string> }>`
        select actor_name, diff from audit_log where tenant_id = ${id} and action = 'look'
          and resource = 'system:tenant' order by at desc, id desc limit 1`;
    });
  const time = expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  const about = { reason: '客户报障：库存对不上', from: time, to: time };
  expect(await logOf(1)).toEqual({ actorName: 'admin', diff: { tenant: '租户seen', ...about } });
  expect(await logOf(tenant.id)).toEqual({ actorName: '平台：admin', diff: about });
});

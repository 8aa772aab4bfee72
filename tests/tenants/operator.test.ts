import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { openTenant, signIn } from './tenant-scene.ts';

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

interface Row {
  id: number;
  code: string;
  name: string;
  planName: string | null;
  users: number;
  shops: number;
  endDate: string | null;
  status: number;
  status_dictText: string;
}

const list = async (query: Record<string, string> = {}): Promise<Row[]> =>
  (await admin.get<{ records: Row[] }>('/sys/tenant/list', { pageSize: '100', ...query })).result.records;

test('a tenant is made furnished, with an administrator who chooses their password', async () => {
  covers('§2 administration screens');
  const made = await admin.post<{ id: number; adminPassword: string }>('/sys/tenant/add', {
    code: 'north',
    name: '北方家居',
    endDate: '2099-12-31',
    adminUsername: 'boss_north',
    adminRealname: '北方老板',
  });
  expect(made).toMatchObject({ success: true, message: '添加成功！' });
  const signed = await signIn(scene, 'boss_north', made.result.adminPassword);
  expect(signed.result).toMatchObject({
    userInfo: { tenantId: made.result.id, orgCode: 'A01', mustChangePassword: true },
  });
  expect(await list({ code: 'north' })).toEqual([
    expect.objectContaining({
      id: made.result.id,
      name: '北方家居',
      planName: null,
      users: 1,
      shops: 0,
      endDate: '2099-12-31',
      status: 1,
      status_dictText: '正常',
    }),
  ]);
});

test('the wire of the base: number, name, days and state; a number that is taken is said exactly', async () => {
  const body = { id: 500, name: '五百', beginDate: '2026-01-01', endDate: '2099-01-01', status: 1 };
  expect(await admin.post('/sys/tenant/add', body)).toMatchObject({
    success: true,
    result: { id: 500 },
  });
  expect(await admin.post('/sys/tenant/add', { ...body, id: '500' })).toMatchObject({
    status: 200,
    success: false,
    message: '该编号已存在!',
  });
  const edited = await admin.put('/sys/tenant/edit', { ...body, name: '五百改', status: 0 });
  expect(edited.success, edited.message).toBe(true);
  const one = await admin.get('/sys/tenant/queryById', { id: '500' });
  expect(one.result).toMatchObject({ id: 500, name: '五百改', status: 0, isOrphan: true });
  expect((await list({ status: '0' })).map(({ id }) => id)).toEqual([500]);
  const options = await admin.get<{ id: number; name: string }[]>('/sys/tenant/queryList');
  expect(options.result.map(({ id }) => id)).not.toContain(500);
  expect((await admin.delete('/sys/tenant/delete', { id: '500' })).success).toBe(true);
  expect((await admin.get('/sys/tenant/queryById', { id: '500' })).success).toBe(false);
  // Its number means it for good.
  expect((await admin.post('/sys/tenant/add', body)).message).toBe('该编号已存在!');
});

test('faults stand at their fields, and nothing is made', async () => {
  const before = (await list()).length;
  const bad = await admin.post<{ errors: { field: string; message: string }[] }>('/sys/tenant/add', {
    code: 'bad',
    name: '',
    timezone: 'Mars/Base',
    beginDate: '2026-02-02',
    endDate: '2026-02-01',
    adminUsername: 'x',
  });
  expect(bad.success).toBe(false);
  expect(bad.result.errors.map(({ field }) => field).toSorted()).toEqual([
    'adminRealname',
    'adminUsername',
    'endDate',
    'name',
    'timezone',
  ]);
  const taken = await admin.post('/sys/tenant/add', {
    code: 'twice',
    name: '撞名',
    adminUsername: 'yunying',
    adminRealname: '撞名',
  });
  expect(taken).toMatchObject({ success: false, message: '用户账号已存在' });
  expect((await list()).length).toBe(before);
});

test('who has business data is not deleted, and what it is stands in the refusal', async () => {
  const { id, boss } = await openTenant(scene, admin, 'east');
  // What came with the tenant, at the moment of its making, is no data of theirs.
  await scene.pass(60_000);
  const added = await boss.post('/catalog/product/add', { spuCode: 'E-1', name: '边几' });
  expect(added.success, added.message).toBe(true);
  const refused = await admin.delete('/sys/tenant/delete', { id: String(id) });
  expect(refused).toMatchObject({ status: 200, success: false });
  expect(refused.message).toMatch(/^该租户已被引用，无法删除！已有业务数据：产品.*可以改为关闭$/);
  const { id: plain } = await openTenant(scene, admin, 'plain');
  const some = await admin.delete('/sys/tenant/deleteBatch', { ids: `${id},${plain},` });
  expect(some).toMatchObject({
    success: true,
    message: '部分删除成功！（被引用的租户无法删除）',
  });
  const none = await admin.delete('/sys/tenant/deleteBatch', { ids: `${id},1` });
  expect(none).toMatchObject({ success: false, message: '选择的租户都已被引用，无法删除！' });
});

test('a tenant without an administrator is given one; any other is not the operator’s to enter', async () => {
  const { id: orphan } = (await admin.post<{ id: number }>('/sys/tenant/add', { code: 'orphan', name: '无主' })).result;
  const admins = { adminUsername: 'boss_orphan', adminRealname: '新主' };
  const given = await admin.post<{ adminPassword: string }>('/sys/tenant/addAdmin', {
    id: orphan,
    ...admins,
  });
  expect(given.success, given.message).toBe(true);
  expect((await signIn(scene, 'boss_orphan', given.result.adminPassword)).success).toBe(true);
  const again = await admin.post('/sys/tenant/addAdmin', {
    id: orphan,
    adminUsername: 'second_one',
    adminRealname: '又一',
  });
  expect(again.message).toBe('该租户已有管理员，请由其管理员添加用户');
});

test('whose first password was lost with its answer is given another administrator, until one has come', async () => {
  const made = await admin.post<{ id: number }>('/sys/tenant/add', {
    code: 'unheard',
    name: '没收到',
    adminUsername: 'boss_unheard',
    adminRealname: '老板',
  });
  const { id } = made.result;
  const second = { id, adminUsername: 'boss_second', adminRealname: '老板二' };
  const added = await admin.post<{ adminPassword: string }>('/sys/tenant/addAdmin', second);
  expect(added.success, added.message).toBe(true);
  expect((await signIn(scene, 'boss_second', added.result.adminPassword)).success).toBe(true);
  const third = { id, adminUsername: 'boss_third', adminRealname: '老板三' };
  expect(await admin.post('/sys/tenant/addAdmin', third)).toMatchObject({
    success: false,
    message: '该租户已有管理员，请由其管理员添加用户',
  });
});

test('H7 administrators of other tenants reach none of it, whatever their roles say', async () => {
  const { boss } = await openTenant(scene, admin, 'west');
  for (const path of ['/sys/tenant/list', '/sys/tenant/queryById?id=1', '/sys/plan/list'])
    expect((await boss.get(path)).status, path).toBe(403);
  expect((await boss.put('/sys/tenant/edit', { id: 1, name: '偷' })).status).toBe(403);
  expect((await boss.delete('/sys/tenant/delete', { id: '1' })).status).toBe(403);
  expect((await boss.post('/sys/tenant/look', { id: 1, reason: '看看', minutes: 5 })).status).toBe(403);
  const own = await boss.get<{ id: number }[]>('/sys/tenant/queryList');
  expect(own.result.map(({ id }) => id)).toHaveLength(1);
  // A person of the operator's tenant who does not operate the installation is no operator.
  const clerk = await scene.as('yunying');
  expect((await clerk.get('/sys/tenant/list')).status).toBe(403);
});

test('the operator’s own tenant is neither suspended, bounded by a plan nor deleted', async () => {
  const frozen = await admin.put('/sys/tenant/freeze', { id: 1, status: 0 });
  expect(frozen).toMatchObject({ success: false, message: '平台自己的租户不能冻结' });
  const ending = await admin.put('/sys/tenant/edit', { id: 1, endDate: '2026-01-01' });
  expect(ending).toMatchObject({
    success: false,
    message: '平台自己的租户不设套餐、开始日期与到期日',
  });
  // One that has not begun lets nobody in: neither the operator nor anybody who could put it right.
  const begun = await admin.put('/sys/tenant/edit', { id: 1, beginDate: '2099-01-01' });
  expect(begun).toMatchObject({
    success: false,
    message: '平台自己的租户不设套餐、开始日期与到期日',
  });
  expect((await admin.get('/sys/tenant/list')).success).toBe(true);
  const gone = await admin.delete('/sys/tenant/delete', { id: '1' });
  expect(gone).toMatchObject({ success: false, message: '平台自己的租户不能删除' });
});

test('an edit of what somebody else has changed meanwhile is refused', async () => {
  const { id } = await openTenant(scene, admin, 'stale');
  const { version } = (await admin.get<{ version: number }>('/sys/tenant/queryById', { id: `${id}` })).result;
  const edit = (name: string) => admin.put('/sys/tenant/edit', { id, name, version });
  expect((await edit('先改')).success).toBe(true);
  expect((await edit('后改')).success).toBe(false);
  const [row] = await list({ code: 'stale' });
  expect(row?.name).toBe('先改');
});

test('what was done with tenants stands in the log, with before and after', async () => {
  const { id } = await openTenant(scene, admin, 'south');
  await admin.put('/sys/tenant/edit', { id, name: '南方二', quotaUsers: 3 });
  const diff = await scene.app.db.platform(async (tx) => {
    await tx.rows`select set_config('app.tenant', '1', true)`;
    return tx.one<{ diff: Record<string, unknown>; actorName: string }>`
      select diff, actor_name from audit_log where tenant_id = 1 and resource = 'system:tenant'
        and action = 'edit' order by at desc, id desc limit 1`;
  });
  expect(diff).toEqual({
    actorName: 'admin',
    diff: { tenant: '租户south', name: ['租户south', '南方二'], quotaUsers: [null, 3] },
  });
});

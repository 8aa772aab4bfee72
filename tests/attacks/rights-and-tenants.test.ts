import { afterAll, beforeAll, expect, test } from 'vitest';
import { newId } from '#kit/server/new-id.ts';
import { look } from '#tests/channels/shop.ts';
import { readRecords } from '#tests/sheets/upload.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';

/** What an ordinary person, and the administrator of another tenant, try with rights that are not theirs. */

type Row = Record<string, unknown> & { id: string };

let scene: TestApp;
let admin: Client;
let clerk: Client;
let clerkId: string;
let stranger: Client;
let adminRole: string;
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  clerk = await personWith(scene, admin, ['catalog:sku:list']);
  clerkId = (await must(clerk.get<Row>('/sys/user/profile'))).id;
  stranger = await openOtherTenant(scene);
  const roles = await must(admin.get<{ records: Row[] }>('/sys/role/list', { pageSize: '50' }));
  adminRole = roles.records.find((one) => one['roleCode'] === 'TADM')?.id as string;
});
afterAll(() => scene?.stop());

const FORBIDDEN = { status: 403, success: false, code: 510 };
const pageOfUsers = async (): Promise<string> => {
  const [page] = await look(
    scene,
    (tx) => tx.platform.rows<{ id: string }>`
      select id from permission where menu_type <> 2 and perms = 'system:user:list'`,
  );
  return page?.id as string;
};

test('G1 nobody resets a password without the right to', async () => {
  const password = 'Evil lamp 4711';
  for (const username of ['admin', 'person_1'])
    expect(await clerk.put('/sys/user/changePassword', { username, password })).toMatchObject(FORBIDDEN);
  expect((await scene.as('admin')).token).not.toBe('');
});

test('G4 nobody gives themselves a role, a right, or other rows', async () => {
  const permissionId = await pageOfUsers();
  const tries: [string, Promise<Answer<unknown>>][] = [
    ['a role', clerk.post('/sys/user/addSysUserRole', { roleId: adminRole, userIdList: [clerkId] })],
    ['an edit', clerk.put('/sys/user/edit', { id: clerkId, selectedroles: adminRole })],
    [
      'rights',
      clerk.post('/sys/permission/saveRolePermission', {
        roleId: adminRole,
        permissionIds: permissionId,
        lastpermissionIds: '',
      }),
    ],
    ['rows', clerk.post('/sys/role/datarule', { permissionId, roleId: adminRole, dataRuleIds: '' })],
    ['a copy', clerk.post('/sys/role/copy', { id: adminRole, roleName: 'x', roleCode: 'x' })],
  ];
  for (const [what, answer] of tries) expect(await answer, what).toMatchObject(FORBIDDEN);
  // Neither is there another door: calls of the base that are not ours are no calls, or refused as these.
  for (const path of [
    '/sys/permission/saveDepartPermission',
    '/sys/sysDepartPermission/saveDeptRolePermission',
    '/sys/sysDepartRole/deptRoleUserAdd',
    '/sys/user/editSysDepartWithUser',
  ]) {
    const { status } = await clerk.post(path, { roleId: adminRole, userId: clerkId });
    expect([403, 404], path).toContain(status);
  }
  const roles = await must(admin.get<{ records: Row[] }>('/sys/user/userRoleList', { roleId: adminRole }));
  expect(roles.records.map(({ id }) => id)).not.toContain(clerkId);
});

test('G8 nobody empties the bin, deletes or freezes without the right to', async () => {
  const { id } = await must(admin.get<Row>('/sys/user/profile'));
  for (const answer of [
    await clerk.delete('/sys/user/deleteRecycleBin', { userIds: id }),
    await clerk.delete('/sys/user/delete', { id }),
    await clerk.delete('/sys/user/deleteBatch', { ids: id }),
    await clerk.put('/sys/user/frozenBatch', { ids: id, status: '2' }),
    await clerk.put('/sys/user/frozenBatch', { ids: clerkId, status: '2' }),
  ])
    expect(answer).toMatchObject(FORBIDDEN);
  for (const answer of [
    await admin.delete('/sys/user/delete', { id }),
    await admin.put('/sys/user/frozenBatch', { ids: id, status: '2' }),
  ])
    expect(answer).toMatchObject({ success: false });
  expect(await admin.get('/sys/user/profile')).toMatchObject({ success: true });
});

test('G9 the log has no way to be emptied', async () => {
  const total = async (): Promise<number> => (await must(admin.get<{ total: number }>('/sys/log/list'))).total;
  const before = await total();
  for (const who of [clerk, admin])
    for (const path of ['/sys/log/deleteBatch', '/sys/log/delete', '/sys/dataLog/deleteBatch'])
      expect(await who.delete(path, { ids: 'allclear', id: newId() }), path).toMatchObject({
        success: false,
      });
  expect(await total()).toBeGreaterThanOrEqual(before);
});

test('G14 what is read of people holds no secret, and asks for its right', async () => {
  const viewer = await personWith(scene, admin, [
    'system:user:list',
    'system:user:export',
    'system:user:delete',
    'system:role:list',
  ]);
  const readings: [string, Record<string, string>][] = [
    ['/sys/user/list', {}],
    ['/sys/user/queryByIds', { userIds: clerkId }],
    ['/sys/user/recycleBin', {}],
    ['/sys/user/userRoleList', { roleId: adminRole }],
    ['/sys/user/queryById', { id: clerkId }],
  ];
  const secret = /argon2|password_?hash|"password"|salt|client_?id|"token"/i;
  for (const [path, query] of readings) {
    expect(await clerk.get(path, query), path).toMatchObject({ status: 403 });
    const seen = await must(viewer.get(path, query));
    expect(JSON.stringify(seen), path).not.toMatch(secret);
  }
  for (const path of ['/sys/user/getMultiUser', '/sys/user/queryUserByDepId'])
    expect(JSON.stringify(await clerk.get(path, { id: clerkId })), path).not.toMatch(secret);
  expect((await clerk.raw('GET', '/sys/user/exportXls')).status).toBe(403);
  const sheet = await viewer.raw('GET', '/sys/user/exportXls');
  const rows = await readRecords(sheet.bytes);
  expect(rows.length).toBeGreaterThan(0);
  expect(Object.keys(rows[0] ?? {}).join()).not.toMatch(/密码|盐|令牌/);
});

test('G16 a button that is hidden or switched off opens nothing and shuts nothing', async () => {
  expect(await clerk.get('/sys/log/list')).toMatchObject({ status: 403 });
  // Status 0 is for screens: the server goes on to ask for the code.
  const off = (status: string) =>
    look(
      scene,
      (tx) => tx.platform.run`
        update permission set status = ${status} where perms = 'catalog:sku:list' and menu_type = 2`,
    );
  await off('0');
  try {
    expect(await clerk.get('/catalog/sku/list')).toMatchObject({ success: true });
    expect(await clerk.get('/catalog/product/list')).toMatchObject({ status: 403 });
  } finally {
    await off('1');
  }
});

test('H1 the tenant is that of the session, however a header names it', async () => {
  const ask = async (headers: Record<string, string | string[]>) => {
    const response = await scene.app.http.inject({
      method: 'GET',
      url: '/api/sys/user/list?pageSize=100',
      headers: { 'x-access-token': stranger.token, ...headers },
    });
    const { result } = response.json<{ result: { records: Row[] } | null }>();
    return { status: response.statusCode, names: result?.records.map((one) => one['username']) };
  };
  const own = { status: 200, names: ['admin-of-2'] };
  for (const headers of [
    {},
    { 'tenant-id': '' },
    { 'tenant-id': '0' },
    { 'tenant-id': '2' },
    { 'x-tenant-id': '1' },
    { tenant_id: '1' },
    { tenantid: '1' },
  ])
    expect(await ask(headers), JSON.stringify(headers)).toEqual(own);
  for (const value of ['1', '-1', '1,2', '2,1', '1 or 1=1', 'abc', '02', '2.0', 'null', '*'])
    expect((await ask({ 'tenant-id': value })).status, value).toBe(401);
  expect((await ask({ 'tenant-id': ['2', '1'] })).status).toBe(401);
});

test('H3 H5 a tenant in a body is not heard; codes of two tenants never meet', async () => {
  for (const [path, body] of [
    ['/sys/role', { roleName: '同码', roleCode: 'same_code' }],
    ['/sys/position', { name: '同码', code: 'same_code' }],
    ['/sys/dict', { dictName: '同码', dictCode: 'same_code' }],
    ['/base/warehouse', { code: 'SAME', name: '同码', address1: 'x', city: 'x', state: 'NJ' }],
  ] as const) {
    const more = { ...body, tenantId: 1, tenant_id: 1, relTenantIds: '1' };
    const theirs = await stranger.post<Row>(`${path}/add?tenantId=1`, more);
    const ours = await admin.post<Row>(`${path}/add`, body);
    expect([theirs.message, ours.message], path).toEqual([ours.message, ours.message]);
    expect(ours.success, `${path} ${ours.message}`).toBe(true);
    const listed = async (who: Client): Promise<string[]> =>
      (await must(who.get<{ records: Row[] }>(`${path}/list`, { pageSize: '100' }))).records.map(({ id }) => id);
    expect(await listed(admin)).not.toContain(theirs.result.id);
    expect(await listed(stranger)).not.toContain(ours.result.id);
  }
});

test('H4 a batch that names rows of another tenant among one’s own takes the own alone', async () => {
  for (const path of ['/sys/role', '/sys/position', '/sys/dict']) {
    const body = {
      roleName: '混',
      roleCode: 'mixed',
      name: '混',
      code: 'mixed',
      dictName: '混',
      dictCode: 'mixed',
    };
    const ours = await must(admin.post<Row>(`${path}/add`, body));
    const theirs = await must(stranger.post<Row>(`${path}/add`, body));
    const done = await stranger.delete<{ deleted: number; missing: number }>(`${path}/deleteBatch`, {
      ids: `${ours.id},${theirs.id}`,
    });
    expect(done, path).toMatchObject({ success: true, result: { deleted: 1, missing: 1 } });
    expect(await admin.get(`${path}/queryById`, { id: ours.id }), path).toMatchObject({
      success: true,
    });
    const alone = await stranger.delete(`${path}/deleteBatch`, { ids: ours.id });
    expect(alone, path).toMatchObject({ success: false, message: '未找到对应实体' });
  }
});

test('H7 people and roles of another tenant are its own administrator’s', async () => {
  for (const [path, body] of [
    ['/sys/user/edit', { id: clerkId, realname: '改' }],
    ['/sys/role/edit', { id: adminRole, roleName: '改' }],
  ] as const)
    expect(await stranger.put(path, body)).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  const listed = await must(stranger.get<{ records: Row[] }>('/sys/user/list'));
  expect(listed.records.map((one) => one['username'])).toEqual(['admin-of-2']);
  for (const [method, path] of [
    ['GET', '/sys/tenant/list'],
    ['POST', '/sys/tenant/add'],
    ['PUT', '/sys/tenant/edit'],
    ['DELETE', '/sys/tenant/delete'],
    ['DELETE', '/sys/tenant/deleteBatch'],
  ] as const) {
    const response = await scene.app.http.inject({
      method,
      url: `/api${path}?id=1&ids=1`,
      headers: { 'x-access-token': stranger.token },
      ...(method === 'POST' || method === 'PUT' ? { payload: { id: 1, name: '改' } } : {}),
    });
    // What there is of tenants is the operator's alone.
    expect([403, 404], `${method} ${path}`).toContain(response.statusCode);
  }
});

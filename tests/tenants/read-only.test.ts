import { afterAll, beforeAll, expect, test } from 'vitest';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { addPerson, ask, openTenant, signIn, type MadeTenant } from './tenant-scene.ts';

const SUSPENDED = '租户已停用，仅可查看，请续费或联系平台';

let scene: TestApp;
let admin: Client;
let tenant: MadeTenant;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  tenant = await openTenant(scene, admin, 'still', { endDate: '2099-01-01' });
});
afterAll(() => scene.stop());

const freeze = async (status: 0 | 1, reason = ''): Promise<void> => {
  const answer = await admin.put('/sys/tenant/freeze', { id: tenant.id, status, reason });
  expect(answer.success, answer.message).toBe(true);
};

test('a suspended tenant is read and not written, at once and on every writing route', async () => {
  covers('ours: read-only tenants');
  const { boss } = tenant;
  const product = { spuCode: 'S-1', name: '边几' };
  const { id } = (await boss.post<{ id: string }>('/catalog/product/add', product)).result;
  await freeze(0, '欠费');
  expect((await boss.get<{ total: number }>('/catalog/product/list')).result.total).toBe(1);
  expect((await boss.post('/catalog/product/lookup', { texts: ['S-1'] })).success).toBe(true);
  expect((await boss.raw('GET', '/catalog/product/exportXls')).status).toBe(200);
  const writes = [
    boss.post('/catalog/product/add', { spuCode: 'S-2', name: '边几' }),
    boss.put('/catalog/product/edit', { id, name: '改' }),
    boss.delete('/catalog/product/delete', { id }),
    boss.post('/catalog/skuCarton/saveLines', { rows: [] }),
    boss.post('/orders/salesOrder/add', {}),
    boss.put('/sys/ownTenant/edit', { name: '改', timezone: 'Asia/Shanghai', version: 1 }),
  ];
  for (const { success, message } of await Promise.all(writes))
    expect({ success, message }).toEqual({ success: false, message: SUSPENDED });
  // The base releases notices by GET.
  const released = await boss.get('/sys/annountCement/doReleaseData', { id });
  expect(released).toMatchObject({ status: 200, success: false, message: SUSPENDED });
  expect((await boss.get<{ state: string; reason: string }>('/sys/ownTenant/notice')).result).toMatchObject({
    state: 'suspended',
    reason: '欠费',
  });
  await freeze(1);
  expect((await boss.put('/catalog/product/edit', { id, name: '改好' })).success).toBe(true);
});

test('of a suspended tenant one still signs in, changes one’s password and signs out', async () => {
  await freeze(0);
  const signed = await signIn(scene, 'boss_still', PASSWORD);
  expect(signed.success, signed.message).toBe(true);
  const { token } = signed.result;
  const next = `${PASSWORD}-2`;
  const change = (oldpassword: string, password: string, by: string) =>
    ask(scene, by, 'PUT', '/sys/user/updatePassword', {
      username: 'boss_still',
      oldpassword,
      password,
      confirmpassword: password,
    });
  expect((await change(PASSWORD, next, token)).success).toBe(true);
  expect((await change(next, PASSWORD, token)).success).toBe(true);
  expect((await ask(scene, token, 'POST', '/sys/logout')).success).toBe(true);
  tenant.boss = await scene.as('boss_still');
  await freeze(1);
});

test('nobody joins by an invitation while the tenant may only be read', async () => {
  const roles = await tenant.boss.get<{ id: string; roleCode: string }[]>('/sys/role/queryall');
  const departs = await tenant.boss.get<{ key: string }[]>('/sys/sysDepart/queryTreeList');
  const made = await tenant.boss.post<{ code: string }>('/sys/invitation/add', {
    roleId: roles.result.find(({ roleCode }) => roleCode === 'OPS')?.id,
    departId: departs.result[0]?.key,
    maxUses: 1,
    days: 7,
  });
  expect(made.success, made.message).toBe(true);
  await freeze(0);
  const join = () => admin.post('/sys/user/joinTenant', { invitation: made.result.code });
  expect((await join()).message).toBe('邀请码无效或已过期');
  await freeze(1);
  expect((await join()).success).toBe(true);
});

test('after its last day a tenant is read alone, until it is renewed', async () => {
  const end = (endDate: string) => admin.put('/sys/tenant/edit', { id: tenant.id, endDate });
  expect((await end('2020-01-01')).success).toBe(true);
  const refused = await addPerson(tenant.boss, 'too_late');
  expect(refused.message).toBe('租户已于 2020-01-01 到期，仅可查看，请续费或联系平台');
  expect((await tenant.boss.get('/sys/user/list')).success).toBe(true);
  expect((await end('2099-01-01')).success).toBe(true);
  expect((await addPerson(tenant.boss, 'in_time')).success).toBe(true);
});

test('both logs say who suspended a tenant, and why', async () => {
  await freeze(0, '合同到期');
  const logOf = (id: number) =>
    scene.app.db.platform(async (tx) => {
      await tx.rows`select set_config('app.tenant', ${String(id)}, true)`;
      return tx.one<{ actorName: string; diff: Record<string, unknown> }>`
        select actor_name, diff from audit_log where tenant_id = ${id} and action = 'freeze'
          and resource = 'system:tenant' order by at desc, id desc limit 1`;
    });
  expect(await logOf(1)).toEqual({
    actorName: 'admin',
    diff: { tenant: '租户still', reason: '合同到期' },
  });
  expect(await logOf(tenant.id)).toEqual({
    actorName: '平台：admin',
    diff: { reason: '合同到期' },
  });
  await freeze(1);
});

test('nothing more is pulled for shops of a tenant that is suspended or over', async () => {
  const due = () =>
    scene.app.db.platform(
      (tx) => tx.rows<{ tenantId: number }>`
        select tenant_id from work.accounts_due(${new Date('2030-01-01T00:00:00Z')})`,
    );
  const set = (status: string, endDate: string | null) =>
    scene.app.db.platform((tx) => tx.run`update tenant set status = ${status}, end_date = ${endDate} where id = 1`);
  await scene.app.db.platform(async (tx) => {
    await tx.rows`select set_config('app.tenant', '1', true)`;
    await tx.run`update channel_account set status = 'active' where tenant_id = 1`;
  });
  expect((await due()).length).toBeGreaterThan(0);
  await set('suspended', null);
  expect(await due()).toEqual([]);
  await set('active', '2029-12-31');
  expect(await due()).toEqual([]);
  await set('active', null);
  expect((await due()).length).toBeGreaterThan(0);
});

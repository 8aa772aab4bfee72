import { afterAll, beforeAll, expect, test } from 'vitest';
import { CLOSED_DAYS } from '#modules/system/model/tenant.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';
import { addPerson, openTenant, signIn, type MadeTenant } from './tenant-scene.ts';

const DAY_MS = 86_400_000;
const NOBODY = '与该用户关联的租户均已被冻结，无法登录！';

let scene: TestApp;
let admin: Client;
let tenant: MadeTenant;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  tenant = await openTenant(scene, admin, 'ended');
  const added = await addPerson(tenant.boss, 'ended_clerk');
  expect(added.success, added.message).toBe(true);
  const product = await tenant.boss.post('/catalog/product/add', { spuCode: 'C-1', name: '边几' });
  expect(product.success, product.message).toBe(true);
});
afterAll(() => scene.stop());

const close = (id = tenant.id, reason = '合同终止') => admin.put('/sys/tenant/close', { id, reason });
const reopen = (id = tenant.id) => admin.put('/sys/tenant/reopen', { id });

test('closing signs everybody out; its administrator alone comes back, to look and to export', async () => {
  covers('ours: closed tenants');
  const clerk = await scene.as('ended_clerk');
  expect((await close()).message).toBe('租户已关闭');
  for (const one of [tenant.boss, clerk]) expect((await one.get('/sys/ownTenant/notice')).status).toBe(401);
  expect(await signIn(scene, 'ended_clerk', PASSWORD)).toMatchObject({
    success: false,
    message: NOBODY,
  });
  const boss = await scene.as('boss_ended');
  expect((await boss.raw('GET', '/catalog/product/exportXls')).status).toBe(200);
  expect((await boss.get<{ total: number }>('/catalog/product/list')).result.total).toBe(1);
  const written = await boss.post('/catalog/product/add', { spuCode: 'C-2', name: '边几' });
  expect(written).toMatchObject({
    success: false,
    message: '租户已关闭，仅可查看和导出数据',
  });
  const notice = await boss.get<{ exportUntil: string }>('/sys/ownTenant/notice');
  expect(notice.result).toMatchObject({
    state: 'closed',
    reason: '合同终止',
    exportUntil: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
  });
  const listed = await admin.get<{ records: object[] }>('/sys/tenant/list', { code: 'ended' });
  expect(listed.result.records[0]).toMatchObject({
    state: 'closed',
    state_dictText: '已关闭',
    exportUntil: notice.result.exportUntil,
    // The base knows no closing.
    status: 0,
    status_dictText: '冻结',
  });
});

test('who is closed is neither thawed nor looked into, not even by the form of a stock client', async () => {
  const { id } = tenant;
  for (const thawed of [
    await admin.put('/sys/tenant/freeze', { id, status: 1 }),
    await admin.put('/sys/tenant/edit', { id, name: '租户ended', status: 1 }),
  ])
    expect(thawed).toMatchObject({ success: false, message: '租户已关闭，请先重新启用' });
  // What it was answered goes back with any other change.
  const edited = await admin.put('/sys/tenant/edit', { id, quotaUsers: 9, status: 0 });
  expect(edited.success, edited.message).toBe(true);
  const still = await admin.get<{ records: object[] }>('/sys/tenant/list', { code: 'ended' });
  expect(still.result.records[0]).toMatchObject({ state: 'closed' });
  const looked = await admin.post('/sys/tenant/look', {
    id: tenant.id,
    reason: '客户报障',
    minutes: 5,
  });
  expect(looked).toMatchObject({ success: false, message: '租户已关闭，不能查看' });
  expect(await close()).toMatchObject({ success: false, message: '租户已经关闭' });
  expect(await close(1)).toMatchObject({ success: false, message: '平台自己的租户不能关闭' });
});

test('within thirty days it is opened again as it was', async () => {
  await scene.pass((CLOSED_DAYS - 1) * DAY_MS);
  admin = await scene.as('admin');
  expect((await reopen()).message).toBe('租户已重新启用');
  expect(await reopen()).toMatchObject({ success: false, message: '租户没有关闭' });
  const clerk = await scene.as('ended_clerk');
  expect((await clerk.get('/sys/ownTenant/notice')).result).toMatchObject({
    state: 'active',
    exportUntil: null,
    reason: null,
  });
  const boss = await scene.as('boss_ended');
  const product = { spuCode: 'C-3', name: '边几' };
  expect((await boss.post('/catalog/product/add', product)).success).toBe(true);
});

test('after thirty days nobody signs in, who is there is out, and nothing was deleted', async () => {
  expect((await close()).success).toBe(true);
  const boss = await scene.as('boss_ended');
  await scene.pass(CLOSED_DAYS * DAY_MS);
  expect((await boss.get('/sys/ownTenant/notice')).status).toBe(401);
  expect(await signIn(scene, 'boss_ended', PASSWORD)).toMatchObject({
    success: false,
    message: NOBODY,
  });
  admin = await scene.as('admin');
  expect(await reopen()).toMatchObject({
    success: false,
    message: `关闭已超过${CLOSED_DAYS}天，不能重新启用`,
  });
  const { n } = await scene.app.db.platform(async (tx) => {
    await tx.rows`select set_config('app.tenant', ${String(tenant.id)}, true)`;
    return tx.one<{ n: number }>`
      select count(*)::integer as n from product where tenant_id = ${tenant.id}`;
  });
  expect(n).toBe(2);
});

test('who administers a closed tenant and works in another begins there', async () => {
  const { id, boss } = await openTenant(scene, admin, 'double');
  const roles = await admin.get<{ id: string; roleCode: string }[]>('/sys/role/queryall');
  const departs = await admin.get<{ key: string }[]>('/sys/sysDepart/queryTreeList');
  const invited = await admin.post<{ code: string }>('/sys/invitation/add', {
    roleId: roles.result.find(({ roleCode }) => roleCode === 'OPS')?.id,
    maxUses: 1,
    days: 7,
    departId: departs.result[0]?.key,
  });
  const joined = await boss.post('/sys/user/joinTenant', { invitation: invited.result.code });
  expect(joined.success, joined.message).toBe(true);
  expect((await close(id)).success).toBe(true);
  const signed = await signIn(scene, 'boss_double', PASSWORD);
  expect(signed.result).toMatchObject({
    userInfo: { tenantId: 1 },
    tenantList: [{ id: 1 }, { id }],
  });
});

test('both logs have the closing and the opening, with the reason', async () => {
  const logOf = (id: number) =>
    scene.app.db.platform(async (tx) => {
      await tx.rows`select set_config('app.tenant', ${String(id)}, true)`;
      return tx.rows<{ action: string; diff: Record<string, unknown> }>`
        select action, diff from audit_log where tenant_id = ${id} and resource = 'system:tenant'
          and action in ('close', 'reopen') order by at, id limit 2`;
    });
  expect(await logOf(1)).toEqual([
    { action: 'close', diff: { tenant: '租户ended', reason: '合同终止' } },
    { action: 'reopen', diff: { tenant: '租户ended', reason: null } },
  ]);
  expect(await logOf(tenant.id)).toEqual([
    { action: 'close', diff: { reason: '合同终止' } },
    { action: 'reopen', diff: { reason: null } },
  ]);
});

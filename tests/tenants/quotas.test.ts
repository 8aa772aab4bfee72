import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { upload, workbook } from '#tests/sheets/upload.ts';
import { covers } from '#tests/spec/covers.ts';
import { addPerson, openTenant } from './tenant-scene.ts';

const full = (title: string, most: number, unit = '') =>
  `${title}已达套餐上限（${most}${unit}/${most}${unit}），请升级套餐或联系平台`;

let scene: TestApp;
let admin: Client;

beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
});
afterAll(() => scene.stop());

test('one more person than the plan has is refused: by form, invitation and out of the recycle bin', async () => {
  covers('ours: plans and bounds');
  const { id, boss } = await openTenant(scene, admin, 'people', { quotaUsers: 2 });
  const second = await addPerson(boss, 'second_one');
  expect(second.success, second.message).toBe(true);
  expect(await addPerson(boss, 'third_one')).toMatchObject({
    success: false,
    message: full('用户数', 2),
  });
  const roles = await boss.get<{ id: string; roleCode: string }[]>('/sys/role/queryall');
  const departs = await boss.get<{ key: string }[]>('/sys/sysDepart/queryTreeList');
  const invited = await boss.post<{ code: string }>('/sys/invitation/add', {
    roleId: roles.result.find(({ roleCode }) => roleCode === 'OPS')?.id,
    departId: departs.result[0]?.key,
    maxUses: 5,
    days: 7,
  });
  const join = () => admin.post('/sys/user/joinTenant', { invitation: invited.result.code });
  expect((await join()).message).toBe(full('用户数', 2));
  const { result } = second;
  expect((await boss.delete('/sys/user/delete', { id: result.id })).success).toBe(true);
  expect((await join()).success).toBe(true);
  const restored = await boss.put('/sys/user/putRecycleBin', { userIds: result.id });
  expect(restored).toMatchObject({ success: false, message: full('用户数', 2) });
  expect((await admin.put('/sys/tenant/edit', { id, quotaUsers: 3 })).success).toBe(true);
  expect((await boss.put('/sys/user/putRecycleBin', { userIds: result.id })).success).toBe(true);
});

test('of people added at once just as many come in as there is room for', async () => {
  const { boss } = await openTenant(scene, admin, 'crowd', { quotaUsers: 4 });
  const answers = await Promise.all(Array.from({ length: 8 }, (_, at) => addPerson(boss, `crowd_${at}_x`)));
  expect(answers.filter(({ success }) => success)).toHaveLength(3);
  for (const { success, message } of answers) if (!success) expect(message).toBe(full('用户数', 4));
  const list = await boss.get<{ total: number }>('/sys/user/list');
  expect(list.result.total).toBe(4);
});

test('SKUs beyond the bound are refused row by row, also many at once', async () => {
  const { boss } = await openTenant(scene, admin, 'goods', { quotaSkus: 2 });
  const product = await boss.post<{ id: string }>('/catalog/product/add', {
    spuCode: 'G-1',
    name: '边几',
  });
  const productId = product.result.id;
  const add = (at: number) => boss.post('/catalog/sku/add', { skuCode: `G-${at}`, productId, name: '边几' });
  const answers = await Promise.all([1, 2, 3, 4].map(add));
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 200, 409, 409]);
  expect(answers.find(({ success }) => !success)?.message).toBe(full('SKU 数', 2));
});

test('of a sheet as many rows come in as there is room for; the others say why', async () => {
  const { id, boss } = await openTenant(scene, admin, 'sheet', { quotaSkus: 2 });
  const product = { spuCode: 'H-1', name: '边几' };
  expect((await boss.post('/catalog/product/add', product)).success).toBe(true);
  const rows = ['H-1', 'H-2', 'H-3'].map((code) => [code, '边几', '边几']);
  const sheet = await workbook(['SKU', '产品', '名称'], rows);
  const answer = await upload(scene, boss, '/catalog/sku/importExcel', sheet);
  expect(answer.result).toMatchObject({ totalCount: 3, successCount: 2, errorCount: 1 });
  const list = await boss.get<{ total: number }>('/catalog/sku/list');
  expect(list.result.total).toBe(2);
  const people = await workbook(['用户账号', '用户姓名'], [['sheet_person', '张三']]);
  expect((await admin.put('/sys/tenant/edit', { id, quotaUsers: 1 })).success).toBe(true);
  const refused = await upload(scene, boss, '/sys/user/importExcel', people);
  expect(refused.result).toMatchObject({ successCount: 0, errorCount: 1 });
});

test('the bound of a plan holds where the tenant has none of its own, and ends with the plan', async () => {
  const plan = await admin.post<{ id: string }>('/sys/plan/add', {
    code: 'small',
    name: '小店',
    quotaUsers: 1,
  });
  expect(plan.success, plan.message).toBe(true);
  const planId = plan.result.id;
  const { id, boss } = await openTenant(scene, admin, 'planned', { planId });
  expect((await addPerson(boss, 'too_many')).message).toBe(full('用户数', 1));
  expect((await admin.put('/sys/tenant/edit', { id, planId: null })).success).toBe(true);
  expect((await addPerson(boss, 'too_many')).success).toBe(true);
});

test('uploads beyond the room of the plan are refused', async () => {
  const { id, boss } = await openTenant(scene, admin, 'files', { quotaStorage: 0 });
  const send = () =>
    boss.post('/sys/common/upload/parts', {
      name: 'a.pdf',
      size: 1000,
      biz: 'temp',
      fingerprint: 'a.pdf:1000:1',
    });
  expect(await send()).toMatchObject({ status: 507, message: full('存储空间', 0, 'MB') });
  expect((await admin.put('/sys/tenant/edit', { id, quotaStorage: 1 })).success).toBe(true);
  expect((await send()).success).toBe(true);
});

test('orders beyond the month’s bound come in; the tenant sees it', async () => {
  const { result } = await admin.get<{ quotas: { quota: string; used: number }[] }>('/sys/ownTenant/detail');
  const used = result.quotas.find(({ quota }) => quota === 'orders')?.used ?? 0;
  await scene.app.db.platform((tx) => tx.run`update tenant set quota_orders = ${Math.max(0, used - 1)} where id = 1`);
  const notice = await admin.get<{ orders: object | null }>('/sys/ownTenant/notice');
  expect(notice.result.orders).toEqual(used > 0 ? { quota: 'orders', used, most: used - 1 } : null);
  await scene.app.db.tx(systemActor(1, 'test'), async (tx) => {
    expect(await tx.roomFor('orders:salesOrder')).toBeNull();
  });
  await scene.app.db.platform((tx) => tx.run`update tenant set quota_orders = null where id = 1`);
});

test('the own page says what is taken of each bound', async () => {
  covers('§2 base data screens');
  const { boss } = await openTenant(scene, admin, 'looked', { quotaUsers: 5, quotaShops: 1 });
  const own = await boss.get<{ quotas: object[]; planName: string | null; state: string }>('/sys/ownTenant/detail');
  expect(own.result).toMatchObject({
    planName: null,
    state: 'active',
    quotas: [
      { quota: 'users', used: 1, most: 5 },
      { quota: 'shops', used: 0, most: 1 },
      { quota: 'skus', used: 0, most: null },
      { quota: 'orders', used: 0, most: null },
      { quota: 'storage', used: 0, most: null },
    ],
  });
});

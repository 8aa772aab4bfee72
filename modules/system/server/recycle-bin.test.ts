import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { openScene, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

const bin = async (token = admin): Promise<{ id: string; username: string }[]> =>
  (await scene.call('GET', '/sys/user/recycleBin', { token })).result;
const remove = (id: string) => scene.call('DELETE', `/sys/user/delete?id=${id}`, { token: admin });
const restore = (userIds: string, token = admin) =>
  scene.call('PUT', '/sys/user/putRecycleBin', { token, body: { userIds } });
const purge = (userIds: string, token = admin) =>
  scene.call('DELETE', `/sys/user/deleteRecycleBin?userIds=${userIds}`, { token });
const shown = async (id: string) => (await scene.call('GET', `/sys/user/queryById?id=${id}`, { token: admin })).result;

test('who was deleted stands in the recycle bin and comes back with what they had', async () => {
  const id = await scene.user(1, {
    username: 'comes_back',
    workNo: 'B-1',
    roles: ['OPS', 'CS'],
    departs: ['A01'],
  });
  await remove(id);
  expect(await bin()).toMatchObject([
    { id, username: 'comes_back', realname: 'comes_back', avatar: null, deleteBy: 'admin' },
  ]);
  await expect(scene.login('comes_back')).rejects.toThrow();
  // With a comma at the end, as the stock client sends them.
  expect(await restore(`${id},`)).toMatchObject({ success: true, message: '还原成功' });
  expect(await bin()).toEqual([]);
  expect(await shown(id)).toMatchObject({
    status: 1,
    workNo: 'B-1',
    roleNames: '客服,运营',
    orgCodeTxt: '默认租户',
  });
  await scene.login('comes_back');
});

test('who was frozen comes back frozen, and without what somebody else has now', async () => {
  const id = await scene.user(1, { username: 'was_frozen', workNo: 'B-2' });
  await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body: { ids: id, status: 2 } });
  await remove(id);
  await scene.user(1, { username: 'took_number', workNo: 'B-2' });
  await restore(id);
  expect(await shown(id)).toMatchObject({ status: 2, workNo: null });
});

test('nobody brings back more than they might give', async () => {
  const id = await scene.user(1, { username: 'was_admin', roles: ['TADM'] });
  await remove(id);
  const made = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: '人事', roleCode: 'binner' },
  });
  const { result: tree } = await scene.call('GET', '/sys/permission/queryTreeList', {
    token: admin,
  });
  expect(tree.treeList.length).toBeGreaterThan(0);
  const [deleting] = await scene.db.platform(
    (tx) => tx.rows<{ id: string }>`select id from permission where key = 'system:user:delete'`,
  );
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: made.result.id, permissionIds: deleting?.id },
  });
  await scene.user(1, { username: 'binner', roles: ['binner'] });
  const token = await scene.login('binner');
  expect((await bin(token)).map((one) => one.username)).toContain('was_admin');
  expect((await restore(id, token)).status).toBe(403);
  expect((await purge(id, token)).status).toBe(403);
  await restore(id);
  expect(await shown(id)).toMatchObject({ roleNames: '租户管理员' });
});

test('for good: nothing personal stays, logs keep the name, and nobody else gets it', async () => {
  const id = await scene.user(1, {
    username: 'gone_good',
    realname: '离职者',
    phone: '13800000077',
    email: 'gone@example.com',
  });
  expect(await purge(id)).toMatchObject({ success: false, message: '未找到对应实体' });
  await remove(id);
  expect(await purge(id)).toMatchObject({ success: true, message: '删除成功' });
  expect((await bin()).map((one) => one.username)).not.toContain('gone_good');
  expect(await restore(id)).toMatchObject({ success: false });
  const [account] = await scene.db.platform(
    (tx) => tx.rows<Record<string, unknown>>`
      select username, realname, phone, email, status from app_user where id = ${id}`,
  );
  expect(account).toEqual({
    username: 'gone_good',
    realname: '已删除用户',
    phone: null,
    email: null,
    status: 'deleted',
  });
  const operations = await scene.db.tx(
    systemActor(1, 'reader'),
    (tx) => tx.rows<{ action: string; actorName: string }>`
      select action, actor_name from audit_log where tenant_id = ${tx.tenant} and row_id = ${id}
      order by at, id`,
  );
  expect(operations.map(({ action }) => action)).toEqual(['add', 'delete', 'purge']);
  const again = (username: string) =>
    scene.call('POST', '/sys/user/add', {
      token: admin,
      body: { username, realname: '新人', password: 'tall green Lamp 9', phone: '13800000077' },
    });
  expect(await again('gone_good')).toMatchObject({ success: false, message: '用户账号已存在' });
  expect(await again('its_phone')).toMatchObject({ success: true });
});

test('another tenant neither sees the bin nor empties it', async () => {
  const id = await scene.user(1, { username: 'bin_prey' });
  await remove(id);
  await scene.user(2, { username: 'bin_stranger', roles: ['TADM'] });
  const token = await scene.login('bin_stranger');
  expect(await bin(token)).toEqual([]);
  for (const tried of [await restore(id, token), await purge(id, token)])
    expect(tried).toMatchObject({ status: 200, success: false, message: '未找到对应实体' });
  expect((await bin()).map((one) => one.username)).toContain('bin_prey');
});

test('for good here is not for good elsewhere: who works in another tenant stays who they are', async () => {
  const id = await scene.user(1, { username: 'lives_twice', realname: '两处任职' });
  await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`insert into membership (tenant_id, user_id, create_by, create_time)
      values (${tx.tenant}, ${id}, 'test', ${tx.now})`,
  );
  await remove(id);
  expect((await purge(id)).success).toBe(true);
  const [account] = await scene.db.platform(
    (tx) => tx.rows<Record<string, unknown>>`
      select realname, status from app_user where id = ${id}`,
  );
  expect(account).toEqual({ realname: '两处任职', status: 'active' });
  await scene.login('lives_twice');
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { openScene, roleId, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

test('people of another tenant are not there', async () => {
  const foreign = await scene.user(2, { username: 'far_away' });
  const list = await scene.call('GET', '/sys/user/list?username=far_away', { token: admin });
  expect(list.result.total).toBe(0);
  const byId = await scene.call('GET', `/sys/user/queryById?id=${foreign}`, { token: admin });
  expect(byId).toMatchObject({ success: false, message: '未找到对应实体' });
  const edit = await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id: foreign, realname: 'x' },
  });
  expect(edit).toMatchObject({ success: false, message: '未找到对应实体' });
  const reset = await scene.call('PUT', '/sys/user/changePassword', {
    token: admin,
    body: { username: 'far_away', password: 'Evil lamp 1234' },
  });
  expect(reset.message).toBe('用户不存在！');
  const grant = await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: await roleId(scene, 2, 'OPS'), permissionIds: '' },
  });
  expect(grant.success).toBe(false);
});

test('an account that another tenant shares keeps its particulars', async () => {
  const id = await scene.user(1, { username: 'shared_one' });
  await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.run`
      insert into membership (tenant_id, user_id, create_time)
      values (${tx.tenant}, ${id}, ${tx.now})`,
  );
  const edit = await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id, email: 'taken.over@example.com' },
  });
  expect(edit.message).toContain('同时属于其他租户');
  const reset = await scene.call('PUT', '/sys/user/changePassword', {
    token: admin,
    body: { username: 'shared_one', password: 'Evil lamp 1234' },
  });
  expect(reset.message).toContain('同时属于其他租户');
  // Frozen in one tenant, somebody goes on in the other.
  const about = { userId: id, orgCode: null, ip: '10.0.0.1', userAgent: 'test' };
  const [here, there] = await Promise.all([1, 2].map((tenant) => scene.sessions.create({ ...about, tenant })));
  const body = { ids: id, status: 2 };
  expect((await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body })).success).toBe(true);
  expect(await scene.sessions.alive([here ?? '', there ?? ''])).toEqual(new Set([there]));
});

import { afterAll, beforeAll, expect, test } from 'vitest';
import { openScene, permissionIds, roleId, type Scene } from './test-scene.ts';

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

/** A role with exactly these rights, and a person who has it. */
async function personWith(username: string, ...codes: string[]): Promise<string> {
  const { result } = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: username, roleCode: username },
  });
  const granted = await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: result.id, permissionIds: (await permissionIds(scene, ...codes)).join(',') },
  });
  expect(granted.message).toBe('保存成功！');
  return scene.user(1, { username, roles: [username] });
}

test('roles are shown to those who give them, and to nobody else', async () => {
  await personWith('role_giver', 'system:user:add');
  await personWith('role_stranger', 'system:user:list');
  for (const [username, status] of [
    ['role_giver', 200],
    ['role_stranger', 403],
  ] as const) {
    const token = await scene.login(username);
    for (const path of ['list', 'queryall'])
      expect([username, (await scene.call('GET', `/sys/role/${path}`, { token })).status]).toEqual([username, status]);
  }
});

test('nobody takes from a role, nor deletes with one, what they lack', async () => {
  await personWith('keeper', 'system:role:list', 'system:role:grant', 'system:role:delete');
  await personWith('freezer', 'system:user:freeze');
  const token = await scene.login('keeper');
  const role = await roleId(scene, 1, 'freezer');
  const grants = async () =>
    (
      await scene.call('GET', `/sys/permission/queryRolePermission?roleId=${role}`, {
        token: admin,
      })
    ).result;
  const before = await grants();
  expect(before).toHaveLength(1);
  const emptied = await scene.call('POST', '/sys/permission/saveRolePermission', {
    token,
    body: { roleId: role, permissionIds: '', lastpermissionIds: before.join(',') },
  });
  expect(emptied.status).toBe(403);
  expect((await scene.call('DELETE', `/sys/role/delete?id=${role}`, { token })).status).toBe(403);
  expect(await grants()).toEqual(before);
});

test('what a colleague has granted since stays, unless it was taken on purpose', async () => {
  await personWith('two_hands', 'system:user:list');
  const role = await roleId(scene, 1, 'two_hands');
  const [listed] = await permissionIds(scene, 'system:user:list');
  const [frozen] = await permissionIds(scene, 'system:user:freeze');
  const save = (permissionIds: string, lastpermissionIds: string) =>
    scene.call('POST', '/sys/permission/saveRolePermission', {
      token: admin,
      body: { roleId: role, permissionIds, lastpermissionIds },
    });
  await save(`${listed},${frozen}`, `${listed}`);
  // Another page, opened before.
  expect((await save('', `${listed}`)).success).toBe(true);
  const { result } = await scene.call('GET', `/sys/permission/queryRolePermission?roleId=${role}`, {
    token: admin,
  });
  expect(result).toEqual([frozen]);
});

test('rights taken from a role are gone with the next call', async () => {
  await personWith('reader_one', 'system:user:list');
  const token = await scene.login('reader_one');
  const list = () => scene.call('GET', '/sys/user/list', { token });
  expect((await list()).status).toBe(200);
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: await roleId(scene, 1, 'reader_one'), permissionIds: '' },
  });
  expect((await list()).status).toBe(403);
});

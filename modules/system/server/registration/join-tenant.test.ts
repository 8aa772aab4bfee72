import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { openScene, roleId, type Scene } from '../test-scene.ts';

/** People of tenant 1 join tenant 2, whose administrator is `boss`. */
let scene: Scene;
let boss: string;
beforeAll(async () => {
  scene = await openScene();
  const roles = [await roleId(scene, 2, 'TADM')];
  await scene.user(2, { username: 'boss_two', roles, departs: ['A01'] });
  boss = await scene.login('boss_two');
}, 60_000);
afterAll(() => scene?.close());

async function invite(more: object = {}) {
  const departs = await scene.db.tx(
    systemActor(2, 'test'),
    (tx) => tx.rows<{ id: string }>`select id from depart where tenant_id = ${tx.tenant}`,
  );
  return scene.call('POST', '/sys/invitation/add', {
    token: boss,
    body: { roleId: await roleId(scene, 2, 'OPS'), departId: departs[0]?.id, ...more },
  });
}

test('who has an account joins a further team by its code, with the role it grants', async () => {
  covers('ours: further team');
  await scene.user(1, { username: 'joins_too' });
  const token = await scene.login('joins_too');
  const join = (invitation: unknown, by = token) =>
    scene.call('POST', '/sys/user/joinTenant', { token: by, body: { invitation } });
  const tenants = async (): Promise<number[]> =>
    (await scene.call('GET', '/sys/user/tenants', { token })).result.map((one: { id: number }) => one.id);
  const home = await tenants();
  const { code } = (await invite({ maxUses: 2 })).result;
  expect(await join('2-AAAA-AAAA-AAAA-AAAA')).toMatchObject({ message: '邀请码无效或已过期' });
  expect((await join('')).success).toBe(false);
  // Twice at once: one of them joins, and one use is gone.
  const both = await Promise.all([join(code), join(code.toLowerCase())]);
  expect(both.map(({ message }) => message).sort()).toEqual(['已加入团队“第二租户”', '您已在该团队中，无需再次加入']);
  expect(await tenants()).toEqual([...home, 2].sort((a, b) => a - b));
  const moved = await scene.call('PUT', '/sys/selectTenant', { token, body: { tenantId: 2 } });
  const rights = await scene.call('GET', '/sys/user/profile', { token: moved.result.token });
  expect(rights.result).toMatchObject({ username: 'joins_too', roleNames: '运营' });
  const list = await scene.call('GET', '/sys/invitation/list', { token: boss });
  const used = list.result.records.find((one: { codeHint: string }) => one.codeHint === code.slice(-4));
  expect(used).toMatchObject({ uses: 1, state: 'open' });
});

test('who was taken out may come back by a new code, who was frozen may not', async () => {
  const id = await scene.user(1, { username: 'comes_back' });
  const token = await scene.login('comes_back');
  const { code } = (await invite({ maxUses: 5 })).result;
  const join = () => scene.call('POST', '/sys/user/joinTenant', { token, body: { invitation: code } });
  expect(await join()).toMatchObject({ success: true });
  await scene.call('PUT', '/sys/user/frozenBatch', {
    token: boss,
    body: { ids: id, status: '2' },
  });
  expect((await join()).message).toBe('您已在该团队中，无需再次加入');
  await scene.call('DELETE', `/sys/user/delete?id=${id}`, { token: boss });
  expect(await join()).toMatchObject({ success: true });
});

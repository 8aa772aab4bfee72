import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { openOtherTenant, personWith } from '#tests/contract/worlds.ts';
import { PASSWORD, startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { covers } from '#tests/spec/covers.ts';

/** Rights that reach beyond what somebody was given: of the platform, over people above them. */

let scene: TestApp;
let admin: Client;
let stranger: Client;
beforeAll(async () => {
  scene = await startTestApp();
  admin = await scene.as('admin');
  stranger = await openOtherTenant(scene);
});
afterAll(() => scene?.stop());

/** A right over all tenants, as the operator's pages bring it along. */
const PLATFORM_RIGHT = 'system:tenant:edit';

const platformButton = (): Promise<string> =>
  look(scene, async (tx) => {
    const { id } = await tx.platform.one<{ id: string }>`
      select id from permission where perms = ${PLATFORM_RIGHT} and menu_type = 2`;
    return id;
  });

interface Menu {
  auth: { action: string }[];
}
const codesOf = async (who: Client): Promise<string[]> =>
  (await must(who.get<Menu>('/sys/permission/getUserPermissionByToken'))).auth.map(({ action }) => action);

test('a tenant gives no right of the platform, and one that slipped in counts for nothing', async () => {
  covers('ours: rights of the platform');
  const id = await platformButton();
  const grant = (roleId: string) => ({ roleId, permissionIds: id, lastpermissionIds: '' });
  const give = async (tenant: number, role: string): Promise<unknown> =>
    scene.app.db.tx(
      systemActor(tenant, 'test'),
      (tx) => tx.run`
        insert into role_permission (tenant_id, role_id, permission_id, operate_time)
        values (${tx.tenant}, ${role}::uuid, ${id}::uuid, ${tx.now})`,
    );
  const add = async (who: Client): Promise<string> =>
    (await must(who.post<{ id: string }>('/sys/role/add', { roleName: '自有', roleCode: 'own' }))).id;
  for (const [tenant, who] of [
    [2, stranger],
    [1, admin],
  ] as const) {
    const role = await add(who);
    if (tenant === 2) {
      const own = await stranger.post('/sys/permission/saveRolePermission', grant(role));
      expect(own).toMatchObject({ status: 403, success: false });
    }
    await give(tenant, role);
    const username = `slipped_${tenant}`;
    await createUser(scene.app.db, systemActor(tenant, 'test'), {
      username,
      realname: '误授',
      password: PASSWORD,
      roles: ['own'],
      departs: ['A01'],
    });
    const codes = await codesOf(await scene.as(username));
    // The operator's own tenant is where such a right belongs.
    expect(codes.includes(PLATFORM_RIGHT), String(tenant)).toBe(tenant === 1);
  }
});

test('a refused deed is written down with who tried what, and a flood of them as one story', async () => {
  covers('ours: rights of the platform');
  const clerk = await personWith(scene, admin, ['system:log:list']);
  const refused = async (): Promise<{ actor: string; diff: unknown }[]> =>
    look(
      scene,
      (tx) => tx.rows<{ actor: string; diff: unknown }>`
        select actor_name as actor, diff from audit_log
        where tenant_id = ${tx.tenant} and resource = 'system:access' and action = 'refuse'
        order by at`,
    );
  const before = (await refused()).length;
  await clerk.get('/sys/user/list'); // looking is no deed
  expect(await clerk.put('/sys/user/changePassword', { username: 'admin' })).toMatchObject({
    status: 403,
  });
  const [row] = (await refused()).slice(before);
  expect(row).toEqual({
    actor: expect.stringMatching(/^person_/),
    diff: { call: 'PUT /sys/user/changePassword', permission: 'system:user:password' },
  });
  expect(await refused()).toHaveLength(before + 1);
  for (let n = 0; n < 40; n++) await clerk.post('/sys/role/add', {});
  expect((await refused()).length).toBeLessThanOrEqual(before + 30);
  const log = await must(admin.get<{ records: { logContent: string }[] }>('/sys/log/list', { logType: '2' }));
  expect(log.records.map(({ logContent }) => logContent)).toContain('越权操作被拒绝');
});

test('nobody ends the session of somebody who may do more than they', async () => {
  const helper = await personWith(scene, admin, ['system:online:list', 'system:online:logout']);
  const sessionOf = async (username: string): Promise<string> =>
    (await must(admin.get<{ records: { id: string }[] }>('/sys/online/list', { username }))).records[0]?.id as string;
  const above = await sessionOf('admin');
  expect(await helper.post('/sys/online/forceLogout', { token: above })).toMatchObject({
    status: 403,
    success: false,
  });
  expect(await admin.get('/sys/user/profile')).toMatchObject({ success: true });
  const equal = await personWith(scene, admin, ['system:online:list']);
  const name = (await must(equal.get<{ username: string }>('/sys/user/profile'))).username;
  expect(await helper.post('/sys/online/forceLogout', { token: await sessionOf(name) })).toMatchObject({
    success: true,
  });
  expect(await equal.get('/sys/user/profile')).toMatchObject({ status: 401 });
});

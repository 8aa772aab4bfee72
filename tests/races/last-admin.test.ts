import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { createUser } from '#modules/system/server/index.ts';
import { look } from '#tests/channels/shop.ts';
import { PASSWORD, startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';
import { must } from '#tests/lifecycles/one-of-each.ts';
import { together } from './together.ts';

/**
 * The last administrator of a tenant stays one: not removed, frozen or stripped, by one request or by two
 * at once, whatever the two are and whichever comes first.
 */

let scene: TestApp;
let roleId: string;
let platformRole: string;
/** Two who hold all rights and are no administrators themselves. */
let deputies: [Client, Client];
/** The two administrators. */
let pair: [string, string];
/** One of the two who operate the platform; the other is the first administrator. */
let operator: string;

beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  const admin = await scene.as('admin');
  const role = await must(admin.post<{ id: string }>('/sys/role/add', { roleName: '全权', roleCode: 'all' }));
  const tree = await admin.get<{ ids: string[] }>('/sys/role/queryTreeList');
  const permissionIds = tree.result.ids.join(',');
  await must(admin.post('/sys/permission/saveRolePermission', { roleId: role.id, permissionIds }));
  const person = (username: string, ...roles: string[]): Promise<string> =>
    createUser(scene.app.db, systemActor(1, 'test'), {
      username,
      realname: username,
      password: PASSWORD,
      roles,
      departs: ['A01'],
    });
  operator = await person('deputy_one', 'all', 'PADM');
  await person('deputy_two', 'all');
  deputies = [await scene.as('deputy_one'), await scene.as('deputy_two')];
  const second = await person('second_admin', 'TADM');
  const first = await must(admin.get<{ id: string }>('/sys/user/profile'));
  pair = [first.id, second];
  const lasting = await look(
    scene,
    (tx) => tx.rows<{ id: string }>`
      select id from role where tenant_id = ${tx.tenant} and code in ('TADM', 'PADM')
      order by code desc`,
  );
  [{ id: roleId }, { id: platformRole }] = lasting as [{ id: string }, { id: string }];
});
afterAll(() => scene?.stop());

/** All are what they were: active, with their roles. */
const mend = () =>
  look(scene, async (tx) => {
    await tx.run`update membership set status = 'active', removed = null
      where tenant_id = ${tx.tenant} and user_id = any(${pair}::uuid[])`;
    await tx.run`insert into user_role (tenant_id, user_id, role_id)
      select ${tx.tenant}, u, ${roleId}::uuid from unnest(${pair}::uuid[]) as u on conflict do nothing`;
    await tx.run`insert into user_role (tenant_id, user_id, role_id)
      select ${tx.tenant}, u, ${platformRole}::uuid from unnest(${[pair[0], operator]}::uuid[]) as u
      on conflict do nothing`;
  });
beforeEach(mend);

const active = async (): Promise<string[]> =>
  (
    await look(
      scene,
      (tx) => tx.rows<{ id: string }>`
        select m.user_id as id from membership m
        join user_role ur on ur.tenant_id = m.tenant_id and ur.user_id = m.user_id
        where m.tenant_id = ${tx.tenant} and ur.role_id = ${roleId} and m.status = 'active'
        order by m.user_id`,
    )
  ).map(({ id }) => id);

type Deed = (who: Client, id: string) => Promise<Answer<unknown>>;

/** Every way in which somebody stops being an administrator. */
const DEEDS: Record<string, Deed> = {
  'the role is taken': (who, userId) => who.delete('/sys/user/deleteUserRole', { roleId, userId }),
  'the role is taken from several': (who, userIds) => who.delete('/sys/user/deleteUserRoleBatch', { roleId, userIds }),
  'the person is edited': (who, id) => who.put('/sys/user/edit', { id, selectedroles: 'all' }),
  'the person is frozen': (who, ids) => who.put('/sys/user/frozenBatch', { ids, status: '2' }),
  'the person is deleted': (who, id) => who.delete('/sys/user/delete', { id }),
  'several are deleted': (who, ids) => who.delete('/sys/user/deleteBatch', { ids }),
};
const names = Object.keys(DEEDS);
const LAST = '至少需要保留一名正常状态的租户管理员';

test.each(names)('G8 %s: of two administrators one goes, the other stays', async (name) => {
  const [first, second] = pair;
  const operation = DEEDS[name] as Deed;
  await must(operation(deputies[0], second));
  expect(await active()).toEqual([first]);
  const refused = await operation(deputies[1], first);
  expect(refused).toMatchObject({ success: false });
  expect(refused.message).toContain(LAST);
  expect(await active()).toEqual([first]);
});

test.each([
  ['frozen', (ids: string) => deputies[0].put('/sys/user/frozenBatch', { ids, status: '2' })],
  ['deleted', (ids: string) => deputies[0].delete('/sys/user/deleteBatch', { ids })],
  ['stripped', (userIds: string) => deputies[0].delete('/sys/user/deleteUserRoleBatch', { roleId, userIds })],
] as const)('G8 all administrators in one request are not %s', async (_name, operation) => {
  expect((await operation(pair.join(','))).message).toContain(LAST);
  expect(await active()).toEqual([...pair].sort());
});

test.each(names.flatMap((one) => names.map((other) => [one, other])))(
  'G8 at once: %s, and of the other: %s',
  async (one, other) => {
    for (const [first, second] of [pair, [...pair].reverse()] as [string, string][]) {
      const both = await together(
        scene,
        'role',
        [roleId],
        [() => (DEEDS[one] as Deed)(deputies[0], first), () => (DEEDS[other] as Deed)(deputies[1], second)],
      );
      expect(both.map(({ status }) => status < 500)).toEqual([true, true]);
      expect(await active(), JSON.stringify(both)).toHaveLength(1);
      expect(both.filter(({ success }) => success)).toHaveLength(1);
      await mend();
    }
  },
);

test('G8 what comes back from the bin or from a version takes nobody along', async () => {
  const [first, second] = pair;
  await must((DEEDS['the person is deleted'] as Deed)(deputies[0], second));
  const both = await Promise.all([
    deputies[0].put('/sys/user/putRecycleBin', { userIds: second }),
    (DEEDS['the person is frozen'] as Deed)(deputies[1], first),
  ]);
  expect(both.some(({ success }) => success)).toBe(true);
  expect((await active()).length).toBeGreaterThan(0);
  for (const id of pair) {
    const log = await must(
      deputies[0].get<{ records: { id: string }[] }>('/sys/dataLog/list', {
        dataTable: 'sys_user',
        dataId: id,
        pageSize: '50',
      }),
    );
    await Promise.all(
      log.records.map(({ id: version }, at) =>
        (deputies[at % 2] as Client).post('/sys/dataLog/restore', { id: version }),
      ),
    );
  }
  expect((await active()).length).toBeGreaterThan(0);
});

test('G8 the role itself keeps its name, its rights and its place', async () => {
  const who = deputies[0];
  for (const refused of [
    await who.put('/sys/role/edit', { id: roleId, roleCode: 'other' }),
    await who.delete('/sys/role/delete', { id: roleId }),
    await who.delete('/sys/role/deleteBatch', { ids: roleId }),
    await who.post('/sys/permission/saveRolePermission', { roleId, permissionIds: '' }),
  ])
    expect(refused).toMatchObject({ success: false });
  expect(await active()).toHaveLength(2);
});

describe('of those who operate the platform', () => {
  const NOBODY = '至少需要保留一名正常状态的平台运营';
  test.each(names)('G8 %s: the last one stays', async (name) => {
    const [first] = pair;
    const take = (userId: string) => deputies[1].delete('/sys/user/deleteUserRole', { roleId: platformRole, userId });
    await must(take(operator));
    // Another administrator of the tenant is there: nothing else stands in the way.
    const refused = name.startsWith('the role is taken')
      ? await take(first)
      : await (DEEDS[name] as Deed)(deputies[1], first);
    expect(refused).toMatchObject({ success: false });
    expect(refused.message).toContain(NOBODY);
  });

  test('G8 their role keeps its rights', async () => {
    const held = await deputies[0].get<string[]>('/sys/permission/queryRolePermission', {
      roleId: platformRole,
    });
    const stripped = await deputies[0].post('/sys/permission/saveRolePermission', {
      roleId: platformRole,
      permissionIds: '',
      lastpermissionIds: held.result.join(','),
    });
    expect(stripped).toMatchObject({ success: false, message: '平台运营的权限不能修改' });
    const after = await deputies[0].get<string[]>('/sys/permission/queryRolePermission', {
      roleId: platformRole,
    });
    expect(after.result.toSorted()).toEqual(held.result.toSorted());
  });
});

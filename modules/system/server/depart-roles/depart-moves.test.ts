import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { DepartMove } from '../../model/routes/departs.ts';
import { openScene, permissionIds, roleId as roleNamed, type Envelope, type Scene } from '../test-scene.ts';

/** Departments that are moved or merged: first what goes along, then that it did. */

type Depart = { id: string; orgCode: string };

let scene: Scene;
let admin: string;
let n = 0;
let north: Depart;
let team: Depart;
let south: Depart;
let worker: string;
let token: string;

const call = (
  method: 'GET' | 'POST' | 'PUT' | 'DELETE',
  path: string,
  sent: object = {},
  by = admin,
): Promise<Envelope> =>
  method === 'GET' || method === 'DELETE'
    ? scene.call(method, `${path}?${new URLSearchParams(sent as Record<string, string>)}`, {
        token: by,
      })
    : scene.call(method, path, { token: by, body: sent });
const done = async (answer: Promise<Envelope>) => {
  const got = await answer;
  expect(got, got.message).toMatchObject({ status: 200, success: true });
  return got;
};
const add = async (departName: string, parentId?: string): Promise<Depart> =>
  (await done(call('POST', '/sys/sysDepart/add', { departName, parentId }))).result;
const nodes = async (): Promise<Record<string, { orgCode: string; parentId: string; orgType: string }>> => {
  const page = await done(call('GET', '/sys/sysDepart/list', { pageSize: '200' }));
  return Object.fromEntries(page.result.records.map((row: { id: string }) => [row.id, row]));
};
const workplace = async (): Promise<string | null> =>
  (await done(call('GET', '/sys/user/getCurrentUserDeparts', {}, token))).result.orgCode;
const countsOf = (move: DepartMove): Record<string, number> =>
  Object.fromEntries(move.along.map(({ what, count }) => [what.split('，')[0], count]));

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

beforeEach(async () => {
  n++;
  north = await add(`北区${n}`);
  team = await add(`北区一组${n}`, north.id);
  south = await add(`南区${n}`);
  worker = await scene.user(1, { username: `mover_${n}`, departs: [team.orgCode] });
  token = await scene.login(`mover_${n}`);
  token = (await done(call('PUT', '/sys/selectDepart', { orgCode: team.orgCode, username: `mover_${n}` }, token)))
    .result.token;
});

async function roleIn(depart: Depart, ...codes: string[]): Promise<string> {
  const permissions = (await permissionIds(scene, ...codes)).join(',');
  await done(
    call('POST', '/sys/permission/saveDepartPermission', {
      departId: depart.id,
      permissionIds: permissions,
    }),
  );
  const body = { departId: depart.id, roleName: '组员', roleCode: `mate_${n}` };
  const { id } = (await done(call('POST', '/sys/sysDepartRole/add', body))).result;
  await done(
    call('POST', '/sys/sysDepartPermission/saveDeptRolePermission', {
      roleId: id,
      permissionIds: permissions,
    }),
  );
  await done(call('POST', '/sys/sysDepartRole/deptRoleUserAdd', { userId: worker, newRoleId: id }));
  return id;
}

/** A data rule of the user page that names a department by its code. */
async function ruleNaming(ruleValue: string): Promise<() => Promise<string>> {
  const [page] = await scene.db.platform(
    (tx) => tx.rows<{ id: string }>`select id from permission where url = '/isystem/user'`,
  );
  const permissionId = page?.id;
  const ruleName = `只看北区${n}`;
  await done(
    call('POST', '/sys/permission/addPermissionRule', {
      permissionId,
      ruleName,
      ruleColumn: 'orgCode',
      ruleConditions: 'IN',
      ruleValue,
    }),
  );
  return async () =>
    (
      (
        await done(
          call('GET', '/sys/permission/getPermRuleListByPermId', {
            permissionId: permissionId ?? '',
          }),
        )
      ).result as { ruleName: string; ruleValue: string }[]
    ).find((one) => one.ruleName === ruleName)?.ruleValue ?? '';
}

test('a department moves with all below it, and codes follow wherever they stand', async () => {
  const ruleValue = await ruleNaming(`${team.orgCode},${south.orgCode},${north.orgCode}X`);
  const sent = { id: north.id, parentId: south.id };
  const dry = await done(call('POST', '/sys/sysDepart/move', { ...sent, dryRun: true }));
  const plan = dry.result as DepartMove;
  expect(plan.orgCode).toEqual([north.orgCode, `${south.orgCode}A01`]);
  expect(countsOf(plan)).toMatchObject({
    '部门（含下级）': 2,
    成员: 1,
    当前部门在其中的人: 1,
    按部门编码限定数据的规则: 1,
  });
  expect((await nodes())[north.id]).toMatchObject({ orgCode: north.orgCode, parentId: '' });
  expect(await workplace()).toBe(team.orgCode);

  await done(call('POST', '/sys/sysDepart/move', sent));
  const after = await nodes();
  expect(after[north.id]).toMatchObject({
    orgCode: `${south.orgCode}A01`,
    parentId: south.id,
    orgType: '2',
  });
  expect(after[team.id]).toMatchObject({ orgCode: `${south.orgCode}A01A01`, orgType: '3' });
  expect(await workplace()).toBe(`${south.orgCode}A01A01`);
  expect(await ruleValue()).toBe(`${south.orgCode}A01A01,${south.orgCode},${north.orgCode}X`);
  // And back among the roots.
  await done(call('POST', '/sys/sysDepart/move', { id: north.id }));
  const [back] = [(await nodes())[north.id]];
  expect(back).toMatchObject({ parentId: '', orgType: '1' });
  expect(await workplace()).toBe(`${back?.orgCode}A01`);
});

test('a department goes nowhere below itself, nor where it stands, nor to another tenant', async () => {
  const below = '部门不能移到自己或自己的下级之下';
  for (const parentId of [north.id, team.id])
    expect(await call('POST', '/sys/sysDepart/move', { id: north.id, parentId })).toMatchObject({
      success: false,
      message: below,
      result: { errors: [{ field: 'parentId' }] },
    });
  for (const intoId of [north.id, team.id])
    expect(await call('POST', '/sys/sysDepart/merge', { id: north.id, intoId })).toMatchObject({
      success: false,
      message: '部门不能合并到自己或自己的下级',
      result: { errors: [{ field: 'intoId' }] },
    });
  expect((await call('POST', '/sys/sysDepart/move', { id: team.id, parentId: north.id })).message).toBe(
    '部门已在该上级之下，请选择其他上级部门',
  );
  await scene.user(2, { username: `boss_${n}`, roles: ['TADM'] });
  const second = await scene.login(`boss_${n}`);
  const theirs = (await done(call('POST', '/sys/sysDepart/add', { departName: '他方' }, second))).result;
  for (const sent of [{ id: north.id }, { id: theirs.id, parentId: south.id }])
    expect(await call('POST', '/sys/sysDepart/move', sent, second)).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect((await call('POST', '/sys/sysDepart/move', { id: north.id }, token)).status).toBe(403);
  expect((await call('POST', '/sys/sysDepart/merge', { id: north.id, intoId: south.id }, token)).status).toBe(403);
});

test('a merged department leaves its members, roles and departments to the other', async () => {
  const roleId = await roleIn(team, 'system:user:list');
  const list = async () => (await scene.call('GET', '/sys/user/list', { token })).status;
  expect(await list()).toBe(200);
  const sub = await add(`小队${n}`, team.id);
  await done(call('PUT', '/sys/sysDepart/edit', { id: team.id, directorUserIds: worker }));
  const sent = { id: team.id, intoId: south.id };
  const dry = await done(call('POST', '/sys/sysDepart/merge', { ...sent, dryRun: true }));
  expect(countsOf(dry.result as DepartMove)).toMatchObject({
    下级部门: 1,
    成员: 1,
    当前部门在此的人: 1,
    部门角色及其成员: 1,
    [`“南区${n}”的部门权限由此增加`]: 1,
  });
  expect((await nodes())[team.id]).toBeDefined();

  await done(call('POST', '/sys/sysDepart/merge', sent));
  const after = await nodes();
  expect(after[team.id]).toBeUndefined();
  expect(after[sub.id]).toMatchObject({ parentId: south.id, orgCode: `${south.orgCode}A01` });
  expect(await list()).toBe(200);
  expect(await workplace()).toBe(south.orgCode);
  const held = await done(
    call('GET', '/sys/sysDepartRole/getDeptRoleByUserId', { userId: worker, departId: south.id }),
  );
  expect(held.result).toMatchObject([{ droleId: roleId }]);
  const [person] = (await done(call('GET', '/sys/user/list', { username: `mover_${n}` }))).result.records;
  expect(person).toMatchObject({ departIds: '' });
  // The frame goes on to bound it, there.
  await done(
    call('POST', '/sys/permission/saveDepartPermission', {
      departId: south.id,
      permissionIds: '',
    }),
  );
  expect(await list()).toBe(403);
});

test('nobody hands a department more rights by a merge than they hold', async () => {
  await roleIn(team, 'system:user:list');
  await done(call('POST', '/sys/role/add', { roleName: '并', roleCode: 'merger' }));
  const codes = ['list', 'edit', 'delete'].map((verb) => `system:depart:${verb}`);
  await done(
    call('POST', '/sys/permission/saveRolePermission', {
      roleId: await roleNamed(scene, 1, 'merger'),
      permissionIds: (await permissionIds(scene, ...codes)).join(','),
    }),
  );
  await scene.user(1, { username: 'merger_one', roles: ['merger'] });
  const by = await scene.login('merger_one');
  const merge = { id: team.id, intoId: south.id };
  expect((await call('POST', '/sys/sysDepart/merge', merge, by)).status).toBe(403);
  expect((await nodes())[team.id]).toBeDefined();
  await done(call('POST', '/sys/sysDepart/merge', { id: south.id, intoId: team.id }, by));
});

test('a notice that was written to a merged department goes to the people that it had', async () => {
  const made = await done(
    call('POST', '/sys/annountCement/add', {
      titile: `给北区一组${n}`,
      msgContent: '<p>内容</p>',
      msgType: 'USER',
      departIds: `${team.id},${south.id},`,
    }),
  );
  const { id } = made.result;
  const request = { id: team.id, intoId: south.id };
  const shown = await done(call('POST', '/sys/sysDepart/merge', { ...request, dryRun: true }));
  expect(countsOf(shown.result)).toMatchObject({ 以此部门为对象的通告: 1 });
  await done(call('POST', '/sys/sysDepart/merge', request));
  const stored = await done(call('GET', '/sys/annountCement/queryById', { id }));
  expect(stored.result.departIds).toBe(`${south.id},`);
  await done(call('GET', '/sys/annountCement/doReleaseData', { id }));
  const inbox = await done(call('GET', '/sys/sysAnnouncementSend/getMyAnnouncementSend', {}, token));
  expect(inbox.result.records.map((one: { titile: string }) => one.titile)).toEqual([`给北区一组${n}`]);
});

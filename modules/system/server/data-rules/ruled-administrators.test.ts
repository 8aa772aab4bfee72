import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { openScene, permissionIds, roleId, type Envelope, type Scene } from '../test-scene.ts';

/** Whoever edits people under data rules neither widens what they see nor governs who sees more. */

let scene: Scene;
let admin: string;
let north: string;
let inNorth: string;
let south: string;
let clerk: { id: string; token: string };
let number = 0;

const as = (token: string) => ({
  get: (url: string) => scene.call('GET', url, { token }),
  post: (url: string, body: object) => scene.call('POST', url, { token, body }),
  put: (url: string, body: object) => scene.call('PUT', url, { token, body }),
});
const depart = async (departName: string, parentId = ''): Promise<string> =>
  (await as(admin).post('/sys/sysDepart/add', { departName, parentId })).result.id;

async function role(code: string, codes: readonly string[], ruleValue?: string): Promise<void> {
  await as(admin).post('/sys/role/add', { roleName: code, roleCode: code });
  const id = await roleId(scene, 1, code);
  const [page = ''] = await permissionIds(scene, 'menu:/isystem/position');
  const held = [page, ...(await permissionIds(scene, ...codes))].join(',');
  await as(admin).post('/sys/permission/saveRolePermission', { roleId: id, permissionIds: held });
  if (ruleValue === undefined) return;
  const [log = ''] = await permissionIds(scene, 'menu:/isystem/log');
  const rule = { ruleName: code, ruleColumn: 'username', ruleConditions: 'in', ruleValue };
  const added = await as(admin).post('/sys/permission/addPermissionRule', {
    ...rule,
    permissionId: log,
    status: '1',
  });
  expect(added.message).toBe('添加成功！');
  const rules = await as(admin).get(`/sys/permission/getPermRuleListByPermId?permissionId=${log}`);
  await as(admin).post('/sys/permission/saveRolePermission', {
    roleId: id,
    permissionIds: `${held},${log}`,
    lastpermissionIds: held,
  });
  const dataRuleIds = rules.result.at(-1).id;
  const carried = await as(admin).post('/sys/role/datarule', {
    permissionId: log,
    roleId: id,
    dataRuleIds,
  });
  expect(carried.message).toBe('保存成功!');
}

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
  north = await depart('北方');
  inNorth = await depart('北方一部', north);
  south = await depart('南方');
  const people = ['system:user:list', 'system:user:add', 'system:user:edit', 'system:depart:edit'];
  await role('by_depart', [...people, 'system:myDepart:edit'], '#{sys_org_users}');
  await role('by_name', people, '#{sys_user_code}');
  await role('sees_logs', [...people, 'system:log:list']);
  const hr = people.filter((code) => code !== 'system:depart:edit');
  await role('hr', hr);
}, 60_000);
afterAll(() => scene?.close());
beforeEach(async () => {
  const username = `clerk_${++number}`;
  const id = await scene.user(1, { username, roles: ['by_depart'], departs: [north] });
  clerk = { id, token: await scene.login(username) };
});

const FORBIDDEN = 403;
const departsOf = (token: string, id: string, ...ids: string[]): Promise<Envelope> =>
  as(token).put('/sys/user/edit', { id, selecteddeparts: ids.join(',') });

test('under a rule that names departments nobody is put beyond one’s own, oneself least of all', async () => {
  const other = await scene.user(1, { username: `other_${number}`, departs: [north] });
  const { token, id } = clerk;
  for (const person of [id, other]) expect((await departsOf(token, person, north, south)).status).toBe(FORBIDDEN);
  const member = { depId: south, userIdList: [id] };
  expect((await as(token).post('/sys/user/editSysDepartWithUser', member)).status).toBe(FORBIDDEN);
  const added = await as(token).post('/sys/user/add', {
    username: `fresh_${number}`,
    realname: '新人',
    password: 'Yundan-2026-Test',
    selecteddeparts: south,
  });
  expect(added.status).toBe(FORBIDDEN);
  expect((await departsOf(token, other, north, inNorth)).success).toBe(true);
  expect((await departsOf(token, other, inNorth)).success).toBe(true);
});

test('a rule that names nothing of the kind leaves departments alone', async () => {
  await scene.user(1, { username: `named_${number}`, roles: ['by_name'], departs: [north] });
  const other = await scene.user(1, { username: `moved_${number}`, departs: [north] });
  const token = await scene.login(`named_${number}`);
  expect((await departsOf(token, other, south)).success).toBe(true);
});

test('who edits people and no departments makes nobody lead one that they do not lead', async () => {
  const id = await scene.user(1, { username: `hr_${number}`, roles: ['hr'], departs: [north] });
  const token = await scene.login(`hr_${number}`);
  const lead = (person: string, ids: string, by: string): Promise<Envelope> =>
    as(by).put('/sys/user/edit', { id: person, userIdentity: 2, departIds: ids });
  expect(await lead(id, south, token)).toMatchObject({
    success: false,
    message: '只能指定您可以管理的部门',
  });
  expect((await lead(id, north, admin)).success).toBe(true);
  const other = await scene.user(1, { username: `under_${number}`, departs: [north] });
  expect((await lead(other, inNorth, token)).success).toBe(true);
  expect((await lead(other, `${inNorth},${south}`, token)).success).toBe(false);
  // What somebody leads already goes along with any other edit of them.
  expect((await lead(id, north, token)).success).toBe(true);
});

test('who sees more of something than the rules of an administrator let them is not governed by them', async () => {
  await scene.user(1, { username: `ruler_${number}`, roles: ['by_name'], departs: [north] });
  const token = await scene.login(`ruler_${number}`);
  const more = await scene.user(1, { username: `sees_${number}`, roles: ['sees_logs'] });
  const same = await scene.user(1, { username: `same_${number}`, roles: ['by_name'] });
  const rename = (id: string): Promise<Envelope> => as(token).put('/sys/user/edit', { id, realname: '改名' });
  expect((await rename(more)).status).toBe(FORBIDDEN);
  expect((await rename(same)).success).toBe(true);
});

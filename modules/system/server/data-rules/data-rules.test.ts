import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { openScene, permissionIds, roleId, type Envelope, type Scene } from '../test-scene.ts';
import { conditionFor, type RulePerson } from './rule-values.ts';

let scene: Scene;
let admin: string;
let page: string;

beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
  [page = ''] = await permissionIds(scene, 'menu:/isystem/user');
}, 60_000);
afterAll(() => scene?.close());

const as = (token: string) => ({
  get: (url: string) => scene.call('GET', url, { token }),
  post: (url: string, body: object) => scene.call('POST', url, { token, body }),
  put: (url: string, body: object) => scene.call('PUT', url, { token, body }),
  remove: (url: string) => scene.call('DELETE', url, { token }),
});

/** A role that grants these codes and the page of users. */
async function role(code: string, ...codes: string[]): Promise<string> {
  await as(admin).post('/sys/role/add', { roleName: code, roleCode: code });
  const id = await roleId(scene, 1, code);
  const permissionIds_ = [page, ...(await permissionIds(scene, ...codes))].join(',');
  const saved = await as(admin).post('/sys/permission/saveRolePermission', {
    roleId: id,
    permissionIds: permissionIds_,
  });
  expect(saved.message).toBe('保存成功！');
  return id;
}

let rules = 0;
const addRule = (by: string, more: object): Promise<Envelope> =>
  as(by).post('/sys/permission/addPermissionRule', {
    permissionId: page,
    ruleName: `规则 ${++rules}`,
    ruleColumn: 'username',
    ruleConditions: '=',
    ruleValue: '#{sys_user_code}',
    status: '1',
    ...more,
  });
const listRules = async (): Promise<{ id: string; ruleName: string; fault: string | null }[]> =>
  (await as(admin).get(`/sys/permission/getPermRuleListByPermId?permissionId=${page}`)).result;
async function ruleOf(more: object): Promise<string> {
  expect((await addRule(admin, more)).message).toBe('添加成功！');
  return (await listRules()).at(-1)?.id as string;
}
const carry = (by: string, role: string, ...ids: string[]): Promise<Envelope> =>
  as(by).post('/sys/role/datarule', {
    permissionId: page,
    roleId: role,
    dataRuleIds: `${ids.join(',')},`,
  });
const namesFor = async (token: string): Promise<string[]> =>
  (await as(token).get('/sys/user/list?pageSize=100')).result.records.map(
    ({ username }: { username: string }) => username,
  );

test('rules of a page are written, found, changed and deleted as the wire has it', async () => {
  const id = await ruleOf({ ruleName: '自己', ruleColumn: 'create_by', ruleConditions: 'LIKE' });
  const [found] = (
    await as(admin).get(`/sys/permission/queryPermissionRule?permissionId=${page}&ruleName=自&ruleValue=user`)
  ).result;
  expect(found).toMatchObject({
    id,
    permissionId: page,
    ruleName: '自己',
    ruleColumn: 'createBy',
    ruleConditions: 'LIKE',
    ruleValue: '#{sys_user_code}',
    status: '1',
    fault: null,
  });
  const edited = await as(admin).put('/sys/permission/editPermissionRule', {
    id,
    ruleName: '本人',
    ruleConditions: 'eq',
  });
  expect(edited.message).toBe('更新成功！');
  expect((await listRules()).find((one) => one.id === id)).toMatchObject({
    ruleName: '本人',
    ruleConditions: 'eq',
    ruleColumn: 'createBy',
  });
  const gone = await as(admin).remove(`/sys/permission/deletePermissionRule?id=${id}`);
  expect(gone.message).toBe('删除成功！');
  expect(await as(admin).remove(`/sys/permission/deletePermissionRule?id=${id}`)).toMatchObject({
    status: 200,
    success: false,
    message: '未找到对应实体',
  });
});

test.each([
  ['a field that the page has not', { ruleColumn: 'password' }, '规则字段不存在'],
  ['SQL', { ruleConditions: 'USE_SQL_RULES', ruleValue: '1 = 1' }, '不支持自定义 SQL 规则'],
  ['an unknown rule', { ruleConditions: '~' }, '不支持的规则条件'],
  ['an unknown variable', { ruleValue: '#{bpm_status}' }, '不支持的变量'],
  ['a value of another kind', { ruleColumn: 'createTime', ruleValue: 'x' }, '不匹配'],
  ['a rule that the kind lacks', { ruleColumn: 'createTime', ruleConditions: 'LIKE' }, '不匹配'],
  ['no value', { ruleValue: '' }, '请输入规则值'],
])('%s is refused and nothing is stored', async (_name, more, message) => {
  const before = await listRules();
  const refused = await addRule(admin, more);
  expect(refused).toMatchObject({ status: 200, success: false });
  expect(JSON.stringify(refused)).toContain(message);
  expect(await listRules()).toEqual(before);
});

test('a role carries rules that are there, and they hold with the next call', async () => {
  const id = await role('own_only', 'system:user:list', 'system:user:edit', 'system:user:freeze');
  const rule = await ruleOf({});
  await scene.user(1, { username: 'narrow', roles: ['own_only'] });
  const narrow = await scene.login('narrow');
  expect((await namesFor(narrow)).length).toBeGreaterThan(1);
  expect((await carry(admin, id, rule)).message).toBe('保存成功!');
  const shown = await as(admin).get(`/sys/role/datarule/${page}/${id}`);
  expect(shown.result).toMatchObject({ drChecked: rule });
  expect(shown.result.datarule.map((one: { id: string }) => one.id)).toContain(rule);
  expect(await namesFor(narrow)).toEqual(['narrow']);
  const other = await scene.user(1, { username: 'unseen' });
  for (const refused of [
    await as(narrow).put('/sys/user/edit', { id: other, phone: '13900000007' }),
    await as(narrow).put('/sys/user/frozenBatch', { ids: other, status: 2 }),
    await as(narrow).get(`/sys/user/queryUserRole?userid=${other}`),
    await as(narrow).get(`/sys/user/queryUserScope?userid=${other}`),
  ])
    expect(refused).toMatchObject({ success: false });
  const picked = await as(narrow).get('/sys/user/queryUserComponentData?pageSize=100');
  expect(picked.result.records.map((one: { username: string }) => one.username)).toEqual(['narrow']);
});

test('a rule that a role carries is neither deleted nor switched off under it', async () => {
  const id = await role('keeps_rule', 'system:user:list');
  const rule = await ruleOf({});
  await carry(admin, id, rule);
  const message = '该规则正被角色“keeps_rule”使用，请先在角色授权中取消';
  const stored = await as(admin).remove(`/sys/permission/deletePermissionRule?id=${rule}`);
  expect(stored).toMatchObject({ status: 200, success: false, message });
  const off = await as(admin).put('/sys/permission/editPermissionRule', { id: rule, status: '0' });
  expect(off).toMatchObject({ success: false, message });
  expect((await carry(admin, id)).success).toBe(true);
  const gone = await as(admin).remove(`/sys/permission/deletePermissionRule?id=${rule}`);
  expect(gone.success).toBe(true);
});

test('within a role all rules hold, across roles any; a role without one opens; a broken one closes', async () => {
  const [first, second] = [await role('first', 'system:user:list'), await role('second')];
  await scene.user(1, { username: 'aa_one', roles: ['first', 'second'] });
  await scene.user(1, { username: 'aa_two' });
  await scene.user(1, { username: 'bb_two' });
  const starts = await ruleOf({ ruleConditions: 'RIGHT_LIKE', ruleValue: 'aa_' });
  const ends = await ruleOf({ ruleConditions: 'LEFT_LIKE', ruleValue: '_two' });
  const own = await ruleOf({});
  const token = await scene.login('aa_one');
  expect((await namesFor(token)).length).toBeGreaterThan(3);
  await carry(admin, first, starts, ends);
  // The second role still shows all.
  expect((await namesFor(token)).length).toBeGreaterThan(3);
  await carry(admin, second, own);
  expect((await namesFor(token)).sort()).toEqual(['aa_one', 'aa_two']);
  await carry(admin, second, own, starts);
  await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.run`update permission_data_rule set rule_column = 'gone'
      where tenant_id = ${tx.tenant} and id = ${own}`,
  );
  scene.sessions.forgetTenant(1);
  expect(await namesFor(token)).toEqual(['aa_two']);
  expect((await listRules()).find(({ id }) => id === own)?.fault).toBe('规则字段不存在：gone');
});

test('a rule that is switched off while a role carries it lets nothing through', async () => {
  const id = await role('carries_off', 'system:user:list');
  await scene.user(1, { username: 'cc_off', roles: ['carries_off'] });
  const token = await scene.login('cc_off');
  const rule = await ruleOf({});
  await carry(admin, id, rule);
  expect(await namesFor(token)).toEqual(['cc_off']);
  await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.run`update permission_data_rule set status = '0'
      where tenant_id = ${tx.tenant} and id = ${rule}`,
  );
  scene.sessions.forgetTenant(1);
  expect(await namesFor(token)).toEqual([]);
});

test('nobody under a rule shows others more than they see, by rule, role or person', async () => {
  const rights = ['list', 'add', 'edit', 'delete'].map((verb) => `system:user:${verb}`);
  const governing = ['system:role:list', 'system:role:add', 'system:role:grant', 'system:role:edit'];
  const writing = ['list', 'add', 'edit', 'delete'].map((verb) => `system:dataRule:${verb}`);
  const id = await role('governor', ...rights, ...governing, ...writing);
  const own = await ruleOf({ ruleConditions: 'RIGHT_LIKE', ruleValue: 'gov' });
  await carry(admin, id, own);
  await scene.user(1, { username: 'gov_one', roles: ['governor'] });
  const wide = await role('wide', 'system:user:list');
  const token = await scene.login('gov_one');
  expect(await addRule(token, {})).toMatchObject({ status: 403 });
  const rewritten = { id: own, ruleValue: '' };
  for (const value of ['a', 'gov'])
    expect(await as(token).put('/sys/permission/editPermissionRule', { ...rewritten, ruleValue: value })).toMatchObject(
      { status: 403 },
    );
  expect(await carry(token, id)).toMatchObject({ status: 403 });
  const given = { username: 'gov_two', realname: '某人', password: 'tall green Lamp 9' };
  const handed = await as(token).post('/sys/user/add', { ...given, selectedroles: wide });
  expect(handed).toMatchObject({ status: 403 });
  // What they grant themselves carries the rule.
  await as(token).post('/sys/role/add', { roleName: '新角色', roleCode: 'made_by_gov' });
  const made = await roleId(scene, 1, 'made_by_gov');
  const saved = await as(token).post('/sys/permission/saveRolePermission', {
    roleId: made,
    permissionIds: [page, ...(await permissionIds(scene, ...rights))].join(','),
  });
  expect(saved.message).toBe('保存成功！');
  expect((await as(admin).get(`/sys/role/datarule/${page}/${made}`)).result.drChecked).toBe(own);
});

test('a rule of another tenant is not there', async () => {
  await scene.user(2, { username: 'second_tenant', roles: ['TADM'] });
  const stranger = await scene.login('second_tenant');
  const rule = await ruleOf({});
  const list = await as(stranger).get(`/sys/permission/getPermRuleListByPermId?permissionId=${page}`);
  expect(list.result).toEqual([]);
  for (const refused of [
    await as(stranger).put('/sys/permission/editPermissionRule', { id: rule, ruleName: 'x' }),
    await as(stranger).remove(`/sys/permission/deletePermissionRule?id=${rule}`),
  ])
    expect(refused).toMatchObject({ status: 200, success: false, message: '未找到对应实体' });
});

test('variables stand for who asks, where they work and when', () => {
  const person: RulePerson = {
    userId: 'u',
    username: 'ann',
    realname: '安',
    tenant: 7,
    orgCode: 'A01',
    orgCodes: ['A01', 'A02A01'],
    now: new Date('2026-03-31T20:00:00Z'),
    zone: 'Asia/Shanghai',
  };
  const read = (ruleCondition: string, ruleValue: string, who = person) =>
    conditionFor({ ruleColumn: 'f', ruleCondition, ruleValue }, who);
  expect(read('=', '#{sys_user_code}')).toEqual({ field: 'f', rule: 'eq', val: 'ann' });
  expect(read('RIGHT_LIKE', '#{sys_org_code}')).toMatchObject({ rule: 'right_like', val: 'A01' });
  expect(read('eq', '#{sys_multi_org_code}')).toMatchObject({ rule: 'in', val: ['A01', 'A02A01'] });
  expect(read('in', 'x, #{sys_multi_org_code}')).toMatchObject({ val: ['x', 'A01', 'A02A01'] });
  expect(read('ge', '#{sys_date}')).toMatchObject({ val: '2026-04-01' });
  expect(read('ge', '#{sys_time}')).toMatchObject({ val: '2026-04-01 04:00:00' });
  expect(read('eq', 'T#{tenant_id}-#{sys_user_name}')).toMatchObject({ val: 'T7-安' });
  expect(read('in', '#{sys_org_tree_users}')).toMatchObject({ rule: 'in', val: { isSql: true } });
  for (const nothing of [
    read('ne', '#{sys_multi_org_code}'),
    read('gt', '#{sys_org_users}'),
    read('eq', '#{constructor}'),
    read('eq', ''),
    read('eq', '#{sys_org_code}', { ...person, orgCode: null }),
    read('or 1=1', 'x'),
  ])
    expect(nothing).toBeNull();
});

test('people of a department are those that the database has there', async () => {
  const id = await role('by_department', 'system:user:list');
  const rule = await ruleOf({ ruleConditions: 'IN', ruleValue: '#{sys_org_tree_users}' });
  await carry(admin, id, rule);
  await scene.user(1, { username: 'dep_one', roles: ['by_department'], departs: ['A01'] });
  await scene.user(1, { username: 'dep_two', departs: ['A01'] });
  await scene.user(1, { username: 'dep_none' });
  const names = await namesFor(await scene.login('dep_one'));
  expect(names).toEqual(expect.arrayContaining(['dep_one', 'dep_two']));
  expect(names).not.toContain('dep_none');
});

test('who is deleted stays out of sight of whom a rule hid them from', async () => {
  const named = await ruleOf({ ruleColumn: 'realname', ruleConditions: 'LIKE', ruleValue: '北方' });
  const codes = ['system:user:list', 'system:user:delete', 'system:user:purge'];
  const binner = await role('binner', ...codes);
  await carry(admin, binner, named);
  await scene.user(1, { username: 'north_binner', realname: '北方管理', roles: ['binner'] });
  const own = await scene.user(1, { username: 'north_gone', realname: '北方员工' });
  const foreign = await scene.user(1, { username: 'south_gone', realname: '南方员工' });
  for (const id of [own, foreign]) expect((await as(admin).remove(`/sys/user/delete?id=${id}`)).success).toBe(true);
  const who = as(await scene.login('north_binner'));
  const bin = async (): Promise<string[]> =>
    (await who.get('/sys/user/recycleBin')).result.map(({ id }: { id: string }) => id);
  expect(await bin()).toEqual([own]);
  const gone = { success: false, message: '未找到对应实体' };
  expect(await who.put('/sys/user/putRecycleBin', { userIds: foreign })).toMatchObject(gone);
  expect(await who.remove(`/sys/user/deleteRecycleBin?userIds=${foreign}`)).toMatchObject(gone);
  expect((await who.remove(`/sys/user/deleteRecycleBin?userIds=${own}`)).success).toBe(true);
  const left = (await as(admin).get('/sys/user/recycleBin')).result as { id: string }[];
  expect(left.map(({ id }) => id)).toContain(foreign);
});

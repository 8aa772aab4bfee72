import { afterAll, beforeAll, expect, test } from 'vitest';
import { toWireTime } from '#kit/model/time.ts';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { TENANT_ADMIN } from '../../model/preset-roles.ts';
import { openScene, PASSWORD, permissionIds, roleId, type Scene } from '../test-scene.ts';

const HOUR = 3_600_000;

let scene: Scene;
let admin: string;
beforeAll(async () => {
  scene = await openScene();
  admin = await scene.login('admin');
}, 60_000);
afterAll(() => scene?.close());

/** An instant from now on, as the wire has it. */
const after = (ms: number): Promise<string> =>
  scene.db.tx(systemActor(1, 'test'), async (tx) => toWireTime(new Date(tx.now.getTime() + ms), 'Asia/Shanghai'));

interface About {
  hours?: [from: number, to: number];
  status?: string;
}
const body = async (userName: string, agentUserName: string, { hours = [-1, 4], status = '1' }: About = {}) => ({
  userName,
  agentUserName,
  status,
  startTime: await after(hours[0] * HOUR),
  endTime: await after(hours[1] * HOUR),
});

const set = async (token: string, who: string, agent: string, about?: About) =>
  scene.call('POST', '/sys/sysUserAgent/add', { token, body: await body(who, agent, about) });
const begin = (token: string, userName: string) =>
  scene.call('POST', '/sys/sysUserAgent/begin', { token, body: { userName } });
const me = (token: string) => scene.call('GET', '/sys/user/getUserInfo', { token });
const rights = async (token: string): Promise<string[]> =>
  (
    (await scene.call('GET', '/sys/permission/getUserPermissionByToken', { token })).result.auth as { action: string }[]
  ).map(({ action }) => action);

/** A role of the tenant with these buttons. */
async function roleWith(code: string, ...buttons: string[]): Promise<string> {
  const made = await scene.call('POST', '/sys/role/add', {
    token: admin,
    body: { roleName: code, roleCode: code },
  });
  const ids = await permissionIds(scene, ...buttons);
  expect(ids).toHaveLength(buttons.length);
  await scene.call('POST', '/sys/permission/saveRolePermission', {
    token: admin,
    body: { roleId: made.result.id, permissionIds: ids.join(','), lastpermissionIds: '' },
  });
  return made.result.id as string;
}

/** Two people of tenant 1: one with these roles, one without any. */
async function pair(name: string, ...roles: string[]): Promise<[who: string, agent: string]> {
  const [who, agent] = [`${name}_of`, `${name}_for`];
  await scene.user(1, { username: who, realname: '张三', roles });
  await scene.user(1, { username: agent, realname: '李四' });
  return [who, agent];
}

test('who is away names a deputy, and reads and changes it', async () => {
  covers('ours: deputies');
  const [who, agent] = await pair('read');
  const token = await scene.login(who);
  const find = () => scene.call('GET', `/sys/sysUserAgent/queryByUserName?userName=${who}`, { token });
  expect(await find()).toMatchObject({ status: 200, success: false, result: null });
  const given = await body(who, agent);
  const made = await scene.call('POST', '/sys/sysUserAgent/add', { token, body: given });
  expect(made).toMatchObject({ success: true, message: '代理人设置成功！' });
  const found = await find();
  expect(found.result).toMatchObject({
    ...given,
    status_dictText: '有效',
    createBy: who,
    createName: '张三',
    createTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    updateName: null,
  });
  const { id } = found.result;
  const edited = await scene.call('PUT', '/sys/sysUserAgent/edit', {
    token,
    body: { ...given, id, status: 0 },
  });
  expect(edited).toMatchObject({ success: true, message: '代理人设置成功！' });
  expect((await find()).result).toMatchObject({ id, status: '0', updateName: '张三' });
});

test('what cannot be is refused at its field', async () => {
  const [who, agent] = await pair('faults');
  const token = await scene.login(who);
  const refused = async (field: string, message: string, agentName: string, about?: About) => {
    const answer = await set(token, who, agentName, about);
    expect(answer).toMatchObject({ status: 200, success: false, message });
    expect(answer.result.errors[0]).toMatchObject({ field });
  };
  await refused('agentUserName', '代理人不能是本人', who);
  await refused('agentUserName', '代理人不存在或已冻结', 'nobody_at_all');
  await refused('endTime', '代理结束时间必须晚于开始时间', agent, { hours: [2, 1] });
  await refused('endTime', '代理结束时间已过', agent, { hours: [-3, -1] });
  const other = { token, body: { ...(await body(who, agent)), startTime: 'soon' } };
  const unread = await scene.call('POST', '/sys/sysUserAgent/add', other);
  expect(unread.result.errors[0]).toMatchObject({ field: 'startTime' });
});

test('a deputy acts with the rights of the other, and logs name them both', async () => {
  covers('ours: deputies');
  const role = await roleWith('positions', 'system:position:list', 'system:position:add');
  const [who, agent] = await pair('acts', role);
  const own = await scene.login(agent);
  expect(await rights(own)).not.toContain('system:position:add');
  expect((await begin(own, who)).message).toBe('代理未设置、已停用或不在代理期间');
  await set(await scene.login(who), who, agent);
  const may = await scene.call('GET', '/sys/sysUserAgent/represented', { token: own });
  expect(may.result).toMatchObject([{ username: who, realname: '张三' }]);
  const begun = await begin(own, who);
  expect(begun.result.userInfo).toMatchObject({
    username: who,
    actedBy: { username: agent, realname: '李四' },
  });
  const token = begun.result.token as string;
  // One session goes over into the other.
  expect((await me(own)).status).toBe(401);
  expect((await me(token)).result.userInfo).toMatchObject({
    username: who,
    actedBy: { username: agent },
  });
  expect(await rights(token)).toContain('system:position:add');
  const made = await scene.call('POST', '/sys/position/add', {
    token,
    body: { code: 'deputy_made', name: '代办', postRank: '1' },
  });
  expect(made).toMatchObject({ success: true });
  const logged = await scene.call('GET', `/sys/log/list?logType=2&username=*${agent}*&column=createTime&order=desc`, {
    token: admin,
  });
  const signed = `${agent}（代 ${who}）`;
  expect(logged.result.records[0]).toMatchObject({ username: signed });
  expect(logged.result.records.map((one: { logContent: string }) => one.logContent)).toContain('开始代他人处理');
  const hand = await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.maybe<{ username: string }>`
      select u.username from audit_log a join app_user u on u.id = a.actor_id
      where a.tenant_id = ${tx.tenant} and a.actor_name = ${signed} limit 1`,
  );
  expect(hand).toEqual({ username: agent });
  const back = await scene.call('POST', '/sys/sysUserAgent/end', { token, body: {} });
  expect(back.result.userInfo).toMatchObject({ username: agent });
  expect(back.result.userInfo.actedBy).toBeUndefined();
  expect((await me(token)).status).toBe(401);
  expect(await rights(back.result.token)).not.toContain('system:position:add');
});

test("the other's account stays closed, and nothing is lent on", async () => {
  covers('ours: deputies');
  const [who, agent] = await pair('closed');
  await scene.user(1, { username: 'closed_third' });
  await set(await scene.login(who), who, agent);
  const token = (await begin(await scene.login(agent), who)).result.token as string;
  const closed = '代理他人处理时不能使用这项功能，请先结束代理';
  const tries: [method: 'GET' | 'POST' | 'PUT' | 'DELETE', path: string, body?: object][] = [
    ['GET', '/sys/user/profile'],
    ['PUT', '/sys/user/profile', { realname: '别人' }],
    ['POST', '/sys/user/updatePassword', { username: who, oldpassword: PASSWORD, password: 'x' }],
    ['GET', '/sys/user/secondFactor'],
    ['POST', '/sys/user/secondFactor/begin', {}],
    ['POST', '/sys/user/secondFactor/turnOff', {}],
    ['GET', '/sys/user/sessions'],
    ['POST', '/sys/user/sessions/endOthers', {}],
    ['DELETE', '/sys/user/avatar'],
    ['GET', '/sys/thirdLogin/links'],
    ['POST', '/sys/user/joinTenant', { invitation: 'x' }],
    ['PUT', '/sys/selectTenant', { tenantId: '1' }],
    ['PUT', '/sys/selectDepart', { username: who, orgCode: 'A01' }],
    ['GET', `/sys/sysUserAgent/queryByUserName?userName=${who}`],
    ['POST', '/sys/sysUserAgent/add', await body(who, 'closed_third')],
    ['PUT', '/sys/sysUserAgent/edit', await body(who, 'closed_third')],
    ['POST', '/sys/sysUserAgent/begin', { userName: who }],
  ];
  for (const [method, path, sent] of tries) {
    const answer = await scene.call(method, path, { token, ...(sent ? { body: sent } : {}) });
    expect(answer, `${method} ${path}`).toMatchObject({ success: false, message: closed });
  }
  await scene.login(who);
});

test('rights are not lent in chains', async () => {
  covers('ours: deputies');
  const [who, agent] = await pair('chain');
  await scene.user(1, { username: 'chain_third', realname: '王五' });
  await set(await scene.login(who), who, agent);
  const own = await scene.login(agent);
  const on = await set(own, agent, 'chain_third');
  expect(on.message).toBe('李四在此期间是张三的代理人，不能再设置代理人');
  const before = await set(await scene.login('chain_third'), 'chain_third', who);
  expect(before.message).toBe('张三在此期间已由李四代理，不能再作代理人');
  // Days that do not meet are nobody's chain.
  expect(await set(own, agent, 'chain_third', { hours: [5, 9] })).toMatchObject({ success: true });
});

test('it ends at once: with its time, a switch, a freeze', async () => {
  covers('ours: deputies');
  const [who, agent] = await pair('ends');
  const enter = async (): Promise<string> => {
    const begun = await begin(await scene.login(agent), who);
    expect(begun.success).toBe(true);
    return begun.result.token as string;
  };
  const isOver = async (token: string): Promise<void> => {
    expect((await me(token)).status).toBe(401);
  };
  const freeze = async (name: string, status: number): Promise<void> => {
    const found = await scene.call('GET', `/sys/user/list?username=${name}`, { token: admin });
    const body = { ids: found.result.records[0].id, status };
    await scene.call('PUT', '/sys/user/frozenBatch', { token: admin, body });
  };
  const owner = await scene.login(who);
  await set(owner, who, agent);
  const switched = await enter();
  await set(owner, who, agent, { status: '0' });
  await isOver(switched);
  expect((await begin(await scene.login(agent), who)).success).toBe(false);
  await set(owner, who, agent);
  for (const name of [who, agent]) {
    const token = await enter();
    await freeze(name, 2);
    await isOver(token);
    await freeze(name, 1);
    await isOver(token);
  }
  // A second before its end it still holds, although it was just asked for; then it is over.
  const late = await enter();
  scene.pass(4 * HOUR - 2000);
  expect((await me(late)).status).toBe(200);
  scene.pass(2500);
  await isOver(late);
  await set(await scene.login(who), who, agent, { hours: [-1, 9] });
  // The right is back, the session is not.
  await isOver(late);
});

test('a user administrator lends no more than they hold, and what gives rights is never lent', async () => {
  covers('ours: deputies');
  admin = await scene.login('admin');
  const editing = await roleWith('deputyEditors', 'system:user:list', 'system:user:edit');
  const more = await roleWith('deputyMore', 'system:log:list');
  const [who, agent] = await pair('lent', more);
  await scene.user(1, { username: 'lent_editor', roles: [editing] });
  const editor = await scene.login('lent_editor');
  expect((await set(editor, who, 'lent_editor')).status).toBe(403);
  // Nor does who edits nobody.
  expect((await set(await scene.login(agent), who, agent)).status).toBe(403);
  await scene.user(1, { username: 'lent_plain', realname: '平常' });
  expect(await set(editor, 'lent_plain', 'lent_editor')).toMatchObject({ success: true });
  const acting = (await begin(editor, 'lent_plain')).result.token as string;
  // Once the other may more than who has set it, the setting is worth nothing.
  const found = await scene.call('GET', '/sys/user/list?username=lent_plain', { token: admin });
  await scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id: found.result.records[0].id, selectedroles: more },
  });
  expect((await me(acting)).status).toBe(401);
  expect((await begin(await scene.login('lent_editor'), 'lent_plain')).success).toBe(false);
  // Of an administrator's rights those stay that would make administrators.
  await set(admin, 'admin', agent);
  const asAdmin = (await begin(await scene.login(agent), 'admin')).result.token as string;
  const held = await rights(asAdmin);
  expect(held).toContain('system:user:list');
  for (const code of ['system:user:edit', 'system:user:password', 'system:role:grant'])
    expect(held).not.toContain(code);
  const raise = await scene.call('PUT', '/sys/user/edit', {
    token: asAdmin,
    body: { id: found.result.records[0].id, selectedroles: await roleId(scene, 1, TENANT_ADMIN) },
  });
  expect(raise.status).toBe(403);
});

test('tenants know nothing of each other', async () => {
  covers('ours: deputies');
  const [who] = await pair('walls');
  await scene.user(2, { username: 'walls_stranger' });
  const own = await scene.login(who);
  expect((await set(own, who, 'walls_stranger')).message).toBe('代理人不存在或已冻结');
  const stranger = await scene.login('walls_stranger');
  expect((await set(stranger, who, 'walls_stranger')).message).toBe('用户不存在！');
  const read = await scene.call('GET', `/sys/sysUserAgent/queryByUserName?userName=${who}`, {
    token: stranger,
  });
  expect(read).toMatchObject({ success: false, result: null });
  expect((await begin(stranger, who)).success).toBe(false);
});

import { beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { roleId } from '../test-scene.ts';
import {
  abroad,
  add,
  admin,
  clerk,
  clerkId,
  get,
  mine,
  NOTICES,
  openNotices,
  other,
  otherId,
  published,
  read,
  scene,
  pushedNotices,
} from '../fixtures/notice-steps.ts';
import { covers } from '#tests/spec/covers.ts';

/** Whom notices reach by department and role, and who has read them. */

openNotices();

let house: string;
let below: string;
let role: string;

beforeAll(async () => {
  const post = (url: string, body: object) => scene.call('POST', url, { token: admin, body });
  house = (await post('/sys/sysDepart/add', { departName: '仓储中心' })).result.id as string;
  below = (await post('/sys/sysDepart/add', { departName: '打包组', parentId: house })).result.id as string;
  role = await roleId(scene, 1, 'CS');
  await place(otherId, below);
});

const place = (userId: string, departId: string) =>
  scene.call('PUT', '/sys/user/edit', {
    token: admin,
    body: { id: userId, selecteddeparts: departId },
  });
const has = async (token: string, id: string): Promise<boolean> =>
  (await mine(token)).some(({ anntId }) => anntId === id);
const listed = async (id: string) =>
  (await get(`${NOTICES}/list?pageSize=50`, admin)).result.records.find((one: { id: string }) => one.id === id);
const readers = async (id: string, more = '') => (await get(`${NOTICES}/readers?id=${id}${more}`, admin)).result;

test('a department reaches its people and those of the departments below, nobody else', async () => {
  covers('ours: audiences of notices');
  const id = await published({ msgType: 'USER', departIds: house });
  expect(pushedNotices.map(({ userId, message }) => [userId, message.cmd])).toEqual([[otherId, 'user']]);
  expect([await has(other, id), await has(clerk, id), await has(abroad, id)]).toEqual([true, false, false]);
  expect(await listed(id)).toMatchObject({
    msgType: 'USER',
    userIds: '',
    departIds: `${house},`,
    readers: '部门:仓储中心',
    state: 'out',
  });
});

test('people, departments and roles add up, and who is in several is sent it once', async () => {
  await scene.call('POST', '/sys/user/addSysUserRole', {
    token: admin,
    body: { roleId: role, userIdList: [clerkId] },
  });
  const id = await published({
    msgType: 'USER',
    userIds: `${clerkId},${otherId}`,
    departIds: `${below},`,
    roleIds: role,
  });
  expect(await readers(id)).toMatchObject({ total: 2, readerCount: 2, readCount: 0 });
  expect(pushedNotices.map(({ userId }) => userId).sort()).toEqual([clerkId, otherId].sort());
});

test('who is in a department is settled at the release: later comers are sent none, leavers keep theirs', async () => {
  const id = await published({ msgType: 'USER', departIds: below });
  await place(clerkId, below);
  await place(otherId, '');
  expect([await has(clerk, id), await has(other, id)]).toEqual([false, true]);
  await get(`${NOTICES}/doReovkeData?id=${id}`, admin);
  await get(`${NOTICES}/doReleaseData?id=${id}`, admin);
  expect([await has(clerk, id), await has(other, id)]).toEqual([true, false]);
  await place(otherId, below);
});

test('its publisher sees how many have read it, who has, and who has not', async () => {
  const id = await published({ msgType: 'USER', userIds: `${clerkId},${otherId}` });
  expect(await listed(id)).toMatchObject({ readCount: 0, readerCount: 2 });
  await read(id, clerk);
  expect(await listed(id)).toMatchObject({ readCount: 1, readerCount: 2 });
  const found = await readers(id);
  expect(found).toMatchObject({ total: 2, readCount: 1, readerCount: 2 });
  expect(found.records).toMatchObject([
    { id: otherId, readFlag: '0', readTime: null, departNames: '打包组' },
    { id: clerkId, username: 'clerk_one', realname: '王五', readFlag: '1' },
  ]);
  expect(found.records[1].readTime).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/);
  expect((await readers(id, '&readFlag=0')).records).toMatchObject([{ id: otherId }]);
  expect((await readers(id, `&keyword=${encodeURIComponent('王')}`)).total).toBe(1);
  expect((await readers(id, "&keyword=' or 1=1")).total).toBe(0);
  const draft = (await add({ titile: '草稿' })).result.id as string;
  expect(await readers(draft)).toMatchObject({ total: 0, records: [], readerCount: 0 });
});

test('a notice to all counts everybody who works here, and leaves out who is frozen', async () => {
  const id = await published();
  const { readerCount } = await listed(id);
  await scene.call('PUT', '/sys/user/frozenBatch', {
    token: admin,
    body: { ids: otherId, status: '2' },
  });
  expect(await listed(id)).toMatchObject({ readerCount: readerCount - 1 });
  await scene.call('PUT', '/sys/user/frozenBatch', {
    token: admin,
    body: { ids: otherId, status: '1' },
  });
});

test('G12 H2: who reads a notice is for its publisher, in its own tenant', async () => {
  const id = await published();
  expect((await get(`${NOTICES}/readers?id=${id}`, clerk)).status).toBe(403);
  expect(await get(`${NOTICES}/readers?id=${id}`, abroad)).toMatchObject({
    success: false,
    message: '未找到对应实体',
  });
  const named = (body: object) =>
    scene.call('POST', `${NOTICES}/add`, {
      token: abroad,
      body: { titile: 'x', msgType: 'USER', ...body },
    });
  for (const [body, message] of [
    [{ departIds: house }, '指定部门不存在'],
    [{ roleIds: role }, '指定角色不存在'],
    [{ departIds: "x' or '1'='1" }, '指定部门不存在'],
  ] as const)
    expect((await named(body)).result.errors).toMatchObject([{ message }]);
});

test('a notice that would reach nobody is not released', async () => {
  const empty = await scene.call('POST', '/sys/sysDepart/add', {
    token: admin,
    body: { departName: '空部门' },
  });
  const made = await add({ titile: '无人', msgType: 'USER', departIds: empty.result.id });
  expect(await get(`${NOTICES}/doReleaseData?id=${made.result.id}`, admin)).toMatchObject({
    success: false,
    message: '没有可以收到的人：所选的部门和角色里还没有用户',
  });
  expect((await get(`${NOTICES}/queryById?id=${made.result.id}`, admin)).result.sendStatus).toBe('0');
});

test('who keeps notices may look at one that is out and not theirs, never at a draft', async () => {
  const id = await published({ msgType: 'USER', userIds: clerkId });
  expect(await get(`${NOTICES}/show/${id}`, admin)).toMatchObject({ success: true });
  expect((await readers(id)).readCount).toBe(0);
  const draft = (await add({ titile: '草稿' })).result.id as string;
  expect((await get(`${NOTICES}/show/${draft}`, admin)).success).toBe(false);
});

test('an edit says in the data log to whom a notice went before and after', async () => {
  const made = await add({ titile: '改期', msgType: 'USER', departIds: house });
  const id = made.result.id as string;
  const endTime = '2036-01-01 00:00:00';
  const body = { id, departIds: below, endTime };
  const edited = await scene.call('PUT', `${NOTICES}/edit`, { token: admin, body });
  expect(edited, edited.message).toMatchObject({ success: true });
  const { diff } = await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.one<{ diff: Record<string, unknown> }>`
      select diff from audit_log where tenant_id = ${tx.tenant} and row_id = ${id}::uuid
        and action = 'edit'`,
  );
  expect(Object.keys(diff).sort()).toEqual(['departIds', 'endTime']);
  expect(diff['departIds']).toEqual([`${house},`, `${below},`]);
});

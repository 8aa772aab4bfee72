import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { sendNotice } from '../index.ts';
import { openScene, roleId, type Envelope, type Scene } from '../test-scene.ts';

/** Notices: who writes them, who reads them, and what must bounce off (attack numbers in the names). */

interface Told {
  tenant: number;
  userId: string | null;
  message: { cmd: string; msgId: string; msgTxt: string };
}

let scene: Scene;
let admin: string;
let clerk: string;
let clerkId: string;
let other: string;
let otherId: string;
let abroad: string;
const told: Told[] = [];

beforeAll(async () => {
  scene = await openScene({
    toUser: (tenant, userId, message) =>
      told.push({ tenant, userId, message: message as Told['message'] }),
    toTenant: (tenant, message) =>
      told.push({ tenant, userId: null, message: message as Told['message'] }),
  });
  admin = await scene.login('admin');
  clerkId = await scene.user(1, { username: 'clerk_one', realname: '王五' });
  otherId = await scene.user(1, { username: 'clerk_two' });
  await scene.user(2, {
    username: 'admin_two',
    roles: [await roleId(scene, 2, 'TADM')],
  });
  [clerk, other, abroad] = (await Promise.all(
    ['clerk_one', 'clerk_two', 'admin_two'].map((name) => scene.login(name)),
  )) as [string, string, string];
});
afterAll(() => scene?.close());
beforeEach(async () => {
  await scene.call('PUT', '/sys/sysAnnouncementSend/readAll', { token: clerk });
  told.length = 0;
});

const NOTICES = '/sys/annountCement';
const MINE = '/sys/sysAnnouncementSend';

const get = (url: string, token: string): Promise<Envelope> => scene.call('GET', url, { token });
const add = (body: object, token = admin): Promise<Envelope> =>
  scene.call('POST', `${NOTICES}/add`, { token, body });

/** Writes and publishes a notice. @returns its id */
async function published(body: object = {}): Promise<string> {
  const made = await add({ titile: '仓库盘点', msgContent: '<p>周五盘点</p>', ...body });
  if (!made.success) throw new Error(made.message);
  const out = await get(`${NOTICES}/doReleaseData?id=${made.result.id}`, admin);
  expect(out).toMatchObject({ success: true, message: '该系统通知发布成功' });
  return made.result.id as string;
}

const bell = async (token: string) => (await get(`${NOTICES}/listByUser`, token)).result;
const mine = async (token: string, query = '') =>
  (await get(`${MINE}/getMyAnnouncementSend?pageSize=50&${query}`, token)).result.records as {
    id: string;
    anntId: string;
    titile: string;
    readFlag: string;
    sender_dictText: string;
  }[];
const read = (anntId: unknown, token = clerk, more = {}): Promise<Envelope> =>
  scene.call('PUT', `${MINE}/editByAnntIdAndUserId`, { token, body: { anntId, ...more } });

test('a notice to all is unread for everybody of the tenant until they read it, and for nobody else', async () => {
  covers('§3 announcement');
  const id = await published({ priority: 'H' });
  expect(told).toEqual([
    { tenant: 1, userId: null, message: { cmd: 'topic', msgId: id, msgTxt: '仓库盘点' } },
  ]);
  const before = await bell(clerk);
  expect(before).toMatchObject({ anntMsgTotal: 1, sysMsgTotal: 0, sysMsgList: [] });
  expect(before.anntMsgList[0]).toMatchObject({
    id,
    anntId: id,
    userId: clerkId,
    titile: '仓库盘点',
    msgContent: '<p>周五盘点</p>',
    sender: '管理员',
    priority: 'H',
    readFlag: '0',
  });
  expect(before.anntMsgList[0]).not.toHaveProperty('userIds');
  expect(await read(id)).toMatchObject({ success: true });
  expect(await bell(clerk)).toMatchObject({ anntMsgTotal: 0, anntMsgList: [] });
  expect((await bell(other)).anntMsgTotal).toBe(1);
  expect((await bell(abroad)).anntMsgTotal).toBe(0);
  expect((await mine(clerk)).find((one) => one.anntId === id)?.readFlag).toBe('1');
});

test('a notice to named people reaches them alone, also by push', async () => {
  const id = await published({ msgType: 'USER', userIds: `${clerkId},`, msgCategory: '2' });
  expect(told.map(({ tenant, userId, message }) => [tenant, userId, message.cmd])).toEqual([
    [1, clerkId, 'user'],
  ]);
  expect(await bell(clerk)).toMatchObject({ sysMsgTotal: 1, anntMsgTotal: 0 });
  expect((await mine(other)).map(({ anntId }) => anntId)).not.toContain(id);
  const stored = await get(`${NOTICES}/queryById?id=${id}`, admin);
  expect(stored.result.userIds).toBe(`${clerkId},`);
});

test('after reading, a client of the base has its own windows look again, and nobody else’s', async () => {
  const id = await published();
  await read((await bell(clerk)).anntMsgList[0].id);
  expect((await bell(clerk)).anntMsgTotal).toBe(0);
  told.length = 0;
  for (const url of [`${NOTICES}/syncNotic?anntId=${id}`, `${NOTICES}/syncNotic`])
    expect(await get(url, clerk)).toMatchObject({ status: 200, success: true });
  expect(told.map(({ userId, message }) => [userId, message.cmd, message.msgTxt])).toEqual(
    Array(2).fill([clerkId, 'user', '']),
  );
  told.length = 0;
  // Who may publish repeats what they published, not what they have just read.
  await get(`${NOTICES}/syncNotic?anntId=${id}`, admin);
  await read(id, admin);
  await get(`${NOTICES}/syncNotic?anntId=${id}`, admin);
  expect(told.map(({ message }) => [message.cmd, message.msgTxt])).toEqual([
    ['topic', '仓库盘点'],
    ['user', ''],
  ]);
});

test('readers see and search the sender by name', async () => {
  const id = await published();
  const found = async (sender: string) =>
    (await mine(clerk, `sender=${encodeURIComponent(sender)}`)).map(({ anntId }) => anntId);
  expect(await found('管理员')).toContain(id);
  expect(await found('admin')).toEqual([]);
});

test('a withdrawn notice is gone for its readers, and unread again when it comes back', async () => {
  covers('§7 announcements');
  const id = await published();
  await read(id);
  const gone = await get(`${NOTICES}/doReovkeData?id=${id}`, admin);
  expect(gone).toMatchObject({ success: true, message: '该系统通知撤销成功' });
  // Browsers ask again, but nothing is announced.
  expect(told.at(-1)).toMatchObject({ message: { cmd: 'topic', msgId: id, msgTxt: '' } });
  expect((await mine(clerk)).map(({ anntId }) => anntId)).not.toContain(id);
  expect(await read(id)).toMatchObject({ success: false, message: '未找到对应实体' });
  await scene.call('PUT', `${NOTICES}/edit`, { token: admin, body: { id, titile: '盘点改期' } });
  await get(`${NOTICES}/doReleaseData?id=${id}`, admin);
  expect((await bell(clerk)).anntMsgList[0]).toMatchObject({ anntId: id, titile: '盘点改期' });
  await scene.call('DELETE', `${NOTICES}/delete?id=${id}`, { token: admin });
  expect((await bell(clerk)).anntMsgTotal).toBe(0);
});

test('what is out is not edited or published twice; what is not out is not withdrawn', async () => {
  const id = await published();
  const edited = await scene.call('POST', `${NOTICES}/edit`, {
    token: admin,
    body: { id, titile: 'x' },
  });
  expect(edited).toMatchObject({ success: false, message: '通告已发布，请先撤销再编辑' });
  expect((await get(`${NOTICES}/doReleaseData?id=${id}`, admin)).success).toBe(false);
  await get(`${NOTICES}/doReovkeData?id=${id}`, admin);
  expect((await get(`${NOTICES}/doReovkeData?id=${id}`, admin)).success).toBe(false);
});

test('a notice holds between its start and its end, for those who came before its end', async () => {
  const zone = 'Asia/Shanghai';
  const now = await scene.db.platform(async (tx) => tx.now.getTime());
  const at = (hours: number): string =>
    new Date(now + hours * 3_600_000).toLocaleString('sv-SE', { timeZone: zone });
  const pass = (hours: number): void => scene.pass(hours * 3_600_000);
  const id = await published({ startTime: at(2), endTime: at(5) });
  expect(told).toEqual([]);
  expect((await bell(clerk)).anntMsgTotal).toBe(0);
  pass(3);
  expect((await bell(clerk)).anntMsgTotal).toBe(1);
  pass(3);
  // Over: not counted any more, and new people do not get it; it stays in the list of who had it.
  expect((await bell(clerk)).anntMsgTotal).toBe(0);
  expect((await mine(clerk)).map(({ anntId }) => anntId)).toContain(id);
  await scene.user(1, { username: 'came_late' });
  const late = await scene.login('came_late');
  expect((await mine(late)).map(({ anntId }) => anntId)).not.toContain(id);
});

test('the own list has unread ones first, then the newest, and is filtered by what it shows', async () => {
  covers('§7 announcements');
  const first = await published({ titile: '甲通知' });
  const second = await published({ titile: '乙通知' });
  await read(second);
  const rows = await mine(clerk);
  expect(rows.map(({ readFlag }) => readFlag)).toEqual(rows.map(({ readFlag }) => readFlag).sort());
  expect(rows[0]).toMatchObject({ anntId: first, sender_dictText: '管理员' });
  expect((await mine(clerk, 'readFlag=0')).map(({ anntId }) => anntId)).toEqual([first]);
  expect((await mine(clerk, 'titile=*乙通*')).map(({ anntId }) => anntId)).toEqual([second]);
  expect(await mine(clerk, 'senderName=*没有此人*')).toEqual([]);
  const done = await scene.call('PUT', `${MINE}/readAll`, { token: clerk });
  expect(done.message).toBe('全部已读');
  expect(await bell(clerk)).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 });
  expect((await bell(other)).anntMsgTotal).toBeGreaterThan(0);
});

test('a module sends a message with what it tells of, or not at all', async () => {
  const actor = systemActor(1, 'test');
  const message = {
    to: [clerkId],
    title: '订单被挂起',
    html: '<p>PO1<script>x</script></p>',
    openType: 'url',
    openPage: '/orders/pending',
  } as const;
  await scene.db.tx(actor, (tx) => sendNotice(tx, message));
  expect(told.map(({ userId }) => userId)).toEqual([clerkId]);
  expect((await bell(clerk)).sysMsgList[0]).toMatchObject({
    titile: '订单被挂起',
    msgContent: '<p>PO1</p>',
    sender_dictText: '系统',
    openPage: '/orders/pending',
  });
  told.length = 0;
  const failing = scene.db.tx(actor, async (tx) => {
    await sendNotice(tx, message);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(told).toEqual([]);
  expect((await bell(clerk)).sysMsgTotal).toBe(1);
  const astray = scene.db.tx(actor, (tx) => sendNotice(tx, { ...message, openPage: '//evil' }));
  await expect(astray).rejects.toThrow('leads nowhere');
});

test('bad input is refused at its fields in Chinese', async () => {
  const refused = async (body: object): Promise<Record<string, string>> => {
    const { success, result } = await add({ titile: '标题', ...body });
    expect(success).toBe(false);
    return Object.fromEntries(
      (result.errors as { field: string; message: string }[]).map((e) => [e.field, e.message]),
    );
  };
  expect(await refused({ titile: ' ' })).toEqual({ titile: '请输入标题' });
  expect(await refused({ titile: '长'.repeat(101) })).toEqual({ titile: '标题不能超过100个字符' });
  expect(await refused({ priority: 'X' })).toEqual({ priority: '优先级不在可选范围内' });
  expect(await refused({ msgContent: 'x'.repeat(200_001) })).toEqual({
    msgContent: '内容不能超过200000个字符',
  });
  expect(await refused({ msgType: 'USER' })).toEqual({ userIds: '请选择指定用户' });
  expect(
    await refused({ startTime: '2026-01-02 00:00:00', endTime: '2026-01-01 00:00:00' }),
  ).toEqual({ endTime: '结束时间必须晚于开始时间' });
  expect(await refused({ msgContent: { html: '<b>' }, startTime: 'morgen' })).toEqual({
    msgContent: '内容格式不正确',
    startTime: '开始时间不是有效的日期',
  });
});

test('G12: who holds no right writes, publishes or lists nothing, and reads nobody else’s', async () => {
  const draft = (await add({ titile: '草稿' })).result.id as string;
  const foreign = await published({ msgType: 'USER', userIds: otherId });
  const sendId = (await mine(other)).find((one) => one.anntId === foreign)?.id ?? '';
  expect(sendId).not.toBe('');
  const tries: [Parameters<Scene['call']>[0], string, object?][] = [
    ['GET', `${NOTICES}/list`],
    ['POST', `${NOTICES}/add`, { titile: 'x' }],
    ['PUT', `${NOTICES}/edit`, { id: draft, titile: 'x' }],
    ['GET', `${NOTICES}/doReleaseData?id=${draft}`],
    ['GET', `${NOTICES}/doReovkeData?id=${foreign}`],
    ['DELETE', `${NOTICES}/delete?id=${draft}`],
    ['DELETE', `${NOTICES}/deleteBatch?ids=${draft}`],
  ];
  for (const [method, url, body] of tries)
    expect([url, (await scene.call(method, url, { token: clerk, body })).status]).toEqual([
      url,
      403,
    ]);
  for (const url of [`${MINE}/add`, `${MINE}/edit`, `${MINE}/list`])
    expect((await scene.call('POST', url, { token: clerk, body: { anntId: draft } })).status).toBe(
      404,
    );
  for (const url of [
    `${MINE}/getOne?sendId=${sendId}`,
    `${NOTICES}/queryById?id=${draft}`,
    `${NOTICES}/queryById?id=${foreign}`,
  ])
    expect(await get(url, clerk)).toMatchObject({ success: false, message: '未找到对应实体' });
  expect((await get(`${MINE}/getOne?sendId=${sendId}`, other)).result.anntId).toBe(foreign);
});

test('G13: reading marks the own row only, and an id is never SQL', async () => {
  const id = await published({ msgType: 'USER', userIds: `${clerkId},${otherId}` });
  for (const anntId of ["x' or '1'='1", '', null, { id }, [id], `${id}' --`])
    expect(await read(anntId)).toMatchObject({ success: false, message: '未找到对应实体' });
  expect(await bell(clerk)).toMatchObject({ anntMsgTotal: 1 });
  expect(await read(id, clerk, { userId: otherId })).toMatchObject({ success: true });
  expect(await bell(clerk)).toMatchObject({ anntMsgTotal: 0 });
  const theirs = (await mine(other)).find((one) => one.anntId === id);
  expect(theirs?.readFlag).toBe('0');
});

test('H2, H6: another tenant neither sees nor touches a notice, nor names people of this one', async () => {
  const id = await published();
  const tries: [Parameters<Scene['call']>[0], string, object?][] = [
    ['GET', `${NOTICES}/queryById?id=${id}`],
    ['GET', `${NOTICES}/show/${id}`],
    ['GET', `${NOTICES}/doReovkeData?id=${id}`],
    ['GET', `${NOTICES}/syncNotic?anntId=${id}`],
    ['PUT', `${NOTICES}/edit`, { id, titile: 'x' }],
    ['DELETE', `${NOTICES}/delete?id=${id}`],
    ['DELETE', `${NOTICES}/deleteBatch?ids=${id}`],
    ['PUT', `${MINE}/editByAnntIdAndUserId`, { anntId: id }],
  ];
  told.length = 0;
  for (const [method, url, body] of tries)
    expect(await scene.call(method, url, { token: abroad, body })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect(told).toEqual([]);
  const named = await add({ titile: 'x', msgType: 'USER', userIds: clerkId }, abroad);
  expect(named.result.errors).toEqual([expect.objectContaining({ message: '指定用户不存在' })]);
  expect((await bell(clerk)).anntMsgTotal).toBe(1);
});

test('J6: hostile HTML is cleaned when it is written, and again when it is read', async () => {
  const id = await published({
    msgContent: '<p onclick=alert(1)>a<script>alert(1)</script></p><img src=x onerror=alert(1)>',
  });
  const stored = () =>
    scene.db.tx(
      systemActor(1, 'test'),
      (tx) =>
        tx.one<{ content: string }>`
          select content from announcement where tenant_id = ${tx.tenant} and id = ${id}`,
    );
  expect((await stored()).content).toBe('<p>a</p>');
  // As a restored backup or an older release may have left it.
  await scene.db.tx(
    systemActor(1, 'test'),
    (tx) =>
      tx.run`update announcement set content = '<b>b</b><svg onload=alert(1)>'
        where tenant_id = ${tx.tenant} and id = ${id}`,
  );
  for (const url of [`${NOTICES}/queryById?id=${id}`, `${NOTICES}/show/${id}`])
    expect((await get(url, clerk)).result.msgContent).toBe('<b>b</b>');
  expect((await get(`${NOTICES}/queryById?id=${id}`, admin)).result.msgContent).toBe('<b>b</b>');
  expect((await bell(clerk)).anntMsgList[0].msgContent).toBe('<b>b</b>');
});

test.each([
  ['url', 'javascript:alert(1)'],
  ['url', '//evil.example'],
  ['url', '/\\evil.example'],
  ['url', 'data:text/html,x'],
  ['url', 'https:evil.example'],
  ['url', 'orders/pending'],
  ['component', '../../x'],
  ['component', 'system/../x'],
  ['component', 'https://evil.example'],
  ['component', '/system/UserList'],
])('J6: a notice does not lead to %s %s', async (openType, openPage) => {
  const { success, result } = await add({ titile: 'x', openType, openPage });
  expect(success).toBe(false);
  expect(result.errors).toEqual([expect.objectContaining({ field: 'openPage' })]);
});

test('J6: a notice leads to pages of the console, to addresses and to page components', async () => {
  for (const [openType, openPage] of [
    ['url', '/orders/pending?tab=1'],
    ['url', 'https://example.com/a'],
    ['component', 'system/UserAnnouncementList'],
  ])
    expect(await add({ titile: 'x', openType, openPage })).toMatchObject({ success: true });
});

test('J7: what is not out, withdrawn, deleted or somebody else’s is not shown', async () => {
  const draft = (await add({ titile: '草稿' })).result.id as string;
  const revoked = await published();
  await get(`${NOTICES}/doReovkeData?id=${revoked}`, admin);
  const deleted = await published();
  await scene.call('DELETE', `${NOTICES}/deleteBatch?ids=${deleted}`, { token: admin });
  const foreign = await published({ msgType: 'USER', userIds: otherId });
  for (const id of [draft, revoked, deleted, foreign, 'x'])
    expect(await get(`${NOTICES}/show/${id}`, clerk)).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect((await get(`${NOTICES}/show/${foreign}`, other)).success).toBe(true);
  const anonymous = await scene.call('GET', `${NOTICES}/show/${foreign}`);
  expect(anonymous.status).toBe(401);
});

import { expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { covers } from '#tests/spec/covers.ts';
import { sendNotice } from '../index.ts';
import {
  abroad,
  add,
  admin,
  bell,
  clerk,
  clerkId,
  get,
  MINE,
  mine,
  NOTICES,
  openNotices,
  other,
  published,
  read,
  scene,
  pushedNotices,
} from '../fixtures/notice-steps.ts';

/** Notices: who writes them, and who reads them. */

openNotices();

test('a notice to all is unread for everybody of the tenant until they read it, and for nobody else', async () => {
  covers('§3 announcement');
  const id = await published({ priority: 'H' });
  expect(pushedNotices).toEqual([
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
  expect(pushedNotices.map(({ tenant, userId, message }) => [tenant, userId, message.cmd])).toEqual([
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
  pushedNotices.length = 0;
  for (const url of [`${NOTICES}/syncNotic?anntId=${id}`, `${NOTICES}/syncNotic`])
    expect(await get(url, clerk)).toMatchObject({ status: 200, success: true });
  expect(pushedNotices.map(({ userId, message }) => [userId, message.cmd, message.msgTxt])).toEqual(
    Array(2).fill([clerkId, 'user', '']),
  );
  pushedNotices.length = 0;
  // Who may publish repeats what they published, not what they have just read.
  await get(`${NOTICES}/syncNotic?anntId=${id}`, admin);
  await read(id, admin);
  await get(`${NOTICES}/syncNotic?anntId=${id}`, admin);
  expect(pushedNotices.map(({ message }) => [message.cmd, message.msgTxt])).toEqual([
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
  expect(pushedNotices.at(-1)).toMatchObject({ message: { cmd: 'topic', msgId: id, msgTxt: '' } });
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

test('a notice ends after it begins, and one to all names nobody', async () => {
  const [startTime, endTime] = ['2026-12-01 08:00:00', '2026-12-01 08:00:00'];
  expect((await add({ titile: '瞬间', startTime, endTime })).result).toMatchObject({
    errors: [{ field: 'endTime', message: '结束时间必须晚于开始时间' }],
  });
  const made = await add({ titile: '全体', msgType: 'ALL', userIds: clerkId });
  const stored = await get(`${NOTICES}/queryById?id=${made.result.id}`, admin);
  expect(stored.result).toMatchObject({ msgType: 'ALL', userIds: '' });
});

test('an edit of a notice that has changed since is refused', async () => {
  const { id } = (await add({ titile: '原文' })).result;
  const edit = (titile: string, version: number) =>
    scene.call('PUT', `${NOTICES}/edit`, { token: admin, body: { id, titile, version } });
  const stored = async () => (await get(`${NOTICES}/queryById?id=${id}`, admin)).result;
  const { version } = await stored();
  expect(await edit('先改', version)).toMatchObject({ message: '修改成功!' });
  expect(await edit('后改', version)).toMatchObject({
    success: false,
    message: '数据已被他人修改，请刷新',
  });
  expect(await stored()).toMatchObject({ titile: '先改' });
});

test('a notice holds between its start and its end', async () => {
  const zone = 'Asia/Shanghai';
  const now = await scene.db.platform(async (tx) => tx.now.getTime());
  const at = (hours: number): string => new Date(now + hours * 3_600_000).toLocaleString('sv-SE', { timeZone: zone });
  const pass = (hours: number): void => scene.pass(hours * 3_600_000);
  const id = await published({ startTime: at(2), endTime: at(5) });
  expect(pushedNotices).toEqual([]);
  expect((await bell(clerk)).anntMsgTotal).toBe(0);
  pass(3);
  expect((await bell(clerk)).anntMsgTotal).toBe(1);
  pass(3);
  // Over: it is shown to nobody any more, nor announced, and its state says so.
  pushedNotices.length = 0;
  expect((await bell(clerk)).anntMsgTotal).toBe(0);
  expect((await mine(clerk)).map(({ anntId }) => anntId)).not.toContain(id);
  expect(await get(`${NOTICES}/show/${id}`, clerk)).toMatchObject({ message: '未找到对应实体' });
  expect(await get(`${NOTICES}/syncNotic?anntId=${id}`, admin)).toMatchObject({ success: false });
  expect(pushedNotices).toEqual([]);
  expect((await get(`${NOTICES}/queryById?id=${id}`, admin)).result).toMatchObject({
    sendStatus: '1',
    state: 'ended',
    state_dictText: '已过期',
  });
  await get(`${NOTICES}/doReovkeData?id=${id}`, admin);
  expect(await get(`${NOTICES}/doReleaseData?id=${id}`, admin)).toMatchObject({
    success: false,
    message: '结束时间已过，请先修改结束时间再发布',
  });
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
  const unread = (await bell(other)).anntMsgTotal;
  expect(unread).toBeGreaterThan(0);
  const done = await scene.call('PUT', `${MINE}/readAll`, { token: clerk });
  expect(done.message).toBe('全部已读');
  expect(await bell(clerk)).toMatchObject({ anntMsgTotal: 0, sysMsgTotal: 0 });
  expect((await bell(other)).anntMsgTotal).toBe(unread);
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
  expect(pushedNotices.map(({ userId }) => userId)).toEqual([clerkId]);
  expect((await bell(clerk)).sysMsgList[0]).toMatchObject({
    titile: '订单被挂起',
    msgContent: '<p>PO1</p>',
    sender_dictText: '系统',
    openPage: '/orders/pending',
  });
  pushedNotices.length = 0;
  const failing = scene.db.tx(actor, async (tx) => {
    await sendNotice(tx, message);
    throw new Error('rolled back');
  });
  await expect(failing).rejects.toThrow('rolled back');
  expect(pushedNotices).toEqual([]);
  expect((await bell(clerk)).sysMsgTotal).toBe(1);
  const astray = scene.db.tx(actor, (tx) => sendNotice(tx, { ...message, openPage: '//evil' }));
  await expect(astray).rejects.toThrow('leads nowhere');
});

import { expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import type { Scene } from '../test-scene.ts';
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
  otherId,
  published,
  read,
  scene,
  pushedNotices,
} from '../fixtures/notice-steps.ts';

/** What must bounce off notices (attack numbers in the names). */

openNotices();

test('bad input is refused at its fields in Chinese', async () => {
  const refused = async (body: object): Promise<Record<string, string>> => {
    const { success, result } = await add({ titile: '标题', ...body });
    expect(success).toBe(false);
    return Object.fromEntries((result.errors as { field: string; message: string }[]).map((e) => [e.field, e.message]));
  };
  expect(await refused({ titile: ' ' })).toEqual({ titile: '请输入标题' });
  expect(await refused({ titile: '长'.repeat(101) })).toEqual({ titile: '标题不能超过100个字符' });
  expect(await refused({ priority: 'X' })).toEqual({
    priority: '优先级不在可选范围内，可填：高（H）、中（M）、低（L）',
  });
  expect(await refused({ msgContent: 'x'.repeat(200_001) })).toEqual({
    msgContent: '内容不能超过200000个字符',
  });
  expect(await refused({ msgType: 'USER' })).toEqual({ userIds: '请选择指定用户、部门或角色' });
  expect(await refused({ startTime: '2026-01-02 00:00:00', endTime: '2026-01-01 00:00:00' })).toEqual({
    endTime: '结束时间必须晚于开始时间',
  });
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
    expect([url, (await scene.call(method, url, { token: clerk, body })).status]).toEqual([url, 403]);
  for (const url of [`${MINE}/add`, `${MINE}/edit`, `${MINE}/list`])
    expect((await scene.call('POST', url, { token: clerk, body: { anntId: draft } })).status).toBe(404);
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
  pushedNotices.length = 0;
  for (const [method, url, body] of tries)
    expect(await scene.call(method, url, { token: abroad, body })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect(pushedNotices).toEqual([]);
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

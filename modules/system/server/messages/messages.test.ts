import { afterAll, beforeAll, expect, test } from 'vitest';
import { systemActor } from '#kit/server/actor.ts';
import { startMailServer, type MailServer } from '#tests/harness/mail-server.ts';
import { smtpCarrier } from '#platform/mail/smtp-mail.ts';
import { openScene, roleId, type Envelope, type Scene } from '../test-scene.ts';
import { covers } from '#tests/spec/covers.ts';

/** Templates, messages written by hand, and what becomes of them. */

const MESSAGES = '/sys/message/sysMessage';
const TEMPLATES = '/sys/message/sysMessageTemplate';

let server: MailServer;
let scene: Scene;
let admin: string;
let clerk: string;
let abroad: string;

beforeAll(async () => {
  server = await startMailServer();
  const mail = smtpCarrier({
    url: server.url,
    from: '运单 <noreply@waybill.example>',
    requireTls: false,
  });
  // Mails leave the house; text messages are only noted.
  scene = await openScene(undefined, { mail, hasOutbox: true });
  await scene.user(1, { username: 'msg_clerk', realname: '收件人', email: 'clerk@example.com' });
  await scene.user(1, { username: 'msg_bare', realname: '没邮箱' });
  await scene.user(2, { username: 'msg_abroad', roles: [await roleId(scene, 2, 'TADM')] });
  admin = await scene.login('admin');
  clerk = await scene.login('msg_clerk');
  abroad = await scene.login('msg_abroad');
}, 60_000);
afterAll(async () => {
  await scene?.close();
  await server?.close();
});

const post = (url: string, body: object, token = admin): Promise<Envelope> => scene.call('POST', url, { token, body });
const get = (url: string, token = admin): Promise<Envelope> => scene.call('GET', url, { token });
const sent = async (query = ''): Promise<Record<string, unknown>[]> => {
  await scene.messenger.settled();
  return (await get(`${MESSAGES}/list?pageSize=50&purpose=notice&${query}`)).result.records;
};
const template = (body: object): Promise<Envelope> =>
  post(`${TEMPLATES}/add`, { templateName: '发货提醒', templateType: '1', ...body });
const send = (body: object, token = admin): Promise<Envelope> =>
  post(`${TEMPLATES}/sendMsg`, { templateCode: 'ship', receiver: 'msg_clerk', msgType: 'email', ...body }, token);
const inbox = async (token: string): Promise<{ titile: string; msgContent: string }[]> =>
  (await get('/sys/annountCement/listByUser', token)).result.sysMsgList;

test('a template is kept by its code, which is asked for while it is typed', async () => {
  const made = await template({
    templateCode: 'ship',
    templateContent: '${name}，订单 ${no} 已发货',
  });
  expect(made.success).toBe(true);
  const check = (value: string) =>
    get(`/sys/duplicate/check?tableName=sys_sms_template&fieldName=template_code&fieldVal=${value}`);
  expect([(await check('ship')).success, (await check('other')).success]).toEqual([false, true]);
  expect((await template({ templateCode: 'ship', templateContent: 'x' })).result.errors).toEqual([
    expect.objectContaining({ field: 'templateCode' }),
  ]);
  const [row] = (await get(`${TEMPLATES}/list`)).result.records;
  expect(row).toMatchObject({
    templateCode: 'ship',
    templateType: '1',
    templateType_dictText: '文本',
    useStatus: '1',
    useStatus_dictText: '启用',
  });
  for (const content of ['${}', '${a b}', '${name', '${<b>}'])
    expect((await template({ templateCode: 'bad', templateContent: content })).result.errors, content).toEqual([
      expect.objectContaining({ field: 'templateContent' }),
    ]);
});

test('a template goes out by mail with its placeholders filled in, and stands in the log', async () => {
  covers('ours: messages and templates');
  const answer = await send({ testData: '{"name":"张三","no":7}' });
  expect(answer).toMatchObject({ success: true, message: '消息发送成功！' });
  const [row] = await sent();
  expect(server.mails.at(-1)).toMatchObject({
    to: ['clerk@example.com'],
    subject: '发货提醒',
  });
  expect(server.mails.at(-1)?.text.trim()).toBe('张三，订单 7 已发货');
  expect(row).toMatchObject({
    kind: 'mail',
    esTitle: '发货提醒',
    esReceiver: 'msg_clerk',
    esContent: '张三，订单 7 已发货',
    esType: '1',
    esType_dictText: '文本',
    esSendStatus: '1',
    esSendStatus_dictText: '发送成功',
    esSendNum: 1,
    templateCode: 'ship',
  });
});

test('what is missing or wrong is named, and then nothing is sent at all', async () => {
  const before = [(await sent()).length, server.mails.length];
  const fault = async (body: object) => {
    const { success, result } = await send(body);
    expect(success).toBe(false);
    return result.errors.map(({ field, message }: Record<string, string>) => [field, message]);
  };
  expect(await fault({ testData: '{"name":"张三"}' })).toEqual([['testData', '缺少变量：no']]);
  expect(await fault({})).toEqual([['testData', '缺少变量：name、no']]);
  expect(await fault({ testData: '{"name":' })).toEqual([['testData', '请填写 JSON 对象，如 {"name":"张三"}']]);
  expect(await fault({ testData: '{"name":{"a":1},"no":1}' })).toEqual([
    ['testData', '变量“name”的值只能是文字或数字'],
  ]);
  const testData = '{"name":"张三","no":7}';
  expect(await fault({ testData, receiver: 'msg_clerk,nobody' })).toEqual([['receiver', '接收人“nobody”不存在']]);
  expect(await fault({ testData, receiver: 'msg_abroad' })).toEqual([['receiver', '接收人“msg_abroad”不存在']]);
  expect(await fault({ testData, receiver: 'msg_bare' })).toEqual([['receiver', '用户“msg_bare”没有填写邮箱']]);
  expect(await fault({ testData, receiver: ' ,' })).toEqual([['receiver', '请选择接收人']]);
  expect(await fault({ testData, msgType: 'dingtalk' })).toEqual([['msgType', '请选择消息类型：系统消息、邮件或短信']]);
  expect(await fault({ testData, templateCode: "ship' or '1'='1" })).toEqual([
    ['templateCode', "消息模板“ship' or '1'='1”不存在"],
  ]);
  expect([(await sent()).length, server.mails.length]).toEqual(before);
});

test('J6: values are text in a rich template, and what runs in it is taken out', async () => {
  await template({
    templateCode: 'rich',
    templateName: '富文本通知',
    templateType: '2',
    templateContent: '<p onclick=alert(1)>您好 ${name}<script>alert(1)</script></p>',
  });
  const stored = await scene.db.tx(
    systemActor(1, 'test'),
    (tx) => tx.one<{ content: string }>`
      select content from message_template where tenant_id = ${tx.tenant} and code = 'rich'`,
  );
  expect(stored.content).toBe('<p>您好 ${name}</p>');
  const [row] = (await get(`${TEMPLATES}/list?templateCode=rich`)).result.records;
  expect(row.templateContent).toBe('<p>您好 ${name}</p>');
  const testData = JSON.stringify({ name: '<img src=x onerror=alert(1)>' });
  const answer = await send({ templateCode: 'rich', testData, msgType: 'system' });
  expect(answer.success).toBe(true);
  expect((await inbox(clerk))[0]).toMatchObject({
    titile: '富文本通知',
    msgContent: '<p>您好 &lt;img src=x onerror=alert(1)&gt;</p>',
  });
  await send({ templateCode: 'rich', testData: '{"name":"A&B"}', msgType: 'email' });
  await scene.messenger.settled();
  expect(server.mails.at(-1)?.text.trim()).toBe('您好 A&B');
});

test('I10: expressions in a template or in a value are text, and a value is not read for names again', async () => {
  const templateContent = '#{1+1} {{constructor}} <%= 7*7 %> T(java.lang.Runtime) ${name}';
  expect((await template({ templateCode: 'code', templateContent })).success).toBe(true);
  const testData = JSON.stringify({ name: '${no} #{2+2} {{7*7}}', no: 1 });
  expect((await send({ templateCode: 'code', testData })).success).toBe(true);
  await scene.messenger.settled();
  expect(server.mails.at(-1)?.text.trim()).toBe(
    '#{1+1} {{constructor}} <%= 7*7 %> T(java.lang.Runtime) ${no} #{2+2} {{7*7}}',
  );
  expect((await template({ templateCode: 'inner', templateContent: '${constructor}' })).success).toBe(true);
  expect((await send({ templateCode: 'inner', testData: '{}' })).result.errors).toMatchObject([
    { field: 'testData', message: '缺少变量：constructor' },
  ]);
});

test('one sending to several inboxes is one notice, and a message for each', async () => {
  const before = (await sent()).length;
  const testData = '{"name":"各位","no":1}';
  const receiver = 'msg_clerk,msg_bare,admin';
  expect((await send({ testData, receiver, msgType: 'system' })).success).toBe(true);
  const rows = await sent();
  expect(rows).toHaveLength(before + 3);
  expect(
    rows
      .slice(0, 3)
      .map(({ esReceiver }) => esReceiver)
      .sort(),
  ).toEqual(['admin', 'msg_bare', 'msg_clerk']);
  const notices = (await get('/sys/annountCement/list?titile=发货提醒')).result.records;
  expect(notices).toHaveLength(1);
  expect(notices[0]).toMatchObject({ readerCount: 3, readCount: 0, msgCategory: '2' });
});

test('where nothing carries text messages, the answer says that it was only noted', async () => {
  const testData = '{"name":"张三","no":7}';
  const answer = await send({ testData, msgType: 'sms', receiver: '13800001111' });
  expect(answer).toMatchObject({
    success: true,
    message: '没有接通短信服务，消息只记在消息日志里，没有发出',
  });
  expect((await sent())[0]).toMatchObject({ kind: 'sms', esSendStatus: '0', esSendNum: 0 });
});

test('a template that is out of use is not sent', async () => {
  const { result } = await template({ templateCode: 'off', templateContent: 'x', useStatus: '0' });
  expect((await send({ templateCode: 'off' })).result.errors).toMatchObject([
    { field: 'templateCode', message: '消息模板“发货提醒”已停用' },
  ]);
  const put = await scene.call('PUT', `${TEMPLATES}/edit`, {
    token: admin,
    body: { id: result.id, useStatus: '1' },
  });
  expect(put.success).toBe(true);
  expect((await send({ templateCode: 'off' })).success).toBe(true);
});

test('a message that failed is sent again; one that arrived is not', async () => {
  server.refuse(true);
  const made = await post(`${MESSAGES}/add`, {
    esTitle: '对账提醒',
    esReceiver: 'far@example.com',
    esContent: '请核对 ${month} 月账单',
    esParam: '{"month":11}',
    esType: '1',
  });
  const ids = made.result.id as string;
  expect((await sent())[0]).toMatchObject({
    id: ids,
    kind: 'mail',
    esSendStatus: '0',
    esContent: '请核对 11 月账单',
  });
  expect(await post(`${MESSAGES}/send`, { ids })).toMatchObject({ success: true });
  expect((await sent())[0]).toMatchObject({
    esSendStatus: '2',
    esResult: '收件地址被拒收',
    esSendNum: 1,
  });
  server.refuse(false);
  // Somebody else has just pressed the button: it goes once.
  const onItsWay = (forMs: number) =>
    scene.db.tx(
      systemActor(1, 'test'),
      (tx) => tx.run`update sent_message set status = '0', send_time = ${new Date(tx.now.getTime() - forMs)}
        where tenant_id = ${tx.tenant} and id = ${ids}`,
    );
  await onItsWay(0);
  expect(await post(`${MESSAGES}/send`, { ids })).toMatchObject({
    success: false,
    message: '消息正在发送，请稍后刷新查看结果',
  });
  await onItsWay(365 * 86_400_000);
  await post(`${MESSAGES}/send`, { ids });
  expect((await sent())[0]).toMatchObject({ esSendStatus: '1', esResult: null, esSendNum: 2 });
  expect(await post(`${MESSAGES}/send`, { ids })).toMatchObject({
    success: false,
    message: '消息已发送成功，不用重发',
  });
  const edit = await scene.call('PUT', `${MESSAGES}/edit`, {
    token: admin,
    body: { id: ids, esTitle: 'x' },
  });
  expect(edit).toMatchObject({ success: false, message: '消息已发送，不能编辑' });
});

test('a message with nobody to receive it is refused at its field', async () => {
  const add = async (body: object) =>
    (await post(`${MESSAGES}/add`, { esTitle: '题', esContent: '文', ...body })).result.errors;
  expect(await add({ esReceiver: '没有这个人' })).toMatchObject([{ field: 'esReceiver' }]);
  expect(await add({ esReceiver: 'a@b.example', esContent: '${x}' })).toMatchObject([
    { field: 'esParam', message: '缺少变量：x' },
  ]);
  expect(await add({ esReceiver: '13800001111', esType: '2' })).toMatchObject([
    { field: 'esType', message: '短信只能发送文本' },
  ]);
});

test('a code is sent again or rewritten by nobody', async () => {
  await scene.call('POST', '/sys/mailCode', {
    body: { email: 'clerk@example.com', mode: 2 },
    ip: '10.8.0.1',
  });
  await scene.messenger.settled();
  const [code] = (await get(`${MESSAGES}/list?purpose=forgot`)).result.records;
  expect(await post(`${MESSAGES}/send`, { ids: code.id })).toMatchObject({
    success: false,
    message: '验证码消息不能重发，请对方重新获取',
  });
  const body = { id: code.id, esTitle: 'x', esReceiver: 'msg_clerk', esContent: 'y' };
  expect(await scene.call('PUT', `${MESSAGES}/edit`, { token: admin, body })).toMatchObject({
    success: false,
    message: '验证码消息不能编辑，请对方重新获取',
  });
});

test('G12 H2: who holds no right reads and sends nothing, and another tenant finds nothing', async () => {
  const [row] = await sent();
  const [retained] = (await get(`${TEMPLATES}/list`)).result.records;
  const tries: [Parameters<Scene['call']>[0], string, object?][] = [
    ['GET', `${MESSAGES}/list`],
    ['POST', `${MESSAGES}/add`, { esTitle: 'x' }],
    ['PUT', `${MESSAGES}/edit`, { id: row?.['id'] }],
    ['DELETE', `${MESSAGES}/delete?id=${row?.['id']}`],
    ['POST', `${MESSAGES}/send`, { ids: row?.['id'] }],
    ['GET', `${TEMPLATES}/list`],
    ['POST', `${TEMPLATES}/sendMsg`, { templateCode: 'ship' }],
    ['DELETE', `${TEMPLATES}/delete?id=${retained.id}`],
  ];
  for (const [method, url, body] of tries)
    expect([url, (await scene.call(method, url, { token: clerk, body })).status]).toEqual([url, 403]);
  expect((await get(`${MESSAGES}/list`, abroad)).result.records).toEqual([]);
  for (const [method, url, body] of [
    ['POST', `${MESSAGES}/send`, { ids: row?.['id'] }],
    ['DELETE', `${MESSAGES}/delete?id=${row?.['id']}`, undefined],
    ['DELETE', `${TEMPLATES}/delete?id=${retained.id}`, undefined],
  ] as const)
    expect(await scene.call(method, url, { token: abroad, body })).toMatchObject({
      success: false,
      message: '未找到对应实体',
    });
  expect(await send({}, abroad)).toMatchObject({ success: false });
});

test('messages are deleted one by one and together, a comma behind the last id or not', async () => {
  const ids = (await sent()).map(({ id }) => String(id));
  const gone = await scene.call('DELETE', `${MESSAGES}/deleteBatch?ids=${ids.join(',')},`, {
    token: admin,
  });
  expect(gone.success).toBe(true);
  expect(await sent()).toEqual([]);
});

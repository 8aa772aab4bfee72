import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServer } from '#tests/harness/mail-server.ts';
import { requestSmsCode, freshIp, newestCode, sentMessages } from '../fixtures/code-steps.ts';
import { smtpCarrier } from '#platform/mail/smtp-mail.ts';
import { openScene, permissionIds, roleId, type Scene } from '../test-scene.ts';
import { systemActor } from '#kit/server/actor.ts';
import { newId } from '#kit/server/new-id.ts';

let server: MailServer;
let scene: Scene;
beforeAll(async () => {
  server = await startMailServer();
  const mail = smtpCarrier({
    url: server.url,
    from: '运单 <noreply@waybill.example>',
    requireTls: false,
  });
  // As in production: mails leave the house, nothing carries text messages.
  scene = await openScene(undefined, { mail, hasOutbox: false });
}, 60_000);
afterAll(async () => {
  await scene?.close();
  await server?.close();
});

/** A role of the house that may just this. @returns its id */
async function roleWith(house: Scene, codes: readonly string[]): Promise<string> {
  const [id, buttons] = [newId(), await permissionIds(house, ...codes)];
  await house.db.tx(systemActor(1, 'test'), async (tx) => {
    await tx.run`insert into role (tenant_id, id, code, name, create_time)
      values (${tx.tenant}, ${id}, ${`r-${id}`}, '自有', ${tx.now})`;
    await tx.run`insert into role_permission (tenant_id, role_id, permission_id, operate_time)
      select ${tx.tenant}, ${id}, button, ${tx.now} from unnest(${buttons}::uuid[]) button`;
  });
  return id;
}

const askByMail = (email: string, mode = 2) =>
  scene.call('POST', '/sys/mailCode', { body: { email, mode }, ip: freshIp() });

test('a mail carries the code, and no log keeps it', async () => {
  await scene.user(2, { username: 'mail_one', email: 'mail.one@example.com' });
  expect(await askByMail('mail.one@example.com')).toMatchObject({ success: true });
  const [message] = await sentMessages(scene, 2);
  const [mail] = server.mails;
  expect(mail).toMatchObject({
    from: 'noreply@waybill.example',
    to: ['mail.one@example.com'],
    subject: '找回密码验证码',
  });
  const code = /验证码 (\d{6})/.exec(mail?.text ?? '')?.[1] as string;
  expect(code).toMatch(/^\d{6}$/);
  expect(message).toMatchObject({
    kind: 'mail',
    purpose: 'forgot',
    recipient: 'm***@example.com',
    status: '1',
    failure: null,
  });
  expect(message?.content).toContain('验证码 ******');
  const body = { email: 'mail.one@example.com', smscode: code };
  const proved = await scene.call('POST', '/sys/user/phoneVerification', { body });
  expect(proved.result.username).toBe('mail_one');
});

test('nobody we do not know gets a mail', async () => {
  const before = server.mails.length;
  expect(await askByMail('unknown@example.com')).toMatchObject({ success: true });
  await scene.messenger.settled();
  expect(server.mails).toHaveLength(before);
});

test('a mail that is refused says so in the log, in words of our own', async () => {
  await scene.user(1, { username: 'mail_bad', email: 'mail.bad@example.com' });
  server.refuse(true);
  expect(await askByMail('mail.bad@example.com')).toMatchObject({ success: true });
  const [message] = await sentMessages(scene, 1);
  server.refuse(false);
  expect(message).toMatchObject({ status: '2', failure: '收件地址被拒收' });
});

test('where nothing carries text messages, none are offered', async () => {
  await scene.user(1, { username: 'no_sms', phone: '13800000077' });
  for (const mode of [0, 1, 2])
    expect(await requestSmsCode(scene, '13800000077', mode)).toMatchObject({
      success: false,
      message: '未开通短信服务',
    });
});

test('a tenant reads of its own people alone, and only those who may', async () => {
  await scene.user(1, { username: 'log_here', email: 'here@example.com' });
  await scene.user(2, { username: 'log_there', email: 'there@example.com', roles: ['TADM'] });
  await askByMail('here@example.com');
  await askByMail('there@example.com');
  await scene.messenger.settled();
  const token = await scene.login('log_there');
  const { records } = (await scene.call('GET', '/sys/message/sysMessage/list', { token })).result;
  const recipients = (records as { esReceiver: string }[]).map((row) => row.esReceiver);
  expect(recipients).toContain('t***@example.com');
  expect(recipients).not.toContain('h***@example.com');
  expect(records[0]).toMatchObject({
    kind_dictText: '邮件',
    purpose_dictText: '找回密码',
    esSendStatus_dictText: '发送成功',
  });
  const clerk = await scene.login('log_here');
  expect((await scene.call('GET', '/sys/message/sysMessage/list', { token: clerk })).status).toBe(403);
});

test('without a carrier the code stands apart: in no list, detail, search or export of the log', async () => {
  const house = await openScene();
  try {
    await house.user(1, { username: 'log_owner', phone: '13800000088' });
    const every = ['system:message:list', 'system:message:export', 'system:message:edit'];
    await house.user(1, { username: 'log_auditor', roles: [await roleId(house, 1, 'AUD')] });
    await house.user(1, { username: 'log_reader', roles: [await roleWith(house, every)] });
    const operator = await house.login('admin');
    const reader = await house.login('log_reader');
    const list = (token: string, query = '') =>
      house.call('GET', `/sys/message/sysMessage/list?purpose=forgot${query}`, { token });
    await requestSmsCode(house, '13800000088', 2);
    const code = await newestCode(house);
    const [row] = (await list(operator)).result.records;
    expect(row.esContent).toContain(`验证码 ${code}`);
    const [veiled] = (await list(reader)).result.records;
    expect(veiled).toMatchObject({ id: row.id });
    expect(veiled.esContent).toContain('验证码 ******');
    for (const guess of [code, code.slice(0, 3)])
      expect((await list(reader, `&esContent=*${guess}*`)).result.total, guess).toBe(0);
    const one = await house.call('GET', `/sys/message/sysMessage/queryById?id=${row.id}`, {
      token: reader,
    });
    expect(JSON.stringify(one)).not.toContain(code);
    expect(await list(await house.login('log_auditor'))).toMatchObject({ status: 403 });
  } finally {
    await house.close();
  }
});

test('a code that somebody wrote is hidden from all readers, and goes out whole', async () => {
  const house = await openScene(undefined, {
    mail: smtpCarrier({ url: server.url, from: 'a@waybill.example', requireTls: false }),
    hasOutbox: true,
  });
  try {
    const may = ['list', 'add', 'edit', 'send'].map((verb) => `system:message:${verb}`);
    await house.user(1, { username: 'log_writer', roles: [await roleWith(house, may)] });
    const token = await house.login('log_writer');
    const path = '/sys/message/sysMessage';
    const esContent = '您的恢复码 k3m9p-x7abc，动态码：884 213';
    const made = await house.call('POST', `${path}/add`, {
      token,
      body: { esTitle: '对接', esReceiver: 'far@example.com', esType: '1', esContent },
    });
    const id = made.result.id as string;
    const shown = async () => (await house.call('GET', `${path}/queryById?id=${id}`, { token })).result;
    expect((await shown()).esContent).toBe('您的恢复码 ******，动态码：******');
    // The form hands back what it was shown.
    const body = { id, esTitle: '对接二', esContent: (await shown()).esContent };
    expect(await house.call('PUT', `${path}/edit`, { token, body })).toMatchObject({
      success: true,
    });
    await house.call('POST', `${path}/send`, { token, body: { ids: id } });
    await house.messenger.settled();
    expect(server.mails.at(-1)?.text.trim()).toBe(esContent);
    expect(await shown()).toMatchObject({ esTitle: '对接二', esSendStatus: '1' });
  } finally {
    await house.close();
  }
});

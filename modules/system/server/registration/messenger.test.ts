import { afterAll, beforeAll, expect, test } from 'vitest';
import { startMailServer, type MailServer } from '#tests/harness/mail-server.ts';
import { askBySms, freshIp, sentMessages } from '../fixtures/code-steps.ts';
import { smtpCarrier } from '#platform/mail/smtp-mail.ts';
import { openScene, type Scene } from '../test-scene.ts';

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
    expect(await askBySms(scene, '13800000077', mode)).toMatchObject({
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
  expect((await scene.call('GET', '/sys/message/sysMessage/list', { token: clerk })).status).toBe(
    403,
  );
});

import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import {
  kindOfType,
  MAX_RECEIVERS,
  messageTemplate,
  type MessageFormat,
  type MessageKind,
} from '../../model/message.ts';
import { sendNotice } from '../notices/send-notice.ts';
import type { Messenger } from '../registration/messenger.ts';
import { csv } from '../wire.ts';
import { asHtml, asText, messageText } from './message-text.ts';
import { destinationOf } from './receivers.ts';
import { lockMessage, requireOwnWords, storeMessage } from './sent-messages.ts';

/** While a message is on its way nobody sends it a second time. */
const UNDER_WAY_MS = 60_000;

const KIND_NAMES: Readonly<Record<MessageKind, string>> = {
  mail: '邮件',
  sms: '短信',
  system: '系统消息',
};

/** Said where a kind of message is only written down here. */
const onlyNoted = (kind: MessageKind): string => `没有接通${KIND_NAMES[kind]}服务，消息只记在消息日志里，没有发出`;

/**
 * Sends a message that waits, or one that failed, once more.
 * @param field where a receiver who cannot be reached is complained of
 * @returns what is to be said where it did not leave the house; null where it did
 */
export async function sendStored(tx: Tx, messenger: Messenger, id: string, field = 'ids'): Promise<string | null> {
  const stored = await lockMessage(tx, id);
  requireOwnWords(stored, '重发');
  if (stored.status === '1') throw new Refusal('sent', '消息已发送成功，不用重发');
  const kind = stored.kind as MessageKind;
  const isUnderWay =
    stored.status === '0' && stored.sendTime !== null && tx.now.getTime() - stored.sendTime.getTime() < UNDER_WAY_MS;
  if (isUnderWay) throw new Refusal('underWay', '消息正在发送，请稍后刷新查看结果');
  const format = stored.format;
  const about = { content: stored.content, format };
  const where = await destinationOf(tx, { kind, recipient: stored.recipient }, field);
  if ('userId' in where) {
    await sendNotice(tx, { to: [where.userId], title: stored.subject, html: asHtml(about) });
    await mark(tx, id, '1');
    return null;
  }
  if (kind === 'system') throw new Error('a message to an inbox has an address');
  if (!messenger.offers[kind]) throw new Refusal('notOffered', `未开通${KIND_NAMES[kind]}服务`);
  if (!messenger.carries[kind]) return onlyNoted(kind);
  await mark(tx, id, '0');
  const { tenant } = tx;
  tx.onCommit(() =>
    messenger.send({
      kind,
      to: where.address,
      subject: stored.subject,
      text: asText(about),
      stored: { tenant, id },
    }),
  );
  return null;
}

const mark = (tx: Tx, id: string, status: '0' | '1'): Promise<number> => tx.run`
  update sent_message set status = ${status}, failure = null, send_time = ${tx.now},
    attempts = attempts + 1, version = version + 1
  where tenant_id = ${tx.tenant} and id = ${id}`;

/** Sends what waits and what has failed. @returns what is said of it */
export async function sendAll(tx: Tx, messenger: Messenger, ids: readonly string[]): Promise<string> {
  if (ids.length === 0) throw notFound();
  if (ids.length > MAX_RECEIVERS) throw new Refusal('tooMany', `一次最多发送${MAX_RECEIVERS}条消息`);
  const noted: (string | null)[] = [];
  // In one order, whoever asks: two who send the same ones do not wait for each other.
  for (const id of ids.toSorted()) noted.push(await sendStored(tx, messenger, id));
  audit(
    tx,
    'system:message',
    ids.map((rowId) => ({ rowId, action: 'send', diff: {} })),
  );
  return noted.find((said) => said !== null) ?? `已发送${ids.length}条，结果见状态`;
}

/** What a template is sent with. */
export interface TemplateSending {
  templateCode: string;
  values: unknown;
  receiver: string;
  msgType: unknown;
}

/** Sends a template to people; either all of them are sent it or none. @returns what is said of it */
export async function sendTemplate(
  tx: Tx,
  messenger: Messenger,
  { templateCode, values, receiver, msgType }: TemplateSending,
): Promise<string> {
  const [template] = await pick(tx, messageTemplate, [
    'id',
    'name',
    'code',
    'format',
    'content',
    'isUsed',
  ])`code = ${templateCode}`;
  if (!template) throw at('templateCode', `消息模板“${templateCode.slice(0, 60)}”不存在`);
  if (template.isUsed !== '1') throw at('templateCode', `消息模板“${template.name}”已停用`);
  const kind = kindOfType(msgType);
  if (!kind) throw at('msgType', '请选择消息类型：系统消息、邮件或短信');
  const receivers = csv(receiver) ?? [];
  if (receivers.length === 0) throw at('receiver', '请选择接收人');
  if (receivers.length > MAX_RECEIVERS) throw at('receiver', `接收人不能超过${MAX_RECEIVERS}个`);
  const content = messageText(template, values, 'testData');
  const params = typeof values === 'string' ? values : JSON.stringify(values ?? {});
  const { name: subject, format } = template;
  const ids: string[] = [];
  for (const one of receivers) {
    const recipient = one.slice(0, 200);
    const written = { kind, recipient, subject, format, content, params, remark: null };
    ids.push(await storeMessage(tx, { ...written, templateCode: template.code }));
  }
  const said =
    kind === 'system'
      ? await toInboxes(tx, ids, receivers, { subject, format, content })
      : await toAddresses(tx, messenger, ids);
  const diff = { receivers: receivers.length, kind };
  audit(tx, 'system:messageTemplate', [{ rowId: template.id, action: 'send', diff }]);
  return said ?? '消息发送成功！';
}

/** One notice to all of them: its list shows one deed as one row. */
async function toInboxes(
  tx: Tx,
  ids: readonly string[],
  receivers: readonly string[],
  { subject, ...about }: { subject: string; format: MessageFormat; content: string },
): Promise<null> {
  const to: string[] = [];
  for (const recipient of receivers) {
    const where = await destinationOf(tx, { kind: 'system', recipient }, 'receiver');
    if ('userId' in where) to.push(where.userId);
  }
  await sendNotice(tx, { to, title: subject, html: asHtml(about) });
  for (const id of ids) await mark(tx, id, '1');
  return null;
}

async function toAddresses(tx: Tx, messenger: Messenger, ids: readonly string[]): Promise<string | null> {
  let said: string | null = null;
  for (const id of ids) said = await sendStored(tx, messenger, id, 'receiver');
  return said;
}

const at = (field: string, message: string): Refusal => invalid([{ field, code: 'invalid', message }]);

import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { message, type MessageFormat, type MessageKind } from '../../model/message.ts';
import { HIDDEN, shownWords, withoutCodes } from './hidden-codes.ts';
import { messageText } from './message-text.ts';
import { destinationOf, kindFor } from './receivers.ts';

const MESSAGE = 'system:message';

type Values = Partial<WrittenOf<typeof message>>;
type Stored = RowOf<typeof message>;

/** What people of the tenant were sent; where nothing is sent, the outbox they read it in, codes hidden. */
export function messageRows(tx: Tx): Sql {
  const { subject, content, params } = shownWords(tx.actor);
  return sql`
    select id, kind, purpose, ${subject} as subject, recipient, format, ${content} as content,
      ${params} as params, template_code, status, attempts, failure, send_time, remark, create_by,
      create_time, update_by, update_time, version
    from sent_message where tenant_id = ${tx.tenant}`;
}

/** Messages that people write by hand; they leave when somebody sends them. */
export const servedMessages: Serve = {
  resource: message,
  rows: messageRows,
  store: {
    add: (call, values) => call.tx(async (tx) => ({ id: await addMessage(tx, values) })),
    edit: (call, id, values, version) => call.tx((tx) => editMessage(tx, id, values, version)),
    remove: (call, ids) => call.tx((tx) => deleteMessages(tx, ids)),
    sheet: {
      add: (tx, values) => addMessage(tx, values),
      edit: (tx, id, values) => editMessage(tx, id, values, null),
    },
  } satisfies Store<typeof message>,
};

/** A message that waits to be sent. */
export interface NewMessage {
  kind: MessageKind;
  subject: string;
  recipient: string;
  format: MessageFormat;
  content: string;
  params: string | null;
  templateCode: string | null;
  remark: string | null;
}

/** Stores a message that waits to be sent. @returns its id */
export async function storeMessage(tx: Tx, given: NewMessage): Promise<string> {
  const id = newId();
  await tx.run`
    insert into sent_message (tenant_id, id, kind, purpose, subject, recipient, format, content,
      params, template_code, remark, create_by, create_time)
    values (${tx.tenant}, ${id}, ${given.kind}, 'notice', ${given.subject}, ${given.recipient},
      ${given.format}, ${given.content}, ${given.params}, ${given.templateCode}, ${given.remark},
      ${tx.actor.username}, ${tx.now})`;
  return id;
}

async function addMessage(tx: Tx, values: Values): Promise<string> {
  const written = await judged(tx, values);
  const id = await storeMessage(tx, { ...written, templateCode: null });
  audit(tx, MESSAGE, [{ rowId: id, action: 'add', diff: { subject: [null, withoutCodes(written.subject)] } }]);
  return id;
}

/** Changes what has not left; what people have received is not rewritten. */
async function editMessage(tx: Tx, id: string, values: Values, version: number | null): Promise<void> {
  const stored = await lockMessage(tx, id);
  requireOwnWords(stored, '编辑');
  if (stored.status === '1') throw new Refusal('sent', '消息已发送，不能编辑');
  if (version !== null && version !== stored.version) throw staleVersion();
  const { subject, kind, recipient, format, content, params, remark } = stored;
  const written = await judged(tx, {
    subject,
    kind,
    recipient,
    format,
    content,
    params,
    remark,
    ...changedWords(stored, values),
  });
  await tx.run`
    update sent_message set kind = ${written.kind}, subject = ${written.subject},
      recipient = ${written.recipient}, format = ${written.format}, content = ${written.content},
      params = ${written.params}, remark = ${written.remark},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, MESSAGE, [
    {
      rowId: id,
      action: 'edit',
      diff: {
        subject: [withoutCodes(stored.subject), withoutCodes(written.subject)],
        recipient: [stored.recipient, written.recipient],
        content: [withoutCodes(stored.content), withoutCodes(written.content)],
      },
    },
  ]);
}

/** What was really changed. A text that comes back as the log showed it is as it was. */
function changedWords(stored: Stored, values: Values): Values {
  const isHidden = ['subject', 'content'] as const;
  const speaks = isHidden.some((key) => withoutCodes(stored[key]) !== stored[key]);
  const unchanged = (['subject', 'content', 'params'] as const).filter(
    (key) => speaks && values[key]?.includes(HIDDEN) && !stored[key]?.includes(HIDDEN),
  );
  return Object.fromEntries(Object.entries(values).filter(([key]) => !unchanged.includes(key as never))) as Values;
}

async function deleteMessages(tx: Tx, ids: readonly string[]): Promise<number> {
  const gone = await tx.rows<{ id: string; subject: string; recipient: string }>`
    delete from sent_message where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])
    returning id, subject, recipient`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    MESSAGE,
    gone.map(({ id, subject, recipient }) => ({
      rowId: id,
      action: 'delete',
      diff: { subject: [withoutCodes(subject), null], recipient: [recipient, null] },
    })),
  );
  return gone.length;
}

/** What was written, whole: how it goes, its placeholders filled in, and somebody to receive it. */
async function judged(tx: Tx, values: Values): Promise<Omit<NewMessage, 'templateCode'>> {
  const { params = null, remark = null } = values;
  const [subject, content] = [values.subject ?? '', values.content ?? ''];
  const named = (values.recipient ?? '').trim();
  const kind = values.kind ?? kindFor(named);
  const format = values.format ?? '1';
  if (kind === 'sms' && format === '2')
    throw invalid([{ field: 'format', code: 'format', message: '短信只能发送文本' }]);
  await destinationOf(tx, { kind, recipient: named }, 'recipient');
  const text = messageText({ content, format }, params, 'params');
  return { kind, subject, recipient: named, format, content: text, params, remark };
}

/** A message, held until the commit. @throws Refusal 404 */
export async function lockMessage(tx: Tx, id: string): Promise<Stored> {
  const row = await tx.maybe<Stored>`
    select id, kind, purpose, subject, recipient, format, content, params, template_code, status,
      attempts, failure, send_time, remark, create_by, create_time, update_by, update_time, version
    from sent_message where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!row) throw notFound();
  return row;
}

/** Codes are good for minutes and for whoever asked: nobody sends or rewrites them. */
export function requireOwnWords({ purpose }: Pick<Stored, 'purpose'>, operation: string): void {
  if (purpose !== 'notice') throw new Refusal('code', `验证码消息不能${operation}，请对方重新获取`);
}

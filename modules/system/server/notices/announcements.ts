import { notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import { noticeChanged } from '../../model/events.ts';
import { startNoticeJob } from '../../model/jobs.ts';
import type { NoticeDraft } from './notice-draft.ts';
import { chosenReaders, deliver, readersOf } from './notice-readers.ts';

const NOTICE = 'system:announcement';

/** A person writes a notice that nobody else sees yet. @returns its id */
export async function addNotice(tx: Tx, draft: NoticeDraft): Promise<string> {
  const id = await storeNotice(tx, draft);
  audit(tx, NOTICE, [{ rowId: id, action: 'add', diff: { title: [null, draft.title] } }]);
  return id;
}

/** Stores a notice that nobody sees yet. @returns its id */
export async function storeNotice(tx: Tx, draft: NoticeDraft): Promise<string> {
  const id = newId();
  await tx.run`
    insert into announcement (tenant_id, id, title, content, abstract, category, priority, audience,
      user_ids, depart_ids, role_ids, start_time, end_time, open_type, open_page, business_type,
      business_id, create_by, create_time)
    values (${tx.tenant}, ${id}, ${draft.title}, ${cleanRichText(draft.content)},
      ${draft.abstract}, ${draft.category}, ${draft.priority}, ${draft.audience},
      ${draft.userIds}::uuid[], ${draft.departIds}::uuid[], ${draft.roleIds}::uuid[],
      ${draft.startTime}, ${draft.endTime}, ${draft.openType}, ${draft.openPage},
      ${draft.businessType}, ${draft.businessId}, ${tx.actor.username}, ${tx.now})`;
  return id;
}

/**
 * Rewrites a notice that is not out.
 * @param version of the row that was edited; null = whatever it is now
 * @param write what it says from now on
 */
export async function editNotice(
  tx: Tx,
  id: string,
  version: number | null,
  write: (stored: NoticeDraft) => Promise<NoticeDraft>,
): Promise<void> {
  const stored = await lockNotice(tx, id);
  const draft = await write(stored);
  if (stored.sendStatus === '1') throw new Refusal('published', '通告已发布，请先撤销再编辑');
  if (version !== null && version !== stored.version) throw staleVersion();
  await tx.run`
    update announcement set title = ${draft.title}, content = ${cleanRichText(draft.content)},
      abstract = ${draft.abstract}, category = ${draft.category}, priority = ${draft.priority},
      audience = ${draft.audience}, user_ids = ${draft.userIds}::uuid[],
      depart_ids = ${draft.departIds}::uuid[], role_ids = ${draft.roleIds}::uuid[],
      start_time = ${draft.startTime}, end_time = ${draft.endTime},
      open_type = ${draft.openType}, open_page = ${draft.openPage},
      business_type = ${draft.businessType}, business_id = ${draft.businessId},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, NOTICE, [{ rowId: id, action: 'edit', diff: changes(stored, draft) }]);
}

/** What an edit changed, before and after: to whom and until when above all; never the whole text. */
function changes(stored: NoticeDraft, draft: NoticeDraft): Record<string, [unknown, unknown]> {
  const named = ['title', 'priority', 'audience', 'userIds', 'departIds', 'roleIds'] as const;
  const retained = [...named, 'startTime', 'endTime', 'openPage'] as const;
  // As the row has them: ids with a comma behind each.
  const written = (value: unknown): unknown => (Array.isArray(value) ? value.map((id) => `${id},`).join('') : value);
  const pairs = retained.map((key) => [key, [written(stored[key]), written(draft[key])]] as const);
  return Object.fromEntries(
    pairs
      .filter(([, [before, after]]) => JSON.stringify(before) !== JSON.stringify(after))
      .map(([key, [before, after]]) => [key, [before, after]]),
  );
}

/** Takes notices away, from their readers too. Unknown ones are passed over, unless all are. */
export async function deleteNotices(tx: Tx, ids: readonly string[]): Promise<number> {
  const gone = await tx.rows<Sent>`
    update announcement set deleted_at = ${tx.now}, update_by = ${tx.actor.username},
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, title, audience, send_status, start_time, end_time`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    NOTICE,
    gone.map(({ id, title }) => ({ rowId: id, action: 'delete', diff: { title: [title, null] } })),
  );
  for (const notice of gone) if (notice.sendStatus === '1') await pushToReaders(tx, notice, '');
  return gone.length;
}

/** A person puts a notice before its readers. */
export async function publishNotice(tx: Tx, id: string): Promise<void> {
  const { title, endTime, audience } = await putOut(tx, id, tx.actor.username);
  if (endTime && endTime < tx.now) throw new Refusal('ended', '结束时间已过，请先修改结束时间再发布');
  if (audience !== 'ALL' && (await readersOf(tx, id)).length === 0)
    throw new Refusal('noReaders', '没有可以收到的人：所选的部门和角色里还没有用户');
  audit(tx, NOTICE, [{ rowId: id, action: 'publish', diff: { title } }]);
}

/**
 * Puts a notice before its readers; one that was withdrawn is new to all of them again.
 * @param sender username; null = the program
 */
export async function putOut(tx: Tx, id: string, sender: string | null): Promise<Sent> {
  const notice = await lockNotice(tx, id);
  if (notice.sendStatus === '1') throw new Refusal('published', '该系统通知已发布，请勿重复发布');
  await tx.run`
    update announcement set send_status = '1', send_time = ${tx.now}, cancel_time = null,
      sender = ${sender}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  await tx.run`delete from announcement_send
    where tenant_id = ${tx.tenant} and announcement_id = ${id}`;
  if (notice.audience === 'USER') await deliver(tx, id, await chosenReaders(tx, notice));
  await pushToReaders(tx, notice, notice.title);
  return notice;
}

/** Takes a published notice back. */
export async function revokeNotice(tx: Tx, id: string): Promise<void> {
  const notice = await lockNotice(tx, id);
  if (notice.sendStatus !== '1') throw new Refusal('notPublished', '该系统通知未发布，不能撤销');
  await tx.run`
    update announcement set send_status = '2', cancel_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, NOTICE, [{ rowId: id, action: 'revoke', diff: { title: notice.title } }]);
  await pushToReaders(tx, notice, '');
}

/**
 * Tells the readers of a published notice once more that it is there, unless whoever asks has
 * read it themselves. @returns whether they were notified
 */
export async function repeatUnread(tx: Tx, userId: string, id: string): Promise<boolean> {
  const notice = await lockNotice(tx, id);
  if (notice.sendStatus !== '1' || isOver(tx, notice)) throw notFound();
  const read = await tx.maybe<{ id: string }>`
    select id from announcement_send where tenant_id = ${tx.tenant}
      and announcement_id = ${id} and user_id = ${userId} and is_read`;
  if (read) return false;
  await pushToReaders(tx, notice, notice.title);
  return true;
}

/** Tells the readers of a notice whose start has come; not when it was withdrawn or moved since. */
export async function startNotice(tx: Tx, id: string, startTime: unknown): Promise<void> {
  const notice = await findNotice(tx, id);
  if (notice?.sendStatus !== '1' || notice.startTime?.toJSON() !== startTime) return;
  if (isOver(tx, notice)) return;
  await pushToReaders(tx, notice, notice.title);
}

interface Stored extends NoticeDraft {
  id: string;
  sendStatus: string;
  version: number;
}

/** What its readers need to be notified. */
type Sent = Pick<Stored, 'id' | 'title' | 'audience' | 'sendStatus' | 'startTime' | 'endTime'>;

/** Nobody is shown it any more. */
const isOver = (tx: Tx, { endTime }: Sent): boolean => endTime !== null && endTime < tx.now;

const findNotice = (tx: Tx, id: string): Promise<Stored | undefined> => tx.maybe<Stored>`
  select id, title, content, abstract, category, priority, audience, user_ids, depart_ids,
    role_ids, start_time, end_time, open_type, open_page, business_type, business_id, send_status, version from announcement
  where tenant_id = ${tx.tenant} and id = ${id} and deleted_at is null for update`;

async function lockNotice(tx: Tx, id: string): Promise<Stored> {
  const notice = await findNotice(tx, id);
  if (!notice) throw notFound();
  return notice;
}

/** @param said the title, or nothing where readers should only look again */
async function pushToReaders(tx: Tx, notice: Sent, said: string): Promise<void> {
  if (notice.startTime && notice.startTime > tx.now) return said ? pushAtStart(tx, notice) : undefined;
  await tx.emit(noticeChanged, notice.id, {
    said,
    userIds: notice.audience === 'ALL' ? null : await readersOf(tx, notice.id),
  });
}

/** Nobody sees it yet: its readers hear of it when it starts. */
async function pushAtStart(tx: Tx, { id, startTime: start }: Sent): Promise<void> {
  if (!start) return;
  await enqueue(tx, startNoticeJob, {
    aggregate: id,
    dedupeKey: `${startNoticeJob.name}:${id}:${start.toJSON()}`,
    payload: { startTime: start.toJSON() },
    dueAt: start,
  });
}

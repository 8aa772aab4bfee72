import { notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import { noticeChanged } from '../../model/events.ts';
import { startNoticeJob } from '../../model/jobs.ts';
import type { Audience, NoticeCategory, OpenType, Priority } from '../../model/notice.ts';

const NOTICE = 'system:announcement';
/** A notice as it is stored before it is published. */
export interface NoticeDraft {
  title: string;
  content: string;
  abstract: string | null;
  category: NoticeCategory;
  priority: Priority;
  audience: Audience;
  userIds: readonly string[];
  startTime: Date | null;
  endTime: Date | null;
  openType: OpenType | null;
  openPage: string | null;
  businessType: string | null;
  businessId: string | null;
}

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
      user_ids, start_time, end_time, open_type, open_page, business_type, business_id,
      create_by, create_time)
    values (${tx.tenant}, ${id}, ${draft.title}, ${cleanRichText(draft.content)},
      ${draft.abstract}, ${draft.category}, ${draft.priority}, ${draft.audience},
      ${draft.userIds}::uuid[], ${draft.startTime}, ${draft.endTime}, ${draft.openType},
      ${draft.openPage}, ${draft.businessType}, ${draft.businessId}, ${tx.actor.username}, ${tx.now})`;
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
      start_time = ${draft.startTime}, end_time = ${draft.endTime},
      open_type = ${draft.openType}, open_page = ${draft.openPage},
      business_type = ${draft.businessType}, business_id = ${draft.businessId},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  audit(tx, NOTICE, [{ rowId: id, action: 'edit', diff: { title: [stored.title, draft.title] } }]);
}

/** Takes notices away, from their readers too. Unknown ones are passed over, unless all are. */
export async function deleteNotices(tx: Tx, ids: readonly string[]): Promise<number> {
  const gone = await tx.rows<Sent>`
    update announcement set deleted_at = ${tx.now}, update_by = ${tx.actor.username},
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) and deleted_at is null
    returning id, title, audience, user_ids, send_status, start_time, version`;
  if (gone.length === 0) throw notFound();
  audit(
    tx,
    NOTICE,
    gone.map(({ id, title }) => ({ rowId: id, action: 'delete', diff: { title: [title, null] } })),
  );
  for (const notice of gone) if (notice.sendStatus === '1') await tellReaders(tx, notice, '');
  return gone.length;
}

/** A person puts a notice before its readers. */
export async function publishNotice(tx: Tx, id: string): Promise<void> {
  const { title } = await putOut(tx, id, tx.actor.username);
  audit(tx, NOTICE, [{ rowId: id, action: 'publish', diff: { title } }]);
}

/**
 * Puts a notice before its readers; one that was withdrawn is new to all of them again.
 * @param sender username; null = the program
 */
export async function putOut(
  tx: Tx,
  id: string,
  sender: string | null,
): Promise<{ title: string }> {
  const notice = await lockNotice(tx, id);
  if (notice.sendStatus === '1') throw new Refusal('published', '该系统通知已发布，请勿重复发布');
  await tx.run`
    update announcement set send_status = '1', send_time = ${tx.now}, cancel_time = null,
      sender = ${sender}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  await tx.run`delete from announcement_send
    where tenant_id = ${tx.tenant} and announcement_id = ${id}`;
  if (notice.audience === 'USER') await deliver(tx, id, notice.userIds);
  await tellReaders(tx, notice, notice.title);
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
  await tellReaders(tx, notice, '');
}

/**
 * Tells the readers of a published notice once more that it is there, unless whoever asks has
 * read it themselves. @returns whether they were notified
 */
export async function repeatUnread(tx: Tx, userId: string, id: string): Promise<boolean> {
  const notice = await lockNotice(tx, id);
  if (notice.sendStatus !== '1') throw notFound();
  const read = await tx.maybe<{ id: string }>`
    select id from announcement_send where tenant_id = ${tx.tenant}
      and announcement_id = ${id} and user_id = ${userId} and is_read`;
  if (read) return false;
  await tellReaders(tx, notice, notice.title);
  return true;
}

/** Tells the readers of a notice whose start has come; not when it was withdrawn or moved since. */
export async function startNotice(tx: Tx, id: string, startTime: unknown): Promise<void> {
  const notice = await findNotice(tx, id);
  if (notice?.sendStatus !== '1' || notice.startTime?.toJSON() !== startTime) return;
  await tellReaders(tx, notice, notice.title);
}

interface Stored extends NoticeDraft {
  id: string;
  sendStatus: string;
  version: number;
}

/** What its readers need to be notified. */
type Sent = Pick<Stored, 'id' | 'title' | 'audience' | 'userIds' | 'sendStatus' | 'startTime'>;

const findNotice = (tx: Tx, id: string): Promise<Stored | undefined> => tx.maybe<Stored>`
  select id, title, content, abstract, category, priority, audience, user_ids, start_time, end_time,
    open_type, open_page, business_type, business_id, send_status, version from announcement
  where tenant_id = ${tx.tenant} and id = ${id} and deleted_at is null for update`;

async function lockNotice(tx: Tx, id: string): Promise<Stored> {
  const notice = await findNotice(tx, id);
  if (!notice) throw notFound();
  return notice;
}

/** A row per reader; those who have left since get none. Notices to all are delivered on reading. */
async function deliver(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  await tx.run`
    insert into announcement_send (tenant_id, id, announcement_id, user_id, create_time)
    select ${tx.tenant}, r.id, ${id}::uuid, r.user_id, ${tx.now}
    from unnest(${userIds.map(() => newId())}::uuid[], ${userIds}::uuid[]) as r (id, user_id)
    join membership m on m.tenant_id = ${tx.tenant} and m.user_id = r.user_id
      and m.status <> 'deleted'
    on conflict (tenant_id, announcement_id, user_id) do nothing`;
}

/** @param said the title, or nothing where readers should only look again */
async function tellReaders(tx: Tx, notice: Sent, said: string): Promise<void> {
  if (notice.startTime && notice.startTime > tx.now)
    return said ? tellAtStart(tx, notice) : undefined;
  await tx.emit(noticeChanged, notice.id, {
    said,
    userIds: notice.audience === 'ALL' ? null : notice.userIds,
  });
}

/** Nobody sees it yet: its readers hear of it when it starts. */
async function tellAtStart(tx: Tx, { id, startTime: start }: Sent): Promise<void> {
  if (!start) return;
  await enqueue(tx, startNoticeJob, {
    aggregate: id,
    dedupeKey: `${startNoticeJob.name}:${id}:${start.toJSON()}`,
    payload: { startTime: start.toJSON() },
    dueAt: start,
  });
}

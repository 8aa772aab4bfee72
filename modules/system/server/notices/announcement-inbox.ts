import { choice, datetime, text } from '#kit/model/field.ts';
import { notFound } from '#kit/model/refusal.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { readFlags } from '../../model/dictionaries.ts';
import { CATEGORY } from '../../model/notice.ts';
import { noticeFields } from '../../model/notice-fields.ts';
import {
  TITLE,
  type ReceivedAnnouncement,
  type UnreadAnnouncements,
} from '../../model/notice-wire.ts';
import { noticeColumns } from './announcement-list.ts';
import { toReceived, type ReceivedRow } from './announcement-wire.ts';
import { readListPage, type ListSource, type Page } from '../list-page.ts';

const { priority, msgCategory, busType } = noticeFields;
const MAX_PAGE_SIZE = 50;

const RECEIVED: ListSource = {
  fields: {
    [TITLE]: text('标题'),
    sender: text('发布人账号'),
    senderName: text('发布人'),
    priority,
    msgCategory,
    busType,
    readFlag: choice('阅读状态', readFlags),
    sendTime: datetime('发布时间'),
  },
  sort: { field: 'sendTime', order: 'desc' },
  lead: 'readFlag',
};

/** Unread notices of a person that still hold, newest first, with how many there are. */
export async function unreadNotices(
  tx: Tx,
  userId: string,
  size: number,
): Promise<UnreadAnnouncements> {
  await deliverToAll(tx, userId);
  const rows = await tx.query<ReceivedRow & { total: number }>(sql`
    select * from (
      select r.*, (count(*) over (partition by r.category))::integer as total,
        row_number() over (partition by r.category order by r.send_time desc, r.id desc) as place
      from (${received(tx, userId)}) r
      where not r.is_read and (r.end_time is null or r.end_time >= ${tx.now}::timestamptz)
    ) one where one.place <= ${size} order by one.place`);
  const of = (category: string) => rows.filter((row) => row.category === category);
  const shown = (category: string): ReceivedAnnouncement[] =>
    // Here, and here alone, the id is that of the notice: the bell of the base marks it as read by it.
    of(category).map((row) => ({ ...toReceived(row, tx.actor.zone), id: row.announcementId }));
  return {
    anntMsgList: shown(CATEGORY.notice),
    anntMsgTotal: of(CATEGORY.notice)[0]?.total ?? 0,
    sysMsgList: shown(CATEGORY.system),
    sysMsgTotal: of(CATEGORY.system)[0]?.total ?? 0,
  };
}

/** All a person was ever sent and may still see, unread first. */
export async function receivedPage(
  tx: Tx,
  userId: string,
  query: Record<string, string>,
): Promise<Page<ReceivedAnnouncement>> {
  await deliverToAll(tx, userId);
  const size = Math.min(Number(query['pageSize']) || 10, MAX_PAGE_SIZE);
  const { sender, ...rest } = query;
  // A reader asks for the name that they are shown.
  const asked = { ...rest, ...(sender ? { senderName: sender } : {}), pageSize: String(size) };
  const page = await readListPage<ReceivedRow>(tx, RECEIVED, received(tx, userId), asked);
  return { ...page, records: page.records.map((row) => toReceived(row, tx.actor.zone)) };
}

/**
 * One notice a person was sent, by the id of the notice or of its way to them.
 * @throws Refusal 404 also where it is withdrawn or somebody else's
 */
export async function receivedNotice(
  tx: Tx,
  userId: string,
  by: { noticeId: string } | { sendId: string },
): Promise<ReceivedAnnouncement> {
  await deliverToAll(tx, userId);
  const wanted =
    'sendId' in by ? sql`r.id = ${by.sendId}` : sql`r.announcement_id = ${by.noticeId}`;
  const [row] = await tx.query<ReceivedRow>(
    sql`select r.* from (${received(tx, userId)}) r where ${wanted}`,
  );
  if (!row) throw notFound();
  return toReceived(row, tx.actor.zone);
}

/** Marks one notice as read by a person. @throws Refusal 404 unless they were sent it */
export async function markRead(tx: Tx, userId: string, noticeId: string): Promise<void> {
  await deliverToAll(tx, userId);
  const found = await tx.run`
    update announcement_send s set is_read = true,
      read_time = coalesce(s.read_time, ${tx.now}::timestamptz)
    from announcement a
    where s.tenant_id = ${tx.tenant} and s.announcement_id = ${noticeId} and s.user_id = ${userId}
      and a.tenant_id = s.tenant_id and a.id = s.announcement_id and ${visible(tx)}`;
  if (found === 0) throw notFound();
}

/** Marks everything a person sees as read. */
export async function markAllRead(tx: Tx, userId: string): Promise<void> {
  await deliverToAll(tx, userId);
  await tx.run`
    update announcement_send s set is_read = true, read_time = ${tx.now} from announcement a
    where s.tenant_id = ${tx.tenant} and s.user_id = ${userId} and not s.is_read
      and a.tenant_id = s.tenant_id and a.id = s.announcement_id and ${visible(tx)}`;
}

/** Whether a notice `a` is out and has begun. */
const visible = (tx: Tx): Sql => sql`
  (a.deleted_at is null and a.send_status = '1'
    and (a.start_time is null or a.start_time <= ${tx.now}::timestamptz))`;

const received = (tx: Tx, userId: string): Sql => sql`
  select s.id, s.announcement_id, s.user_id, s.is_read, s.read_time,
    case when s.is_read then '1' else '0' end as read_flag, ${noticeColumns()}, a.content
  from announcement_send s
  join announcement a on a.tenant_id = s.tenant_id and a.id = s.announcement_id
  where s.tenant_id = ${tx.tenant} and s.user_id = ${userId} and ${visible(tx)}`;

/**
 * Notices to everybody find their way to a person when they look: those that hold now, except what
 * had ended before they came.
 */
async function deliverToAll(tx: Tx, userId: string): Promise<void> {
  const due = await tx.rows<{ id: string }>`
    select a.id from announcement a
    join membership m on m.tenant_id = a.tenant_id and m.user_id = ${userId}
    where a.tenant_id = ${tx.tenant} and a.audience = 'ALL' and ${visible(tx)}
      and (a.end_time is null
        or (a.end_time >= ${tx.now}::timestamptz and a.end_time >= m.create_time))
      and not exists (select 1 from announcement_send s where s.tenant_id = a.tenant_id
        and s.announcement_id = a.id and s.user_id = m.user_id)`;
  if (due.length === 0) return;
  await tx.run`
    insert into announcement_send (tenant_id, id, announcement_id, user_id, create_time)
    select ${tx.tenant}, d.id, d.announcement_id, ${userId}::uuid, ${tx.now}
    from unnest(${due.map(() => newId())}::uuid[], ${due.map(({ id }) => id)}::uuid[])
      as d (id, announcement_id)
    on conflict (tenant_id, announcement_id, user_id) do nothing`;
}

import { notFound } from '#kit/model/refusal.ts';
import type { AnyRow } from '#kit/model/row.ts';
import type { Actor } from '#kit/server/actor.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import type { Serve } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import { receivedNotice } from '../../model/announcement.ts';
import { CATEGORY } from '../../model/notice.ts';
import type { ReceivedAnnouncement, UnreadAnnouncements } from '../../model/notice-wire.ts';
import { noticeColumns } from './announcement-list.ts';

/** Unread notices of a person that still hold, newest first, with how many there are. */
export async function unreadNotices(tx: Tx, userId: string, size: number): Promise<UnreadAnnouncements> {
  await deliverToAll(tx, userId);
  const rows = await tx.query<AnyRow & { category: string; total: number }>(sql`
    select * from (
      select r.*, (count(*) over (partition by r.category))::integer as total,
        row_number() over (partition by r.category order by r.send_time desc, r.id desc) as place
      from (${received(tx, userId)}) r
      where r.read_flag = '0'
    ) one where one.place <= ${size} order by one.place`);
  const of = (category: string) => rows.filter((row) => row.category === category);
  const shown = (category: string): ReceivedAnnouncement[] =>
    // Here, and here alone, the id is that of the notice: the bell of the base marks it as read by it.
    of(category).map((row) => ({ ...shownTo(tx, row), id: String(row['announcementId']) }));
  return {
    anntMsgList: shown(CATEGORY.notice),
    anntMsgTotal: of(CATEGORY.notice)[0]?.total ?? 0,
    sysMsgList: shown(CATEGORY.system),
    sysMsgTotal: of(CATEGORY.system)[0]?.total ?? 0,
  };
}

/** All a person was sent that still holds, unread first. */
export const servedReceived: Serve = {
  resource: receivedNotice,
  lead: 'readFlag',
  async rows(tx) {
    const userId = readerOf(tx.actor);
    await deliverToAll(tx, userId);
    return received(tx, userId);
  },
  more: (_tx, { content }) => ({ content: cleanRichText(String(content)) }),
};

/** Notices are for people: nothing was ever sent to the program. */
export function readerOf({ userId }: Actor): string {
  if (userId === null) throw notFound();
  return userId;
}

/** A notice as the one it was sent to gets it. */
export const shownTo = (tx: Tx, row: AnyRow): ReceivedAnnouncement =>
  wireRow(tx, servedReceived, row) as unknown as ReceivedAnnouncement;

type By = { noticeId: string } | { sendId: string };

/**
 * One notice a person was sent, by the id of the notice or of its way to them.
 * @throws Refusal 404 also where it is withdrawn, over, or somebody else's
 */
export async function receivedRow(tx: Tx, userId: string, by: By): Promise<AnyRow> {
  const row = await receivedIfAny(tx, userId, by);
  if (!row) throw notFound();
  return row;
}

/** As {@link receivedRow}, or nothing. */
export async function receivedIfAny(tx: Tx, userId: string, by: By): Promise<AnyRow | undefined> {
  await deliverToAll(tx, userId);
  const requested = 'sendId' in by ? sql`r.id = ${by.sendId}` : sql`r.announcement_id = ${by.noticeId}::text`;
  const [row] = await tx.query<AnyRow>(sql`select r.* from (${received(tx, userId)}) r where ${requested}`);
  return row;
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

/** Whether a notice `a` is out, has begun and is not over. */
const visible = (tx: Tx): Sql => sql`
  (a.deleted_at is null and a.send_status = '1'
    and (a.start_time is null or a.start_time <= ${tx.now}::timestamptz)
    and (a.end_time is null or a.end_time >= ${tx.now}::timestamptz))`;

const received = (tx: Tx, userId: string): Sql => sql`
  select s.id, s.announcement_id::text as announcement_id, s.user_id::text as user_id, s.read_time,
    case when s.is_read then '1' else '0' end as read_flag, ${noticeColumns()}, a.content
  from announcement_send s
  join announcement a on a.tenant_id = s.tenant_id and a.id = s.announcement_id
  where s.tenant_id = ${tx.tenant} and s.user_id = ${userId} and ${visible(tx)}`;

/** Notices to everybody find their way to a person when they look: those that hold now. */
async function deliverToAll(tx: Tx, userId: string): Promise<void> {
  const due = await tx.rows<{ id: string }>`
    select a.id from announcement a
    join membership m on m.tenant_id = a.tenant_id and m.user_id = ${userId}
    where a.tenant_id = ${tx.tenant} and a.audience = 'ALL' and ${visible(tx)}
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

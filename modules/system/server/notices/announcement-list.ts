import { choice, datetime, text } from '#kit/model/field.ts';
import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { sendStatuses } from '../../model/dictionaries.ts';
import { PROGRAM_SENDER } from '../../model/notice.ts';
import { noticeFields } from '../../model/notice-fields.ts';
import { TITLE, type Announcement } from '../../model/notice-wire.ts';
import { toAnnouncement, type NoticeRow } from './announcement-wire.ts';
import { readListPage, type ListSource, type Page } from '../list-page.ts';

const { priority, msgCategory, msgType, startTime, endTime } = noticeFields;

const NOTICES: ListSource = {
  fields: {
    [TITLE]: text('标题'),
    sender: text('发布人'),
    priority,
    msgCategory,
    msgType,
    startTime,
    endTime,
    sendStatus: choice('发布状态', sendStatuses),
    sendTime: datetime('发布时间'),
    cancelTime: datetime('撤销时间'),
  },
};

/** Columns of a notice `a` under the names the wire asks by, beside our own. */
export const noticeColumns = (): Sql => sql`
  a.title, a.title as titile, a.abstract, a.category, a.category as msg_category, a.priority,
  a.audience, a.audience as msg_type, a.user_ids, a.start_time, a.end_time, a.sender,
  case when a.send_time is null then null else coalesce(
    (select u.realname from app_user u where u.username_key = lower(a.sender)), a.sender,
    ${PROGRAM_SENDER.realname}::text) end as sender_name,
  a.send_status, a.send_time, a.cancel_time, a.open_type, a.open_page, a.business_type,
  a.business_type as bus_type, a.business_id, a.create_by, a.create_time, a.update_by, a.update_time, a.version`;

const notices = (tx: Tx, content: Sql): Sql => sql`
  select a.id, ${noticeColumns()}, ${content} as content from announcement a
  where a.tenant_id = ${tx.tenant} and a.deleted_at is null`;

/** All notices, for those who administer them; what they say is asked for one by one. */
export async function noticePage(
  tx: Tx,
  query: Record<string, string>,
): Promise<Page<Announcement>> {
  const page = await readListPage<NoticeRow>(tx, NOTICES, notices(tx, sql`''`), query);
  return { ...page, records: page.records.map((row) => toAnnouncement(row, tx.actor.zone)) };
}

/** One notice, in whatever state. @throws Refusal 404 */
export async function readNotice(tx: Tx, id: string): Promise<NoticeRow> {
  const [row] = await tx.query<NoticeRow>(
    sql`select * from (${notices(tx, sql`a.content`)}) n where n.id = ${id}`,
  );
  if (!row) throw notFound();
  return row;
}

import { notFound } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import { announcement } from '../../model/announcement.ts';
import { PROGRAM_SENDER } from '../../model/notice.ts';
import { completed } from './announcement-draft.ts';
import { addNotice, deleteNotices, editNotice } from './announcements.ts';

/** Columns of a notice `a`. Nobody has sent a draft yet. */
export const noticeColumns = (): Sql => sql`
  a.title, a.abstract, a.category, a.priority, a.audience, a.start_time, a.end_time,
  case when a.send_time is null then '' else coalesce(
    (select u.realname from app_user u where u.username_key = lower(a.sender)), a.sender,
    ${PROGRAM_SENDER.realname}::text) end as sender_name,
  a.send_status, a.send_time, a.cancel_time, a.open_type, a.open_page, a.business_type,
  a.business_id, a.create_by, a.create_time`;

const notices = (tx: Tx): Sql => sql`
  select a.id, ${noticeColumns()}, '' as content, a.update_by, a.update_time, a.version,
    case when a.send_time is null then '' else coalesce(a.sender, ${PROGRAM_SENDER.username}::text)
      end as sender,
    -- sic: a comma stands behind the last one.
    coalesce((select string_agg(id || ',', '' order by n)
      from unnest(a.user_ids) with ordinality as reader (id, n)), '') as user_ids
  from announcement a where a.tenant_id = ${tx.tenant} and a.deleted_at is null`;

/** Notices for those who write them; what they say is answered one by one. */
export const servedNotices: Serve = {
  resource: announcement,
  rows: notices,
  own: ['queryById'],
  store: {
    add: (call, values) =>
      call.tx(async (tx) => ({ id: await addNotice(tx, await completed(tx, values, null)) })),
    edit: (call, id, values, version) =>
      call.tx((tx) => editNotice(tx, id, version, (stored) => completed(tx, values, stored))),
    remove: (call, ids) => call.tx((tx) => deleteNotices(tx, ids)),
  } satisfies Store<typeof announcement>,
};

/** One notice with what it says, in whatever state. @throws Refusal 404 */
export async function noticeInFull(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const [row] = await tx.query<RowOf<typeof announcement>>(sql`
    select n.*, a.content from (${notices(tx)}) n
    join announcement a on a.tenant_id = ${tx.tenant} and a.id = n.id where n.id = ${id}`);
  if (!row) throw notFound();
  const content = cleanRichText(row.content ?? '');
  return wireRow(tx, { resource: announcement }, { ...row, content });
}

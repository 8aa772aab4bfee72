import { notFound } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { cleanRichText } from '#kit/server/rich-text.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { ruleConditions } from '#kit/server/query/row-rules.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import { announcement } from '../../model/announcement.ts';
import { PROGRAM_SENDER } from '../../model/notice.ts';
import { completed } from './announcement-draft.ts';
import { addNotice, deleteNotices, editNotice } from './announcements.ts';
import { readRates } from './notice-readers.ts';
import { noticeSheet, readersInWords } from './notice-sheet.ts';

/** Columns of a notice `a`. Nobody has sent a draft yet. */
export const noticeColumns = (): Sql => sql`
  a.title, a.abstract, a.category, a.priority, a.audience, a.start_time, a.end_time,
  case when a.send_time is null then '' else coalesce(
    (select u.realname from app_user u where u.username_key = lower(a.sender)), a.sender,
    ${PROGRAM_SENDER.realname}::text) end as sender_name,
  a.send_status, a.send_time, a.cancel_time, a.open_type, a.open_page, a.business_type,
  a.business_id, a.create_by, a.create_time`;

/** A cell of a sheet holds no more; a longer text stays out of lists, whole in its own answer. */
const LISTED_CONTENT = 32_000;

/** Whether no data rule hides a notice from the caller. */
export async function seesNotice(tx: Tx, id: string): Promise<boolean> {
  const rules = ruleConditions(announcement, tx.actor, 't');
  if (rules.length === 0) return true;
  const seen = await tx.query(sql`
    select t.id from (${notices(tx)}) t where ${join([sql`t.id = ${id}::uuid`, ...rules], ' and ')}`);
  return seen.length > 0;
}

/** @throws Refusal 404 where a data rule hides the notice from the caller */
export async function requireSeenNotice(tx: Tx, id: string): Promise<void> {
  if (!(await seesNotice(tx, id))) throw notFound();
}

const notices = (tx: Tx): Sql => sql`
  select a.id, ${noticeColumns()},
    case when length(a.content) <= ${LISTED_CONTENT}::integer then a.content else '' end as content,
    a.update_by, a.update_time, a.version,
    case when a.send_time is null then '' else coalesce(a.sender, ${PROGRAM_SENDER.username}::text)
      end as sender,
    ${joined(sql`a.user_ids`)} as user_ids, ${joined(sql`a.depart_ids`)} as depart_ids,
    ${joined(sql`a.role_ids`)} as role_ids, ${readersInWords(tx)} as readers,
    case a.send_status when '0' then 'draft' when '2' then 'revoked' else
      case when a.end_time < ${tx.now}::timestamptz then 'ended'
        when a.start_time > ${tx.now}::timestamptz then 'waiting' else 'out' end end as state
  from announcement a where a.tenant_id = ${tx.tenant} and a.deleted_at is null`;

/** Ids of an array in its order. */
// sic: a comma stands behind the last one.
const joined = (ids: Sql): Sql => sql`coalesce((select string_agg(one.id || ',', '' order by one.n)
  from unnest(${ids}) with ordinality as one (id, n)), '')`;

/** Notices for those who write them, with how many have read each. */
export const servedNotices: Serve = {
  resource: announcement,
  rows: notices,
  more: (_tx, { content }) => ({ content: cleanRichText(String(content ?? '')) }),
  beside: readRates,
  own: ['queryById'],
  store: {
    add: (call, values) => call.tx(async (tx) => ({ id: await addNotice(tx, await completed(tx, values, null)) })),
    edit: (call, id, values, version) =>
      call.tx((tx) => editNotice(tx, id, version, (stored) => completed(tx, values, stored))),
    remove: (call, ids) => call.tx((tx) => deleteNotices(tx, ids)),
    sheet: noticeSheet,
  } satisfies Store<typeof announcement>,
};

/** One notice with what it says, in whatever state. @throws Refusal 404 */
export async function noticeInFull(tx: Tx, id: string): Promise<Record<string, unknown>> {
  const [row] = await tx.query<RowOf<typeof announcement> & { whole: string }>(sql`
    select n.*, a.content as whole from (${notices(tx)}) n
    join announcement a on a.tenant_id = ${tx.tenant} and a.id = n.id where n.id = ${id}`);
  if (!row) throw notFound();
  const { whole, ...notice } = row;
  return wireRow(tx, { resource: announcement }, { ...notice, content: cleanRichText(whole) });
}

import { newId, type Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { NoticeDraft } from './notice-draft.ts';

type Chosen = Pick<NoticeDraft, 'userIds' | 'departIds' | 'roleIds'>;

/**
 * Whom a notice is for: people by name, those of departments and of all below them, those who hold a
 * role. Asked at the release: who joins a department later is sent none, and who leaves keeps theirs.
 */
export async function chosenReaders(tx: Tx, { userIds, departIds, roleIds }: Chosen): Promise<string[]> {
  const people = await tx.rows<{ id: string }>`
    with recursive chosen as (
      select id from depart where tenant_id = ${tx.tenant} and id = any(${departIds}::uuid[])
      union
      select d.id from depart d join chosen c on d.parent_id = c.id
      where d.tenant_id = ${tx.tenant}
    )
    select m.user_id as id from membership m
    where m.tenant_id = ${tx.tenant} and m.status <> 'deleted' and (
      m.user_id = any(${userIds}::uuid[])
      or exists (select 1 from user_depart ud join chosen c on c.id = ud.depart_id
        where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id)
      or exists (select 1 from user_role ur where ur.tenant_id = m.tenant_id
        and ur.user_id = m.user_id and ur.role_id = any(${roleIds}::uuid[])))`;
  return people.map(({ id }) => id);
}

/** A row per reader. Notices to all are delivered on reading. */
export async function deliver(tx: Tx, id: string, userIds: readonly string[]): Promise<void> {
  await tx.run`
    insert into announcement_send (tenant_id, id, announcement_id, user_id, create_time)
    select ${tx.tenant}, r.id, ${id}::uuid, r.user_id, ${tx.now}
    from unnest(${userIds.map(() => newId())}::uuid[], ${userIds}::uuid[]) as r (id, user_id)
    on conflict (tenant_id, announcement_id, user_id) do nothing`;
}

/** Those a notice has reached so far. */
export async function readersOf(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select user_id as id from announcement_send
    where tenant_id = ${tx.tenant} and announcement_id = ${id} order by user_id`;
  return rows.map((row) => row.id);
}

/**
 * People that published notices are for, a row each: `notice`, `user_id`, `is_read`, `read_time`. Frozen
 * and departed ones read nothing and are not counted; nor is who came after the end of one to all.
 */
const audienceOf = (tx: Tx, ids: readonly string[]): Sql => sql`
  select a.id as notice, m.user_id, coalesce(s.is_read, false) as is_read, s.read_time
  from announcement a
  join membership m on m.tenant_id = a.tenant_id and m.status = 'active'
  left join announcement_send s on s.tenant_id = a.tenant_id and s.announcement_id = a.id
    and s.user_id = m.user_id
  where a.tenant_id = ${tx.tenant} and a.id = any(${ids}::uuid[]) and a.deleted_at is null
    and a.send_status = '1'
    and (s.id is not null or (a.audience = 'ALL'
      and (a.end_time is null or m.create_time <= a.end_time)))`;

/** How many have read each of these notices, of how many; nothing for one that is not out. */
export async function readRates(
  tx: Tx,
  rows: readonly Record<string, unknown>[],
): Promise<Map<string, { readCount: number; readerCount: number }>> {
  const out = rows.filter((row) => row['sendStatus'] === '1').map((row) => String(row['id']));
  if (out.length === 0) return new Map();
  const rates = await tx.query<{ notice: string; readCount: number; readerCount: number }>(sql`
    select notice, (count(*) filter (where is_read))::integer as read_count,
      count(*)::integer as reader_count
    from (${audienceOf(tx, out)}) reader group by notice`);
  return new Map(rates.map(({ notice, ...rate }) => [notice, rate]));
}

/** Which of the readers of a notice are asked for. */
export interface ReaderQuery {
  readFlag?: '0' | '1' | undefined;
  /** Part of a name or an account. */
  keyword: string;
  pageNo: number;
  pageSize: number;
}

/** One reader of a notice, as its publisher sees them. */
export interface NoticeReader {
  id: string;
  username: string;
  realname: string;
  departNames: string | null;
  readFlag: '0' | '1';
  readTime: Date | null;
}

/** Who has read a notice and who has not, those who have not first, by name. */
export async function readersPage(
  tx: Tx,
  id: string,
  { readFlag, keyword, pageNo, pageSize }: ReaderQuery,
): Promise<{ records: NoticeReader[]; total: number }> {
  const found = sql`
    from (${audienceOf(tx, [id])}) reader join app_user u on u.id = reader.user_id
    where ${readFlag ?? null}::text is null or reader.is_read = (${readFlag ?? null}::text = '1')`;
  const named = keyword.toLowerCase();
  const request = sql`select u.id, u.username, u.realname, reader.is_read, reader.read_time ${found}`;
  const all = sql`select * from (${request}) one where ${named}::text = ''
    or strpos(lower(one.realname), ${named}::text) > 0
    or strpos(lower(one.username), ${named}::text) > 0`;
  const [counted] = await tx.query<{ n: number }>(sql`select count(*)::integer as n from (${all}) one`);
  const records = await tx.query<NoticeReader>(sql`
    select one.id, one.username, one.realname,
      (select string_agg(d.name, '、' order by d.org_code) from user_depart ud
        join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        where ud.tenant_id = ${tx.tenant} and ud.user_id = one.id) as depart_names,
      case when one.is_read then '1' else '0' end as read_flag, one.read_time
    from (${all}) one order by one.is_read, one.realname, one.id
    limit ${pageSize} offset ${(pageNo - 1) * pageSize}`);
  return { records, total: counted?.n ?? 0 };
}

import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { choice, text } from '#kit/model/field.ts';
import { userStatuses } from '../model/dictionaries.ts';
import { userFields } from '../model/user.ts';
import { readListPage, type ListSource, type Page } from './list-page.ts';
import { toSysUser, type SysUser, type UserRow } from './wire.ts';

const { username, realname, sex, birthday, phone, email, telephone, workNo } = userFields;

/** What may be asked of a list of people. */
export const USERS: ListSource = {
  fields: {
    username,
    realname,
    sex,
    birthday,
    phone,
    email,
    telephone,
    workNo,
    status: choice('状态', userStatuses),
    orgCode: text('部门编码'),
  },
};

/** People of the transaction's tenant as rows of {@link UserRow}, whom `where` picks. */
export const userRows = (tx: Tx, where: Sql = sql`true`): Sql => sql`
  select u.id, u.username, u.realname, u.avatar, u.sex, u.birthday, u.phone, u.email, u.telephone,
    u.must_change_password,
    exists (select 1 from second_factor f
      where f.user_id = u.id and f.confirm_time is not null) as has_second_factor,
    case when m.status = 'active' and u.status = 'active' then '1' else '2' end as status,
    m.work_no, m.posts, m.is_superior, m.led_departs, m.org_code,
    (select string_agg(d.name, ',' order by d.org_code) from user_depart ud
      join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
      where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id) as depart_names,
    (select string_agg(d.name, ',' order by led.n) from unnest(m.led_departs)
        with ordinality as led (id, n)
      join depart d on d.tenant_id = m.tenant_id and d.id = led.id) as led_depart_names,
    (select string_agg(coalesce(p.name, post.code), ',' order by post.n) from unnest(m.posts)
        with ordinality as post (code, n)
      left join position p on p.tenant_id = m.tenant_id and p.deleted_at is null
        and p.code = post.code) as post_names,
    (select string_agg(r.name, ',' order by r.code) from user_role ur
      join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
      where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id) as role_names,
    m.create_by, m.create_time, m.update_by, m.update_time, m.version
  from membership m join app_user u on u.id = m.user_id
  where m.tenant_id = ${tx.tenant} and m.status <> 'deleted' and u.status <> 'deleted' and ${where}`;

/** GET /sys/user/list: the query language, `departId` (direct members) and `code` (ids). */
export async function userPage(tx: Tx, query: Record<string, string>): Promise<Page<SysUser>> {
  const { departId, code, ...rest } = query;
  const depart = departId
    ? sql`exists (select 1 from user_depart ud where ud.tenant_id = m.tenant_id
        and ud.user_id = m.user_id and ud.depart_id::text = ${departId})`
    : sql`true`;
  const ids = code ? sql`m.user_id = any(${code.split(',').filter(isUuid)}::uuid[])` : sql`true`;
  const page = await readListPage<UserRow>(
    tx,
    USERS,
    userRows(tx, sql`${depart} and ${ids}`),
    rest,
  );
  return {
    ...page,
    records: page.records.map((row) => toSysUser(row, tx.actor.zone, tx.tenant)),
  };
}

/** One person of the tenant, or undefined. */
export async function userOf(tx: Tx, userId: string): Promise<SysUser | undefined> {
  const [row] = await tx.query<UserRow>(userRows(tx, sql`m.user_id = ${userId}::uuid`));
  return row && toSysUser(row, tx.actor.zone, tx.tenant);
}

/** Whoever asks. @throws Refusal 404 when they have left the tenant meanwhile */
export async function ownUserOf(tx: Tx, userId: string): Promise<SysUser> {
  const user = await userOf(tx, userId);
  if (!user) throw notFound();
  return user;
}

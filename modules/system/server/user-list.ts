import { notFound } from '#kit/model/refusal.ts';
import type { AnyRow, RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import type { OwnProfile } from '../model/routes/account.ts';
import type { OwnUser } from '../model/routes/session.ts';
import { user } from '../model/user.ts';

/** What the console reads of a person whom the wire describes. */
type SysUser = OwnUser &
  Omit<OwnProfile, 'version' | 'passwordTime' | 'departs' | 'posts' | 'tenants' | 'signIns'>;

/** A person with what the wire tells of their place. */
interface PersonRow extends RowOf<typeof user> {
  posts: string[];
  postNames: string | null;
  isSuperior: boolean;
  ledDeparts: string[];
  ledDepartNames: string | null;
}

/**
 * People of the transaction's tenant whom `where` picks, with the columns of `user`. Their version counts
 * the changes of the place and of the account: either makes an edit stale.
 */
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
    m.create_by, m.create_time, m.update_by, m.update_time, m.version + u.version as version
  from membership m join app_user u on u.id = m.user_id
  where m.tenant_id = ${tx.tenant} and m.status <> 'deleted' and u.status <> 'deleted' and ${where}`;

/** People of a list: `departId` asks for direct members, `code` for ids. */
export function listedUsers(tx: Tx, { departId, code }: Readonly<Record<string, string>>): Sql {
  const depart = departId ? memberOf(departId) : sql`true`;
  const ids = code ? sql`m.user_id = any(${code.split(',').filter(isUuid)}::uuid[])` : sql`true`;
  return userRows(tx, sql`${depart} and ${ids}`);
}

/** Whether a person `m` belongs to a department directly. */
export const memberOf = (departId: string): Sql => sql`
  exists (select 1 from user_depart ud where ud.tenant_id = m.tenant_id
    and ud.user_id = m.user_id and ud.depart_id::text = ${departId})`;

/** What a person is answered with beside the fields; lists are joined by commas there. */
export function moreOfUser({ tenant }: Tx, row: Record<string, unknown>): Record<string, unknown> {
  const person = row as unknown as PersonRow;
  return {
    post: person.posts.join(','),
    post_dictText: person.postNames ?? '',
    userIdentity: person.isSuperior ? 2 : 1,
    departIds: person.ledDeparts.join(','),
    departIds_dictText: person.ledDepartNames ?? '',
    tenantId: tenant,
    relTenantIds: String(tenant),
  };
}

/** One person of the tenant, as the list has them. @throws Refusal 404 where there is none */
export async function ownUserOf(tx: Tx, userId: string): Promise<SysUser> {
  const [row] = await tx.query<AnyRow>(userRows(tx, sql`m.user_id = ${userId}::uuid`));
  if (!row) throw notFound();
  return wireRow(tx, { resource: user, more: moreOfUser }, row) as unknown as SysUser;
}

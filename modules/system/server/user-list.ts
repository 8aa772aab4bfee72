import { notFound } from '#kit/model/refusal.ts';
import type { AnyRow, RowOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { requireVisible } from '#kit/server/query/own-visibility.ts';
import { ruleConditions } from '#kit/server/query/row-rules.ts';
import { join, sql, type Sql } from '#kit/server/sql.ts';
import { wireRow } from '#kit/server/wire-routes.ts';
import type { OwnProfile } from '../model/routes/account.ts';
import type { OwnUser } from '../model/routes/session.ts';
import { user } from '../model/user.ts';

/** What the console reads of a person whom the wire describes. */
type SysUser = OwnUser & Omit<OwnProfile, 'version' | 'passwordTime' | 'departs' | 'posts' | 'tenants' | 'signIns'>;

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
export const userRows = (tx: Tx, where: Sql = sql`true`): Sql =>
  peopleRows(tx, sql`m.status <> 'deleted' and ${where}`);

const peopleRows = (tx: Tx, where: Sql): Sql => sql`
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
  where m.tenant_id = ${tx.tenant} and u.status <> 'deleted' and ${where}`;

/** As {@link userRows}, without those whom a data rule of the user page hides from the caller. */
export function seenUsers(tx: Tx, where: Sql = sql`true`): Sql {
  const rules = ruleConditions(user, tx.actor, 't');
  const rows = userRows(tx, where);
  return rules.length === 0 ? rows : sql`select * from (${rows}) t where ${join(rules, ' and ')}`;
}

/** Whether the caller sees a person `m` who was taken out, by what they were: rules hold there, too. */
export function isSeenInBin(tx: Tx): Sql {
  const rules = ruleConditions(user, tx.actor, 't');
  if (rules.length === 0) return sql`true`;
  const binned = peopleRows(tx, sql`m.status = 'deleted'`);
  return sql`m.user_id in (select t.id from (${binned}) t where ${join(rules, ' and ')})`;
}

/** @throws Refusal 404 where a data rule hides one of the people from the caller */
export async function requireSeenUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  if (ruleConditions(user, tx.actor, 't').length === 0) return;
  const seen = await tx.query(seenUsers(tx, sql`m.user_id = any(${ids}::uuid[])`));
  if (seen.length < new Set(ids).size) throw notFound();
}

/** @throws Refusal 422 where whoever wrote a person would not see them any more by their data rules */
export const requireUserVisible = (tx: Tx, id: string): Promise<void> =>
  requireVisible(tx, user, id, userRows(tx, sql`m.user_id = ${id}::uuid`));

/**
 * People of a list: `departId` asks for direct members, `departTree` for those of departments below too,
 * `roleId` for who has a role, `code` for ids.
 */
export function listedUsers(tx: Tx, query: Readonly<Record<string, string>>): Sql {
  const { departId, departTree, roleId, code } = query;
  const ids = code?.split(',').filter(isUuid);
  const conditions = [
    sql`true`,
    ...(departId ? [memberOf(departId)] : []),
    ...(departTree ? [memberBelow(tx, departTree)] : []),
    ...(roleId ? [holderOf(roleId)] : []),
    ...(ids ? [sql`m.user_id = any(${ids}::uuid[])`] : []),
  ];
  return userRows(tx, join(conditions, ' and '));
}

/** Whether a person `m` has a role. */
export const holderOf = (roleId: string): Sql => sql`
  exists (select 1 from user_role held where held.tenant_id = m.tenant_id
    and held.user_id = m.user_id and held.role_id = ${uuidOf(roleId)}::uuid)`;

/** What is no id finds nobody; compared as text, no index would serve. */
const uuidOf = (id: string): string | null => (isUuid(id) ? id : null);

/**
 * Whether a person `m` belongs to a department or to one below it. Nobody can know beforehand whether
 * that is one in a thousand or everybody: who belongs is found first, and people are held against it.
 */
const memberBelow = ({ tenant }: Tx, departId: string): Sql => sql`
  (m.user_id in (select ud.user_id from depart top
    join depart d on d.tenant_id = top.tenant_id and starts_with(d.org_code, top.org_code)
    join user_depart ud on ud.tenant_id = d.tenant_id and ud.depart_id = d.id
    where top.tenant_id = ${tenant} and top.id = ${uuidOf(departId)}::uuid)) is true`;

/** Whether a person `m` belongs to a department directly. */
export const memberOf = (departId: string): Sql => sql`
  exists (select 1 from user_depart ud where ud.tenant_id = m.tenant_id
    and ud.user_id = m.user_id and ud.depart_id = ${uuidOf(departId)}::uuid)`;

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

import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Serve } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { address, SEEING_CONTACTS } from '../model/address.ts';

/**
 * Active people of the tenant, of a department and those below it where `orgCode` names one. What the
 * asker may not see is not there: nobody finds a number by searching for it either.
 */
function addressRows(tx: Tx, { orgCode }: Readonly<Record<string, string>>): Sql {
  const isShown = SEEING_CONTACTS.some((code) => may(tx.actor, code));
  const shown = (of: Sql): Sql => (isShown ? of : sql`null::text`);
  const belongs = orgCode
    ? sql`exists (select 1 from user_depart ud
        join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id
          and starts_with(d.org_code, ${orgCode}))`
    : sql`true`;
  return sql`
    select u.id, u.realname, u.avatar, ${shown(sql`m.work_no`)} as work_no,
      ${shown(sql`u.phone`)} as phone, ${shown(sql`u.telephone`)} as telephone,
      ${shown(sql`u.email`)} as email, array_to_string(m.posts, ',') as post,
      (select string_agg(d.name, ',' order by d.org_code) from user_depart ud
        join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id) as depart_name,
      (select string_agg(coalesce(p.name, post.code), ',' order by post.n) from unnest(m.posts)
          with ordinality as post (code, n)
        left join position p on p.tenant_id = m.tenant_id and p.deleted_at is null
          and p.code = post.code) as post_names,
      m.create_time
    from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'active' and u.status = 'active' and ${belongs}`;
}

export const servedAddresses: Serve = { resource: address, rows: addressRows };

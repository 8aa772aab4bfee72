import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import type { SystemOperation } from '../model/system-operations.ts';

/** Sign-ins, or deeds where the query asks for those; `keyWord` is a part of what an entry says. */
export const logRows =
  (operations: readonly SystemOperation[]) =>
  (tx: Tx, { logType, keyWord = '' }: Readonly<Record<string, string>>): Sql => {
    const rows = logType === '2' ? operationRows(tx, operations) : loginRows(tx);
    const word = keyWord.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`);
    return word === '' ? rows : sql`select * from (${rows}) entry where entry.log_content like ${`%${word}%`}`;
  };

const loginRows = (tx: Tx): Sql => sql`
  select l.id, '1' as log_type, l.content as log_content, null::text as operate_type, l.user_id::text as user_id,
    l.username, l.ip, null::text as method, l.cost_ms as cost_time, l.user_agent,
    null::text as request_url, null::text as request_type, null::text as request_param,
    null::text as touched, l.create_time
  from login_log l where l.tenant_id = ${tx.tenant}`;

/**
 * The audit trail in the shape of an operation log; titles come from the declaration of the deed,
 * else from the button of its right.
 */
const operationRows = (tx: Tx, operations: readonly SystemOperation[]): Sql => sql`
  select a.id, '2' as log_type, coalesce(d.title, p.name, a.resource || ' ' || a.action) as log_content,
    case a.action when 'add' then '2' when 'delete' then '4' when 'import' then '5'
      when 'export' then '6' else '3' end as operate_type,
    a.actor_id::text as user_id, a.actor_name as username, a.ip,
    a.resource || ':' || a.action as method, r.cost_ms as cost_time,
    null::text as user_agent,
    jsonb_build_object('id', a.row_id, 'fields', case jsonb_typeof(a.diff) when 'object'
      then (select jsonb_agg(key order by key) from jsonb_object_keys(a.diff) as key) end)::text
      as touched,
    r.url as request_url, r.method as request_type, r.param as request_param, a.at as create_time
  from audit_log a
  left join request_log r on r.tenant_id = a.tenant_id and r.request_id = a.request_id
  left join unnest(${operations.map(({ code }) => code)}::text[], ${operations.map(({ title }) => title)}::text[])
    as d (code, title) on d.code = a.resource || ':' || a.action
  left join permission p on p.perms = a.resource || ':' || a.action and p.menu_type = 2 and p.is_live
  where a.tenant_id = ${tx.tenant}`;

/** Open sessions of the tenant. */
export const onlineRows = (tx: Tx): Sql => sql`
  select s.id, u.username,
    u.realname || coalesce((select ${'（代 '}::text || o.realname || ${'）'}::text from app_user o
      where o.id = s.acts_for), '') as realname, u.avatar,
    case when s.look_id is null then u.birthday end as birthday, u.sex,
    case when s.look_id is null then u.phone end as phone, s.ip, s.user_agent,
    s.create_time, s.last_seen
  from session s join app_user u on u.id = s.user_id
  where s.tenant_id = ${tx.tenant} and s.expires_at > ${tx.now}::timestamptz`;

import { notFound } from '#kit/model/refusal.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import type { DeletedUser } from '../model/routes/users.ts';
import { requireOutranks } from './guards.ts';
import { unknownPassword } from './password-hash.ts';
import type { Sessions } from './sessions.ts';
import { requireRoom } from './tenants/bounds.ts';
import { isSeenInBin } from './user-list.ts';
import { USER } from './users.ts';

/** What a person was in a tenant when they were taken out of it. */
interface Removed {
  at: string;
  by: string;
  status: string;
  workNo: string | null;
  roles: string[];
  departs: string[];
  departRoles: string[];
}

const MOST_SHOWN = 1000;
/** What a person is called of whom nothing personal is kept. */
const FORGOTTEN = '已删除用户';

/** Notes what people are in the tenant, in front of their removal. */
export const noteRemoved = (tx: Tx, ids: readonly string[]): Promise<number> => tx.run`
  update membership m set purge_time = null, removed = jsonb_build_object(
    'at', ${tx.now}::timestamptz, 'by', ${tx.actor.username}::text, 'status', m.status,
    'workNo', m.work_no,
    'roles', (select coalesce(jsonb_agg(role_id), '[]') from user_role o
      where o.tenant_id = m.tenant_id and o.user_id = m.user_id),
    'departs', (select coalesce(jsonb_agg(depart_id), '[]') from user_depart o
      where o.tenant_id = m.tenant_id and o.user_id = m.user_id),
    'departRoles', (select coalesce(jsonb_agg(depart_role_id), '[]') from depart_role_user o
      where o.tenant_id = m.tenant_id and o.user_id = m.user_id))
  where m.tenant_id = ${tx.tenant} and m.user_id = any(${ids}::uuid[])`;

/**
 * People who were taken out of the tenant and may come back, the last first.
 * @param keyWord a part of account or name
 */
export async function deletedUsers(tx: Tx, keyWord = ''): Promise<DeletedUser[]> {
  const sought = `%${keyWord.trim().replaceAll(/[\\%_]/g, (sign) => `\\${sign}`)}%`;
  const rows = await tx.rows<Omit<DeletedUser, 'deleteTime'> & { deleteTime: Date | null }>`
    select u.id, u.username, u.realname, u.avatar, m.org_code, m.removed ->> 'by' as delete_by,
      coalesce((m.removed ->> 'at')::timestamptz, m.update_time) as delete_time
    from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.status = 'deleted' and m.purge_time is null
      and u.status <> 'deleted' and ${isSeenInBin(tx)}
      and (u.username ilike ${sought} or u.realname ilike ${sought})
    order by m.update_time desc nulls last, u.username limit ${MOST_SHOWN}`;
  return rows.map((row) => ({
    ...row,
    deleteTime: row.deleteTime && toWireTime(new Date(row.deleteTime), tx.actor.zone),
  }));
}

interface Binned {
  id: string;
  username: string;
  removed: Removed | null;
}

async function lockBinned(tx: Tx, ids: readonly string[]): Promise<Binned[]> {
  const found = await tx.rows<Binned>`
    select u.id, u.username, m.removed from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.user_id = any(${ids}::uuid[])
      and m.status = 'deleted' and m.purge_time is null and u.status <> 'deleted'
      and ${isSeenInBin(tx)}
    order by m.user_id for update of m`;
  if (found.length === 0) throw notFound();
  return found;
}

/**
 * Brings people back with the roles, departments and the work number that they had, as far as these are
 * still there; who was frozen stays so. Nobody brings back more than they might give.
 */
export async function restoreUsers(tx: Tx, sessions: Sessions, ids: readonly string[]): Promise<void> {
  const people = await lockBinned(tx, ids);
  await requireRoom(tx, USER, people.length);
  for (const { id, removed } of people) {
    await giveBack(tx, id, removed);
    tx.onCommit(() => sessions.forgetUser(id));
  }
  // Judged by what they have again: roles, roles of departments, shops and warehouses.
  await requireOutranks(
    tx,
    people.map(({ id }) => id),
  );
  audit(
    tx,
    USER,
    people.map(({ id, username }) => ({
      rowId: id,
      action: 'restore',
      diff: { username: [null, username] },
    })),
  );
}

async function giveBack(tx: Tx, id: string, removed: Removed | null): Promise<void> {
  const { status = 'active', workNo = null, roles = [], departs = [], departRoles = [] } = removed ?? {};
  await tx.run`
    update membership m set status = ${status === 'frozen' ? 'frozen' : 'active'}, removed = null,
      work_no = case when exists (select 1 from membership o
        where o.tenant_id = ${tx.tenant} and o.work_no = ${workNo}) then null else ${workNo} end,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where m.tenant_id = ${tx.tenant} and m.user_id = ${id}`;
  await tx.run`
    insert into user_role (tenant_id, user_id, role_id)
    select ${tx.tenant}, ${id}::uuid, r.id from role r
    where r.tenant_id = ${tx.tenant} and r.id = any(${roles}::uuid[]) on conflict do nothing`;
  await tx.run`
    insert into user_depart (tenant_id, user_id, depart_id)
    select ${tx.tenant}, ${id}::uuid, d.id from depart d
    where d.tenant_id = ${tx.tenant} and d.id = any(${departs}::uuid[]) on conflict do nothing`;
  await tx.run`
    insert into depart_role_user (tenant_id, user_id, depart_role_id, depart_id)
    select ${tx.tenant}, ${id}::uuid, d.id, d.depart_id from depart_role d
    join user_depart ud on ud.tenant_id = d.tenant_id and ud.depart_id = d.depart_id
      and ud.user_id = ${id}::uuid
    where d.tenant_id = ${tx.tenant} and d.id = any(${departRoles}::uuid[]) on conflict do nothing`;
}

/**
 * Takes people out for good. Their place stays as a name for logs and for what they shared; the account
 * of whoever may come back nowhere loses everything personal, and its name is never given again, so
 * that what was written under it stays theirs.
 */
export async function purgeUsers(tx: Tx, ids: readonly string[]): Promise<void> {
  const people = await lockBinned(tx, ids);
  const found = people.map(({ id }) => id);
  await tx.run`update membership set removed = null, purge_time = ${tx.now},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`;
  await tx.run`delete from saved_query
    where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`;
  await tx.run`update depart set director_ids = array(
      select d from unnest(director_ids) with ordinality as o (d, n)
      where d <> all(${found}::uuid[]) order by n)
    where tenant_id = ${tx.tenant} and director_ids && ${found}::uuid[]`;
  for (const { id } of people) if (!(await livesElsewhere(tx, id))) await forgetPerson(tx, id);
  audit(
    tx,
    USER,
    people.map(({ id, username }) => ({
      rowId: id,
      action: 'purge',
      diff: { username: [username, null] },
    })),
  );
}

async function livesElsewhere(tx: Tx, userId: string): Promise<boolean> {
  await tx.platform.rows`select set_config('app.user', ${userId}, true)`;
  const other = await tx.maybe<{ one: number }>`
    select 1 as one from membership
    where user_id = ${userId} and tenant_id <> ${tx.tenant}
      and (status <> 'deleted' or purge_time is null) limit 1`;
  await tx.platform.rows`select set_config('app.user', '', true)`;
  return other !== undefined;
}

async function forgetPerson(tx: Tx, id: string): Promise<void> {
  await tx.platform.run`delete from session where user_id = ${id}`;
  await tx.platform.run`delete from third_account where user_id = ${id}`;
  await tx.platform.run`delete from second_factor where user_id = ${id}`;
  await tx.platform.run`
    update app_user set status = 'deleted', realname = ${FORGOTTEN}, phone = null, email = null,
      email_key = null, sex = null, birthday = null, telephone = null, avatar = null,
      password_hash = ${await unknownPassword()}, password_time = ${tx.now},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where id = ${id}`;
}

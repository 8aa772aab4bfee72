import { notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { nameRefused } from '#kit/server/name-refused.ts';
import { isShared, keepingAnAdmin, requireOutranks } from './guards.ts';
import { noteRemoved } from './recycle-bin.ts';
import type { Sessions } from './sessions.ts';
import { forgetAccount } from './sign-in-limits.ts';
import { dropLinks } from './third-login/third-links.ts';
import { nameKey, USER, writePlace, type Place, type Profile } from './users.ts';

type Editable = Omit<Profile, 'username'>;

const COLUMNS = ['realname', 'sex', 'birthday', 'phone', 'email', 'telephone', 'avatar'] as const;

export interface AccountRow extends Record<(typeof COLUMNS)[number], string | null> {
  id: string;
  username: string;
}

/**
 * Changes a person: their account (only what is given), and their place in this tenant. Acts on their
 * sessions at once. An account that other tenants share keeps its particulars.
 * @param version of the row that was edited; null = whatever it is now
 */
export async function editUser(
  tx: Tx,
  sessions: Sessions,
  id: string,
  profile: Partial<Editable>,
  place: Place,
  version: number | null,
): Promise<void> {
  const [before] = await lockUsers(tx, [id]);
  if (!before) throw notFound();
  if (version !== null && version !== (await lockedVersion(tx, id))) throw staleVersion();
  await requireOutranks(tx, [id]);
  const changed = COLUMNS.filter((key) => profile[key] !== undefined && (profile[key] ?? null) !== before[key]);
  if (changed.length > 0) {
    if (id !== tx.actor.userId && (await isShared(tx, id))) throw sharedAccount('资料');
    await writeProfile(tx, { ...before, ...profile } as AccountRow);
  }
  const was = await placeOf(tx, id);
  await keepingAnAdmin(tx, () => writePlace(tx, id, place));
  await touch(tx, [id]);
  const diff = Object.fromEntries(
    changed.map((key) => [key, key === 'realname' ? [before[key], profile[key]] : ['…', '…']]),
  );
  const moved = placeDiff(was, await placeOf(tx, id));
  audit(tx, USER, [{ rowId: id, action: 'edit', diff: { ...diff, ...moved } }]);
  tx.onCommit(() => sessions.forgetUser(id));
}

/** What a person is in the tenant, by codes that a reader of the log knows. */
const placeOf = (tx: Tx, id: string): Promise<Record<string, unknown>> =>
  tx.one<Record<string, unknown>>`
    select m.work_no, m.posts, m.is_superior, m.led_departs, s.shops, s.warehouses,
      array(select r.code from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
        where ur.tenant_id = m.tenant_id and ur.user_id = m.user_id order by r.code) as roles,
      array(select d.org_code from user_depart ud
        join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        where ud.tenant_id = m.tenant_id and ud.user_id = m.user_id order by d.org_code) as departs,
      array(select r.code from depart_role_user h
        join depart_role r on r.tenant_id = h.tenant_id and r.id = h.depart_role_id
        where h.tenant_id = m.tenant_id and h.user_id = m.user_id order by r.code) as depart_roles
    from membership m left join user_scope s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.user_id = ${id}`;

const placeDiff = (was: Record<string, unknown>, is: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(
    Object.keys(is)
      .filter((key) => JSON.stringify(was[key]) !== JSON.stringify(is[key]))
      .map((key) => [key, [was[key] ?? null, is[key] ?? null]]),
  );

/** Nobody among them is who acts (where that is refused) or above them; whoever is, is named. */
const requireAllOthers = (tx: Tx, people: readonly AccountRow[], ifSelf: string | null): Promise<void> =>
  nameRefused(
    people,
    ({ username, realname }) => `${realname}（${username}）`,
    async (some) => {
      const ids = some.map(({ id }) => id);
      if (ifSelf !== null && tx.actor.userId && ids.includes(tx.actor.userId)) throw new Refusal('self', ifSelf);
      await requireOutranks(tx, ids);
    },
  );

/** Freezes or thaws people in this tenant; the frozen lose their sessions with the commit. */
export async function setFrozen(tx: Tx, sessions: Sessions, ids: readonly string[], isFrozen: boolean): Promise<void> {
  const people = await lockUsers(tx, ids);
  const found = people.map((row) => row.id);
  if (found.length === 0) throw notFound();
  await requireAllOthers(tx, people, isFrozen ? '不能冻结自己' : null);
  const status = isFrozen ? 'frozen' : 'active';
  await keepingAnAdmin(
    tx,
    () => tx.run`update membership set status = ${status}
      where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`,
  );
  await touch(tx, found);
  const action = isFrozen ? 'freeze' : 'thaw';
  audit(
    tx,
    USER,
    found.map((rowId) => ({ rowId, action })),
  );
  if (isFrozen) await endSessions(tx, sessions, found);
}

/**
 * Takes people out of this tenant: roles, departments, sessions. The account itself stays, and they may
 * be brought back from the recycle bin.
 */
export async function removeUsers(tx: Tx, sessions: Sessions, ids: readonly string[]): Promise<number> {
  const people = await lockUsers(tx, ids);
  const found = people.map((row) => row.id);
  if (found.length === 0) throw notFound();
  await requireAllOthers(tx, people, '不能删除自己');
  await noteRemoved(tx, found);
  await keepingAnAdmin(tx, async () => {
    await tx.run`update membership set status = 'deleted', work_no = null
      where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`;
    await tx.run`delete from user_role
      where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`;
    await tx.run`delete from depart_role_user
      where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`;
    await tx.run`delete from user_depart
      where tenant_id = ${tx.tenant} and user_id = any(${found}::uuid[])`;
  });
  await touch(tx, found);
  audit(
    tx,
    USER,
    found.map((rowId) => ({ rowId, action: 'delete' })),
  );
  // Whoever belongs nowhere any more is not let in by another system's word later either.
  for (const id of found) if (!(await isShared(tx, id))) await dropLinks(tx, id);
  await endSessions(tx, sessions, found);
  return found.length;
}

/**
 * Gives a person a password they have to change; all their sessions and their links to other systems end,
 * and their lock-out is lifted.
 */
export async function resetPassword(tx: Tx, sessions: Sessions, username: string, passwordHash: string): Promise<void> {
  const named = await tx.maybe<{ id: string }>`
    select u.id from app_user u join membership m on m.user_id = u.id
    where m.tenant_id = ${tx.tenant} and m.status <> 'deleted' and u.username_key = ${nameKey(username)}`;
  if (!named) throw new Refusal('notFound', '用户不存在！', { status: 404 });
  await requireOutranks(tx, [named.id]);
  if (await isShared(tx, named.id)) throw sharedAccount('密码');
  await writePassword(tx, named.id, passwordHash, true);
  await dropLinks(tx, named.id);
  await forgetAccount(tx.platform, nameKey(username));
  audit(tx, USER, [{ rowId: named.id, action: 'password' }]);
  await sessions.endAllOf(tx, named.id);
}

export async function writePassword(tx: Tx, id: string, passwordHash: string, mustChange: boolean): Promise<void> {
  await tx.platform.run`
    update app_user set password_hash = ${passwordHash}, password_time = ${tx.now},
      must_change_password = ${mustChange}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where id = ${id}`;
  // A sign-in that is under way with the old password ends with it.
  await tx.platform.run`delete from pending_sign_in where user_id = ${id}`;
}

export const lockUsers = (tx: Tx, ids: readonly string[]): Promise<AccountRow[]> =>
  tx.rows<AccountRow>`
    select u.id, u.username, u.realname, u.sex, u.birthday, u.phone, u.email, u.telephone, u.avatar
    from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.user_id = any(${ids}::uuid[])
      and m.status <> 'deleted' and u.status <> 'deleted'
    order by m.user_id for update of m`;

/** The version that the list shows of a person whose place is locked; their account is, from here on. */
async function lockedVersion(tx: Tx, id: string): Promise<number> {
  const account = await tx.platform.one<{ version: number }>`
    select version from app_user where id = ${id} for update`;
  const place = await tx.one<{ version: number }>`
    select version from membership where tenant_id = ${tx.tenant} and user_id = ${id}`;
  return account.version + place.version;
}

/** Writes the particulars of an account as they are to be from now on. */
export async function writeProfile(tx: Tx, row: AccountRow): Promise<void> {
  await tx.platform.run`
    update app_user set realname = ${row.realname}, sex = ${row.sex}, birthday = ${row.birthday},
      phone = ${row.phone}, email = ${row.email},
      email_key = ${row.email === null ? null : nameKey(row.email)},
      telephone = ${row.telephone}, avatar = ${row.avatar},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where id = ${row.id}`;
}

export const touch = (tx: Tx, ids: readonly string[]): Promise<number> =>
  tx.run`update membership
    set update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and user_id = any(${ids}::uuid[])`;

async function endSessions(tx: Tx, sessions: Sessions, ids: readonly string[]): Promise<void> {
  for (const id of ids) await sessions.endAllOf(tx, id, { tenant: tx.tenant });
}

const sharedAccount = (what: string): Refusal =>
  new Refusal('sharedAccount', `该用户同时属于其他租户，${what}只能由本人修改`);

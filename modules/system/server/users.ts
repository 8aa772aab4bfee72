import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { Actor } from '#kit/server/actor.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Database, type Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { requireDepartsAsRuled } from './data-rules/as-ruled.ts';
import { isReached, WRITES_ALL } from './depart-roles/depart-reach.ts';
import { requireGrantable } from './guards.ts';
import { hashPassword } from './password-hash.ts';
import { scopeOfNew, writeScope, type RowScope } from './row-scope.ts';
import { requireRoom } from './tenants/bounds.ts';

export const USER = 'system:user';

/** The account of a person, as an administrator writes it. */
export interface Profile {
  username: string;
  realname: string;
  sex?: string | null;
  birthday?: string | null;
  phone?: string | null;
  email?: string | null;
  telephone?: string | null;
  avatar?: string | null;
}

/** What a person is inside one tenant; what is absent stays as it is. */
export interface Place extends RowScope {
  workNo?: string | null;
  posts?: readonly string[];
  isSuperior?: boolean;
  ledDeparts?: readonly string[];
  /** Ids or codes. */
  roles?: readonly string[];
  /** Ids or organisation codes. */
  departs?: readonly string[];
}

export interface NewUser extends Profile, Place {
  password: string;
  mustChangePassword?: boolean;
}

/** Names by which an account is found are compared like this. */
export const nameKey = (name: string): string => name.normalize('NFKC').trim().toLowerCase();

/** Adds a person to the actor's tenant. @returns the id */
export async function createUser(db: Database, actor: Actor, user: NewUser): Promise<string> {
  const hash = await hashPassword(user.password);
  return db.tx(actor, (tx) => insertUser(tx, user, hash));
}

/** As createUser, inside a transaction and with the hash at hand. */
export async function insertUser(tx: Tx, user: NewUser, passwordHash: string): Promise<string> {
  await requireRoom(tx, USER);
  const id = await insertAccount(tx, user, passwordHash);
  await tx.run`
    insert into membership (tenant_id, user_id, create_by, create_time)
    values (${tx.tenant}, ${id}, ${tx.actor.username}, ${tx.now})`;
  await writePlace(tx, id, { ...user, ...scopeOfNew(tx.actor, user) });
  return id;
}

/** An account without a place, and the note of who made it. @returns the id */
export async function insertAccount(
  tx: Tx,
  user: Profile & { mustChangePassword?: boolean },
  passwordHash: string,
): Promise<string> {
  const id = newId();
  const { username, realname, email } = user;
  await tx.platform.run`
    insert into app_user (id, username, username_key, realname, phone, email, email_key, sex,
      birthday, telephone, avatar, password_hash, password_time, must_change_password,
      create_by, create_time)
    values (${id}, ${username}, ${nameKey(username)}, ${realname}, ${user.phone ?? null},
      ${email ?? null}, ${email ? nameKey(email) : null}, ${user.sex ?? null},
      ${user.birthday ?? null}, ${user.telephone ?? null}, ${user.avatar ?? null},
      ${passwordHash}, ${tx.now}, ${user.mustChangePassword ?? false},
      ${tx.actor.username}, ${tx.now})`;
  audit(tx, USER, [{ rowId: id, action: 'add', diff: { username: [null, username] } }]);
  return id;
}

/** Writes what is given of a person's place: roles, departments, row scope, positions. */
export async function writePlace(tx: Tx, userId: string, place: Place): Promise<void> {
  await requireLeads(tx, userId, place);
  await tx.run`
    update membership set
      work_no = case when ${place.workNo !== undefined}::boolean then ${place.workNo ?? null}
        else work_no end,
      posts = coalesce(${place.posts ?? null}::text[], posts),
      is_superior = coalesce(${place.isSuperior ?? null}::boolean, is_superior),
      led_departs = coalesce(${place.ledDeparts ?? null}::uuid[], led_departs)
    where tenant_id = ${tx.tenant} and user_id = ${userId}`;
  if (place.ledDeparts)
    await tx.run`
      update depart set director_ids = case when id = any(${place.ledDeparts}::uuid[])
        then array_append(array_remove(director_ids, ${userId}::uuid), ${userId}::uuid)
        else array_remove(director_ids, ${userId}::uuid) end
      where tenant_id = ${tx.tenant}
        and (id = any(${place.ledDeparts}::uuid[]) or ${userId}::uuid = any(director_ids))`;
  if (place.roles) await writeRoles(tx, userId, place.roles);
  if (place.departs) await writeDeparts(tx, userId, place.departs);
  await writeScope(tx, userId, place);
}

/**
 * Who leads a department reaches its people and roles: nobody has others, or themselves, reach further
 * than they do.
 */
async function requireLeads(tx: Tx, userId: string, { isSuperior, ledDeparts }: Place): Promise<void> {
  const was = await tx.one<{ isSuperior: boolean; ledDeparts: string[] }>`
    select is_superior, led_departs from membership
    where tenant_id = ${tx.tenant} and user_id = ${userId}`;
  if (!(isSuperior ?? was.isSuperior)) return;
  const led = was.isSuperior ? was.ledDeparts : [];
  const fresh = (ledDeparts ?? was.ledDeparts).filter((id) => !led.includes(id));
  if (fresh.length === 0) return;
  const beyond = await tx.query(sql`
    select d.id from depart d where d.tenant_id = ${tx.tenant} and d.id = any(${fresh}::uuid[])
      and not ${isReached(tx, WRITES_ALL)}`);
  if (beyond.length > 0) throw invalid([{ field: 'departIds', code: 'beyond', message: '只能指定您可以管理的部门' }]);
}

async function writeRoles(tx: Tx, userId: string, requested: readonly string[]): Promise<void> {
  const roles = await tx.rows<{ id: string }>`
    select id from role where tenant_id = ${tx.tenant}
      and (id::text = any(${requested}::text[]) or code = any(${requested}::text[]))`;
  const ids = roles.map((role) => role.id);
  if (ids.length < new Set(requested).size) throw unknownPart('selectedroles', '角色不存在');
  const held = await tx.rows<{ id: string }>`
    select role_id as id from user_role where tenant_id = ${tx.tenant} and user_id = ${userId}`;
  const has = new Set(held.map((role) => role.id));
  const taken = [...has].filter((id) => !ids.includes(id));
  const given = ids.filter((id) => !has.has(id));
  await requireGrantable(tx, [...given, ...taken]);
  await tx.run`delete from user_role
    where tenant_id = ${tx.tenant} and user_id = ${userId} and role_id = any(${taken}::uuid[])`;
  await tx.run`
    insert into user_role (tenant_id, user_id, role_id)
    select ${tx.tenant}, ${userId}::uuid, r from unnest(${given}::uuid[]) as r
    on conflict do nothing`;
}

async function writeDeparts(tx: Tx, userId: string, requested: readonly string[]): Promise<void> {
  const departs = await tx.rows<{ id: string; orgCode: string }>`
    select id, org_code from depart where tenant_id = ${tx.tenant}
      and (id::text = any(${requested}::text[]) or org_code = any(${requested}::text[]))
    order by org_code`;
  if (departs.length < new Set(requested).size) throw unknownPart('selecteddeparts', '部门不存在');
  const ids = departs.map((depart) => depart.id);
  const held = await tx.rows<{ id: string }>`
    select depart_id as id from user_depart
    where tenant_id = ${tx.tenant} and user_id = ${userId}`;
  const has = new Set(held.map(({ id }) => id));
  await requireDepartsAsRuled(
    tx,
    ids.filter((id) => !has.has(id)),
  );
  await tx.run`delete from user_depart
    where tenant_id = ${tx.tenant} and user_id = ${userId} and depart_id <> all(${ids}::uuid[])`;
  await tx.run`
    insert into user_depart (tenant_id, user_id, depart_id)
    select ${tx.tenant}, ${userId}::uuid, d from unnest(${ids}::uuid[]) as d
    on conflict do nothing`;
  const codes = departs.map((depart) => depart.orgCode);
  await tx.run`update membership
    set org_code = case when org_code = any(${codes}::text[]) then org_code else ${codes[0] ?? null} end
    where tenant_id = ${tx.tenant} and user_id = ${userId}`;
}

const unknownPart = (field: string, message: string): Refusal => invalid([{ field, code: 'missing', message }]);

/** What is said when a unique key of an account is taken, by its constraint. */
export type TakenTexts = Readonly<Record<string, { field: string; message: string }>>;

const TAKEN: TakenTexts = {
  app_user_username_key_key: { field: 'username', message: '用户账号已存在' },
  app_user_phone_key: { field: 'phone', message: '手机号已存在' },
  app_user_email_key_key: { field: 'email', message: '邮箱已存在' },
  membership_tenant_id_work_no_key: { field: 'workNo', message: '工号已存在' },
};

/** Turns a violated unique key of an account into the error of its field. */
export async function namingTaken<T>(work: () => Promise<T>, texts = TAKEN): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const { code, constraint } = error as { code?: string; constraint?: string };
    const taken = code === '23505' && constraint ? texts[constraint] : undefined;
    if (taken) throw invalid([{ ...taken, code: 'taken' }]);
    throw error;
  }
}

import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { LASTING_ROLES } from '../model/preset-roles.ts';
import { splitCodes } from '../model/permission-code.ts';
import { requireAsRuled, requireDepartRolesAsRuled, requirePeopleAsRuled } from './data-rules/as-ruled.ts';
import { isPlanned } from './granted-rights.ts';
import { requireSeesAsMuch } from './row-scope.ts';
import { requireSeenUsers } from './user-list.ts';

/** 403 unless the actor holds every one of the codes: nobody gives or governs what they lack. */
export function requireHeld(actor: Actor, codes: Iterable<string>): void {
  if (actor.isSystem) return;
  for (const code of codes) if (!actor.permissions.has(code)) throw forbidden();
}

/** 403 unless the actor holds one of the codes: for what several pages need. */
export function requireAny(actor: Actor, codes: readonly string[]): void {
  if (!codes.some((code) => may(actor, code))) throw forbidden();
}

/** 403 when one of the roles grants, or shows, something the actor lacks. Unknown ids grant nothing. */
export async function requireGrantable(tx: Tx, roleIds: readonly string[]): Promise<void> {
  if (tx.actor.isSystem || roleIds.length === 0) return;
  const rows = await tx.rows<{ perms: string }>`
    select distinct p.perms from role_permission rp join permission p on p.id = rp.permission_id
    where rp.tenant_id = ${tx.tenant} and rp.role_id = any(${roleIds}::uuid[])
      and p.perms is not null and p.is_live and ${isPlanned(tx.tenant)}`;
  requireHeld(
    tx.actor,
    rows.flatMap((row) => splitCodes(row.perms)),
  );
  await requireAsRuled(tx, roleIds);
}

/** As {@link requireGrantable}, of department roles. */
export async function requireDepartRolesGrantable(tx: Tx, ids: readonly string[]): Promise<void> {
  if (tx.actor.isSystem || ids.length === 0) return;
  const rows = await tx.rows<{ perms: string }>`
    select distinct p.perms from depart_role_permission g
    join permission p on p.id = g.permission_id
    where g.tenant_id = ${tx.tenant} and g.depart_role_id = any(${ids}::uuid[])
      and p.perms is not null and p.is_live and ${isPlanned(tx.tenant)}`;
  requireHeld(
    tx.actor,
    rows.flatMap((row) => splitCodes(row.perms)),
  );
  await requireDepartRolesAsRuled(tx, ids);
}

/**
 * 403 when one of the people holds a right the actor lacks, or sees shops or warehouses they do
 * not: who may reset passwords does not thereby become everybody.
 */
export async function requireOutranks(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (tx.actor.isSystem) return;
  await requireSeenUsers(tx, userIds);
  await requireSeesAsMuch(tx, userIds);
  await requirePeopleAsRuled(tx, userIds);
  const rows = await tx.rows<{ perms: string }>`
    select distinct p.perms from permission p
    where p.perms is not null and p.is_live and ${isPlanned(tx.tenant)} and p.id in (
      select rp.permission_id from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      where ur.tenant_id = ${tx.tenant} and ur.user_id = any(${userIds}::uuid[])
      union
      select dp.permission_id from depart_role_user du
      join depart_role_permission dp
        on dp.tenant_id = du.tenant_id and dp.depart_role_id = du.depart_role_id
      where du.tenant_id = ${tx.tenant} and du.user_id = any(${userIds}::uuid[]))`;
  requireHeld(
    tx.actor,
    rows.flatMap((row) => splitCodes(row.perms)),
  );
}

/**
 * Runs a change of people or roles and refuses it (rolling back) when it leaves the tenant without
 * somebody active in a role that lasts. The lock on these roles keeps two such changes in turn.
 */
export async function keepingAnAdmin<T>(tx: Tx, change: () => Promise<T>): Promise<T> {
  await tx.rows`select id from role
    where tenant_id = ${tx.tenant} and is_preset and code = any(${LASTING_ROLES}::text[])
    order by id for update`;
  const before = await lastingRoles(tx);
  const result = await change();
  const after = await lastingRoles(tx);
  const orphaned = before.find(({ code }) => !after.some((one) => one.code === code));
  if (orphaned) throw new Refusal('lastAdmin', `至少需要保留一名正常状态的${orphaned.name}`);
  return result;
}

/** Roles that last and that somebody active has. */
const lastingRoles = (tx: Tx): Promise<{ code: string; name: string }[]> =>
  tx.rows<{ code: string; name: string }>`
    select r.code, r.name from role r
    where r.tenant_id = ${tx.tenant} and r.is_preset and r.code = any(${LASTING_ROLES}::text[])
      and exists (select 1 from user_role ur
        join membership m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
        join app_user u on u.id = ur.user_id
        where ur.tenant_id = r.tenant_id and ur.role_id = r.id
          and m.status = 'active' and u.status = 'active')
    order by r.code desc`;

/** Whether a person belongs to another tenant too: then only they themselves change their account. */
export async function isShared(tx: Tx, userId: string): Promise<boolean> {
  await tx.platform.rows`select set_config('app.user', ${userId}, true)`;
  const other = await tx.maybe<{ one: number }>`
    select 1 as one from membership
    where user_id = ${userId} and tenant_id <> ${tx.tenant} and status <> 'deleted' limit 1`;
  await tx.platform.rows`select set_config('app.user', '', true)`;
  return other !== undefined;
}

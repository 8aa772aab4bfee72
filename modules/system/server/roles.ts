import { forbidden, invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { isPlatformRight } from '../model/permission-code.ts';
import { TENANT_ADMIN } from '../model/preset-roles.ts';
import { requireGrantable, requireHeld } from './guards.ts';
import type { PermissionRow } from './permission-table.ts';
import { splitCodes } from './rights.ts';
import type { Sessions } from './sessions.ts';
import type { RoleRow } from './wire.ts';

const ROLE = 'system:role';

export interface RoleText {
  roleName: string;
  roleCode: string;
  description?: string | null;
}

export async function addRole(tx: Tx, role: RoleText): Promise<string> {
  await refuseTakenCode(tx, role.roleCode, null);
  const id = newId();
  await tx.run`
    insert into role (tenant_id, id, code, name, description, create_by, create_time)
    values (${tx.tenant}, ${id}, ${role.roleCode}, ${role.roleName}, ${role.description ?? null},
      ${tx.actor.username}, ${tx.now})`;
  audit(tx, ROLE, [{ rowId: id, action: 'add', diff: { code: [null, role.roleCode] } }]);
  return id;
}

/** Changes the texts of a role; the code of a preset role stays. */
export async function editRole(tx: Tx, id: string, role: Partial<RoleText>): Promise<void> {
  const before = await lockRole(tx, id);
  const code = role.roleCode ?? before.code;
  if (before.isPreset && code !== before.code)
    throw new Refusal('preset', '预置角色的编码不能修改');
  await refuseTakenCode(tx, code, id);
  await tx.run`
    update role set code = ${code}, name = ${role.roleName ?? before.name},
      description = ${role.description === undefined ? before.description : role.description},
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  const diff = { name: [before.name, role.roleName ?? before.name], code: [before.code, code] };
  audit(tx, ROLE, [{ rowId: id, action: 'edit', diff }]);
}

/** Deletes roles with their grants; whoever had one loses it at once. */
export async function deleteRoles(
  tx: Tx,
  sessions: Sessions,
  ids: readonly string[],
): Promise<void> {
  const roles = await tx.rows<{ id: string; code: string; isPreset: boolean }>`
    select id, code, is_preset from role
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[]) order by id for update`;
  if (roles.length === 0) throw notFound();
  if (roles.some((role) => role.isPreset)) throw new Refusal('preset', '预置角色不能删除');
  const found = roles.map((role) => role.id);
  await requireGrantable(tx, found);
  await tx.run`delete from role where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`;
  audit(
    tx,
    ROLE,
    roles.map((role) => ({ rowId: role.id, action: 'delete', diff: { code: [role.code, null] } })),
  );
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

/**
 * Sets what a role grants: adds `wanted` less `last`, takes `last` less `wanted`. Nobody hands on
 * or takes away what they lack, and the administrator role stays whole.
 */
export async function saveGrants(
  tx: Tx,
  sessions: Sessions,
  roleId: string,
  wanted: readonly string[],
  last: readonly string[] | null,
  permissions: readonly PermissionRow[],
): Promise<void> {
  const role = await lockRole(tx, roleId);
  if (role.isPreset && role.code === TENANT_ADMIN)
    throw new Refusal('preset', '租户管理员的权限不能修改');
  const held = await grantsOf(tx, roleId);
  const base = last ?? held;
  const given = wanted.filter((id) => !base.includes(id) && !held.includes(id));
  const taken = base.filter((id) => !wanted.includes(id) && held.includes(id));
  const byId = new Map(permissions.map((row) => [row.id, row]));
  if (given.some((id) => !byId.has(id)))
    throw invalid([{ field: 'permissionIds', code: 'missing', message: '权限不存在' }]);
  const codes = (ids: readonly string[]): string[] =>
    ids.flatMap((id) => splitCodes(byId.get(id)?.perms ?? null));
  requireHeld(tx.actor, codes([...given, ...taken]));
  if (tx.tenant !== OPERATOR_TENANT && codes(given).some(isPlatformRight)) throw forbidden();
  await tx.run`delete from role_permission where tenant_id = ${tx.tenant}
    and role_id = ${roleId} and permission_id = any(${taken}::uuid[])`;
  await tx.run`
    insert into role_permission (tenant_id, role_id, permission_id, operate_time, operate_by, operate_ip)
    select ${tx.tenant}, ${roleId}::uuid, p, ${tx.now}, ${tx.actor.username}, ${tx.actor.ip}
    from unnest(${given}::uuid[]) as p on conflict do nothing`;
  const codesOf = (ids: readonly string[]): string[] =>
    ids.map((id) => byId.get(id)?.perms ?? byId.get(id)?.name ?? id);
  const diff = { given: codesOf(given), taken: codesOf(taken) };
  audit(tx, ROLE, [{ rowId: roleId, action: 'grant', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

export async function grantsOf(tx: Tx, roleId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select rp.permission_id as id from role_permission rp
    join permission p on p.id = rp.permission_id and p.is_live
    where rp.tenant_id = ${tx.tenant} and rp.role_id = ${roleId}`;
  return rows.map((row) => row.id);
}

async function lockRole(tx: Tx, id: string): Promise<RoleRow> {
  const role = await tx.maybe<RoleRow>`
    select * from role where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!role) throw notFound();
  return role;
}

async function refuseTakenCode(tx: Tx, code: string, id: string | null): Promise<void> {
  const other = await tx.maybe<{ id: string }>`
    select id from role where tenant_id = ${tx.tenant} and code = ${code}
      and id is distinct from ${id}::uuid`;
  if (other) throw invalid([{ field: 'roleCode', code: 'taken', message: '角色编码已存在' }]);
}

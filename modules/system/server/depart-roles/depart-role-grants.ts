import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { ownRuleIds, requireDepartRolesAsRuled } from '../data-rules/as-ruled.ts';
import { grantChange } from '../grant-change.ts';
import { requireHeld } from '../guards.ts';
import type { PermissionRow } from '../permission-table.ts';
import type { Sessions } from '../sessions.ts';
import { frameOf, frameRulesOf, lockFrame, requireRules, type GrantRequest } from './depart-frame.ts';
import { requireReach, SEES_ALL, WRITES_ALL } from './depart-reach.ts';
import { about, holdToFrame, type FrameRule } from './frame-rules.ts';

export const DEPART_ROLE = 'system:departRole';

export interface FoundRole {
  id: string;
  departId: string;
  name: string;
  code: string;
}

/** A department role that the actor may see. @throws Refusal 404, 403 */
export const readRole = (tx: Tx, id: string): Promise<FoundRole> => roleOf(tx, id, SEES_ALL);

/** A department role that the actor may change; its department is locked. @throws Refusal 404, 403 */
export async function lockRole(tx: Tx, id: string): Promise<FoundRole> {
  const role = await roleOf(tx, id, WRITES_ALL);
  await lockFrame(tx, role.departId);
  return role;
}

async function roleOf(tx: Tx, id: string, everywhere: string): Promise<FoundRole> {
  const found = await tx.maybe<FoundRole>`
    select id, depart_id, name, code from depart_role
    where tenant_id = ${tx.tenant} and id = ${id}`;
  if (!found) throw notFound();
  await requireReach(tx, found.departId, everywhere);
  return found;
}

export async function roleGrantsOf(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select g.permission_id as id from depart_role_permission g
    join permission p on p.id = g.permission_id and p.is_live
    where g.tenant_id = ${tx.tenant} and g.depart_role_id = ${id}`;
  return rows.map((row) => row.id);
}

/**
 * Sets what a department role grants: within the frame of its department, and only what the actor holds
 * themselves.
 */
export async function saveRoleGrants(tx: Tx, sessions: Sessions, request: GrantRequest): Promise<void> {
  const { id, departId } = await lockRole(tx, request.id);
  const frame = new Set(await frameOf(tx, departId));
  const wanted = request.wanted.filter((one) => frame.has(one) || !isGroup(request, one));
  const held = await roleGrantsOf(tx, id);
  const { given, taken, rows, diff } = grantChange(tx, { ...request, wanted, held });
  if (given.some((one) => !frame.has(one)))
    throw invalid([{ field: 'permissionIds', code: 'outside', message: '超出部门权限的范围' }]);
  const lost = await rulesOn(tx, id, taken);
  await tx.run`delete from depart_role_permission where tenant_id = ${tx.tenant}
    and depart_role_id = ${id} and permission_id = any(${taken}::uuid[])`;
  await tx.run`
    insert into depart_role_permission (tenant_id, depart_role_id, depart_id, permission_id,
      operate_time, operate_by, operate_ip)
    select ${tx.tenant}, ${id}::uuid, ${departId}::uuid, p, ${tx.now}, ${tx.actor.username},
      ${tx.actor.ip}
    from unnest(${given}::uuid[]) as p on conflict do nothing`;
  for (const row of rows) await carry(tx, id, row.id, ownRuleIds(tx.actor, row.perms));
  await carryLost(tx, id, lost);
  await holdToFrame(tx, departId);
  await requireDepartRolesAsRuled(tx, [id]);
  audit(tx, DEPART_ROLE, [{ rowId: id, action: 'grant', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

/** A group of the menu is no right: it needs no place in the frame. */
const isGroup = ({ permissions }: GrantRequest, id: string): boolean =>
  permissions.some((row) => row.id === id && row.perms === null);

const rulesOn = (tx: Tx, id: string, permissionIds: readonly string[]): Promise<FrameRule[]> =>
  tx.rows<FrameRule>`
    select distinct r.id, r.resource from depart_role_permission g
    cross join lateral unnest(g.data_rule_ids) as carried (id)
    join permission_data_rule r on r.tenant_id = g.tenant_id and r.id = carried.id
    where g.tenant_id = ${tx.tenant} and g.depart_role_id = ${id}
      and g.permission_id = any(${permissionIds}::uuid[])`;

/** Rules of a page that was taken go on for whatever of its resource the role still grants. */
async function carryLost(tx: Tx, id: string, lost: readonly FrameRule[]): Promise<void> {
  if (lost.length === 0) return;
  const left = await tx.rows<{ id: string; perms: string }>`
    select p.id, p.perms from depart_role_permission g
    join permission p on p.id = g.permission_id and p.perms is not null
    where g.tenant_id = ${tx.tenant} and g.depart_role_id = ${id}`;
  for (const one of left) await carry(tx, id, one.id, about(lost, one.perms));
}

async function carry(tx: Tx, id: string, permissionId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return;
  await tx.run`update depart_role_permission set data_rule_ids = (
      select coalesce(array_agg(distinct r order by r), '{}')
      from unnest(data_rule_ids || ${ruleIds}::uuid[]) as r)
    where tenant_id = ${tx.tenant} and depart_role_id = ${id} and permission_id = ${permissionId}`;
}

/** Rules of a page that a department role carries; null where it does not grant the page. */
export async function rulesOfDepartRole(tx: Tx, id: string, permissionId: string): Promise<string[] | null> {
  const grant = await tx.maybe<{ ids: string[] }>`
    select data_rule_ids as ids from depart_role_permission
    where tenant_id = ${tx.tenant} and depart_role_id = ${id} and permission_id = ${permissionId}`;
  return grant?.ids ?? null;
}

/** Sets which rules of a page a department role carries; those of the frame stay. */
export async function setRulesOfDepartRole(
  tx: Tx,
  sessions: Sessions,
  { roleId, page, ruleIds }: { roleId: string; page: PermissionRow; ruleIds: readonly string[] },
): Promise<void> {
  const { id, departId } = await lockRole(tx, roleId);
  requireHeld(tx.actor, splitCodes(page.perms));
  const before = await rulesOfDepartRole(tx, id, page.id);
  if (!before) throw new Refusal('noGrant', '请先保存角色菜单权限!');
  const fixed = (await frameRulesOf(tx, departId, page.id)) ?? [];
  if (fixed.some((one) => !ruleIds.includes(one)))
    throw invalid([{ field: 'dataRuleIds', code: 'fixed', message: '部门权限带有的数据规则不能取消' }]);
  await requireRules(
    tx,
    page,
    ruleIds.filter((one) => !fixed.includes(one)),
  );
  await tx.run`update depart_role_permission
    set data_rule_ids = ${[...ruleIds].sort()}::uuid[], operate_time = ${tx.now},
      operate_by = ${tx.actor.username}, operate_ip = ${tx.actor.ip}
    where tenant_id = ${tx.tenant} and depart_role_id = ${id} and permission_id = ${page.id}`;
  await requireDepartRolesAsRuled(tx, [id]);
  const diff = { page: page.name, rules: [before, [...ruleIds]] };
  audit(tx, DEPART_ROLE, [{ rowId: id, action: 'dataRule', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

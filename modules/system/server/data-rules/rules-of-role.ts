import { invalid, notFound, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import type { PermissionRow } from '../permission-table.ts';
import type { Sessions } from '../sessions.ts';
import { requireHeld } from '../guards.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { LASTING_ROLES } from '../../model/preset-roles.ts';
import { ownRuleIds, requireAsRuled } from './as-ruled.ts';

/** Pages that have data rules in force in the tenant. */
export async function ruledPages(tx: Tx): Promise<ReadonlySet<string>> {
  const rows = await tx.rows<{ id: string }>`
    select distinct permission_id as id from permission_data_rule
    where tenant_id = ${tx.tenant} and status = '1'`;
  return new Set(rows.map(({ id }) => id));
}

/** Rules of a page that a role carries. */
export async function rulesOfRole(tx: Tx, roleId: string, permissionId: string): Promise<string[]> {
  const grant = await tx.maybe<{ ids: string[] }>`
    select data_rule_ids as ids from role_permission
    where tenant_id = ${tx.tenant} and role_id = ${roleId} and permission_id = ${permissionId}`;
  return grant?.ids ?? [];
}

/**
 * Sets which rules of a page a role carries. Nobody gives a role more to see than they see themselves,
 * and a role that lasts sees everything.
 */
export async function setRulesOfRole(
  tx: Tx,
  sessions: Sessions,
  { roleId, page, ruleIds }: { roleId: string; page: PermissionRow; ruleIds: readonly string[] },
): Promise<void> {
  const role = await tx.maybe<{ code: string; name: string; isPreset: boolean }>`
    select code, name, is_preset from role
    where tenant_id = ${tx.tenant} and id = ${roleId} for update`;
  if (!role) throw notFound();
  if (role.isPreset && LASTING_ROLES.includes(role.code)) throw new Refusal('preset', `${role.name}的权限不能修改`);
  requireHeld(tx.actor, splitCodes(page.perms));
  const grant = await tx.maybe<{ ids: string[] }>`
    select data_rule_ids as ids from role_permission
    where tenant_id = ${tx.tenant} and role_id = ${roleId} and permission_id = ${page.id} for update`;
  if (!grant) throw new Refusal('noGrant', '请先保存角色菜单权限!');
  const known = await tx.rows<{ id: string; status: string }>`
    select id, status from permission_data_rule
    where tenant_id = ${tx.tenant} and permission_id = ${page.id}
      and id = any(${ruleIds}::uuid[]) for share`;
  if (known.length < ruleIds.length || known.some(({ status }) => status !== '1'))
    throw invalid([{ field: 'dataRuleIds', code: 'missing', message: '数据规则不存在或已停用' }]);
  await tx.run`update role_permission
    set data_rule_ids = ${[...ruleIds].sort()}::uuid[], operate_time = ${tx.now},
      operate_by = ${tx.actor.username}, operate_ip = ${tx.actor.ip}
    where tenant_id = ${tx.tenant} and role_id = ${roleId} and permission_id = ${page.id}`;
  await requireAsRuled(tx, [roleId]);
  const diff = { page: page.name, rules: [grant.ids, [...ruleIds]] };
  audit(tx, 'system:role', [{ rowId: roleId, action: 'dataRule', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

/**
 * After rights were given and taken: what the actor gives carries the rules they are under, and rules
 * of a page that was taken go on for whatever of its resource the role still lists.
 */
export async function storeRules(
  tx: Tx,
  roleId: string,
  given: readonly PermissionRow[],
  lost: readonly string[],
): Promise<void> {
  for (const { id, perms } of given) {
    const ids = ownRuleIds(tx.actor, perms);
    if (ids.length > 0) await carry(tx, roleId, [id], ids);
  }
  const gone = await tx.rows<{ id: string; resource: string }>`
    select id, resource from permission_data_rule
    where tenant_id = ${tx.tenant} and id = any(${lost}::uuid[])`;
  for (const [resource, rules] of Map.groupBy(gone, (rule) => rule.resource)) {
    const left = await tx.rows<{ id: string }>`
      select p.id from role_permission rp join permission p on p.id = rp.permission_id
      where rp.tenant_id = ${tx.tenant} and rp.role_id = ${roleId}
        and ${`${resource}:list`} = any(string_to_array(replace(p.perms, ' ', ''), ','))`;
    const [first] = left;
    if (first)
      await carry(
        tx,
        roleId,
        [first.id],
        rules.map(({ id }) => id),
      );
  }
  await requireAsRuled(tx, [roleId]);
}

const carry = (tx: Tx, roleId: string, permissionIds: readonly string[], ruleIds: readonly string[]): Promise<number> =>
  tx.run`update role_permission set data_rule_ids = (
      select coalesce(array_agg(distinct r order by r), '{}')
      from unnest(data_rule_ids || ${ruleIds}::uuid[]) as r)
    where tenant_id = ${tx.tenant} and role_id = ${roleId}
      and permission_id = any(${permissionIds}::uuid[])`;

import type { Tx } from '#kit/server/database.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { ownRuleIds, requireFrameAsRuled } from '../data-rules/as-ruled.ts';
import type { PermissionRow } from '../permission-table.ts';

export interface FrameRule {
  id: string;
  resource: string;
}

/** Data rules of a frame: nobody sees more by a role of the department. */
export const rulesOfFrame = (tx: Tx, departId: string): Promise<FrameRule[]> =>
  tx.rows<FrameRule>`
    select distinct r.id, r.resource from depart_permission f
    cross join lateral unnest(f.data_rule_ids) as carried (id)
    join permission_data_rule r on r.tenant_id = f.tenant_id and r.id = carried.id
    where f.tenant_id = ${tx.tenant} and f.depart_id = ${departId} and f.data_rule_ids <> '{}'`;

/**
 * Puts what the roles of a department grant under the rules of its frame, whichever page or button of
 * a resource it is. What a role carries beyond them stays.
 */
export async function holdToFrame(tx: Tx, departId: string): Promise<void> {
  const rules = await rulesOfFrame(tx, departId);
  if (rules.length === 0) return;
  const granted = await tx.rows<{ id: string; perms: string }>`
    select distinct p.id, p.perms from depart_role_permission g
    join permission p on p.id = g.permission_id and p.perms is not null
    where g.tenant_id = ${tx.tenant} and g.depart_id = ${departId}`;
  for (const { id, perms } of granted) {
    const ids = about(rules, perms);
    if (ids.length > 0)
      await tx.run`update depart_role_permission set data_rule_ids = (
          select coalesce(array_agg(distinct r order by r), '{}')
          from unnest(data_rule_ids || ${ids}::uuid[]) as r)
        where tenant_id = ${tx.tenant} and depart_id = ${departId} and permission_id = ${id}`;
  }
}

/**
 * After a frame was changed: what the actor puts into it carries the rules that they are under
 * themselves, and rules of a page that was taken go on for whatever of its resource is left.
 */
export async function storeFrameRules(
  tx: Tx,
  departId: string,
  given: readonly PermissionRow[],
  lost: readonly FrameRule[],
): Promise<void> {
  for (const { id, perms } of given) await carry(tx, departId, id, ownRuleIds(tx.actor, perms));
  const left = await tx.rows<{ id: string; perms: string }>`
    select p.id, p.perms from depart_permission f
    join permission p on p.id = f.permission_id and p.perms is not null
    where f.tenant_id = ${tx.tenant} and f.depart_id = ${departId}`;
  for (const { id, perms } of lost.length > 0 ? left : []) await carry(tx, departId, id, about(lost, perms));
  await requireFrameAsRuled(tx, departId);
}

async function carry(tx: Tx, departId: string, permissionId: string, ruleIds: readonly string[]): Promise<void> {
  if (ruleIds.length === 0) return;
  await tx.run`update depart_permission set data_rule_ids = (
      select coalesce(array_agg(distinct r order by r), '{}')
      from unnest(data_rule_ids || ${ruleIds}::uuid[]) as r)
    where tenant_id = ${tx.tenant} and depart_id = ${departId} and permission_id = ${permissionId}`;
}

/** Rules whose resource a right is about. */
export const about = (rules: readonly FrameRule[], perms: string | null): string[] =>
  rules.filter(({ resource }) => splitCodes(perms).some((code) => code.startsWith(`${resource}:`))).map(({ id }) => id);

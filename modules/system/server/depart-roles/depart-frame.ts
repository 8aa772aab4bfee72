import { invalid, Refusal } from '#kit/model/refusal.ts';
import { audit } from '#kit/server/audit.ts';
import type { Tx } from '#kit/server/database.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { requireFrameAsRuled } from '../data-rules/as-ruled.ts';
import { grantChange } from '../grant-change.ts';
import { requireHeld } from '../guards.ts';
import type { PermissionRow } from '../permission-table.ts';
import type { Sessions } from '../sessions.ts';
import { requireReach, WRITES_ALL } from './depart-reach.ts';
import { holdToFrame, storeFrameRules, type FrameRule } from './frame-rules.ts';

const DEPART = 'system:depart';

/** What a frame or a department role is to grant from now on. */
export interface GrantRequest {
  id: string;
  wanted: readonly string[];
  last: readonly string[] | null;
  permissions: readonly PermissionRow[];
}

/** What the roles of a department may grant at most. */
export async function frameOf(tx: Tx, departId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select f.permission_id as id from depart_permission f
    join permission p on p.id = f.permission_id and p.is_live
    where f.tenant_id = ${tx.tenant} and f.depart_id = ${departId}`;
  return rows.map((row) => row.id);
}

/**
 * Sets the frame of a department. It grants nothing by itself; what is taken out of it goes from the
 * roles of the department too, and from whoever has them at once.
 */
export async function saveFrame(tx: Tx, sessions: Sessions, request: GrantRequest): Promise<void> {
  const { id } = await requireReach(tx, request.id, WRITES_ALL);
  await lockFrame(tx, id);
  const held = await frameOf(tx, id);
  const { given, taken, rows, diff } = grantChange(tx, { ...request, held });
  const lost = await tx.rows<FrameRule>`
    select distinct r.id, r.resource from depart_permission f
    cross join lateral unnest(f.data_rule_ids) as carried (id)
    join permission_data_rule r on r.tenant_id = f.tenant_id and r.id = carried.id
    where f.tenant_id = ${tx.tenant} and f.depart_id = ${id}
      and f.permission_id = any(${taken}::uuid[])`;
  const shrunk = await tx.rows<{ code: string }>`
    select distinct r.code from depart_role_permission g
    join depart_role r on r.tenant_id = g.tenant_id and r.id = g.depart_role_id
    where g.tenant_id = ${tx.tenant} and g.depart_id = ${id}
      and g.permission_id = any(${taken}::uuid[]) order by r.code`;
  await tx.run`delete from depart_permission where tenant_id = ${tx.tenant} and depart_id = ${id}
    and permission_id = any(${taken}::uuid[])`;
  await tx.run`
    insert into depart_permission (tenant_id, depart_id, permission_id)
    select ${tx.tenant}, ${id}::uuid, p from unnest(${given}::uuid[]) as p on conflict do nothing`;
  await storeFrameRules(tx, id, rows, lost);
  await holdToFrame(tx, id);
  const roles = shrunk.map(({ code }) => code);
  audit(tx, DEPART, [{ rowId: id, action: 'grant', diff: { ...diff, ...(roles.length > 0 ? { roles } : {}) } }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

/** Rules of a page that a frame carries; null where the page does not stand in it. */
export async function frameRulesOf(tx: Tx, departId: string, permissionId: string): Promise<string[] | null> {
  const grant = await tx.maybe<{ ids: string[] }>`
    select data_rule_ids as ids from depart_permission
    where tenant_id = ${tx.tenant} and depart_id = ${departId} and permission_id = ${permissionId}`;
  return grant?.ids ?? null;
}

/** Sets under which rules of a page all roles of a department are; they come under new ones at once. */
export async function setFrameRules(
  tx: Tx,
  sessions: Sessions,
  { departId, page, ruleIds }: { departId: string; page: PermissionRow; ruleIds: string[] },
): Promise<void> {
  const { id } = await requireReach(tx, departId, WRITES_ALL);
  await lockFrame(tx, id);
  requireHeld(tx.actor, splitCodes(page.perms));
  const before = await frameRulesOf(tx, id, page.id);
  if (!before) throw new Refusal('noGrant', '请先保存部门菜单权限!');
  await requireRules(tx, page, ruleIds);
  await tx.run`update depart_permission set data_rule_ids = ${[...ruleIds].sort()}::uuid[]
    where tenant_id = ${tx.tenant} and depart_id = ${id} and permission_id = ${page.id}`;
  await requireFrameAsRuled(tx, id);
  await holdToFrame(tx, id);
  const diff = { page: page.name, rules: [before, ruleIds] };
  audit(tx, DEPART, [{ rowId: id, action: 'dataRule', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

/** @throws Refusal at the field for rules that the page does not have in force */
export async function requireRules(tx: Tx, page: PermissionRow, ruleIds: readonly string[]): Promise<void> {
  const known = await tx.rows<{ id: string; status: string }>`
    select id, status from permission_data_rule
    where tenant_id = ${tx.tenant} and permission_id = ${page.id}
      and id = any(${ruleIds}::uuid[]) for share`;
  if (known.length < new Set(ruleIds).size || known.some(({ status }) => status !== '1'))
    throw invalid([{ field: 'dataRuleIds', code: 'missing', message: '数据规则不存在或已停用' }]);
}

/** Frame and roles of a department are changed one after the other. */
export const lockFrame = (tx: Tx, departId: string): Promise<unknown[]> =>
  tx.rows`select id from depart where tenant_id = ${tx.tenant} and id = ${departId} for update`;

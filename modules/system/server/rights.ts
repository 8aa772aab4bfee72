import type { Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { isPlatformRight } from '../model/permission-code.ts';
import { MASKS } from '../model/row-limits.ts';

export interface Rights {
  codes: Set<string>;
  /** Rows of `permission` that were granted, for the menu. */
  permissionIds: Set<string>;
  limits: Actor['limits'];
  masks: Actor['masks'];
}

/**
 * What a person may in the transaction's tenant: the union of their roles and of their department
 * roles (while they belong to the department). Status 0 of a rule never takes a right away.
 * @returns null when they are no active member
 */
export async function rightsOf(tx: Tx, userId: string): Promise<Rights | null> {
  const member = await tx.maybe<{ shops: string[] | null; warehouses: string[] | null }>`
    select s.shops, s.warehouses from membership m
    left join user_scope s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.user_id = ${userId} and m.status = 'active'`;
  if (!member) return null;
  const granted = await tx.rows<{ id: string; perms: string | null }>`
    select p.id, p.perms from permission p
    where p.is_live and p.id in (
      select rp.permission_id from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      where ur.tenant_id = ${tx.tenant} and ur.user_id = ${userId}
      union
      select dp.permission_id from depart_role_user du
      join depart_role d on d.tenant_id = du.tenant_id and d.id = du.depart_role_id
      join user_depart ud on ud.tenant_id = d.tenant_id and ud.depart_id = d.depart_id
        and ud.user_id = du.user_id
      join depart_role_permission dp on dp.tenant_id = d.tenant_id and dp.depart_role_id = d.id
      where du.tenant_id = ${tx.tenant} and du.user_id = ${userId})`;
  const held = tx.tenant === OPERATOR_TENANT ? granted : granted.filter(isOfTenant);
  const codes = new Set<string>();
  for (const { perms } of held) for (const code of splitCodes(perms)) codes.add(code);
  return {
    codes,
    permissionIds: new Set(held.map((row) => row.id)),
    limits: {
      ...(member.shops && { shops: member.shops }),
      ...(member.warehouses && { warehouses: member.warehouses }),
    },
    masks: new Set(MASKS.filter((mask) => !codes.has(`field:${mask}:view`))),
  };
}

/** Whatever its roles may say: rights that reach beyond one tenant are the operator's alone. */
const isOfTenant = ({ perms }: { perms: string | null }): boolean =>
  !splitCodes(perms).some(isPlatformRight);

/** A row may carry several codes, joined by commas. */
export const splitCodes = (perms: string | null): string[] =>
  (perms ?? '')
    .split(',')
    .map((code) => code.trim())
    .filter((code) => code !== '');

import type { Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { RowRules } from '#kit/server/row-rule.ts';
import { isPlatformRight, splitCodes } from '../model/permission-code.ts';
import { rulesOf } from './data-rules/rules-of.ts';
import { grantedTo, heldBy, isPlanned, type Granted, type Held } from './granted-rights.ts';

export interface Rights extends Granted {
  limits: Actor['limits'];
  /** null: they are under no data rule. */
  rules: RowRules | null;
}

/**
 * What a person may in the transaction's tenant: the union of their roles and of their department
 * roles (while they belong to the department). Status 0 of a rule never takes a right away.
 * @param orgCode department of the session; absent: the one they worked in last
 * @param isActedFor somebody else uses them: some are not lent
 * @returns null when they are no active member
 */
export async function rightsOf(
  tx: Tx,
  userId: string,
  orgCode?: string | null,
  isActedFor = false,
): Promise<Rights | null> {
  const member = await tx.maybe<Held & { shops: string[] | null; warehouses: string[] | null }>`
    select s.shops, s.warehouses, held.mark, held.is_ruled
    from membership m
    left join user_scope s on s.tenant_id = m.tenant_id and s.user_id = m.user_id
    cross join lateral (${heldBy(tx, userId)}) held
    where m.tenant_id = ${tx.tenant} and m.user_id = ${userId} and m.status = 'active'`;
  if (!member) return null;
  return {
    ...(await grantedTo(tx, userId, member.mark, isActedFor)),
    limits: {
      ...(member.shops && { shops: member.shops }),
      ...(member.warehouses && { warehouses: member.warehouses }),
    },
    rules: member.isRuled ? await rulesOf(tx, userId, orgCode) : null,
  };
}

/** What of the administration somebody of the platform sees: neither people nor what they were sent. */
const SEEN_BY_VISITORS: ReadonlySet<string> = new Set([
  'system:ownTenant:list',
  'system:role:list',
  'system:depart:list',
]);

const isSeenByVisitors = (code: string): boolean =>
  code.endsWith(':list') && !isPlatformRight(code) && (!code.startsWith('system:') || SEEN_BY_VISITORS.has(code));

/** What somebody of the platform may who looks into the transaction's tenant: its lists, and no more. */
export async function visitorRights(tx: Tx): Promise<Pick<Rights, 'codes' | 'permissionIds'>> {
  const rows = await tx.rows<{ id: string; perms: string }>`
    select p.id, p.perms, ${tx.tenant}::integer as tenant_id from permission p
    where p.perms is not null and ${isPlanned(tx.tenant)} and p.is_live`;
  const codes = new Set<string>();
  const permissionIds = new Set<string>();
  for (const { id, perms } of rows) {
    const seen = splitCodes(perms).filter(isSeenByVisitors);
    for (const code of seen) codes.add(code);
    if (seen.length > 0) permissionIds.add(id);
  }
  return { codes, permissionIds };
}

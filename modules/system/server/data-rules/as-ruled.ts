import { forbidden } from '#kit/model/refusal.ts';
import type { Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { isLedBy } from '../depart-roles/depart-reach.ts';

interface Granted {
  role: string;
  perms: string;
  ruleIds: string[];
}

/**
 * 403 when one of the roles shows more than the actor sees: of a resource that they are under data
 * rules for, it has to carry at least what one of their own roles does.
 */
export async function requireAsRuled(tx: Tx, roleIds: readonly string[]): Promise<void> {
  if (!tx.actor.rules) return;
  const granted = await tx.rows<Granted>`
    select rp.role_id as role, p.perms, rp.data_rule_ids as rule_ids from role_permission rp
    join permission p on p.id = rp.permission_id and p.is_live and p.perms is not null
    where rp.tenant_id = ${tx.tenant} and rp.role_id = any(${roleIds}::uuid[])`;
  refuseLooser(tx.actor, granted);
}

/** As {@link requireAsRuled}, of department roles. */
export async function requireDepartRolesAsRuled(tx: Tx, ids: readonly string[]): Promise<void> {
  if (!tx.actor.rules) return;
  const granted = await tx.rows<Granted>`
    select g.depart_role_id as role, p.perms, g.data_rule_ids as rule_ids
    from depart_role_permission g
    join permission p on p.id = g.permission_id and p.is_live and p.perms is not null
    where g.tenant_id = ${tx.tenant} and g.depart_role_id = any(${ids}::uuid[])`;
  refuseLooser(tx.actor, granted);
}

/** As {@link requireAsRuled}, of what the roles of a department may grant at most. */
export async function requireFrameAsRuled(tx: Tx, departId: string): Promise<void> {
  if (!tx.actor.rules) return;
  const granted = await tx.rows<Granted>`
    select f.depart_id as role, p.perms, f.data_rule_ids as rule_ids from depart_permission f
    join permission p on p.id = f.permission_id and p.is_live and p.perms is not null
    where f.tenant_id = ${tx.tenant} and f.depart_id = ${departId}`;
  refuseLooser(tx.actor, granted);
}

/** 403 when one of the people sees more than the data rules of the actor let themselves see. */
export async function requirePeopleAsRuled(tx: Tx, userIds: readonly string[]): Promise<void> {
  if (!tx.actor.rules) return;
  const granted = await tx.rows<Granted>`
    select g.role, p.perms, g.rule_ids from (
      select rp.role_id as role, rp.permission_id, rp.data_rule_ids as rule_ids from user_role ur
      join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
      where ur.tenant_id = ${tx.tenant} and ur.user_id = any(${userIds}::uuid[])
      union all
      select dp.depart_role_id, dp.permission_id, dp.data_rule_ids from depart_role_user du
      join depart_role_permission dp
        on dp.tenant_id = du.tenant_id and dp.depart_role_id = du.depart_role_id
      where du.tenant_id = ${tx.tenant} and du.user_id = any(${userIds}::uuid[])) g
    join permission p on p.id = g.permission_id and p.is_live and p.perms is not null`;
  refuseLooser(tx.actor, granted);
}

/** A value of a rule that names where its person works, or who works there with them. */
const NAMES_DEPART = String.raw`#\{\s*sys_(multi_)?org_`;

/**
 * 403 when the actor would bring people into a department that is beyond their own, where their data
 * rules name departments: else whoever edits people would see more, by an entry of their own or of
 * somebody else.
 */
export async function requireDepartsAsRuled(tx: Tx, departIds: readonly string[]): Promise<void> {
  const ids = Object.values(tx.actor.rules ?? {}).flatMap((ways) => ways.flatMap((way) => way.ids));
  if (ids.length === 0 || departIds.length === 0) return;
  const { userId } = tx.actor;
  const [beyond] = await tx.query(sql`
    select 1 as one from depart d
    where d.tenant_id = ${tx.tenant} and d.id = any(${departIds}::uuid[])
      and not ${isLedBy(tx, userId)}
      and not exists (select 1 from user_depart ud
        join depart own on own.tenant_id = ud.tenant_id and own.id = ud.depart_id
        where ud.tenant_id = d.tenant_id and ud.user_id = ${userId}::uuid
          and starts_with(d.org_code, own.org_code))
      and exists (select 1 from permission_data_rule r
        where r.tenant_id = d.tenant_id and r.id = any(${ids}::uuid[])
          and r.rule_value ~ ${NAMES_DEPART})
    limit 1`);
  if (beyond) throw forbidden();
}

function refuseLooser({ rules = {} }: Actor, granted: readonly Granted[]): void {
  const byRole = Map.groupBy(granted, ({ role }) => role);
  for (const [resource, ways] of Object.entries(rules))
    for (const some of byRole.values()) {
      if (!some.some(({ perms }) => isAbout(perms, resource))) continue;
      const carried = new Set(some.flatMap(({ ruleIds }) => ruleIds));
      if (!ways.some(({ ids }) => ids.every((id) => carried.has(id)))) throw forbidden();
    }
}

const isAbout = (perms: string, resource: string): boolean =>
  splitCodes(perms).some((code) => code.startsWith(`${resource}:`));

/** Rules that whatever the actor grants with these rights has to carry. */
export const ownRuleIds = ({ rules = {} }: Actor, perms: string | null): string[] =>
  Object.entries(rules)
    .filter(([resource]) => isAbout(perms ?? '', resource))
    .flatMap(([, ways]) => ways.flatMap(({ ids }) => ids));

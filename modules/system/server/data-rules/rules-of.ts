import type { Tx } from '#kit/server/database.ts';
import type { RowRule, RowRules } from '#kit/server/row-rule.ts';
import { resourceOfPage } from '../../model/data-rule.ts';
import { splitCodes } from '../../model/permission-code.ts';
import { conditionFor, type RulePerson, type StoredRule } from './rule-values.ts';

/** A rule that a role carries; one that is not there any more says what its page is about. */
interface CarriedRule extends Partial<StoredRule> {
  role: string;
  ruleId: string;
  resource: string | null;
  status: string | null;
  perms: string | null;
}

interface Found extends Pick<RulePerson, 'username' | 'realname' | 'orgCode'> {
  orgCodes: string[] | null;
  carried: CarriedRule[] | null;
  lists: { role: string; perms: string }[] | null;
}

/**
 * The data rules a person is under: within a role all of a resource hold together, and one role that
 * lists a resource without any lets all of it through. One look for nearly everybody, who is under none.
 * @param orgCode department of the session; absent: the one they worked in last
 */
export async function rulesOf(tx: Tx, userId: string, orgCode?: string | null): Promise<RowRules | null> {
  const found = await tx.one<Found>`
    with own as materialized (
      select ur.role_id, null::uuid as depart_role_id from user_role ur
      where ur.tenant_id = ${tx.tenant} and ur.user_id = ${userId}
      union all
      select null::uuid, du.depart_role_id from depart_role_user du
      join depart_role d on d.tenant_id = du.tenant_id and d.id = du.depart_role_id
      join user_depart ud on ud.tenant_id = d.tenant_id and ud.depart_id = d.depart_id
        and ud.user_id = du.user_id
      where du.tenant_id = ${tx.tenant} and du.user_id = ${userId}),
    ruled as materialized (
      select o.role_id as role, g.permission_id, r as rule_id from own o
      join role_permission g on g.tenant_id = ${tx.tenant} and g.role_id = o.role_id
        and g.data_rule_ids <> '{}'
      cross join lateral unnest(g.data_rule_ids) as r
      union all
      select o.depart_role_id, g.permission_id, r from own o
      join depart_role_permission g on g.tenant_id = ${tx.tenant}
        and g.depart_role_id = o.depart_role_id and g.data_rule_ids <> '{}'
      cross join lateral unnest(g.data_rule_ids) as r)
    select
      (select jsonb_agg(jsonb_build_object('role', u.role, 'ruleId', u.rule_id, 'perms', p.perms,
          'resource', r.resource, 'status', r.status, 'ruleColumn', r.rule_column,
          'ruleCondition', r.rule_condition, 'ruleValue', r.rule_value))
        from ruled u join permission p on p.id = u.permission_id
        left join permission_data_rule r on r.tenant_id = ${tx.tenant} and r.id = u.rule_id) as carried,
      case when exists (select 1 from ruled) then (
        select jsonb_agg(jsonb_build_object('role', g.role, 'perms', p.perms)) from (
          select rp.role_id as role, rp.permission_id from own o
          join role_permission rp on rp.tenant_id = ${tx.tenant} and rp.role_id = o.role_id
          union all
          select dp.depart_role_id, dp.permission_id from own o
          join depart_role_permission dp on dp.tenant_id = ${tx.tenant}
            and dp.depart_role_id = o.depart_role_id) g
        join permission p on p.id = g.permission_id and p.is_live
        where p.perms like '%:list%') end as lists,
      case when exists (select 1 from ruled) then (
        select array_agg(d.org_code order by d.org_code) from user_depart ud
        join depart d on d.tenant_id = ud.tenant_id and d.id = ud.depart_id
        where ud.tenant_id = ${tx.tenant} and ud.user_id = ${userId}) end as org_codes,
      u.username, u.realname, m.org_code
    from membership m join app_user u on u.id = m.user_id
    where m.tenant_id = ${tx.tenant} and m.user_id = ${userId}`;
  if (!found.carried) return null;
  const person: RulePerson = {
    userId,
    username: found.username,
    realname: found.realname,
    tenant: tx.tenant,
    orgCode: orgCode === undefined ? found.orgCode : orgCode,
    orgCodes: found.orgCodes ?? [],
    now: tx.now,
    zone: tx.actor.zone,
  };
  return together(found.carried, found.lists ?? [], person);
}

/** Rules by resource: one entry for each role that has some, none at all where a role has none. */
function together(
  carried: readonly CarriedRule[],
  lists: readonly { role: string; perms: string }[],
  person: RulePerson,
): RowRules {
  const rules: Record<string, readonly RowRule[]> = {};
  const resources = new Set(carried.flatMap((one) => aboutOf(one) ?? []));
  for (const resource of resources) {
    const own = carried.filter((one) => aboutOf(one) === resource);
    const byRole = Map.groupBy(own, ({ role }) => role);
    const isOpen = lists.some(({ role, perms }) => !byRole.has(role) && splitCodes(perms).includes(`${resource}:list`));
    if (!isOpen) rules[resource] = [...byRole.values()].map((some) => ruleOfRole(some, person));
  }
  return rules;
}

const aboutOf = ({ resource, perms }: CarriedRule): string | null => resource ?? resourceOfPage(perms);

/** One that is switched off or gone while a role carries it lets nothing through. */
function ruleOfRole(carried: readonly CarriedRule[], person: RulePerson): RowRule {
  const conditions = carried.map(({ status, ruleColumn, ruleCondition, ruleValue }) =>
    status === '1' && ruleColumn && ruleCondition && ruleValue !== undefined
      ? conditionFor({ ruleColumn, ruleCondition, ruleValue }, person)
      : null,
  );
  const isRead = (one: (typeof conditions)[number]) => one !== null;
  return {
    ids: [...new Set(carried.map(({ ruleId }) => ruleId))].sort(),
    conditions: conditions.every(isRead) ? conditions : null,
  };
}

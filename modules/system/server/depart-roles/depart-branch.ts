import { invalid, Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { nextOrgCode } from '../../model/org-code.ts';
import type { MovedWith } from '../../model/routes/departs.ts';

/** A department with the place that its code says. */
export interface Placed {
  id: string;
  name: string;
  orgCode: string;
  parentId: string | null;
}

const NAMED = 5;

/** One lock for the whole tree of the tenant: codes are given out, and places changed, one after the other. */
export const lockTree = (tx: Tx): Promise<unknown[]> =>
  tx.platform.rows`select id from tenant where id = ${tx.tenant} for update`;

/** @throws Refusal at the field where there is no such department in the tenant */
export async function placedDepart(tx: Tx, id: string, field: string): Promise<Placed> {
  const found = await tx.maybe<Placed>`
    select id, name, org_code, parent_id from depart
    where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!found) throw invalid([{ field, code: 'missing', message: '未找到对应实体' }]);
  return found;
}

/** The code that comes next below a department, or among the roots. */
export async function nextCodeBelow(tx: Tx, parent: Placed | null): Promise<string> {
  const siblings = await tx.rows<{ orgCode: string }>`
    select org_code from depart
    where tenant_id = ${tx.tenant} and parent_id is not distinct from ${parent?.id ?? null}::uuid`;
  const code = nextOrgCode(
    parent?.orgCode ?? '',
    siblings.map((row) => row.orgCode),
  );
  if (!code) throw new Refusal('full', '该级部门数量已达上限');
  return code;
}

/**
 * Puts a department with all below it under another parent. Codes follow the place, and with them what
 * names departments by code: where people work, and values of data rules.
 */
export async function moveBranch(tx: Tx, branch: Placed, parent: Placed | null, orgCode: string): Promise<void> {
  const old = branch.orgCode;
  await tx.run`update depart set parent_id = ${parent?.id ?? null}::uuid,
      update_by = ${tx.actor.username}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${branch.id}`;
  await tx.run`update depart set org_code = ${orgCode} || substr(org_code, ${old.length + 1}::integer),
      level = (${orgCode.length}::integer + length(org_code) - ${old.length}::integer) / 3
    where tenant_id = ${tx.tenant} and starts_with(org_code, ${old})`;
  await renameCode(tx, old, orgCode, true);
}

/** Replaces a code of departments wherever it names them. @param hasBelow codes below it follow */
export async function renameCode(tx: Tx, old: string, code: string, hasBelow: boolean): Promise<void> {
  const from = old.length + 1;
  await tx.run`update membership set org_code = ${code} || substr(org_code, ${from}::integer)
    where tenant_id = ${tx.tenant}
      and (org_code = ${old} or (${hasBelow}::boolean and starts_with(org_code, ${old})))`;
  await tx.run`update session set org_code = ${code} || substr(org_code, ${from}::integer)
    where tenant_id = ${tx.tenant}
      and (org_code = ${old} or (${hasBelow}::boolean and starts_with(org_code, ${old})))`;
  for (const { id, ruleValue } of await rulesNaming(tx, old, hasBelow))
    await tx.run`update permission_data_rule
      set rule_value = ${valueWith(ruleValue, old, code, hasBelow)}, update_by = ${tx.actor.username},
        update_time = ${tx.now}, version = version + 1
      where tenant_id = ${tx.tenant} and id = ${id}`;
}

interface NamingRule {
  id: string;
  name: string;
  ruleValue: string;
}

/** Data rules whose value names a department by its code. */
export async function rulesNaming(tx: Tx, code: string, hasBelow: boolean): Promise<NamingRule[]> {
  const rules = await tx.rows<NamingRule>`
    select id, name, rule_value from permission_data_rule
    where tenant_id = ${tx.tenant} and strpos(rule_value, ${code}) > 0 order by name`;
  return rules.filter(({ ruleValue }) => valueWith(ruleValue, code, '', hasBelow) !== ruleValue);
}

/** A value of a rule, one or several with commas between them, with a code in place of another. */
function valueWith(value: string, old: string, code: string, hasBelow: boolean): string {
  const below = hasBelow ? '(?:[A-Z]\\d{2})*' : '';
  const named = new RegExp(`^(\\s*\\*?)${old}(${below}\\*?\\s*)$`);
  return value
    .split(',')
    .map((part) => part.replace(named, `$1${code}$2`))
    .join(',');
}

/** One line of what goes along. */
export const movedWith = (what: string, names: readonly string[]): MovedWith => ({
  what,
  count: names.length,
  names: names.slice(0, NAMED),
});

/** Names that a select finds in a branch or a department alone. */
export async function namesIn(
  tx: Tx,
  { orgCode }: Placed,
  hasBelow: boolean,
): Promise<Record<'departs' | 'members' | 'roles' | 'directors' | 'working' | 'invitations', string[]>> {
  const row = await tx.one<Record<string, string[] | null>>`
    with branch as (select * from depart d where d.tenant_id = ${tx.tenant}
      and (d.org_code = ${orgCode} or (${hasBelow}::boolean and starts_with(d.org_code, ${orgCode}))))
    select
      (select array_agg(name order by org_code) from branch) as departs,
      (select array_agg(u.realname order by u.username) from app_user u where u.id in (
        select ud.user_id from user_depart ud join branch b on b.id = ud.depart_id
        join membership m on m.tenant_id = ud.tenant_id and m.user_id = ud.user_id
        where ud.tenant_id = ${tx.tenant} and m.status <> 'deleted')) as members,
      (select array_agg(r.name order by r.code) from depart_role r
        join branch b on b.id = r.depart_id where r.tenant_id = ${tx.tenant}) as roles,
      (select array_agg(u.realname order by u.username) from app_user u where u.id in (
        select unnest(b.director_ids) from branch b)) as directors,
      (select array_agg(u.realname order by u.username) from membership m
        join app_user u on u.id = m.user_id join branch b on b.org_code = m.org_code
        where m.tenant_id = ${tx.tenant} and m.status <> 'deleted') as working,
      (select array_agg(i.code_hint order by i.create_time, i.id) from invitation i
        join branch b on b.id = i.depart_id where i.tenant_id = ${tx.tenant}) as invitations`;
  const of = (key: string): string[] => row[key] ?? [];
  return {
    departs: of('departs'),
    members: of('members'),
    roles: of('roles'),
    directors: of('directors'),
    working: of('working'),
    invitations: of('invitations'),
  };
}

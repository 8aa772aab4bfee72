import { forbidden, invalid, notFound, Refusal, type FieldError } from '#kit/model/refusal.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { toWireTime } from '#kit/model/time.ts';
import { audit } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { shortList } from '#kit/server/name-refused.ts';
import { sql, join, type Sql } from '#kit/server/sql.ts';
import { splitCodes } from '../../model/permission-code.ts';
import type { DataRule } from '../../model/routes/data-rules.ts';
import { requireHeld } from '../guards.ts';
import type { PermissionRow } from '../permission-table.ts';
import type { Sessions } from '../sessions.ts';
import { columnKey, ruleFaults } from './rule-faults.ts';

const RULE = 'system:dataRule';

/** A page with the resource whose rows it shows. */
export interface RuledPage {
  page: PermissionRow;
  key: string;
  resource: AnyResource;
}

export interface RuleRow {
  id: string;
  permissionId: string;
  resource: string;
  name: string;
  ruleColumn: string;
  ruleCondition: string;
  ruleValue: string;
  status: string;
  createBy: string | null;
  createTime: Date;
  updateBy: string | null;
  updateTime: Date | null;
}

/** Rules that conditions on `r` find, with what hides everything by them and which roles carry them. */
export async function readRules(
  tx: Tx,
  { resource }: Pick<RuledPage, 'resource'>,
  where: readonly Sql[],
): Promise<DataRule[]> {
  const rows = await tx.query<RuleRow & { roles: string[]; frames: string[] }>(sql`
    select r.*, array(select o.name from role_permission g
        join role o on o.tenant_id = g.tenant_id and o.id = g.role_id
        where g.tenant_id = r.tenant_id and g.data_rule_ids <> '{}' and r.id = any(g.data_rule_ids)
        order by o.code)
      || array(select distinct o.name from depart_role_permission g
        join depart_role o on o.tenant_id = g.tenant_id and o.id = g.depart_role_id
        where g.tenant_id = r.tenant_id and g.data_rule_ids <> '{}' and r.id = any(g.data_rule_ids)
        order by 1)
        as roles,
      array(select d.name from depart_permission g
        join depart d on d.tenant_id = g.tenant_id and d.id = g.depart_id
        where g.tenant_id = r.tenant_id and g.data_rule_ids <> '{}' and r.id = any(g.data_rule_ids)
        order by d.org_code) as frames
    from permission_data_rule r
    where r.tenant_id = ${tx.tenant} and ${join(where, ' and ')}
    order by r.create_time, r.id`);
  return rows.map((row) => ({
    id: row.id,
    permissionId: row.permissionId,
    ruleName: row.name,
    ruleColumn: row.ruleColumn,
    ruleConditions: row.ruleCondition,
    ruleValue: row.ruleValue,
    status: row.status,
    createBy: row.createBy,
    createTime: toWireTime(row.createTime, tx.actor.zone),
    updateBy: row.updateBy,
    updateTime: row.updateTime ? toWireTime(row.updateTime, tx.actor.zone) : null,
    fault: ruleFaults(resource, row, tx)[0]?.message ?? null,
    roles: [...row.roles, ...row.frames.map(frameName)],
  }));
}

/** How the frame of a department is named beside roles. */
const frameName = (depart: string): string => `部门权限：${depart}`;

/** What is written of a rule, as it came. */
export type GivenRule = Partial<Record<string, unknown>>;

/** Stores a new rule of a page. Nobody is under it before a role carries it. */
export async function addRule(tx: Tx, at: RuledPage, given: GivenRule): Promise<string> {
  requireWriter(tx, at);
  const rule = readRule(tx, at, given);
  const id = newId();
  await tx.run`
    insert into permission_data_rule (tenant_id, id, permission_id, resource, name, rule_column,
      rule_condition, rule_value, status, create_by, create_time)
    values (${tx.tenant}, ${id}, ${at.page.id}, ${at.key}, ${rule.name}, ${rule.ruleColumn},
      ${rule.ruleCondition}, ${rule.ruleValue}, ${rule.status}, ${tx.actor.username}, ${tx.now})`;
  const diff = Object.fromEntries(Object.entries(rule).map(([key, value]) => [key, [null, value]]));
  audit(tx, RULE, [{ rowId: id, action: 'add', diff: { page: at.page.name, ...diff } }]);
  return id;
}

/** Changes a rule for everybody who is under it, at once. */
export async function editRule(
  tx: Tx,
  sessions: Sessions,
  at: RuledPage,
  before: RuleRow,
  given: GivenRule,
): Promise<void> {
  requireWriter(tx, at);
  const { id, name, ruleColumn, ruleCondition, ruleValue, status } = before;
  const old = { name, ruleColumn, ruleCondition, ruleValue, status };
  const rule = readRule(tx, at, {
    ruleName: name,
    ruleColumn,
    ruleConditions: ruleCondition,
    ruleValue,
    status,
    ...given,
  });
  if (rule.status !== '1' && status === '1') await requireUnused(tx, id);
  await tx.run`
    update permission_data_rule set name = ${rule.name}, rule_column = ${rule.ruleColumn},
      rule_condition = ${rule.ruleCondition}, rule_value = ${rule.ruleValue},
      status = ${rule.status}, resource = ${at.key}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = ${id}`;
  const changed = (Object.keys(rule) as (keyof typeof rule)[]).filter((key) => rule[key] !== old[key]);
  const diff = Object.fromEntries(changed.map((key) => [key, [old[key], rule[key]]]));
  audit(tx, RULE, [{ rowId: id, action: 'edit', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

/** Deletes a rule that no role carries: by the way nobody sees more than before. */
export async function deleteRule(tx: Tx, at: RuledPage, before: RuleRow): Promise<void> {
  requireWriter(tx, at);
  await requireUnused(tx, before.id);
  await tx.run`delete from permission_data_rule
    where tenant_id = ${tx.tenant} and id = ${before.id}`;
  const { name, ruleColumn, ruleCondition, ruleValue } = before;
  const rule = `${ruleColumn} ${ruleCondition} ${ruleValue}`;
  audit(tx, RULE, [{ rowId: before.id, action: 'delete', diff: { [name]: [rule, null] } }]);
}

/** A rule of the tenant, locked. @throws Refusal 404 */
export async function lockRule(tx: Tx, id: string): Promise<RuleRow> {
  const row = await tx.maybe<RuleRow>`
    select * from permission_data_rule where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!row) throw notFound();
  return row;
}

/** Whoever is under a rule of the page does not write its rules, nor does who may not see the page. */
function requireWriter({ actor }: Tx, { page, key }: RuledPage): void {
  requireHeld(actor, splitCodes(page.perms));
  if (actor.rules?.[key]) throw forbidden();
}

async function requireUnused(tx: Tx, id: string): Promise<void> {
  const carriers = await tx.rows<{ name: string; isFrame: boolean }>`
    select o.name, false as is_frame from role_permission g join role o on o.tenant_id = g.tenant_id and o.id = g.role_id
    where g.tenant_id = ${tx.tenant} and g.data_rule_ids <> '{}' and ${id}::uuid = any(g.data_rule_ids)
    union all
    select o.name, false from depart_role_permission g
    join depart_role o on o.tenant_id = g.tenant_id and o.id = g.depart_role_id
    where g.tenant_id = ${tx.tenant} and g.data_rule_ids <> '{}' and ${id}::uuid = any(g.data_rule_ids)
    union all
    select d.name, true from depart_permission g
    join depart d on d.tenant_id = g.tenant_id and d.id = g.depart_id
    where g.tenant_id = ${tx.tenant} and g.data_rule_ids <> '{}' and ${id}::uuid = any(g.data_rule_ids)`;
  if (carriers.length === 0) return;
  const names = shortList(carriers.map(({ name, isFrame }) => (isFrame ? frameName(name) : name)));
  throw new Refusal('inUse', `该规则正被角色“${names}”使用，请先在角色授权中取消`);
}

const text = (value: unknown): string => (typeof value === 'string' ? value.trim() : '');

function readRule(tx: Tx, { resource }: RuledPage, given: GivenRule) {
  const rule = {
    name: text(given['ruleName']),
    ruleColumn: columnKey(resource, text(given['ruleColumn'])),
    ruleCondition: text(given['ruleConditions']),
    ruleValue: text(given['ruleValue']),
    status: String(given['status'] ?? '1') === '1' ? '1' : '0',
  };
  const errors: FieldError[] = [];
  const need = (field: string, title: string, value: string, most: number): void => {
    if (value === '') errors.push({ field, code: 'required', message: `请输入${title}` });
    else if (value.length > most) errors.push({ field, code: 'long', message: `${title}不能超过 ${most} 个字符` });
  };
  need('ruleName', '规则名称', rule.name, 100);
  need('ruleColumn', '规则字段', rule.ruleColumn, 64);
  need('ruleConditions', '规则条件', rule.ruleCondition, 20);
  need('ruleValue', '规则值', rule.ruleValue, 2000);
  if (errors.length === 0) errors.push(...ruleFaults(resource, rule, tx));
  if (errors.length > 0) throw invalid(errors);
  return rule;
}

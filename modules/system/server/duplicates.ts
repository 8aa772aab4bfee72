import type { Field } from '#kit/model/field.ts';
import { camel, resourceKey } from '#kit/model/resource.ts';
import { nameFromWire } from '#kit/model/wire.ts';
import { may, placeOf, type Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { readFields } from '#kit/server/parse.ts';
import type { Registry } from '#kit/server/registry.ts';
import type { Serve } from '#kit/server/serve.ts';
import { relationErrors } from '#kit/server/row-relations.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { checkRule, fillRule } from '../model/code-rules.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { messageTemplate } from '../model/message.ts';
import { nameKey } from './users.ts';

/** Finds the id of the row that has a value, within the transaction's tenant where keys are. */
type FindTaken = (tx: Tx, value: string) => Promise<string | null>;

const idOf = (row: { id: string } | undefined): string | null => row?.id ?? null;

/** What may be asked of the duplicate check, by the names of the wire. Nothing else exists. */
const REGISTRY: Record<string, FindTaken> = {
  'sys_user.username': async (tx, value) =>
    idOf(
      await tx.platform.maybe<{ id: string }>`
        select id from app_user where username_key = ${nameKey(value)}`,
    ),
  'sys_user.phone': async (tx, value) =>
    idOf(await tx.platform.maybe<{ id: string }>`select id from app_user where phone = ${value}`),
  'sys_user.email': async (tx, value) =>
    idOf(
      await tx.platform.maybe<{ id: string }>`
        select id from app_user where email_key = ${nameKey(value)}`,
    ),
  'sys_user.work_no': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select user_id as id from membership where tenant_id = ${tx.tenant} and work_no = ${value}`,
    ),
  'sys_role.role_code': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select id from role where tenant_id = ${tx.tenant} and code = ${value}`,
    ),
  'sys_depart_role.role_code': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select id from depart_role where tenant_id = ${tx.tenant} and code = ${value}`,
    ),
  'sys_depart.org_code': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select id from depart where tenant_id = ${tx.tenant} and org_code = ${value}`,
    ),
  'sys_position.code': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select id from position
        where tenant_id = ${tx.tenant} and code = ${value} and deleted_at is null`,
    ),
  'sys_dict.dict_code': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select id from dict where code = ${value}
        union all
        select id from tenant_dict where tenant_id = ${tx.tenant} and code = ${value}`,
    ),
  // Plans are the operator's: nobody else learns what they are called.
  'sys_plan.code': async (tx, value) =>
    tx.tenant === OPERATOR_TENANT
      ? idOf(await tx.platform.maybe<{ id: string }>`select id from plan where code = ${value}`)
      : null,
  'sys_check_rule.rule_code': async (tx, value) => idOf((await pick(tx, checkRule, ['id'])`code = ${value}`)[0]),
  'sys_fill_rule.rule_code': async (tx, value) => idOf((await pick(tx, fillRule, ['id'])`code = ${value}`)[0]),
  'sys_sms_template.template_code': async (tx, value) =>
    idOf((await pick(tx, messageTemplate, ['id'])`code = ${value}`)[0]),
  'sys_permission.perms': async (tx, value) =>
    idOf(
      await tx.platform.maybe<{ id: string }>`
        select id from permission
        where is_live and ${value} = any(string_to_array(replace(perms, ' ', ''), ','))
        order by menu_type desc limit 1`,
    ),
  'sys_category.code': async (tx, value) =>
    idOf(
      await tx.maybe<{ id: string }>`
        select id from category
        where tenant_id = ${tx.tenant} and code = ${value} and deleted_at is null`,
    ),
};

const snake = (name: string): string => name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** The look-up of a table and field of the wire, or null when it is not registered. */
export function findTaken(table: string, field: string): FindTaken | null {
  const key = `${table}.${snake(field)}`;
  return Object.hasOwn(REGISTRY, key) ? (REGISTRY[key] as FindTaken) : null;
}

/** Whether a row other than this one has the value. */
type IsTaken = (tx: Tx, value: string, id: string | null) => Promise<boolean>;

/**
 * The look-up of a field whose values a module judges itself, by the table of the wire or the key of the resource,
 * for those who may write such rows; null for anybody else and anything else.
 */
export function findTakenInStore(
  serves: readonly Serve[],
  actor: Actor,
  name: string,
  fieldName: string,
): IsTaken | null {
  const serve = serves.find(({ resource }) => resource.wire?.table === name || resourceKey(resource) === name);
  if (!serve?.taken) return null;
  const { resource, taken } = serve;
  const key = resourceKey(resource);
  const fieldKey = key === name ? fieldName : nameFromWire(resource.wire, camel(fieldName));
  const mayWrite = may(actor, `${key}:add`) || may(actor, `${key}:edit`);
  return mayWrite && Object.hasOwn(taken, fieldKey) ? (taken[fieldKey] ?? null) : null;
}

/**
 * The look-up of a unique field of a register, by its key (`catalog:sku`) or its table on the wire, for those who
 * may write such rows; null for anybody else and anything else. Rows out of sight count, as they do at the save.
 */
export function findTakenInRegister(registry: Registry, actor: Actor, name: string, fieldName: string): IsTaken | null {
  const resource = registry.find(name) ?? registry.resources.find(({ wire }) => wire?.table === name);
  if (resource?.kind !== 'register') return null;
  const key = resourceKey(resource);
  const fieldKey = key === name ? fieldName : nameFromWire(resource.wire, camel(fieldName));
  const mayWrite = may(actor, `${key}:add`) || may(actor, `${key}:edit`);
  if (!mayWrite || !Object.hasOwn(resource.fields, fieldKey)) return null;
  const field = (resource.fields as Record<string, Field>)[fieldKey];
  if (!field?.unique) return null;
  return async (tx, value, id) => {
    const options = { ...placeOf(actor), partial: true };
    const { values } = readFields({ [fieldKey]: field }, { [fieldKey]: value }, options);
    const [errors] = await relationErrors(tx, { resource, registry }, [{ values, id }]);
    return errors?.some(({ code }) => code === 'taken') ?? false;
  };
}

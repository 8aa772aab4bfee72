import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import { audit, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { nameRefused, shortList } from '#kit/server/name-refused.ts';
import { parseBody } from '#kit/server/parse.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql } from '#kit/server/sql.ts';
import { editStamps, insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { LASTING_ROLES } from '../model/preset-roles.ts';
import { role } from '../model/role.ts';
import { storeRules } from './data-rules/rules-of-role.ts';
import { grantChange } from './grant-change.ts';
import { requireAny, requireGrantable, requireHeld } from './guards.ts';
import type { PermissionRow } from './permission-table.ts';
import type { Sessions } from './sessions.ts';

const ROLE = 'system:role';

type RoleRow = RowOf<typeof role>;
type Texts = Pick<RoleRow, 'name' | 'code' | 'description'>;

/** Who may see the roles: who gives them to people, and who invites people with one. */
export const CHOOSING_ROLES = [
  'system:role:list',
  'system:user:add',
  'system:user:edit',
  'system:invitation:add',
  'system:announcement:add',
  'system:announcement:edit',
];

/** Roles as they are listed and written. */
export const servedRoles = ({ sessions }: { sessions: Sessions }): Serve => ({
  resource: role,
  rows(tx) {
    requireAny(tx.actor, CHOOSING_ROLES);
    return sql`select * from role where tenant_id = ${tx.tenant}`;
  },
  store: {
    add: (call, values) => call.tx((tx) => addRole(tx, values as Texts)),
    edit: (call, id, values, version) => call.tx((tx) => editRole(tx, id, values as Partial<Texts>, version)),
    remove: (call, ids) => call.tx((tx) => deleteRoles(tx, sessions, ids)),
    sheet: {
      add: (tx, values) => addRole(tx, values as Texts),
      edit: (tx, id, values) => editRole(tx, id, values as Partial<Texts>, null),
    },
  } satisfies Store<typeof role>,
});

async function addRole(tx: Tx, texts: Texts): Promise<{ id: string }> {
  const { code } = texts;
  await refuseTakenCode(tx, code, null);
  const id = newId();
  await insertInto(tx, role, [{ ...texts, id }]);
  audit(tx, ROLE, [{ rowId: id, action: 'add', diff: { code: [null, code] } }]);
  return { id };
}

/** A new role that may what another may, by somebody who holds all of that. */
export async function copyRole(
  tx: Tx,
  body: { id?: unknown; roleName?: unknown; roleCode?: unknown },
): Promise<{ id: string }> {
  const from = await lockRole(tx, idOf(body.id));
  requireHeld(tx.actor, ['system:role:grant']);
  await requireGrantable(tx, [from.id]);
  const { name, code } = role.fields;
  const sent = { name: body.roleName, code: body.roleCode };
  const texts = parseBody({ name, code }, sent, { zone: tx.actor.zone });
  const made = await addRole(tx, { ...texts, description: from.description });
  await tx.run`
    insert into role_permission (tenant_id, role_id, permission_id, data_rule_ids, operate_time,
      operate_by, operate_ip)
    select tenant_id, ${made.id}::uuid, permission_id, data_rule_ids, ${tx.now}, ${tx.actor.username},
      ${tx.actor.ip}
    from role_permission where tenant_id = ${tx.tenant} and role_id = ${from.id}`;
  audit(tx, ROLE, [{ rowId: made.id, action: 'grant', diff: { copied: [null, from.code] } }]);
  return made;
}

/** Changes the texts of a role; the code of a preset role stays. */
async function editRole(tx: Tx, id: string, values: Partial<Texts>, version: number | null): Promise<void> {
  const before = await lockRole(tx, id);
  if (version !== null && version !== before.version) throw staleVersion();
  const { code = before.code } = values;
  if (before.isPreset && code !== before.code) throw new Refusal('preset', '预置角色的编码不能修改');
  await refuseTakenCode(tx, code, id);
  await setColumns(tx, role, [id], { ...values, ...editStamps(tx, before) });
  audit(tx, ROLE, [{ rowId: id, action: 'edit', diff: fieldDiff(role, before, values) }]);
}

/**
 * Deletes roles with their grants. One that came with the program stays, and so does one that somebody
 * has: nobody loses their rights by the way.
 */
async function deleteRoles(tx: Tx, sessions: Sessions, ids: readonly string[]): Promise<number> {
  const roles = await tx.rows<RoleRow>`
    select * from role where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])
    order by id for update`;
  if (roles.length === 0) throw notFound();
  const found = roles.map((one) => one.id);
  const holders = await holdersOf(tx, found);
  await nameRefused(
    roles,
    ({ name }) => name,
    async (some) => {
      if (some.some((one) => one.isPreset)) throw new Refusal('preset', '预置角色不能删除');
      const ids = some.map(({ id }) => id);
      await requireGrantable(tx, ids);
      const who = holders.filter(({ roleId }) => ids.includes(roleId)).map(({ person }) => person);
      if (who.length > 0) throw new Refusal('inUse', MESSAGES.inUse('角色', shortList([...new Set(who)])));
    },
  );
  await tx.run`delete from role where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`;
  audit(
    tx,
    ROLE,
    roles.map((one) => ({ rowId: one.id, action: 'delete', diff: { code: [one.code, null] } })),
  );
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
  return found.length;
}

/** People of the tenant who have one of these roles. */
const holdersOf = (tx: Tx, ids: readonly string[]): Promise<{ roleId: string; person: string }[]> =>
  tx.rows<{ roleId: string; person: string }>`
    select ur.role_id, u.realname as person from user_role ur
    join membership m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
    join app_user u on u.id = ur.user_id
    where ur.tenant_id = ${tx.tenant} and ur.role_id = any(${ids}::uuid[])
      and m.status <> 'deleted' and u.status <> 'deleted'
    order by u.username`;

/**
 * Sets what a role grants: adds `wanted` less `last`, takes `last` less `wanted`. Nobody hands on
 * or takes away what they lack, and a role that lasts stays whole.
 */
export async function saveGrants(
  tx: Tx,
  sessions: Sessions,
  roleId: string,
  wanted: readonly string[],
  last: readonly string[] | null,
  permissions: readonly PermissionRow[],
): Promise<void> {
  const { isPreset, code, name } = await lockRole(tx, roleId);
  if (isPreset && LASTING_ROLES.includes(code)) throw new Refusal('preset', `${name}的权限不能修改`);
  const held = await grantsOf(tx, roleId);
  const { given, taken, rows, diff } = grantChange(tx, { held, wanted, last, permissions });
  const lost = await tx.rows<{ ids: string[] }>`delete from role_permission
    where tenant_id = ${tx.tenant} and role_id = ${roleId} and permission_id = any(${taken}::uuid[])
    returning data_rule_ids as ids`;
  await tx.run`
    insert into role_permission (tenant_id, role_id, permission_id, operate_time, operate_by, operate_ip)
    select ${tx.tenant}, ${roleId}::uuid, p, ${tx.now}, ${tx.actor.username}, ${tx.actor.ip}
    from unnest(${given}::uuid[]) as p on conflict do nothing`;
  await storeRules(
    tx,
    roleId,
    rows,
    lost.flatMap(({ ids }) => ids),
  );
  audit(tx, ROLE, [{ rowId: roleId, action: 'grant', diff }]);
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
}

export async function grantsOf(tx: Tx, roleId: string): Promise<string[]> {
  const rows = await tx.rows<{ id: string }>`
    select rp.permission_id as id from role_permission rp
    join permission p on p.id = rp.permission_id and p.is_live
    where rp.tenant_id = ${tx.tenant} and rp.role_id = ${roleId}`;
  return rows.map((row) => row.id);
}

async function lockRole(tx: Tx, id: string): Promise<RoleRow> {
  const found = await tx.maybe<RoleRow>`
    select * from role where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (!found) throw notFound();
  return found;
}

async function refuseTakenCode(tx: Tx, code: string, id: string | null): Promise<void> {
  const other = await tx.maybe<{ id: string }>`
    select id from role where tenant_id = ${tx.tenant} and code = ${code}
      and id is distinct from ${id}::uuid`;
  if (other) throw invalid([{ field: 'code', code: 'taken', message: '角色编码已存在' }]);
}

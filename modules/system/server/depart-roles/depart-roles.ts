import { invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { RowOf } from '#kit/model/row.ts';
import { audit, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { nameRefused, shortList } from '#kit/server/name-refused.ts';
import { idOf } from '#kit/server/row-id.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { join, sql } from '#kit/server/sql.ts';
import { editStamps, insertInto, setColumns } from '#kit/server/stored-rows.ts';
import { departRole } from '../../model/depart-role.ts';
import { requireDepartRolesGrantable } from '../guards.ts';
import type { Sessions } from '../sessions.ts';
import { isReached, requireReach, SEES_ALL, WRITES_ALL } from './depart-reach.ts';
import { DEPART_ROLE, lockRole, type FoundRole } from './depart-role-grants.ts';

type DepartRoleRow = RowOf<typeof departRole>;
type Texts = Pick<DepartRoleRow, 'name' | 'code' | 'description'>;

/** Department roles as they are listed and written. `deptId` asks for a department and those below it. */
export const servedDepartRoles = ({ sessions }: { sessions: Sessions }): Serve => ({
  resource: departRole,
  async rows(tx, { deptId }) {
    const top = deptId ? await requireReach(tx, idOf(deptId), SEES_ALL) : null;
    const conditions = [
      sql`r.tenant_id = ${tx.tenant}`,
      top ? sql`starts_with(d.org_code, ${top.orgCode})` : isReached(tx, SEES_ALL),
    ];
    return sql`select r.*, d.name as depart_name,
        (select string_agg(u.realname, '、' order by u.username) from depart_role_user held
          join app_user u on u.id = held.user_id
          where held.tenant_id = r.tenant_id and held.depart_role_id = r.id) as members
      from depart_role r join depart d on d.tenant_id = r.tenant_id and d.id = r.depart_id
      where ${join(conditions, ' and ')}`;
  },
  store: {
    fixed: ['departId'],
    add: (call, { departId, ...texts }) => call.tx((tx) => addDepartRole(tx, idOf(departId), texts as Texts)),
    edit: (call, id, values, version) => call.tx((tx) => editDepartRole(tx, id, values as Partial<Texts>, version)),
    remove: (call, ids) => call.tx((tx) => deleteDepartRoles(tx, sessions, ids)),
  } satisfies Store<typeof departRole>,
});

async function addDepartRole(tx: Tx, departId: string, texts: Texts): Promise<{ id: string }> {
  const depart = await requireReach(tx, departId, WRITES_ALL);
  await refuseTakenCode(tx, texts.code, null);
  const id = newId();
  await insertInto(tx, departRole, [{ ...texts, id, departId }]);
  const diff = { code: [null, texts.code], depart: [null, depart.orgCode] };
  audit(tx, DEPART_ROLE, [{ rowId: id, action: 'add', diff }]);
  return { id };
}

async function editDepartRole(tx: Tx, id: string, values: Partial<Texts>, version: number | null): Promise<void> {
  await lockRole(tx, id);
  const before = await tx.one<DepartRoleRow>`
    select * from depart_role where tenant_id = ${tx.tenant} and id = ${id} for update`;
  if (version !== null && version !== before.version) throw staleVersion();
  await refuseTakenCode(tx, values.code ?? before.code, id);
  await setColumns(tx, departRole, [id], { ...values, ...editStamps(tx, before) });
  audit(tx, DEPART_ROLE, [{ rowId: id, action: 'edit', diff: fieldDiff(departRole, before, values) }]);
}

/** Deletes department roles that nobody has: nobody loses their rights by the way. */
async function deleteDepartRoles(tx: Tx, sessions: Sessions, ids: readonly string[]): Promise<number> {
  const known = await tx.rows<{ id: string }>`
    select id from depart_role where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])
    order by id`;
  if (known.length === 0) throw notFound();
  const roles: FoundRole[] = [];
  for (const { id } of known) roles.push(await lockRole(tx, id));
  const found = roles.map(({ id }) => id);
  const holders = await holdersOf(tx, found);
  await nameRefused(
    roles,
    ({ name }) => name,
    async (some) => {
      const judged = some.map(({ id }) => id);
      await requireDepartRolesGrantable(tx, judged);
      const who = holders.filter(({ roleId }) => judged.includes(roleId));
      if (who.length > 0)
        throw new Refusal(
          'inUse',
          MESSAGES.inUse('部门角色', shortList([...new Set(who.map(({ person }) => person))])),
        );
    },
  );
  await tx.run`delete from depart_role
    where tenant_id = ${tx.tenant} and id = any(${found}::uuid[])`;
  audit(
    tx,
    DEPART_ROLE,
    roles.map(({ id, code }) => ({ rowId: id, action: 'delete', diff: { code: [code, null] } })),
  );
  tx.onCommit(() => sessions.forgetTenant(tx.tenant));
  return found.length;
}

const holdersOf = (tx: Tx, ids: readonly string[]): Promise<{ roleId: string; person: string }[]> =>
  tx.rows<{ roleId: string; person: string }>`
    select h.depart_role_id as role_id, u.realname as person from depart_role_user h
    join app_user u on u.id = h.user_id
    where h.tenant_id = ${tx.tenant} and h.depart_role_id = any(${ids}::uuid[])
    order by u.username`;

async function refuseTakenCode(tx: Tx, code: string, id: string | null): Promise<void> {
  const other = await tx.maybe<{ id: string }>`
    select id from depart_role where tenant_id = ${tx.tenant} and code = ${code}
      and id is distinct from ${id}::uuid`;
  if (other) throw invalid([{ field: 'code', code: 'taken', message: '部门角色编码已存在' }]);
}

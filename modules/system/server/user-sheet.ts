import type { WrittenOf } from '#kit/model/row.ts';
import type { Tx } from '#kit/server/database.ts';
import type { SheetStore } from '#kit/server/writer.ts';
import type { user } from '../model/user.ts';
import { requireDepartsAsRuled } from './data-rules/as-ruled.ts';
import { requireGrantable } from './guards.ts';
import { unknownPassword } from './password-hash.ts';
import { partsNamed, type NamedPart } from './person-names.ts';
import { scopeOfNew } from './row-scope.ts';
import type { Sessions } from './sessions.ts';
import { editUser } from './user-admin.ts';
import { requireRoom } from './tenants/bounds.ts';
import { requireUserVisible } from './user-list.ts';
import { insertAccount, namingTaken, USER, type Place, type Profile } from './users.ts';

/** What a row of a sheet says of a person: fields of the form, and names of roles and departments. */
type SheetPerson = Partial<WrittenOf<typeof user>> & {
  roleNames?: string | null;
  departNames?: string | null;
};

/**
 * People of a sheet. It holds no passwords: a new person has one that nobody knows until an
 * administrator resets it, or they prove their phone or mail. Hashing one for each of a thousand rows
 * would keep the server busy for a minute, and a sheet with passwords is a leak.
 */
export const userSheet = (sessions: Sessions): SheetStore<typeof user> => ({
  add: (tx, values) => namingTaken(() => addPerson(tx, values as SheetPerson)),
  edit: (tx, id, values) => namingTaken(() => editPerson(tx, sessions, id, values as SheetPerson)),
});

/** In two statements, whatever they belong to: a thousand of them come at once. */
async function addPerson(tx: Tx, values: SheetPerson): Promise<void> {
  const { workNo = null, roleNames, departNames, ...profile } = values;
  const roles = (await partsNamed(tx, 'roleNames', roleNames)) ?? [];
  const departs = (await partsNamed(tx, 'departNames', departNames)) ?? [];
  await mayGive(tx, roles);
  await requireDepartsAsRuled(tx, idsOf(departs));
  const { shops, warehouses } = scopeOfNew(tx.actor, {});
  await requireRoom(tx, USER);
  const id = await insertAccount(tx, profile as Profile, await unknownPassword());
  const orgCode = departs.map(({ code }) => code).sort()[0] ?? null;
  await tx.run`
    with place as (
      insert into membership (tenant_id, user_id, work_no, org_code, create_by, create_time)
      values (${tx.tenant}, ${id}, ${workNo}, ${orgCode}, ${tx.actor.username}, ${tx.now})
    ), roles as (
      insert into user_role (tenant_id, user_id, role_id)
      select ${tx.tenant}, ${id}::uuid, r from unnest(${idsOf(roles)}::uuid[]) as r
    ), departs as (
      insert into user_depart (tenant_id, user_id, depart_id)
      select ${tx.tenant}, ${id}::uuid, d from unnest(${idsOf(departs)}::uuid[]) as d
    )
    insert into user_scope (tenant_id, user_id, shops, warehouses)
    values (${tx.tenant}, ${id}, ${shops ?? null}::uuid[], ${warehouses ?? null}::uuid[])`;
  await requireUserVisible(tx, id);
}

async function editPerson(
  tx: Tx,
  sessions: Sessions,
  id: string,
  { workNo, roleNames, departNames, ...profile }: SheetPerson,
): Promise<void> {
  const roles = await partsNamed(tx, 'roleNames', roleNames);
  const departs = await partsNamed(tx, 'departNames', departNames);
  const place: Place = {
    ...(workNo === undefined ? {} : { workNo }),
    ...(roles ? { roles: idsOf(roles) } : {}),
    ...(departs ? { departs: idsOf(departs) } : {}),
  };
  await editUser(tx, sessions, id, profile as Partial<Profile>, place, null);
}

const idsOf = (parts: readonly NamedPart[]): string[] => [...new Set(parts.map(({ id }) => id))];

/** Roles that the author of this transaction was found to hold whole. */
const givable = new WeakMap<Tx, Set<string>>();

async function mayGive(tx: Tx, roles: readonly NamedPart[]): Promise<void> {
  const known = givable.get(tx) ?? new Set<string>();
  const open = idsOf(roles).filter((id) => !known.has(id));
  await requireGrantable(tx, open);
  for (const id of open) known.add(id);
  givable.set(tx, known);
}

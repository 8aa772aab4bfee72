import { forbidden, invalid, notFound, Refusal, staleVersion } from '#kit/model/refusal.ts';
import type { RowOf, WrittenOf } from '#kit/model/row.ts';
import { audit, fieldDiff } from '#kit/server/audit.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { Serve, Store } from '#kit/server/serve.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { isPlatformRight, splitCodes } from '../../model/permission-code.ts';
import { plan } from '../../model/tenant.ts';
import type { PermissionRow } from '../permission-table.ts';
import type { Sessions } from '../sessions.ts';

const PLAN = 'system:plan';

type PlanRow = RowOf<typeof plan>;
type Given = WrittenOf<typeof plan>;

interface Texts {
  code: string;
  name: string;
  description: string | null;
}

const planRows = (tx: Tx): Sql => sql`
  select p.*, ${tx.tenant}::integer as tenant_id,
    (select count(*)::integer from tenant t
      where t.plan_id = p.id and t.deleted_at is null) as tenants
  from plan p`;

/** Packages of menus as they are listed and written. */
export const servedPlans: Serve = {
  resource: plan,
  rows: planRows,
  store: {
    add: (call, values) => call.tx((tx) => addPlan(tx, values)),
    edit: (call, id, values, version) => call.tx((tx) => editPlan(tx, id, values, version)),
    remove: (call, ids) => call.tx((tx) => deletePlans(tx, ids)),
  } satisfies Store<typeof plan>,
};

/** A new plan begins with all that a tenant may have: its operator takes out what is not in it. */
async function addPlan(tx: Tx, values: Given): Promise<{ id: string }> {
  const { code, name, description } = values as unknown as Texts;
  await refuseTakenCode(tx, code, null);
  const id = newId();
  await tx.platform.run`
    insert into plan (id, code, name, description, quota_users, quota_shops, quota_skus, quota_orders,
      quota_storage, create_by, create_time)
    values (${id}, ${code}, ${name}, ${description}, ${values.quotaUsers ?? null},
      ${values.quotaShops ?? null}, ${values.quotaSkus ?? null}, ${values.quotaOrders ?? null},
      ${values.quotaStorage ?? null}, ${tx.actor.username}, ${tx.now})`;
  const all = await tx.platform.rows<{ id: string; perms: string | null }>`
    select id, perms from permission where is_live`;
  await addMenus(
    tx,
    id,
    all.filter(isOffered).map((row) => row.id),
  );
  audit(tx, PLAN, [{ rowId: id, action: 'add', diff: fieldDiff(plan, null, values) }]);
  return { id };
}

async function editPlan(tx: Tx, id: string, values: Given, version: number | null): Promise<void> {
  const before = await lockPlan(tx, id);
  if (version !== null && version !== before.version) throw staleVersion();
  const after = { ...before, ...values } as PlanRow;
  if (after.code !== before.code) await refuseTakenCode(tx, after.code, id);
  await tx.platform.run`
    update plan set code = ${after.code}, name = ${after.name}, description = ${after.description},
      quota_users = ${after.quotaUsers}, quota_shops = ${after.quotaShops},
      quota_skus = ${after.quotaSkus}, quota_orders = ${after.quotaOrders},
      quota_storage = ${after.quotaStorage}, update_by = ${tx.actor.username},
      update_time = ${tx.now}, version = version + 1
    where id = ${id}`;
  audit(tx, PLAN, [{ rowId: id, action: 'edit', diff: fieldDiff(plan, before, values) }]);
}

async function deletePlans(tx: Tx, ids: readonly string[]): Promise<number> {
  const rows = await tx.platform.rows<{ id: string; code: string; name: string; users: string }>`
    select p.id, p.code, p.name, coalesce((select string_agg(t.name, '、' order by t.id) from tenant t
      where t.plan_id = p.id), '') as users
    from plan p where p.id = any(${ids}::uuid[]) order by p.id for update of p`;
  if (rows.length === 0) throw notFound();
  const used = rows.find(({ users }) => users !== '');
  if (used) throw new Refusal('inUse', `套餐“${used.name}”正被租户使用（${used.users}），不能删除`);
  await tx.platform.run`delete from plan where id = any(${rows.map(({ id }) => id)}::uuid[])`;
  audit(
    tx,
    PLAN,
    rows.map(({ id, code }) => ({ rowId: id, action: 'delete', diff: { code: [code, null] } })),
  );
  return rows.length;
}

/** Menus and buttons that a plan may hold: what reaches beyond one tenant is the operator's alone. */
export const isOffered = ({ perms }: { perms: string | null }): boolean => !splitCodes(perms).some(isPlatformRight);

export async function menusOfPlan(tx: Tx, id: string): Promise<string[]> {
  const rows = await tx.platform.rows<{ id: string }>`
    select pp.permission_id as id from plan_permission pp
    join permission p on p.id = pp.permission_id and p.is_live
    where pp.plan_id = ${id}`;
  return rows.map((row) => row.id);
}

/**
 * Sets what a plan holds: adds `wanted` less `last`, takes `last` less `wanted`. Whoever is signed in at
 * a tenant with this plan has other rights at once.
 */
export async function savePlanMenus(
  tx: Tx,
  sessions: Sessions,
  { id, wanted, last }: { id: string; wanted: readonly string[]; last: readonly string[] },
  permissions: readonly PermissionRow[],
): Promise<void> {
  await lockPlan(tx, id);
  const held = await menusOfPlan(tx, id);
  const given = wanted.filter((one) => !last.includes(one) && !held.includes(one));
  const taken = last.filter((one) => !wanted.includes(one) && held.includes(one));
  const byId = new Map(permissions.map((row) => [row.id, row]));
  if (given.some((one) => !byId.has(one)))
    throw invalid([{ field: 'permissionIds', code: 'missing', message: '权限不存在' }]);
  if (given.some((one) => !isOffered(byId.get(one) as PermissionRow))) throw forbidden();
  await tx.platform.run`delete from plan_permission
    where plan_id = ${id} and permission_id = any(${taken}::uuid[])`;
  await addMenus(tx, id, given);
  const codesOf = (ids: readonly string[]): string[] =>
    ids.map((one) => byId.get(one)?.perms ?? byId.get(one)?.name ?? one);
  const diff = { given: codesOf(given), taken: codesOf(taken) };
  audit(tx, PLAN, [{ rowId: id, action: 'menus', diff }]);
  const tenants = await tx.platform.rows<{ id: number }>`
    select id from tenant where plan_id = ${id}`;
  tx.onCommit(() => {
    for (const one of tenants) sessions.forgetTenant(one.id);
  });
}

const addMenus = (tx: Tx, id: string, ids: readonly string[]): Promise<number> =>
  tx.platform.run`
    insert into plan_permission (plan_id, permission_id)
    select ${id}::uuid, p from unnest(${ids}::uuid[]) as p on conflict do nothing`;

async function lockPlan(tx: Tx, id: string): Promise<PlanRow> {
  const found = await tx.platform.maybe<PlanRow>`select * from plan where id = ${id} for update`;
  if (!found) throw notFound();
  return found;
}

async function refuseTakenCode(tx: Tx, code: string, id: string | null): Promise<void> {
  const other = await tx.platform.maybe<{ id: string }>`
    select id from plan where code = ${code} and id is distinct from ${id}::uuid`;
  if (other) throw invalid([{ field: 'code', code: 'taken', message: '套餐编码已存在' }]);
}

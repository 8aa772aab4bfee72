import { forbidden, invalid } from '#kit/model/refusal.ts';
import type { Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';

/** Shops and warehouses a person works in. null: all; absent: as it is. */
export interface RowScope {
  shops?: readonly string[] | null;
  warehouses?: readonly string[] | null;
}

type ScopeField = keyof RowScope;

const TITLES: Record<ScopeField, string> = { shops: '店铺', warehouses: '仓库' };
const FIELDS = Object.keys(TITLES) as ScopeField[];

/**
 * Tells which of the ids are shops or warehouses of the tenant, deleted ones among them: their
 * orders and stock are still there to be seen. Belongs to a module above this one.
 */
export type ScopeRegister = (tx: Tx, field: ScopeField, ids: readonly string[]) => Promise<ReadonlySet<string>>;

/** What a new person sees when nobody says: what whoever adds them sees. */
export function scopeOfNew({ limits }: Actor, given: RowScope): RowScope {
  const { shops = null, warehouses = null } = limits;
  return {
    shops: given.shops === undefined ? shops : given.shops,
    warehouses: given.warehouses === undefined ? warehouses : given.warehouses,
  };
}

/** Writes what is given; 403 when it is more than the actor sees themselves. */
export async function writeScope(tx: Tx, userId: string, { shops, warehouses }: RowScope): Promise<void> {
  if (shops === undefined && warehouses === undefined) return;
  requireSubset(tx.actor.limits.shops, shops);
  requireSubset(tx.actor.limits.warehouses, warehouses);
  await tx.run`
    insert into user_scope as s (tenant_id, user_id, shops, warehouses)
    values (${tx.tenant}, ${userId}, ${shops ?? null}::uuid[], ${warehouses ?? null}::uuid[])
    on conflict (tenant_id, user_id) do update set
      shops = case when ${shops !== undefined}::boolean then excluded.shops else s.shops end,
      warehouses = case when ${warehouses !== undefined}::boolean
        then excluded.warehouses else s.warehouses end`;
}

/** Who sees some only may not show more of them to others. */
function requireSubset(own: readonly string[] | undefined, given: readonly string[] | null | undefined): void {
  if (given === undefined || !own) return;
  if (given === null || given.some((id) => !own.includes(id))) throw forbidden();
}

/** 403 when one of the people sees a shop or a warehouse that the actor does not see. */
export async function requireSeesAsMuch(tx: Tx, userIds: readonly string[]): Promise<void> {
  const { shops = null, warehouses = null } = tx.actor.limits;
  if (shops === null && warehouses === null) return;
  const further = await tx.maybe`
    select 1 from unnest(${userIds}::uuid[]) as u (id)
    left join user_scope s on s.tenant_id = ${tx.tenant} and s.user_id = u.id
    where (${shops !== null}::boolean and coalesce(not s.shops <@ ${shops}::uuid[], true))
      or (${warehouses !== null}::boolean
        and coalesce(not s.warehouses <@ ${warehouses}::uuid[], true))
    limit 1`;
  if (further) throw forbidden();
}

/** @throws Refusal at the field where an id is no shop or warehouse of the tenant */
export async function requireKnownScope(tx: Tx, register: ScopeRegister, given: RowScope): Promise<void> {
  const errors = [];
  for (const field of FIELDS) {
    const ids = given[field] ?? [];
    const known = ids.length === 0 ? new Set() : await register(tx, field, ids);
    if (ids.some((id) => !known.has(id))) errors.push({ field, code: 'missing', message: `${TITLES[field]}不存在` });
  }
  if (errors.length > 0) throw invalid(errors);
}

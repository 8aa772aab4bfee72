import { LRUCache } from 'lru-cache';
import type { Actor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { OPERATOR_TENANT } from '../model/operator-tenant.ts';
import { isLent, isPlatformRight, splitCodes } from '../model/permission-code.ts';
import { MASKS } from '../model/row-limits.ts';

/** What some roles grant together; the same object for everybody who has the same ones. */
export interface Granted {
  codes: ReadonlySet<string>;
  /** Rows of `permission` that were granted, for the menu. */
  permissionIds: ReadonlySet<string>;
  masks: Actor['masks'];
}

/** What a person holds, without what it grants. */
export interface Held {
  /** Another one whenever one of the roles, what it grants, the plan, or a menu or button is another. */
  mark: string;
  /** One of the roles carries a data rule. */
  isRuled: boolean;
}

/** Codes that are kept together: thousands of people have a few sets of roles. */
const MOST_CODES = 1_000_000;
const cache = new LRUCache<string, Granted>({
  maxSize: MOST_CODES,
  sizeCalculation: ({ permissionIds }) => permissionIds.size + 1,
});

/**
 * What the roles of a person come to: read once for all who hold the same.
 * @param isActedFor somebody else uses them: some are not lent
 */
export async function grantedTo(tx: Tx, userId: string, mark: string, isActedFor: boolean): Promise<Granted> {
  const key = `${tx.tenant} ${isActedFor ? 'lent' : 'own'} ${mark}`;
  const known = cache.get(key);
  if (known) return known;
  const granted = await readGranted(tx, userId, isActedFor);
  // Changed meanwhile, it must not stand under the old mark, which comes back when that is undone.
  const [now] = await tx.query<Held>(heldBy(tx, userId));
  if (now?.mark === mark) cache.set(key, granted);
  return granted;
}

/**
 * A row of {@link Held} of a person's roles and of their department roles (while they belong to the
 * department): looked at each time.
 */
export const heldBy = (tx: Tx, userId: string): Sql => sql`
  select concat_ws(' ',
      (select bit_xor(uuid_hash_extended(id, hashtextextended(coalesce(perms, ''), version)))
        from permission where is_live),
      (select concat_ws('/', t.plan_id, (select bit_xor(uuid_hash_extended(b.permission_id, 0))
        from plan_permission b where b.plan_id = t.plan_id)) from tenant t where t.id = ${tx.tenant}),
      string_agg(concat_ws(':', role, grants, grant_mark), ' ' order by role)) as mark,
    coalesce(bool_or(has_rules), false) as is_ruled
  from (
    select role, count(*) as grants, bit_xor(uuid_hash_extended(permission_id, 0)) as grant_mark,
      bool_or(data_rule_ids <> '{}') as has_rules
    from (${grantRows(tx, userId)}) held
    group by role) roles`;

/** What each role of a person grants, with the data rules that it carries there. */
const grantRows = (tx: Tx, userId: string): Sql => sql`
  select rp.role_id as role, rp.permission_id, rp.data_rule_ids from user_role ur
  join role_permission rp on rp.tenant_id = ur.tenant_id and rp.role_id = ur.role_id
  where ur.tenant_id = ${tx.tenant} and ur.user_id = ${userId}
  union all
  select d.id, dp.permission_id, dp.data_rule_ids from depart_role_user du
  join depart_role d on d.tenant_id = du.tenant_id and d.id = du.depart_role_id
  join user_depart ud on ud.tenant_id = d.tenant_id and ud.depart_id = d.depart_id
    and ud.user_id = du.user_id
  join depart_role_permission dp on dp.tenant_id = d.tenant_id and dp.depart_role_id = d.id
  where du.tenant_id = ${tx.tenant} and du.user_id = ${userId}`;

async function readGranted(tx: Tx, userId: string, isActedFor: boolean): Promise<Granted> {
  const rows = await tx.rows<{ id: string; perms: string | null }>`
    select p.id, p.perms from permission p
    where p.is_live and ${isPlanned(tx.tenant)}
      and p.id in (select g.permission_id from (${grantRows(tx, userId)}) g)`;
  const ofTenant = tx.tenant === OPERATOR_TENANT ? rows : rows.filter(isOfTenant);
  const held = isActedFor ? ofTenant.filter(({ perms }) => splitCodes(perms).every(isLent)) : ofTenant;
  const codes = new Set(held.flatMap(({ perms }) => splitCodes(perms)));
  return {
    codes,
    permissionIds: new Set(held.map(({ id }) => id)),
    masks: new Set(MASKS.filter((mask) => !codes.has(`field:${mask}:view`))),
  };
}

/** Whether a menu or button `p` is in the plan of a tenant; whoever has no plan is not bounded by one. */
export const isPlanned = (tenant: number): Sql => sql`
  (select t.plan_id is null or exists (select 1 from plan_permission pp
    where pp.plan_id = t.plan_id and pp.permission_id = p.id) from tenant t where t.id = ${tenant})`;

/** Whatever its roles may say: rights that reach beyond one tenant are the operator's alone. */
const isOfTenant = ({ perms }: { perms: string | null }): boolean => !splitCodes(perms).some(isPlatformRight);

import { forbidden, notFound } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';

/** A department that the actor may look after. */
export interface ReachedDepart {
  id: string;
  name: string;
  orgCode: string;
}

/** Who sees every department of the tenant, and who writes them. */
export const SEES_ALL = 'system:depart:list';
export const WRITES_ALL = 'system:depart:edit';

/** Whether a department under the alias `d` is led by a person, itself or by one above it. */
export const isLedBy = (tx: Tx, userId: string | null): Sql => sql`
  exists (select 1 from membership lead
    join depart top on top.tenant_id = lead.tenant_id and top.id = any(lead.led_departs)
    where lead.tenant_id = ${tx.tenant} and lead.user_id = ${userId}::uuid
      and lead.status = 'active' and lead.is_superior and starts_with(d.org_code, top.org_code))`;

/** Departments `d` that the actor reaches: all of them with a right over all, else those they lead. */
export const isReached = (tx: Tx, everywhere: string): Sql =>
  tx.actor.isSystem || may(tx.actor, everywhere) ? sql`true` : isLedBy(tx, tx.actor.userId);

/**
 * A department that the actor looks after: because they hold a right over all departments, or lead it
 * or one above it.
 * @throws Refusal 404 where there is none in the tenant, 403 where it is none of theirs
 */
export async function requireReach(tx: Tx, id: string, everywhere: string): Promise<ReachedDepart> {
  const [found] = await tx.query<ReachedDepart & { isReached: boolean }>(sql`
    select d.id, d.name, d.org_code, ${isReached(tx, everywhere)} as is_reached from depart d
    where d.tenant_id = ${tx.tenant} and d.id = ${id}::uuid`);
  if (!found) throw notFound();
  const { isReached: isTheirs, ...depart } = found;
  if (!isTheirs) throw forbidden();
  return depart;
}

import type { Tx } from '#kit/server/database.ts';
import { sql, type Sql } from '#kit/server/sql.ts';
import { TENANT_ADMIN } from '../../model/preset-roles.ts';

/** Ids of the active people who administer the transaction's tenant. */
export const administrators = (tx: Tx): Sql => sql`
  select ur.user_id from user_role ur
  join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
  join membership m on m.tenant_id = ur.tenant_id and m.user_id = ur.user_id
  join app_user u on u.id = ur.user_id
  where ur.tenant_id = ${tx.tenant} and r.is_preset and r.code = ${TENANT_ADMIN}
    and m.status = 'active' and u.status = 'active'`;

/** Whether somebody administers the transaction's tenant. */
export async function administers(tx: Tx, userId: string): Promise<boolean> {
  const [found] = await tx.query(sql`
    select 1 as one from (${administrators(tx)}) a where a.user_id = ${userId}::uuid`);
  return found !== undefined;
}

/**
 * Whether nobody administers the transaction's tenant. Who was made for it and never came counts for
 * nobody: their password was shown once, and may have been lost with that answer.
 */
export async function isOrphan(tx: Tx): Promise<boolean> {
  const found = await tx.query(sql`${administrators(tx)}
    and not (u.must_change_password and m.last_used is null) limit 1`);
  return found.length === 0;
}

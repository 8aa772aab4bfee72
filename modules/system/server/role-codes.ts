import type { Tx } from '#kit/server/database.ts';

/** Codes of the roles that whoever acts holds in the tenant. */
export async function roleCodesOf(tx: Tx): Promise<string[]> {
  const rows = await tx.rows<{ code: string }>`
    select r.code from user_role ur join role r on r.tenant_id = ur.tenant_id and r.id = ur.role_id
    where ur.tenant_id = ${tx.tenant} and ur.user_id = ${tx.actor.userId}::uuid order by r.code`;
  return rows.map(({ code }) => code);
}

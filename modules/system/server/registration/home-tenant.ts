import type { PlatformTx } from '#kit/server/database.ts';
import { OPERATOR_TENANT } from '../../model/operator-tenant.ts';

const NOBODY = '00000000-0000-0000-0000-000000000000';

/**
 * The tenant whose logs tell of a person: the one they used last; the operator's for somebody who
 * belongs nowhere or is not known. Takes the same steps for both.
 */
export async function homeTenant(tx: PlatformTx, userId: string | null): Promise<number> {
  await tx.asUser(userId ?? NOBODY);
  const home = await tx.maybe<{ tenantId: number }>`
    select tenant_id from membership where user_id = ${userId ?? NOBODY}::uuid
    order by last_used desc nulls last, tenant_id limit 1`;
  return home?.tenantId ?? OPERATOR_TENANT;
}

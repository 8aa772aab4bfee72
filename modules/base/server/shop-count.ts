import type { Tx } from '#kit/server/database.ts';

/** Shops of the transaction's tenant, whatever their state. */
export async function countShops(tx: Tx): Promise<number> {
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from channel_account
    where tenant_id = ${tx.tenant} and deleted_at is null`;
  return n;
}

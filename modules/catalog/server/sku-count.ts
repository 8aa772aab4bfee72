import type { Tx } from '#kit/server/database.ts';

/** SKUs of the transaction's tenant. */
export async function countSkus(tx: Tx): Promise<number> {
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from sku
    where tenant_id = ${tx.tenant} and deleted_at is null`;
  return n;
}

import type { Tx } from '#kit/server/database.ts';

/** The header shows the set of open holds; the rows are the truth. */
export async function refreshHolds(tx: Tx, orderId: string): Promise<void> {
  await tx.run`
    update sales_order set holds = coalesce((
      select array_agg(distinct h.type order by h.type) from order_hold h
      where h.tenant_id = ${tx.tenant} and h.order_id = ${orderId}::uuid and h.closed_at is null), '{}')
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

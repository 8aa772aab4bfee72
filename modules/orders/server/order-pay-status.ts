import type { Tx } from '#kit/server/database.ts';
import type { OrderPayStatus } from '../model/order-pay-status.ts';

/** Notes how far orders have become money, as their invoices say; orders that say so already are left alone. */
export async function recordPayStatus(tx: Tx, found: ReadonlyMap<string, OrderPayStatus>): Promise<void> {
  if (found.size === 0) return;
  const rows = [...found].sort(([a], [b]) => (a < b ? -1 : 1));
  await tx.run`
    update sales_order o set pay_status = p.status
    from unnest(${rows.map(([id]) => id)}::uuid[], ${rows.map(([, status]) => status)}::text[]) as p (id, status)
    where o.tenant_id = ${tx.tenant} and o.id = p.id and o.pay_status <> p.status`;
}

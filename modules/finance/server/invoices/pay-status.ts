import type { Tx } from '#kit/server/database.ts';
import type { OrderPayStatus } from '#modules/orders/model/order-pay-status.ts';
import { recordPayStatus } from '#modules/orders/server/index.ts';

interface Sums {
  orderId: string;
  count: number;
  short: number;
  open: number;
  touched: number;
}

const NONE: ReadonlyMap<string, string> = new Map();

/**
 * Has orders show how far they have become money, as all their invoices that stand say.
 * @param moving by id, the states that invoices are about to be in: a move writes them once its effect is done
 */
export async function showPayStatus(
  tx: Tx,
  orderIds: readonly (string | null)[],
  moving: ReadonlyMap<string, string> = NONE,
): Promise<void> {
  const ids = [...new Set(orderIds.flatMap((id) => id ?? []))];
  if (ids.length === 0) return;
  const rows = await tx.rows<Sums>`
    select order_id, count(*)::integer as count,
      (count(*) filter (where status in ('short_paid', 'disputed')))::integer as short,
      (count(*) filter (where balance > 0))::integer as open,
      (count(*) filter (where balance < total))::integer as touched
    from (
      select i.order_id, coalesce(m.status, i.status) as status, i.balance, i.total from invoice i
      left join unnest(${[...moving.keys()]}::uuid[], ${[...moving.values()]}::text[]) as m (id, status) on m.id = i.id
      where i.tenant_id = ${tx.tenant} and i.order_id = any(${ids}::uuid[])) now
    where status <> 'voided' group by order_id`;
  const found = new Map(rows.map((row) => [row.orderId, statusOf(row)]));
  await recordPayStatus(tx, new Map(ids.map((id) => [id, found.get(id) ?? 'none'])));
}

function statusOf({ count, short, open, touched }: Sums): OrderPayStatus {
  if (count === 0) return 'none';
  if (short > 0) return 'short';
  if (open === 0) return 'paid';
  return touched > 0 ? 'part' : 'invoiced';
}

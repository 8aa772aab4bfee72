import { dayIn, startOfDay } from '#kit/model/time.ts';
import type { Tx } from '#kit/server/database.ts';

/**
 * Orders that came in since the month began in the tenant's zone. Parts of one that was split are one
 * order, what was tried in a sandbox is none.
 */
export async function countOrdersOfMonth(tx: Tx): Promise<number> {
  const { zone } = tx.actor;
  const begin = startOfDay(`${dayIn(tx.now, zone).slice(0, 7)}-01`, zone);
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from sales_order
    where tenant_id = ${tx.tenant} and create_time >= ${begin}::timestamptz
      and parent_id is null and environment = 'live'`;
  return n;
}

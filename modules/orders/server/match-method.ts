import type { Tx } from '#kit/server/database.ts';
import type { OrderRow } from '../model/order.ts';

/** Ship method by the shop's table of channel codes: speed and carrier, or the speed alone. */
export async function matchMethods(tx: Tx, rows: readonly Pick<OrderRow, 'id'>[]): Promise<Map<string, string>> {
  const found = await tx.rows<{ id: string; method: string }>`
    select distinct on (o.id) o.id, c.ship_method_id as method
    from sales_order o join ship_method_code c on c.tenant_id = o.tenant_id and c.account_id = o.account_id
      and c.deleted_at is null and c.channel_code = o.ship_speed
      and (c.carrier_code = o.carrier_code or c.carrier_code = '*')
    where o.tenant_id = ${tx.tenant} and o.id = any(${rows.map((row) => row.id)}::uuid[])
    order by o.id, (c.carrier_code = '*')`;
  return new Map(found.map((row) => [row.id, row.method]));
}

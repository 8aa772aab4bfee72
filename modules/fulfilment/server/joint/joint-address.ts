import type { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { jointAddress } from '../../model/errors.ts';
import type { ShipmentRow } from '../../model/shipment.ts';

/** Joint shipments whose orders go to one address no more: one of them was corrected since. */
export async function addressRefusals(tx: Tx, rows: readonly ShipmentRow[]): Promise<Map<string, Refusal>> {
  const leads = rows.filter(({ partnerCount }) => partnerCount > 0).map(({ id }) => id);
  if (leads.length === 0) return new Map();
  const apart = await tx.rows<{ leadId: string; orders: string }>`
    select coalesce(s.lead_id, s.id) as lead_id,
      string_agg(o.channel_order_no, '、' order by o.channel_order_no) as orders
    from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
    where s.tenant_id = ${tx.tenant} and (s.id = any(${leads}::uuid[]) or s.lead_id = any(${leads}::uuid[]))
    group by 1 having count(distinct coalesce(o.address_hash, o.id::text)) > 1`;
  return new Map(apart.map(({ leadId, orders }) => [leadId, jointAddress({ orders })]));
}

import type { Tx } from '#kit/server/database.ts';

/**
 * Sets the carrier of shipments that have no label yet to the one of their ship method: what the channel
 * named, as long as they leave the way it asked for or by a label of its own; otherwise as the shop calls
 * the method, or the method itself. A ship notice carries it, and whoever types a number starts from it.
 */
export async function followCarrier(tx: Tx, shipmentIds: readonly string[]): Promise<void> {
  await tx.run`
    update shipment s set carrier_code = coalesce(
      case when m.id is null or exists (
        select 1 from ship_method_code c
        where c.tenant_id = s.tenant_id and c.account_id = s.account_id and c.ship_method_id = m.id
          and c.deleted_at is null and c.channel_code = o.ship_speed and c.carrier_code in (o.carrier_code, '*'))
        then o.carrier_code end,
      (select c.carrier_code from ship_method_code c
        where c.tenant_id = s.tenant_id and c.account_id = s.account_id and c.ship_method_id = m.id
          and c.deleted_at is null and c.carrier_code <> '*'
        order by c.channel_code = o.ship_speed desc, c.channel_code, c.carrier_code limit 1),
      case when m.account_owner = 'marketplace' then o.carrier_code end,
      m.carrier)
    from sales_order o, shipment x
      left join ship_method m on m.tenant_id = x.tenant_id and m.id = x.ship_method_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${shipmentIds}::uuid[])
      and o.tenant_id = s.tenant_id and o.id = s.order_id and x.tenant_id = s.tenant_id and x.id = s.id`;
}

import { notFound } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import type { OrderRow } from '#modules/orders/model/order.ts';
import { shipment, type ShipmentRow } from '../../model/shipment.ts';

/** A shipment with what its papers and its desk say of order, warehouse and ship method. */
export interface VisibleShipment
  extends ShipmentRow, Pick<OrderRow, 'channelOrderNo' | 'orderNo' | 'holds' | 'shipBy'> {
  warehouseName: string;
  warehouseZone: string | null;
  methodName: string | null;
}

/** Shipments that the actor sees, in the order of the ids. @throws 404 */
export async function visibleShipments(tx: Tx, ids: readonly string[]): Promise<VisibleShipment[]> {
  const rows = await tx.query<VisibleShipment>(sql`
    select t.*, o.channel_order_no, o.order_no, o.holds, o.ship_by, w.name as warehouse_name,
      w.timezone as warehouse_zone, m.name as method_name
    from shipment t join sales_order o on o.tenant_id = t.tenant_id and o.id = t.order_id
      join warehouse w on w.tenant_id = t.tenant_id and w.id = t.warehouse_id
      left join ship_method m on m.tenant_id = t.tenant_id and m.id = t.ship_method_id
    where ${join(baseConditions(shipment, tx.actor), ' and ')} and t.id = any(${ids}::uuid[])`);
  if (rows.length === 0) throw notFound();
  const order = new Map(ids.map((id, index) => [id, index]));
  return rows.sort((a, b) => (order.get(a.id) ?? 0) - (order.get(b.id) ?? 0));
}

import type { Tx } from '#kit/server/database.ts';
import { shipKey } from './ship-key.ts';

/** Units of an order line that left with a shipment. */
export interface SentLine {
  orderLineId: string;
  warehouseId: string;
  qty: number;
  shipmentId: string;
  /** Under which their goods left. */
  key: string;
}

/** What has left of these lines and was not taken back, the first shipment first. */
export async function sentLines(tx: Tx, orderLineIds: readonly string[]): Promise<SentLine[]> {
  const rows = await tx.rows<SentLine & { id: string; unshipCount: number }>`
    select l.id, l.order_line_id, s.warehouse_id, l.qty, s.id as shipment_id, s.unship_count
    from shipment_line l join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
    where l.tenant_id = ${tx.tenant} and l.order_line_id = any(${orderLineIds}::uuid[])
      and s.stage = 'shipped' order by s.shipped_at, l.id`;
  return rows.map(({ id, unshipCount, ...line }) => ({ ...line, key: shipKey(id, unshipCount) }));
}

/** Which of these orders has a shipment that its carrier lost. */
export async function lostShipments(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ orderId: string }>`
    select distinct order_id from shipment where tenant_id = ${tx.tenant}
      and order_id = any(${orderIds}::uuid[]) and status = 'lost'`;
  return new Set(rows.map(({ orderId }) => orderId));
}

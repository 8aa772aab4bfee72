import { toWireTime } from '#kit/model/time.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { boughtOf } from './carriers/bought-methods.ts';

/** What a list of shipments shows beside their fields: until when they have to leave, and where that is. */
export const shipmentsAtHand: BesideRows = async (tx, rows) => {
  const bought = await boughtOf(tx, rows);
  const found = await tx.rows<{ id: string; shipBy: Date | null; warehouseZone: string }>`
    select s.id, o.ship_by, w.timezone as warehouse_zone from shipment s
      join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      join warehouse w on w.tenant_id = s.tenant_id and w.id = s.warehouse_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${rows.map((row) => String(row['id']))}::uuid[])`;
  return new Map(
    found.map(({ id, shipBy, warehouseZone }) => [
      id,
      {
        ...{ shipBy: shipBy && toWireTime(shipBy, tx.actor.zone), warehouseZone },
        ...bought.get(id),
      },
    ]),
  );
};

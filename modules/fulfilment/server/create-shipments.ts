import { recordBirth } from '#kit/server/command.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import { heldUnits } from '#modules/inventory/server/index.ts';
import { readOrder } from '#modules/orders/server/index.ts';
import { nothingHeld } from '../model/errors.ts';
import { shipmentLifecycle } from '../model/shipment-lifecycle.ts';
import { shipmentLine } from '../model/shipment.ts';
import { followCarrier } from './carrier-code.ts';

/**
 * 开始配货 makes the shipments: one per warehouse that holds units of the order and has no
 * shipment for them yet. Runs inside the order's own move.
 */
export async function createShipments(tx: Tx, orderId: string): Promise<void> {
  const order = await readOrder(tx, orderId);
  const held = await heldUnits(tx, orderId);
  const planned = await tx.rows<{ orderLineId: string; warehouseId: string; qty: number }>`
    select l.order_line_id, s.warehouse_id, sum(l.qty)::integer as qty
    from shipment s join shipment_line l on l.tenant_id = s.tenant_id and l.shipment_id = s.id
    where s.tenant_id = ${tx.tenant} and s.order_id = ${orderId}::uuid and s.stage in ('packing', 'labelling', 'labelled')
    group by 1, 2`;
  const open = held
    .map((unit) => {
      const known = planned.find((row) => row.orderLineId === unit.orderLineId && row.warehouseId === unit.warehouseId);
      return { ...unit, qty: unit.qty - (known?.qty ?? 0) };
    })
    .filter((unit) => unit.qty > 0);
  if (open.length === 0) throw nothingHeld();
  const warehouses = [...new Set(open.map((unit) => unit.warehouseId))];
  const numbers = await tx.numbering.take(tx.actor, 'SH', warehouses.length);
  const born: { id: string; status: string; scope: string }[] = [];
  for (const [index, warehouseId] of warehouses.entries()) {
    const id = newId();
    const units = open.filter((unit) => unit.warehouseId === warehouseId);
    await tx.run`
      insert into shipment (tenant_id, id, shipment_no, order_id, order_type, account_id, warehouse_id,
        ship_method_id, account_owner, unit_count, environment, priority, ship_by, create_by, create_time)
      values (${tx.tenant}, ${id}, ${numbers[index]}, ${orderId}::uuid, ${order.orderType}, ${order.accountId}::uuid,
        ${warehouseId}::uuid, ${order.shipMethodId}::uuid,
        (select account_owner from ship_method where tenant_id = ${tx.tenant} and id = ${order.shipMethodId}::uuid),
        ${units.reduce((sum, unit) => sum + unit.qty, 0)},
        ${order.environment}, ${order.priority},
        ${order.shipBy}, ${tx.actor.username}, ${tx.now})`;
    const lineOf = (lineId: string) => order.lines.find((line) => line.id === lineId);
    await insertInto(
      tx,
      shipmentLine,
      units.map(({ orderLineId, qty }) => ({
        shipmentId: id,
        orderLineId,
        // Of a bundle the bundle: what it is made of stands in its cartons and in what leaves.
        skuId: lineOf(orderLineId)?.skuId ?? '',
        channelSku: lineOf(orderLineId)?.channelSku ?? '',
        name: lineOf(orderLineId)?.name ?? '',
        qty,
      })),
    );
    born.push({ id, status: 'draft', scope: order.accountId });
  }
  await followCarrier(
    tx,
    born.map(({ id }) => id),
  );
  recordBirth(tx, shipmentLifecycle, 'create', born);
}

import { command, moveInTransaction } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { recordPacked } from '#modules/orders/server/index.ts';
import { boxLifecycle } from '../../model/shipment-lifecycle.ts';
import { leaveHandover } from '../handover/handover-progress.ts';

const discard = command(boxLifecycle, 'discard', { run: async () => undefined });

/**
 * Voids the live boxes of a shipment and takes their units out of the packed counters, also those of shipments
 * that it leads: their goods lie in its boxes.
 */
export async function discardBoxes(tx: Tx, shipmentId: string): Promise<void> {
  const boxes = await tx.rows<{ id: string }>`
    select id from box where tenant_id = ${tx.tenant} and shipment_id = ${shipmentId}::uuid
      and status in ('open', 'sealed', 'labelled')`;
  await leaveHandover(tx, shipmentId);
  if (boxes.length > 0)
    await moveInTransaction(
      tx,
      discard,
      boxes.map((box) => box.id),
    );
  const packed = await tx.rows<{ orderLineId: string; qtyPacked: number }>`
    select l.order_line_id, l.qty_packed from shipment_line l
      join shipment s on s.tenant_id = l.tenant_id and s.id = l.shipment_id
    where l.tenant_id = ${tx.tenant} and l.qty_packed > 0
      and (s.id = ${shipmentId}::uuid or s.lead_id = ${shipmentId}::uuid)`;
  await recordPacked(
    tx,
    packed.map((line) => ({ orderLineId: line.orderLineId, delta: -line.qtyPacked })),
  );
  await tx.run`
    update shipment_line l set qty_packed = 0 from shipment s
    where l.tenant_id = ${tx.tenant} and l.qty_packed > 0 and s.tenant_id = l.tenant_id and s.id = l.shipment_id
      and (s.id = ${shipmentId}::uuid or s.lead_id = ${shipmentId}::uuid)`;
}

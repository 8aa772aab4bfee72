import type { PayloadOf } from '#kit/model/event.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import type { orderMethodChanged, orderPriorityChanged, orderShipByChanged } from '#modules/orders/model/events.ts';
import { jointMethod, labelPending, methodWithLabel } from '../model/errors.ts';
import { shipment } from '../model/shipment.ts';
import { followCarrier } from './carrier-code.ts';
import { refreshFigures } from './packing/shipment-figures.ts';

/** Shipments that wait for their label leave as their order does; whose account pays follows. */
export async function followMethod(
  tx: Tx,
  { orderId, shipMethodId }: PayloadOf<typeof orderMethodChanged>,
): Promise<void> {
  const open = await tx.rows<{ id: string; status: string; isJoint: boolean }>`
    select id, status, lead_id is not null or partner_count > 0 as is_joint from shipment where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid
      and status in ('draft', 'packing', 'packed', 'labelling', 'labelled') order by id for update`;
  if (open.some(({ status }) => status === 'labelling')) throw labelPending();
  if (open.some(({ status }) => status === 'labelled')) throw methodWithLabel();
  if (open.some(({ isJoint }) => isJoint)) throw jointMethod();
  if (open.length === 0) return;
  const ids = open.map(({ id }) => id);
  await tx.run`
    update shipment s set ship_method_id = m.id, account_owner = m.account_owner, version = s.version + 1,
      update_by = ${tx.actor.username}, update_time = ${tx.now}
    from ship_method m where m.tenant_id = s.tenant_id and m.id = ${shipMethodId}::uuid
      and s.tenant_id = ${tx.tenant} and s.id = any(${ids}::uuid[])`;
  await followCarrier(tx, ids);
  // The divisor of the method tells how heavy a box counts.
  await refreshFigures(tx, ids);
}

/** What is packed first follows the order. */
export async function followPriority(
  tx: Tx,
  { orderId, priority }: PayloadOf<typeof orderPriorityChanged>,
): Promise<void> {
  const open = await tx.rows<{ id: string }>`
    select id from shipment where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid
      and status in ('draft', 'packing', 'packed', 'labelling', 'labelled') order by id for update`;
  if (open.length > 0)
    await setColumns(
      tx,
      shipment,
      open.map(({ id }) => id),
      { priority },
    );
}

/** What leaves first follows the order; of what has left nothing is asked any more. */
export const followShipBy = (tx: Tx, { orderId, shipBy }: PayloadOf<typeof orderShipByChanged>): Promise<number> =>
  tx.run`
    update shipment set ship_by = ${shipBy}::timestamptz
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;

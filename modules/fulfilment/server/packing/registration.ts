import type { Tx } from '#kit/server/database.ts';
import { claimEffects, releaseEffect, type ChannelEffect } from '#modules/base/server/index.ts';
import { isManualOrder, type OrderRow } from '#modules/orders/model/order.ts';
import { registerUnderWay } from '../../model/errors.ts';
import { shipmentRegistering } from '../../model/events.ts';
import type { ShipmentRow } from '../../model/shipment.ts';

/** Asks the channel for labels of the order. @throws Refusal when somebody has asked already */
export async function requestLabels(tx: Tx, { id, orderId, accountId }: ShipmentRow): Promise<void> {
  const { effect } = await registrationOf(tx, orderId);
  const isClaimed = (await claimEffects(tx, [effect])) === 1;
  if (!isClaimed && !(await hasLabelsWaiting(tx, orderId))) throw registerUnderWay();
  await tx.emit(shipmentRegistering, orderId, { shipmentId: id, orderId, accountId });
}

/**
 * Whether the labels of an order's number were made with another part of it, before this one was packed:
 * asking again fetches them.
 */
export async function hasLabelsWaiting(tx: Tx, orderId: string): Promise<boolean> {
  const row = await tx.maybe`
    select 1 from registered_unit u
      join order_line l on l.tenant_id = u.tenant_id and l.id = u.order_line_id and l.order_id = ${orderId}::uuid
    where u.tenant_id = ${tx.tenant} and exists (
      select 1 from shipment s join sales_order o on o.tenant_id = s.tenant_id and o.id = s.order_id
      where s.tenant_id = u.tenant_id and o.account_id = u.account_id and o.channel_order_no = u.channel_order_no
        and s.label_event_id is not null)
    limit 1`;
  return row !== undefined;
}

/**
 * Lets the order be registered again: the next delivery asks the channel first, whatever happened.
 * A manual order never was, and the number it shares with an order of the channel is that one's.
 */
export async function freeRegistration(tx: Tx, orderId: string): Promise<void> {
  const { effect, isManual } = await registrationOf(tx, orderId);
  if (!isManual) await releaseEffect(tx, effect);
}

async function registrationOf(tx: Tx, orderId: string): Promise<{ effect: ChannelEffect; isManual: boolean }> {
  const order = await tx.one<Pick<OrderRow, 'accountId' | 'channelOrderNo' | 'orderType'>>`
    select account_id, channel_order_no, order_type from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  const { accountId, channelOrderNo: key } = order;
  return {
    effect: { accountId, effect: 'register', key },
    isManual: isManualOrder(order.orderType),
  };
}

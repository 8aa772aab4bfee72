import { command, moveWithin, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder, type OrderRow } from '../model/order.ts';
import { closeHolds } from './holds.ts';

const derived = (
  move: 'acknowledge' | 'unstart' | 'shipPart' | 'shipAll' | 'deliver' | 'complete',
): Command => command(orderLifecycle, move, { run: async () => undefined });

const acknowledge = derived('acknowledge');
const unstart = derived('unstart');
const shipPart = derived('shipPart');
const shipAll = derived('shipAll');
export const deliverOrder = derived('deliver');
export const completeOrder = derived('complete');

/** The channel has taken our acceptance (or takes none): 已接单 → 待发货. A repeat does nothing. */
export async function acknowledgeOrder(tx: Tx, orderId: string): Promise<void> {
  const [order] = await pick(tx, salesOrder, ['status'])`id = ${orderId}::uuid for update`;
  if (!order) return;
  await setColumns(tx, salesOrder, [orderId], { acceptSync: 'ok' });
  await closeHolds(tx, orderId, 'noAck', '平台已确认');
  if (order.status === 'accepted') await moveWithin(tx, acknowledge, [orderId]);
}

/** A shipment was voided and nothing else is under way: the order waits to be started again. */
export async function returnToReady(tx: Tx, orderId: string): Promise<void> {
  const [order] = await pick(tx, salesOrder, ['status'])`id = ${orderId}::uuid for update`;
  if (order?.status === 'processing') await moveWithin(tx, unstart, [orderId]);
}

/** Units put into boxes (or taken out again: negative). */
export async function recordPacked(
  tx: Tx,
  deltas: readonly { orderLineId: string; delta: number }[],
): Promise<void> {
  if (deltas.length === 0) return;
  await tx.run`
    update order_line l set qty_packed = l.qty_packed + d.delta, update_time = ${tx.now}, version = l.version + 1
    from (select id, sum(delta)::integer as delta from unnest(${deltas.map((d) => d.orderLineId)}::uuid[],
      ${deltas.map((d) => d.delta)}::integer[]) as u (id, delta) group by id) d
    where l.tenant_id = ${tx.tenant} and l.id = d.id`;
}

/**
 * Units that leave. Counters first, then the state that follows from them: everything shipped or
 * cancelled → 已发货, else 部分发货. What they cost is recorded by `recordCost` once it is known.
 */
export async function recordShipped(
  tx: Tx,
  orderId: string,
  items: readonly { orderLineId: string; qty: number }[],
): Promise<void> {
  const [left] = await tx.rows<{ open: number }>`
    with changed as (
      update order_line l set qty_shipped = l.qty_shipped + i.qty,
        qty_reserved = greatest(0, l.qty_reserved - i.qty), update_time = ${tx.now}, version = l.version + 1
      from unnest(${items.map((i) => i.orderLineId)}::uuid[], ${items.map((i) => i.qty)}::integer[]) as i (id, qty)
      where l.tenant_id = ${tx.tenant} and l.id = i.id
      returning l.id, l.qty - l.qty_cancelled - l.qty_shipped as open)
    select (coalesce((select sum(open) from changed), 0) + coalesce((
      select sum(qty - qty_cancelled - qty_shipped) from order_line
      where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and id not in (select id from changed)), 0))::integer as open`;
  await moveWithin(tx, (left?.open ?? 0) === 0 ? shipAll : shipPart, [orderId]);
}

/** Adds what shipped units cost, in minor units, to their order lines. */
export async function recordCost(
  tx: Tx,
  items: readonly { orderLineId: string; cogs: bigint }[],
): Promise<void> {
  await tx.run`
    update order_line l set cogs = coalesce(l.cogs, 0) + i.cogs
    from (select id, sum(cogs)::bigint as cogs from unnest(${items.map((i) => i.orderLineId)}::uuid[],
      ${items.map((i) => i.cogs)}::bigint[]) as u (id, cogs) group by id) i
    where l.tenant_id = ${tx.tenant} and l.id = i.id`;
}

/** Facts that the modules above know and the order list shows; the checker proves each. */
export interface OrderFacts {
  boxCount?: number | null;
  labelStatus?: OrderRow['labelStatus'];
  trackingNo?: string | null;
  shippedAt?: Date | null;
  acceptSync?: 'none' | 'pending' | 'ok' | 'failed';
  shipSync?: 'none' | 'pending' | 'ok' | 'failed';
  cancelSync?: 'none' | 'pending' | 'ok' | 'failed';
  labelLoss?: boolean;
}

/**
 * Sets the given facts in one statement; absent keys stay as they are. A manual order is
 * synchronised with nobody, whatever is said of it.
 */
export async function setFacts(tx: Tx, orderId: string, facts: OrderFacts): Promise<void> {
  const has = (key: keyof OrderFacts): boolean => facts[key] !== undefined;
  await tx.run`
    update sales_order set
      box_count = case when ${has('boxCount')} then ${facts.boxCount ?? null}::integer else box_count end,
      label_status = case when ${has('labelStatus')} then ${facts.labelStatus ?? null}::text else label_status end,
      tracking_no = case when ${has('trackingNo')} then ${facts.trackingNo ?? null}::text else tracking_no end,
      shipped_at = case when ${has('shippedAt')} then ${facts.shippedAt ?? null}::timestamptz else shipped_at end,
      accept_sync = case when order_type = 'manual' then 'none' else coalesce(${facts.acceptSync ?? null}::text, accept_sync) end,
      ship_sync = case when order_type = 'manual' then 'none' else coalesce(${facts.shipSync ?? null}::text, ship_sync) end,
      cancel_sync = case when order_type = 'manual' then 'none' else coalesce(${facts.cancelSync ?? null}::text, cancel_sync) end,
      label_loss = coalesce(${facts.labelLoss ?? null}::boolean, label_loss)
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { pick, setColumns } from '#kit/server/stored-rows.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { hasReturns } from '../model/errors.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { salesOrder, type OrderRow } from '../model/order.ts';
import { followBackorder } from './backorder.ts';
import { familyOf } from './family.ts';
import { closeHolds, openHold } from './holds.ts';
import { openAddress, type StoredOrder } from './read-order.ts';
import { readSnapshot } from './snapshots.ts';
import { recordNoted } from './record-change.ts';

const derived = (move: 'acknowledge' | 'unstart' | 'shipPart' | 'shipAll' | 'complete'): Command =>
  command(orderLifecycle, move, { run: async () => undefined });

const acknowledge = derived('acknowledge');
const unstart = derived('unstart');
const shipPart = derived('shipPart');
const shipAll = derived('shipAll');
const unship = command(orderLifecycle, 'unship', {
  run: async (tx, rows) => statesAfterUnship(tx, rows),
});
/** 签收: from here on the days count in which the goods may come back. */
export const deliverOrder = command(orderLifecycle, 'deliver', {
  run: async (tx, rows) => {
    await tx.run`
      update sales_order o set delivered_at = ${tx.now},
        return_until = ${tx.now}::timestamptz + make_interval(days => a.return_days)
      from channel_account a
      where o.tenant_id = ${tx.tenant} and o.id = any(${rows.map(({ id }) => id)}::uuid[])
        and a.tenant_id = o.tenant_id and a.id = o.account_id`;
  },
});
export const completeOrder = derived('complete');

/**
 * The channel has taken our acceptance (or takes none): 已接单 → 待发货, for all parts of an order that
 * was split. A repeat does nothing.
 */
export async function acknowledgeOrder(tx: Tx, orderId: string): Promise<void> {
  const family = await familyOf(tx, orderId, { lock: true });
  await setColumns(tx, salesOrder, family, { acceptSync: 'ok' });
  for (const { id } of family) await closeHolds(tx, id, 'noAck', '平台已确认');
  const waiting = family.filter(({ status }) => status === 'accepted').map(({ id }) => id);
  if (waiting.length > 0) await moveInTransaction(tx, acknowledge, waiting);
  for (const id of waiting) await awaitAddress(tx, id);
}

/**
 * A channel may give the address only once an order is accepted and paid: until it has come nothing can be
 * packed for it. It closes this hold itself.
 */
async function awaitAddress(tx: Tx, orderId: string): Promise<void> {
  const snapshot = await readSnapshot(tx, orderId);
  if (!snapshot?.isPartial || snapshot.address.address1 !== '') return;
  const order = await tx.one<StoredOrder>`
    select * from sales_order where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  if (openAddress(tx, order).address1 !== '') return;
  await openHold(tx, orderId, { type: 'address', detail: '平台确认付款后才提供收货地址，到时自动放行' });
}

/** A shipment was voided and nothing else is under way: the order waits to be started again. */
export async function returnToReady(tx: Tx, orderId: string): Promise<void> {
  const [order] = await pick(tx, salesOrder, ['status'])`id = ${orderId}::uuid for update`;
  if (order?.status === 'processing') await moveInTransaction(tx, unstart, [orderId]);
}

/** All that was sent of an order has reached its buyer. */
export async function deliveredWhole(tx: Tx, orderId: string): Promise<void> {
  const [order] = await pick(tx, salesOrder, ['status'])`id = ${orderId}::uuid for update`;
  if (order?.status === 'shipped') await moveInTransaction(tx, deliverOrder, [orderId]);
}

/** Units put into boxes (or taken out again: negative). */
export async function recordPacked(tx: Tx, deltas: readonly { orderLineId: string; delta: number }[]): Promise<void> {
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
  await moveInTransaction(tx, (left?.open ?? 0) === 0 ? shipAll : shipPart, [orderId]);
  await followBackorder(tx, orderId);
}

/** Units that left by mistake are there again, and held as before: counters first, then the state. */
export async function recordUnshipped(
  tx: Tx,
  orderId: string,
  items: readonly { orderLineId: string; qty: number }[],
): Promise<void> {
  await refuseReturned(tx, orderId);
  await tx.run`
    update order_line l set qty_shipped = l.qty_shipped - i.qty, qty_reserved = l.qty_reserved + i.qty,
      update_time = ${tx.now}, version = l.version + 1
    from unnest(${items.map((i) => i.orderLineId)}::uuid[], ${items.map((i) => i.qty)}::integer[]) as i (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = i.id`;
  await moveInTransaction(tx, unship, [orderId]);
  await recordNoted(tx, orderId);
}

/** What comes back as a return has left for good. @throws Refusal orders.hasReturns */
async function refuseReturned(tx: Tx, orderId: string): Promise<void> {
  const [order] = await pick(tx, salesOrder, ['returnStatus', 'returnLoss'])`id = ${orderId}::uuid`;
  if (order && (order.returnStatus !== 'none' || order.returnLoss !== null)) throw hasReturns();
}

/** Where something else has left it stays partly shipped. */
async function statesAfterUnship(tx: Tx, rows: readonly OrderRow[]): Promise<Map<string, string>> {
  const gone = await tx.rows<{ orderId: string }>`
    select distinct order_id from order_line
    where tenant_id = ${tx.tenant} and order_id = any(${rows.map(({ id }) => id)}::uuid[]) and qty_shipped > 0`;
  const isGone = (id: string): boolean => gone.some(({ orderId }) => orderId === id);
  return new Map(rows.map(({ id }) => [id, isGone(id) ? 'partial' : 'processing']));
}

/** Adds what shipped units cost, in minor units of the base currency, to their order lines. */
export async function recordCost(tx: Tx, items: readonly { orderLineId: string; cogs: bigint }[]): Promise<void> {
  const base = await baseCurrency(tx);
  await tx.run`
    update order_line l set cogs = coalesce(l.cogs, 0) + i.cogs, base_currency = ${base}
    from (select id, sum(cogs)::bigint as cogs from unnest(${items.map((i) => i.orderLineId)}::uuid[],
      ${items.map((i) => i.cogs)}::bigint[]) as u (id, cogs) group by id) i
    where l.tenant_id = ${tx.tenant} and l.id = i.id`;
}

/** Adds what parts that were sent again cost, in minor units of the base currency, to the lines that they belong to. */
export async function recordPartCost(tx: Tx, items: readonly { orderLineId: string; cost: bigint }[]): Promise<void> {
  if (items.length === 0) return;
  const base = await baseCurrency(tx);
  await tx.run`
    update order_line l set part_cost = coalesce(l.part_cost, 0) + i.cost, base_currency = ${base}
    from (select id, sum(cost)::bigint as cost from unnest(${items.map((i) => i.orderLineId)}::uuid[],
      ${items.map((i) => i.cost)}::bigint[]) as u (id, cost) group by id) i
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
  partStatus?: OrderRow['partStatus'];
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
      accept_sync = case when order_type in ('manual', 'replacement') then 'none' else coalesce(${facts.acceptSync ?? null}::text, accept_sync) end,
      ship_sync = case when order_type in ('manual', 'replacement') then 'none' else coalesce(${facts.shipSync ?? null}::text, ship_sync) end,
      cancel_sync = case when order_type in ('manual', 'replacement') then 'none' else coalesce(${facts.cancelSync ?? null}::text, cancel_sync) end,
      part_status = case when ${has('partStatus')} then ${facts.partStatus ?? null}::text else part_status end,
      label_loss = coalesce(${facts.labelLoss ?? null}::boolean, label_loss)
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

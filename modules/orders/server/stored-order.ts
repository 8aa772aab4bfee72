import type { Refusal } from '#kit/model/refusal.ts';
import type { CallBack } from '#kit/server/move-effect.ts';
import type { Tx } from '#kit/server/database.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { reserve } from '#modules/inventory/server/index.ts';
import { unitsChanged } from '../model/errors.ts';
import { OPEN_STATES } from '../model/order-lifecycle.ts';
import { orderLine, salesOrder, type OrderRow } from '../model/order.ts';
import { holdStock, releaseStock } from './hold-stock.ts';
import { openDisputes } from './open-disputes.ts';
import { refreshHolds } from './refresh-holds.ts';
import { refreshOrderFigures } from './order-figures.ts';

interface StoredOrderLine {
  id: string;
  qty: number;
  qtyCancelled: number;
  qtyReserved: number;
  warehouseId: string | null;
  allocationReason: string | null;
  estShipDate: string | null;
  qtyBackordered: number;
  backorderDate: string | null;
}

interface StoredReservation {
  orderLineId: string;
  warehouseId: string;
  skuId: string;
  qty: number;
  perUnit: number;
}

interface StoredOrderHead {
  acceptSync: OrderRow['acceptSync'];
  cancelSync: OrderRow['cancelSync'];
  cancelledSide: OrderRow['cancelledSide'];
  cancelledBy: string | null;
  cancelledAt: Date | string | null;
  warehouseId: string | null;
  shipBy: Date | string | null;
  backorderDate: string | null;
  backorderBy: Date | string | null;
}

/** Moves that deal the units of an order otherwise: after one of them it cannot be what it was before another. */
const ENDED_BY = ['cancel', 'applyChange', 'reallocate', 'split', 'acceptPart', 'reopen'] as const;

const CALLED_BACK = '已撤回';

/** An order as it was before a move of it: everything that accepting, rejecting and cancelling changes. */
export interface StoredOrder {
  keptAt: Date | string;
  head: StoredOrderHead;
  lines: StoredOrderLine[];
  reservations: StoredReservation[];
  /** Open holds and changes that waited, by their ids. */
  holds: string[];
  changes: string[];
  /** Open holds of other orders that seem to double it. */
  doubles: string[];
}

/** Of orders that are locked, what they are. */
export async function storeOrders(tx: Tx, ids: readonly string[]): Promise<Map<string, StoredOrder>> {
  const heads = await tx.rows<StoredOrderHead & { id: string }>`
    select id, accept_sync, cancel_sync, cancelled_side, cancelled_by, cancelled_at, warehouse_id, ship_by,
      backorder_date, backorder_by
    from sales_order where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const lines = await tx.rows<StoredOrderLine & { orderId: string }>`
    select order_id, id, qty, qty_cancelled, qty_reserved, warehouse_id, allocation_reason, est_ship_date,
      qty_backordered, backorder_date
    from order_line where tenant_id = ${tx.tenant} and order_id = any(${ids}::uuid[]) order by line_no`;
  const reservations = await tx.rows<StoredReservation & { orderId: string }>`
    select order_id, order_line_id, warehouse_id, sku_id, sum(qty)::integer as qty, per_unit from reservation
    where tenant_id = ${tx.tenant} and order_id = any(${ids}::uuid[]) and status = 'open' and kind = 'order'
    group by 1, 2, 3, 4, 6 order by 1, 2, 3, 4`;
  const holds = await idsOf(tx, ids, 'order_hold');
  const changes = await idsOf(tx, ids, 'order_change_item');
  const doubles = await tx.rows<{ orderId: string; id: string }>`
    select other_order_id as order_id, id from order_hold
    where tenant_id = ${tx.tenant} and other_order_id = any(${ids}::uuid[]) and type = 'duplicate'
      and closed_at is null`;
  return new Map(
    heads.map(({ id, ...head }) => [
      id,
      {
        keptAt: tx.now,
        head,
        lines: lines.filter(({ orderId }) => orderId === id).map(({ orderId: _orderId, ...line }) => line),
        reservations: reservations.filter(({ orderId }) => orderId === id).map(({ orderId: _orderId, ...one }) => one),
        holds: holds.get(id) ?? [],
        changes: changes.get(id) ?? [],
        doubles: doubles.filter(({ orderId }) => orderId === id).map((one) => one.id),
      },
    ]),
  );
}

/** What is open of orders: holds, or changes of the channel that wait. */
async function idsOf(
  tx: Tx,
  ids: readonly string[],
  of: 'order_hold' | 'order_change_item',
): Promise<Map<string, string[]>> {
  const rows =
    of === 'order_hold'
      ? await tx.rows<{ orderId: string; id: string }>`
          select order_id, id from order_hold
          where tenant_id = ${tx.tenant} and order_id = any(${ids}::uuid[]) and closed_at is null`
      : await tx.rows<{ orderId: string; id: string }>`
          select order_id, id from order_change_item
          where tenant_id = ${tx.tenant} and order_id = any(${ids}::uuid[]) and status = 'pending'`;
  const found = new Map<string, string[]>();
  for (const { orderId, id } of rows) found.set(orderId, [...(found.get(orderId) ?? []), id]);
  return found;
}

/** How accepting, rejecting and cancelling are undone: the order is again what was kept of it. */
export const callBackOrder: CallBack<OrderRow, unknown> = {
  endedBy: ENDED_BY,
  // With an order that ends its dispute lapses, and nobody takes that back.
  async snapshot(tx, rows) {
    const ids = rows.map(({ id }) => id);
    const disputed = await openDisputes(tx, ids);
    return storeOrders(
      tx,
      ids.filter((id) => !disputed.has(id)),
    );
  },
  async refuse(tx, returning) {
    const refusals = new Map<string, Refusal>();
    for (const { row, snapshot } of returning)
      if (!(await hasSameUnits(tx, row.id, snapshot as StoredOrder))) refusals.set(row.id, unitsChanged());
    return refusals;
  },
  async undo(tx, returning) {
    for (const { row, snapshot } of returning)
      await restoreOrder(tx, row as unknown as OrderRow, snapshot as StoredOrder);
  },
};

/**
 * Whether nobody has taken units out of an order since, divided it, or changed what is wanted of it: that is no
 * part of the move, and is not undone with it. A cancellation that was called back itself is none.
 */
async function hasSameUnits(tx: Tx, orderId: string, { lines, keptAt }: StoredOrder): Promise<boolean> {
  const now = await tx.rows<{ id: string; qty: number }>`
    select id, qty from order_line where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid`;
  const requested = new Map(now.map(({ id, qty }) => [id, qty]));
  if (now.length !== lines.length || lines.some(({ id, qty }) => requested.get(id) !== qty)) return false;
  const cancelled = await tx.maybe`
    select 1 from state_log s where s.tenant_id = ${tx.tenant} and s.row_id = ${orderId}::uuid
      and s.move = 'cancel' and s.at > ${new Date(keptAt)}
      and not exists (select 1 from held_move h where h.tenant_id = s.tenant_id and h.row_id = s.row_id
        and h.move = s.move and h.create_time = s.at and h.called_back_at is not null) limit 1`;
  return cancelled === undefined;
}

/**
 * An order is what it was: units, promises, holds and what is waited for. Stock that was given back is held
 * again where it was; where others have taken it meanwhile, wherever there is some, or the order is short.
 */
export async function restoreOrder(tx: Tx, row: OrderRow, snapshot: StoredOrder): Promise<void> {
  const { head, lines } = snapshot;
  await setEach(tx, salesOrder, [
    {
      id: row.id,
      acceptSync: head.acceptSync,
      cancelSync: head.cancelSync,
      cancelledSide: head.cancelledSide,
      cancelledBy: head.cancelledBy,
      cancelledAt: moment(head.cancelledAt),
      warehouseId: head.warehouseId,
      shipBy: moment(head.shipBy),
      backorderDate: head.backorderDate,
    },
  ]);
  await giveBackBeyond(tx, lines);
  await setEach(
    tx,
    orderLine,
    lines.map(({ qty: _qty, qtyReserved: _qtyReserved, ...line }) => line),
  );
  await tx.run`
    update sales_order set backorder_by = ${moment(head.backorderBy)}::timestamptz
    where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  await reopenHolds(tx, row.id, snapshot);
  await reopenHoldsAbout(tx, snapshot);
  const isWhole = await holdAsBefore(tx, row, snapshot);
  await refreshOrderFigures(tx, row.id);
  if (!isWhole) await holdStock(tx, { ...row, pinnedWarehouseId: row.pinnedWarehouseId });
}

const moment = (at: Date | string | null | undefined): Date | null => (at ? new Date(at) : null);

/** The order is there again: those that seem to double it, and still wait to be shipped, are held for it as before. */
async function reopenHoldsAbout(tx: Tx, { doubles = [] }: Partial<StoredOrder>): Promise<void> {
  if (doubles.length === 0) return;
  const held = await tx.rows<{ orderId: string }>`
    update order_hold h set closed_at = null, closed_by = null, resolution = null, update_time = ${tx.now},
      version = h.version + 1
    from sales_order o
    where h.tenant_id = ${tx.tenant} and h.id = any(${doubles}::uuid[]) and h.closed_at is not null
      and o.tenant_id = h.tenant_id and o.id = h.order_id and o.status = any(${[...OPEN_STATES]}::text[])
    returning h.order_id`;
  for (const id of [...new Set(held.map(({ orderId }) => orderId))].sort()) await refreshHolds(tx, id);
}

/** Units that a move has held beyond what was held before. */
async function giveBackBeyond(tx: Tx, lines: readonly StoredOrderLine[]): Promise<void> {
  const now = await tx.rows<{ id: string; held: number }>`
    select id, qty_reserved as held from order_line
    where tenant_id = ${tx.tenant} and id = any(${lines.map(({ id }) => id)}::uuid[])`;
  const held = new Map(now.map((line) => [line.id, line.held]));
  const beyond = lines.flatMap(({ id, qtyReserved }) => {
    const qty = (held.get(id) ?? 0) - qtyReserved;
    return qty > 0 ? [{ lineId: id, qty }] : [];
  });
  if (beyond.length > 0) await releaseStock(tx, beyond);
}

/** @returns false where somebody else has what was held */
async function holdAsBefore(tx: Tx, row: OrderRow, { lines, reservations }: StoredOrder): Promise<boolean> {
  const open = await tx.rows<StoredReservation>`
    select order_line_id, warehouse_id, sku_id, sum(qty)::integer as qty, per_unit from reservation
    where tenant_id = ${tx.tenant} and order_id = ${row.id}::uuid and status = 'open' and kind = 'order'
    group by 1, 2, 3, 5`;
  const keyOf = (one: StoredReservation): string => `${one.orderLineId} ${one.warehouseId} ${one.skuId} ${one.perUnit}`;
  const there = new Map(open.map((one) => [keyOf(one), one.qty]));
  const missing = reservations.flatMap((one) => {
    const qty = one.qty - (there.get(keyOf(one)) ?? 0);
    return qty > 0 ? [{ ...one, qty }] : [];
  });
  if (missing.length === 0) return true;
  const shortages = await reserve(
    tx,
    missing.map((one) => ({
      ...one,
      orderId: row.id,
      orderNo: row.orderNo,
      environment: row.environment,
    })),
  );
  if (shortages.length > 0) return false;
  await setEach(
    tx,
    orderLine,
    lines.map(({ id, qtyReserved }) => ({ id, qtyReserved })),
  );
  return true;
}

/** Holds that the move closed, and nobody else since, are open again, those it opened are none; so it is with changes that waited. */
async function reopenHolds(tx: Tx, orderId: string, { keptAt, holds, changes }: StoredOrder): Promise<void> {
  await tx.run`
    update order_hold set closed_at = null, closed_by = null, resolution = null, update_time = ${tx.now},
      version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${holds}::uuid[]) and closed_at = ${new Date(keptAt)}`;
  await tx.run`
    update order_hold set closed_at = ${tx.now}, closed_by = ${tx.actor.username}, resolution = ${CALLED_BACK},
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and closed_at is null
      and id <> all(${holds}::uuid[]) and type = 'outOfStock'`;
  await tx.run`
    update order_change_item set status = 'pending', decided_by = null, decided_at = null, decision = null,
      update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and id = any(${changes}::uuid[]) and status = 'noted'`;
  await refreshHolds(tx, orderId);
}

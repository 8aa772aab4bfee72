import type { Tx } from '#kit/server/database.ts';
import { nothing, sql } from '#kit/server/sql.ts';
import { insertInto } from '#kit/server/stored-rows.ts';
import type { HoldType } from '../model/hold-title.ts';
import { refreshHolds } from './refresh-holds.ts';
import { endAround } from './end-of-order.ts';
import { orderHold } from '../model/order.ts';

export interface NewHold {
  type: HoldType;
  detail: string;
  lineId?: string | null;
  /** The order that this one seems to double. */
  otherOrderId?: string;
}

/**
 * Open holds of some orders by order id. Unless they are only looked at, the orders stay locked
 * until the transaction ends: no hold is opened and nothing is cancelled meanwhile.
 */
export async function readOrderHolds(
  tx: Tx,
  orderIds: readonly string[],
  isLookedAt: boolean,
): Promise<Map<string, readonly string[]>> {
  const rows = await tx.query<{ id: string; holds: string[] }>(sql`
    select id, holds from sales_order where tenant_id = ${tx.tenant} and id = any(${orderIds}::uuid[])
    order by id ${isLookedAt ? nothing : sql`for update`}`);
  return new Map(rows.map(({ id, holds }) => [id, holds]));
}

/** Opens a hold; one that is already open with the same reason only takes the new detail. */
export async function openHold(tx: Tx, orderId: string, hold: NewHold): Promise<void> {
  const detail = hold.detail.slice(0, 500);
  const known = await tx.run`
    update order_hold set detail = ${detail}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and type = ${hold.type}
      and line_id is not distinct from ${hold.lineId ?? null}::uuid and closed_at is null`;
  if (known === 0) await insertInto(tx, orderHold, [{ orderId, ...hold, detail, openedAt: tx.now }]);
  await refreshHolds(tx, orderId);
}

/** Closes open holds of one reason (of one line, where given). @returns how many were open */
export async function closeHolds(
  tx: Tx,
  orderId: string,
  type: HoldType,
  resolution: string,
  lineId?: string,
): Promise<number> {
  const closed = await tx.run`
    update order_hold set closed_at = ${tx.now}, closed_by = ${tx.actor.username},
      resolution = ${resolution.slice(0, 255)}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and type = ${type} and closed_at is null
      and (${lineId ?? null}::uuid is null or line_id = ${lineId ?? null}::uuid)`;
  if (closed > 0) await refreshHolds(tx, orderId);
  return closed;
}

/** The order has come to an end here: nothing is waited for any more. */
export async function closeAllHolds(tx: Tx, orderId: string, resolution: string): Promise<void> {
  await tx.run`
    update order_hold set closed_at = ${tx.now}, closed_by = ${tx.actor.username},
      resolution = ${resolution.slice(0, 255)}, update_time = ${tx.now}, version = version + 1
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid and closed_at is null`;
  await refreshHolds(tx, orderId);
  await endAround(tx, orderId, resolution);
}

import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import {
  cancelUnits,
  closeHolds,
  openHold,
  openQty,
  readOrder,
  unitsCancelledByTelling,
} from '#modules/orders/server/index.ts';

/** A stored cancellation request, as its effects need it. */
export interface StoredRequest {
  id: string;
  accountId: string;
  requestId: string;
  orderId: string | null;
  channelOrderNo: string;
  channelSku: string;
  qty: number;
  status: string;
  requestedAt: Date;
}

/** @param key id of the row or the channel's request id; locked */
export const readRequest = (
  tx: Tx,
  key: { id: string } | { accountId: string; requestId: string },
): Promise<StoredRequest | undefined> => {
  const id = 'id' in key ? key.id : null;
  const [accountId, requestId] = 'id' in key ? [null, null] : [key.accountId, key.requestId];
  return tx.maybe<StoredRequest>`
    select id, account_id, request_id, order_id,
      channel_order_no, channel_sku, qty, status,
      requested_at
    from cancellation_request
    where tenant_id = ${tx.tenant} and (id = ${id}::uuid
      or (account_id = ${accountId}::uuid and request_id = ${requestId}::text)) for update`;
};

/**
 * Units of a part number that have not left: over its lines, in their order, at most `qty`. Of
 * history none are here to be held or cancelled.
 */
export function openUnits(
  order: Awaited<ReturnType<typeof readOrder>>,
  channelSku: string,
  qty: number,
): { lineId: string; qty: number }[] {
  if (order.status === 'history') return [];
  let left = qty;
  return order.lines.flatMap((line) => {
    const take = line.channelSku === channelSku ? Math.min(left, openQty(line)) : 0;
    left -= take;
    return take > 0 ? [{ lineId: line.id, qty: take }] : [];
  });
}

/** The hold 取消申请 ends with the last request of the order. */
export async function closeRequestHold(
  tx: Tx,
  request: StoredRequest,
  resolution: string,
): Promise<void> {
  if (!request.orderId) return;
  const other = await tx.maybe`
    select 1 from cancellation_request where tenant_id = ${tx.tenant} and status = 'pending'
      and order_id = ${request.orderId}::uuid and id <> ${request.id}::uuid limit 1`;
  if (!other) await closeHolds(tx, request.orderId, 'cancelRequest', resolution);
}

/**
 * The channel has cancelled units: they are cancelled here too. Whoever agreed bears the cost of
 * printed labels. What fulfilment cannot take back any more is left to a person, under a hold.
 * @returns why the units could not be cancelled, or null
 */
export async function cancelAtHome(
  attempt: Attempt,
  request: StoredRequest,
  settle: (tx: Tx) => Promise<void>,
): Promise<string | null> {
  try {
    await attempt.tx(async (tx) => {
      await cancelOpenUnits(tx, request);
      await closeRequestHold(tx, request, '平台已取消');
      await settle(tx);
    });
    return null;
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const detail = `平台已取消 ${request.channelSku}×${request.qty}，但不能自动取消：${error.message}`;
    await attempt.tx(async (tx) => {
      if (request.orderId) await openHold(tx, request.orderId, { type: 'manual', detail });
      await settle(tx);
    });
    return detail;
  }
}

async function cancelOpenUnits(tx: Tx, request: StoredRequest): Promise<void> {
  if (!request.orderId) return;
  const order = await readOrder(tx, request.orderId, { lock: true });
  // The order itself may have reported it first.
  const done = await unitsCancelledByTelling(tx, order.id, request.channelSku, request.requestedAt);
  const items = openUnits(order, request.channelSku, request.qty - done);
  if (items.length === 0) return;
  await cancelUnits(tx, order.id, {
    items,
    reason: '平台取消',
    acceptLabelLoss: true,
  });
}

import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Attempt } from '#kit/server/deliveries.ts';
import { dealtOut } from '#modules/orders/model/family-deal.ts';
import {
  cancelUnits,
  closeHolds,
  familyLines,
  familyOf,
  openHold,
  unitsCancelledByChannel,
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

/** Units of lines of one order. */
export interface OrderUnits {
  orderId: string;
  items: { lineId: string; qty: number }[];
}

/**
 * Units of a part number that have not left: over the lines of an order and of what it was split into, at
 * most `qty`, from those that are least far first. Of history none are here to be held or cancelled.
 */
export async function openUnits(
  tx: Tx,
  orderId: string,
  channelSku: string,
  qty: number,
  { lock = true }: { lock?: boolean } = {},
): Promise<OrderUnits[]> {
  const members = await familyOf(tx, orderId, { lock });
  const lines = (await familyLines(tx, members)).filter((line) => line.channelSku === channelSku);
  const taken = dealtOut(
    qty,
    lines.map((line) => {
      const member = members.find(({ id }) => id === line.orderId);
      return {
        lineId: line.id,
        units: line.qty - line.qtyCancelled,
        shipped: line.qtyShipped,
        status: member?.status ?? '',
        splitSeq: member?.splitSeq ?? 0,
      };
    }),
  );
  return members.flatMap(({ id }) => {
    const items = lines.flatMap((line) => {
      const units = line.orderId === id ? (taken.get(line.id) ?? 0) : 0;
      return units > 0 ? [{ lineId: line.id, qty: units }] : [];
    });
    return items.length > 0 ? [{ orderId: id, items }] : [];
  });
}

/** Orders of a request: the one that came in and what it was split into. */
const ordersOf = async (tx: Tx, orderId: string): Promise<string[]> =>
  (await familyOf(tx, orderId)).map(({ id }) => id);

/** The hold 取消申请 ends with the last request of the order. */
export async function closeRequestHold(tx: Tx, request: StoredRequest, resolution: string): Promise<void> {
  if (!request.orderId) return;
  const other = await tx.maybe`
    select 1 from cancellation_request where tenant_id = ${tx.tenant} and status = 'pending'
      and order_id = ${request.orderId}::uuid and id <> ${request.id}::uuid limit 1`;
  if (other) return;
  for (const id of await ordersOf(tx, request.orderId)) await closeHolds(tx, id, 'cancelRequest', resolution);
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
  // The order itself may have reported it first.
  let done = 0;
  for (const id of await ordersOf(tx, request.orderId))
    done += await unitsCancelledByChannel(tx, id, request.channelSku, request.requestedAt);
  const open = await openUnits(tx, request.orderId, request.channelSku, request.qty - done);
  for (const { orderId, items } of open)
    await cancelUnits(tx, orderId, { items, reason: '平台取消', acceptLabelLoss: true });
}

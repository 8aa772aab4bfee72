import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { readLineAnswers } from '#kit/server/line-answers.ts';
import type { OrderRow } from '../model/order.ts';
import { cancelTooMuch, nothingToCancel } from '../model/errors.ts';
import { orderAccepted, orderCancelled, orderCancelling } from '../model/events.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { refreshBackorder } from './backorder.ts';
import { releaseStock } from './hold-stock.ts';
import { closeAllHolds, closeHolds } from './holds.ts';
import { noteChanges, settleUnits } from './change-items.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { callBackOrder, type StoredOrder } from './stored-order.ts';
import { releaseOutlook } from './move-outlook.ts';
import { openQty, readLines } from './read-order.ts';

const ORDER_ENDED = '订单已结束';

interface CancelRequest {
  /** Units per line; absent = everything not yet shipped. */
  items?: readonly { lineId: string; qty: number }[];
  reason: string;
  /** The channel itself has cancelled: it needs no telling. */
  isByChannel?: boolean;
  /** A person has said that the cost of printed labels is borne. */
  acceptLabelLoss?: boolean;
}

/**
 * 取消: unshipped units only. What is packed or labelled is asked first (`order.cancelling`,
 * within): it may refuse. Then stock goes back, counters rise, and the state follows.
 */
export const cancelOrder: Command = command(orderLifecycle, 'cancel', {
  async run(tx, rows, answers) {
    const states = new Map<string, string>();
    for (const row of rows) {
      const items = await readItems(tx, row.id, answers.lines);
      states.set(
        row.id,
        await withdrawUnits(tx, row.id, row.status, {
          ...(items ? { items } : {}),
          isByChannel: tx.actor.isSystem,
          reason: answers.reason,
          acceptLabelLoss: answers.acceptLabelLoss === true,
        }),
      );
    }
    return states;
  },
  outlook: releaseOutlook,
  callBack: {
    ...callBackOrder,
    // What a shipment has given up, and what a buyer has asked for, is not taken back.
    snapshot: (tx, rows, answers) =>
      callBackOrder.snapshot(
        tx,
        rows.filter(
          ({ status, holds }) => ['new', 'accepted', 'ready'].includes(status) && !holds.includes('cancelRequest'),
        ),
        answers,
      ),
    async undo(tx, returning) {
      await callBackOrder.undo(tx, returning);
      // The acceptance may have found it cancelled, and sent nothing.
      for (const { row, snapshot, from } of returning)
        if (from === 'accepted' && (snapshot as StoredOrder).head.acceptSync !== 'ok')
          await tx.emit(orderAccepted, row.id, {
            orderId: row.id,
            accountId: String(row['accountId']),
          });
    },
  },
});

/** Cancels units on somebody's behalf (the channel) in an open transaction. */
export async function cancelUnits(tx: Tx, orderId: string, request: CancelRequest): Promise<void> {
  await moveInTransaction(tx, cancelOrder, [orderId], {
    reason: request.reason,
    lines: request.items ? wishes(request.items) : null,
    acceptLabelLoss: request.acceptLabelLoss ?? false,
  });
}

/** A line that is named twice is one wish for both; where nothing is named, all is withdrawn. */
function wishes(items: readonly { lineId: string; qty: number }[]): { lineId: string; qty: number }[] | null {
  const units = new Map<string, number>();
  for (const { lineId, qty } of items) units.set(lineId, (units.get(lineId) ?? 0) + qty);
  return units.size > 0 ? [...units].map(([lineId, qty]) => ({ lineId, qty })) : null;
}

async function readItems(tx: Tx, orderId: string, answer: unknown): Promise<{ lineId: string; qty: number }[] | null> {
  const values = readLineAnswers(orderLifecycle.moves.cancel.input.lines, answer, {
    actor: tx.actor,
    lines: await readLines(tx, orderId),
  });
  return values?.map(({ line, said: { qty } }) => ({ lineId: line.id, qty })) ?? null;
}

/**
 * Takes units out of an order within a move of it: fulfilment is asked, stock goes back.
 * @returns the state that follows
 */
export async function withdrawUnits(tx: Tx, orderId: string, status: string, request: CancelRequest): Promise<string> {
  const lines = await readLines(tx, orderId);
  const items =
    request.items ?? lines.filter((line) => openQty(line) > 0).map((line) => ({ lineId: line.id, qty: openQty(line) }));
  if (items.length === 0) throw nothingToCancel();
  for (const item of items) {
    const line = lines.find(({ id }) => id === item.lineId);
    if (!line || item.qty > openQty(line))
      throw cancelTooMuch({
        channelSku: line?.channelSku ?? item.lineId,
        left: line ? openQty(line) : 0,
      });
  }
  await tx.emit(orderCancelling, orderId, {
    orderId,
    lines: items,
    acceptLabelLoss: request.acceptLabelLoss ?? false,
  });
  await giveBackStock(tx, lines, items);
  await tx.run`
    update order_line l set qty_cancelled = l.qty_cancelled + c.qty,
      qty_backordered = least(l.qty_backordered,
        greatest(0, l.qty - l.qty_cancelled - c.qty - l.qty_shipped - l.qty_reserved)), update_time = ${tx.now}, version = l.version + 1
    from unnest(${items.map((i) => i.lineId)}::uuid[], ${items.map((i) => i.qty)}::integer[]) as c (id, qty)
    where l.tenant_id = ${tx.tenant} and l.id = c.id`;
  const after = lines.map((line) => {
    const taken = items.find(({ lineId }) => lineId === line.id)?.qty ?? 0;
    return { open: openQty(line) - taken, shipped: line.qtyShipped };
  });
  const isDone = after.every(({ open }) => open === 0);
  const isShipped = after.some(({ shipped }) => shipped > 0);
  const next = !isDone ? status : isShipped ? 'shipped' : 'cancelled';
  await closeHolds(tx, orderId, 'cancelRequest', '已取消');
  if (isDone) {
    await noteChanges(tx, orderId, ORDER_ENDED);
    await closeAllHolds(tx, orderId, ORDER_ENDED);
  }
  // The channel that asked needs no telling, and of a manual order none knows. Every other must hear
  // of it, an order not accepted yet included: there it still waits for our answer.
  const isToTell = !request.isByChannel;
  const { accountId } = await tx.one<Pick<OrderRow, 'accountId'>>`
    update sales_order set
      cancelled_at = case when ${next} = 'cancelled' then ${tx.now}::timestamptz else cancelled_at end,
      cancelled_side = case when ${next} = 'cancelled' then ${request.isByChannel ? 'channel' : 'seller'} else cancelled_side end,
      cancelled_by = case when ${next} = 'cancelled' then ${request.isByChannel ? null : tx.actor.username} else cancelled_by end,
      cancel_sync = case when order_type in ('manual', 'replacement') then 'none' when ${isToTell} then 'pending' else cancel_sync end
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid returning account_id`;
  await refreshBackorder(tx, [orderId]);
  await refreshOrderFigures(tx, orderId);
  if (!isDone) await settleUnits(tx, orderId);
  await tx.emit(orderCancelled, orderId, {
    orderId,
    accountId,
    lines: items,
    all: next === 'cancelled',
  });
  return next;
}

/** Releases only what is held beyond what the line still needs. */
async function giveBackStock(
  tx: Tx,
  lines: Awaited<ReturnType<typeof readLines>>,
  items: readonly { lineId: string; qty: number }[],
): Promise<void> {
  const giving = items.flatMap((item) => {
    const line = lines.find(({ id }) => id === item.lineId);
    if (!line) return [];
    const needed = openQty(line) - item.qty;
    const spare = line.qtyReserved - needed;
    return spare > 0 ? [{ lineId: item.lineId, qty: spare }] : [];
  });
  if (giving.length > 0) await releaseStock(tx, giving);
}

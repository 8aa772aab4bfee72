import type { Refusal } from '#kit/model/refusal.ts';
import { command, moveInTransaction, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { notAnsweredElsewhere, shippedElsewhere } from '../model/errors.ts';
import type { IncomingOrder } from '../model/incoming-order.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import type { OrderRow } from '../model/order.ts';
import { salesOrder } from '../model/order.ts';
import { takeInAgain } from './arrival.ts';
import { familyOf, hasShippedParts } from './family.ts';
import { releaseStock } from './hold-stock.ts';
import { noteChanges } from './change-items.ts';
import { closeAllHolds, openHold } from './holds.ts';
import { readLines, type StoredOrder } from './read-order.ts';
import { recordMissed } from './record-change.ts';

/**
 * The channel shows an order as answered that we have not answered: somebody else did. It stops
 * under the hold 他处已接单 before anything of it leaves; a person decides who ships it. What has
 * left elsewhere while it waited for us is history at once; while we were at it, or where only some
 * of it has left, it stops, and says what must not leave twice.
 */
export async function noteAnswered(
  tx: Tx,
  orderId: string,
  { shippedAt, shippedParts }: NonNullable<IncomingOrder['answered']>,
): Promise<void> {
  // What the channel shows as shipped may be a part that left from here.
  if (await hasShippedParts(tx, orderId)) return;
  if ((shippedAt || shippedParts) && (await wasTakenBack(tx, orderId))) return;
  const order = await tx.one<{
    status: string;
    acceptSync: string;
    shippedAt: Date | null;
    shippedElsewhereAt: Date | null;
    parts: string | null;
  }>`
    select status, accept_sync, shipped_at, shipped_elsewhere_at, extra ->> 'shippedElsewhere' as parts
    from sales_order
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid for update`;
  const parts = shippedParts?.join('、');
  const isStill = ['history', 'new'].includes(order.status) || UNSHIPPED.has(order.status);
  const isNews = isStill && parts !== undefined && parts !== order.parts;
  if (isNews) await noteShippedParts(tx, orderId, parts);
  if (order.status === 'history' && shippedAt && !order.shippedAt) await noteShipped(tx, orderId, shippedAt);
  else if (order.status === 'new' && shippedAt) {
    await markAnswered(tx, orderId, SHIPPED);
    await noteShipped(tx, orderId, shippedAt);
    await moveInTransaction(tx, archiveOrder, [orderId], { reason: SHIPPED });
  } else if (order.status === 'new' && order.acceptSync !== 'ok')
    await markAnswered(tx, orderId, parts ? partly(parts) : '平台显示该订单已在他处接单');
  else if (UNSHIPPED.has(order.status) && shippedAt && !order.shippedElsewhereAt)
    await holdShipped(tx, orderId, shippedAt);
  else if (parts && isNews && order.status !== 'history')
    await openHold(tx, orderId, { type: 'answeredElsewhere', detail: partly(parts) });
}

/** Whether something that had left from here was taken back (撤销发货): the channel may still show it as shipped. */
async function wasTakenBack(tx: Tx, orderId: string): Promise<boolean> {
  const family = await familyOf(tx, orderId);
  const taken = await tx.maybe`
    select 1 from state_log where tenant_id = ${tx.tenant} and resource = 'orders:salesOrder'
      and move = 'unship' and row_id = any(${family.map(({ id }) => id)}::uuid[]) limit 1`;
  return taken !== undefined;
}

const SHIPPED = '平台显示该订单已在他处发货';
const partly = (parts: string): string => `平台显示部分商品已在他处发货：${parts}。请先取消这些商品，再放行其余`;

/** Kept for 接管发货, which may come long after the channel reported it, and so that it holds once. */
const noteShippedParts = (tx: Tx, orderId: string, parts: string): Promise<number> =>
  tx.run`
    update sales_order set extra = extra || ${JSON.stringify({ shippedElsewhere: parts })}::jsonb
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;

/** Ours, and nothing of it has left: a trace of shipping at the channel is not of our making. */
const UNSHIPPED = new Set(['accepted', 'ready', 'processing']);

/** Once: a person who has released it knows, however often the channel repeats it. */
async function holdShipped(tx: Tx, orderId: string, shippedAt: Date): Promise<void> {
  await tx.run`
    update sales_order set shipped_elsewhere_at = ${shippedAt}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
  await openHold(tx, orderId, { type: 'answeredElsewhere', detail: SHIPPED });
}

/** Opens the hold 他处已接单 and keeps in mind that the channel waits for no acceptance of ours. */
export async function markAnswered(tx: Tx, orderId: string, detail: string): Promise<void> {
  await setColumns(tx, salesOrder, [orderId], { acceptSync: 'ok' });
  await openHold(tx, orderId, { type: 'answeredElsewhere', detail });
}

const noteShipped = (tx: Tx, orderId: string, shippedAt: Date): Promise<void> =>
  setColumns(tx, salesOrder, [orderId], { shippedAt });

/** 转为历史: whoever answered the order ships it; its stock goes back, and nobody is notified. */
export const archiveOrder: Command = command(orderLifecycle, 'archive', {
  guard: async (_tx, rows) =>
    new Map<string, Refusal>(
      rows.filter((row) => !row.holds.includes('answeredElsewhere')).map((row) => [row.id, notAnsweredElsewhere()]),
    ),
  async run(tx, rows, { reason }) {
    for (const row of rows) {
      const lines = await readLines(tx, row.id);
      await releaseStock(
        tx,
        lines.filter((line) => line.qtyReserved > 0).map((line) => ({ lineId: line.id })),
      );
      await noteChanges(tx, row.id, reason ?? '转为历史');
      await closeAllHolds(tx, row.id, reason ?? '转为历史');
    }
  },
});

/**
 * 接管发货: an order that was answered elsewhere is shipped from here after all. It arrives like any
 * other, with its holds and its stock; accepting it asks nothing of the channel.
 */
export const takeOverOrder: Command = command(orderLifecycle, 'takeOver', {
  guard: async (_tx, rows) =>
    new Map<string, Refusal>(rows.filter((row) => row.shippedAt !== null).map((row) => [row.id, shippedElsewhere()])),
  async run(tx, rows) {
    for (const row of rows) await arrive(tx, row);
  },
});

async function arrive(tx: Tx, row: OrderRow): Promise<void> {
  await takeInAgain(tx, row);
  await recordMissed(tx, row.id);
  const { extra } = await tx.one<Pick<StoredOrder, 'extra'>>`
    select extra from sales_order where tenant_id = ${tx.tenant} and id = ${row.id}::uuid`;
  const { shippedElsewhere: parts } = extra;
  if (parts) await openHold(tx, row.id, { type: 'answeredElsewhere', detail: partly(parts) });
}

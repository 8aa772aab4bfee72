import { command, type Command } from '#kit/server/command.ts';
import { orderRejected } from '../model/events.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { releaseStock } from './hold-stock.ts';
import { decide, pendingChanges } from './change-items.ts';
import { endAround } from './end-of-order.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { callBackOrder } from './stored-order.ts';
import { releaseOutlook } from './move-outlook.ts';
import { readLines } from './read-order.ts';

const REJECTED = '已拒单';

/** 拒单: the promise is refused before it was given; held stock goes back at once. */
export const rejectOrder: Command = command(orderLifecycle, 'reject', {
  async run(tx, rows, { reason }) {
    for (const row of rows) {
      const lines = await readLines(tx, row.id);
      await releaseStock(
        tx,
        lines.filter((line) => line.qtyReserved > 0).map((line) => ({ lineId: line.id })),
      );
      await tx.run`
        update order_line set qty_cancelled = qty, qty_backordered = 0 where tenant_id = ${tx.tenant} and order_id = ${row.id}`;
      await refreshOrderFigures(tx, row.id);
      await decide(tx, await pendingChanges(tx, [row.id]), 'noted', REJECTED);
      await tx.run`
        update order_hold set closed_at = ${tx.now}, closed_by = ${tx.actor.username}, resolution = ${REJECTED}
        where tenant_id = ${tx.tenant} and order_id = ${row.id} and closed_at is null`;
      await tx.run`
        update sales_order set holds = '{}', cancelled_at = ${tx.now}, cancelled_by = ${tx.actor.username},
          cancelled_side = 'seller',
          cancel_sync = case when order_type in ('manual', 'replacement') then 'none' else 'pending' end
        where tenant_id = ${tx.tenant} and id = ${row.id}`;
      await endAround(tx, row.id, REJECTED);
      await tx.emit(orderRejected, row.id, { orderId: row.id, accountId: row.accountId, reason });
    }
  },
  outlook: releaseOutlook,
  callBack: {
    ...callBackOrder,
    snapshot: (tx, rows, answers) =>
      callBackOrder.snapshot(
        tx,
        rows.filter(({ holds }) => !holds.includes('cancelRequest')),
        answers,
      ),
  },
});

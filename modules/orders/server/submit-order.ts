import { invalid, type FieldError, type Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import type { Tx } from '#kit/server/database.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { accountPolicy } from '#modules/base/server/index.ts';
import { addressFault } from '../model/address-check.ts';
import { addressIncomplete, noOrderLines } from '../model/errors.ts';
import { orderSubmitting } from '../model/events.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { arrivingLines, takeIn } from './arrival.ts';
import { refreshOrderFigures } from './order-figures.ts';
import { readOrder, type OrderForShipment } from './read-order.ts';

/**
 * 提交: a manual order arrives. Agreed prices are asked of whoever knows them (`order.submitting`,
 * within); then it goes through what every arriving order goes through.
 */
export const submitOrder: Command = command(orderLifecycle, 'submit', {
  async read(tx, rows): Promise<Map<string, OrderForShipment>> {
    const orders = new Map<string, OrderForShipment>();
    for (const row of rows) orders.set(row.id, await readOrder(tx, row.id));
    return orders;
  },
  async guard(tx, rows, _answers, orders) {
    const gone = await goneSkus(tx, [...orders.keys()]);
    const refusals = new Map<string, Refusal>();
    for (const row of rows) {
      const order = orders.get(row.id) as OrderForShipment;
      const fault = addressFault(order.shipTo);
      const missing = order.lines.flatMap((line, index): FieldError[] =>
        gone.has(line.skuId ?? '') ? [{ field: 'skuId', row: index + 1, code: 'missing', message: SKU_GONE }] : [],
      );
      if (order.lines.length === 0) refusals.set(row.id, noOrderLines());
      else if (fault) refusals.set(row.id, addressIncomplete(fault, !tx.actor.masks.has('pii')));
      else if (missing.length > 0) refusals.set(row.id, invalid(missing));
    }
    return refusals;
  },
  async run(tx, rows, _answers, orders) {
    for (const row of rows) {
      const order = orders.get(row.id) as OrderForShipment;
      await tx.emit(orderSubmitting, row.id, { orderId: row.id });
      await takeIn(tx, await accountPolicy(tx, order.accountId), {
        id: row.id,
        orderNo: order.orderNo,
        pinnedWarehouseId: null,
        shipTo: order.shipTo,
        lines: await arrivingLines(tx, row.id),
        pricedBy: 'person',
      });
    }
  },
});

const SKU_GONE = MESSAGES.linkMissing('SKU');

/** SKUs of the orders' lines that were deleted since they were typed. */
async function goneSkus(tx: Tx, orderIds: readonly string[]): Promise<Set<string>> {
  const rows = await tx.rows<{ id: string }>`
    select distinct s.id from order_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.order_id = any(${orderIds}::uuid[]) and s.deleted_at is not null`;
  return new Set(rows.map(({ id }) => id));
}

/**
 * 作废草稿: a mistaken draft goes to the cancelled ones. Its number is free again: a split number
 * below zero stands for a draft that never became an order.
 */
export const discardOrder: Command = command(orderLifecycle, 'discard', {
  async run(tx, rows) {
    for (const { id } of rows) {
      await tx.run`
        update order_line set qty_cancelled = qty, update_time = ${tx.now}, version = version + 1
        where tenant_id = ${tx.tenant} and order_id = ${id}::uuid`;
      await tx.run`
        update sales_order o set cancelled_at = ${tx.now}, cancelled_by = ${tx.actor.username},
          cancelled_side = 'seller',
          split_seq = least(0, (
            select min(d.split_seq) from sales_order d where d.tenant_id = o.tenant_id
              and d.account_id = o.account_id and d.channel_order_no = o.channel_order_no
              and d.order_type = o.order_type)) - 1
        where o.tenant_id = ${tx.tenant} and o.id = ${id}::uuid`;
      await refreshOrderFigures(tx, id);
    }
  },
});

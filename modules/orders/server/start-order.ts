import type { Refusal } from '#kit/model/refusal.ts';
import { command, type Command } from '#kit/server/command.ts';
import { setEach } from '#kit/server/stored-rows.ts';
import { noShipMethod, noWarehouse, orderOnHold, stillBackordered, stockShort } from '../model/errors.ts';
import { orderStarted } from '../model/events.ts';
import { orderLifecycle } from '../model/order-lifecycle.ts';
import { holdTitles } from '../model/hold-title.ts';
import { startOutlook } from './move-outlook.ts';
import { matchMethods } from './match-method.ts';
import { salesOrder, type OrderRow } from '../model/order.ts';

/**
 * 开始配货: warehouse and ship method are settled, stock is held; fulfilment makes its shipments
 * in the same transaction (`order.started`, within).
 */
export const startOrder: Command = command(orderLifecycle, 'start', {
  async guard(tx, rows, { shipMethodId }) {
    const refusals = new Map<string, Refusal>();
    const methods = await matchMethods(tx, rows);
    const lines = await tx.rows<{
      orderId: string;
      channelSku: string;
      missing: number;
      hasWarehouse: boolean;
    }>`
      select order_id, channel_sku, qty - qty_cancelled - qty_shipped - qty_reserved - qty_backordered as missing,
        warehouse_id is not null as has_warehouse
      from order_line where tenant_id = ${tx.tenant} and order_id = any(${rows.map((r) => r.id)}::uuid[])
        and qty - qty_cancelled - qty_shipped - qty_backordered > 0`;
    for (const row of rows) {
      const holds = row.holds;
      const own = lines.filter((line) => line.orderId === row.id);
      const waiting = own.length === 0 ? row.backorderDate : null;
      const short = own.filter((line) => line.missing > 0);
      if (holds.length > 0) refusals.set(row.id, orderOnHold({ holds: holdTitles(holds) }));
      else if (waiting) refusals.set(row.id, stillBackordered({ day: waiting }));
      else if (own.some((line) => !line.hasWarehouse)) refusals.set(row.id, noWarehouse());
      else if (short.length > 0)
        refusals.set(row.id, stockShort({ lines: short.map((l) => `${l.channelSku} 缺 ${l.missing}`).join('；') }));
      else if (!shipMethodId && !row.shipMethodId && !methods.has(row.id))
        refusals.set(
          row.id,
          noShipMethod({
            shipSpeed: String(row.shipSpeed ?? ''),
            carrier: String(row.carrierCode ?? ''),
          }),
        );
    }
    return refusals;
  },
  outlook: startOutlook,
  async run(tx, rows, { shipMethodId }) {
    const methods = await matchMethods(tx, rows);
    const methodOf = (row: OrderRow): string | null => shipMethodId ?? row.shipMethodId ?? methods.get(row.id) ?? null;
    await setEach(
      tx,
      salesOrder,
      rows.map((row) => ({ id: row.id, shipMethodId: methodOf(row) })),
    );
    for (const row of rows) await tx.emit(orderStarted, row.id, { orderId: row.id });
    // What is left of a partly shipped order is started again without losing that state.
    return new Map(rows.map((row) => [row.id, row.status === 'partial' ? 'partial' : 'processing']));
  },
});

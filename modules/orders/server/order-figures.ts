import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { salesOrder } from '../model/order.ts';
import { summaryOf } from './order-lines.ts';

/**
 * What the head tells of its lines, after units, prices or lines changed: amounts cover what is
 * not cancelled, the header is the sum of its lines.
 */
export async function refreshOrderFigures(tx: Tx, orderId: string): Promise<void> {
  const lines = await tx.rows<{
    id: string;
    channelSku: string;
    qty: number;
    left: number;
    unitPrice: string;
    currency: string;
    netShift: bigint;
  }>`
    select id, channel_sku, qty, qty - qty_cancelled as left, unit_price, currency, net_shift from order_line
    where tenant_id = ${tx.tenant} and order_id = ${orderId}::uuid order by line_no`;
  // What was rounded when the line was split stays with it as long as it has units.
  const nets = lines.map(({ left, unitPrice, currency, netShift }) =>
    left === 0 ? 0n : lineAmount(left, parseDecimal(unitPrice, PRICE_SCALE) ?? 0n, exponentOf(currency)) + netShift,
  );
  await tx.run`
    update order_line l set line_net = n.net
    from unnest(${lines.map(({ id }) => id)}::uuid[], ${nets}::bigint[]) as n (id, net)
    where l.tenant_id = ${tx.tenant} and l.id = n.id and l.line_net <> n.net`;
  await setColumns(tx, salesOrder, [orderId], {
    total: nets.reduce((sum, net) => sum + net, 0n),
    lineCount: lines.length,
    unitCount: lines.reduce((sum, { left }) => sum + left, 0),
    itemSummary: summaryOf(lines.map((line) => ({ channelSku: line.channelSku, qty: line.qty }))),
  });
}

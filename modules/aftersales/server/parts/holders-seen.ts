import { baseConditions } from '#kit/server/query/row-conditions.ts';
import type { Tx } from '#kit/server/database.ts';
import { join, sql } from '#kit/server/sql.ts';
import { stockTransfer } from '#modules/inventory/model/stock-transfer.ts';
import { holdersOf } from '#modules/inventory/server/index.ts';
import { salesOrder } from '#modules/orders/model/order.ts';
import { partOrder } from '../../model/part-order.ts';

type Holder = Awaited<ReturnType<typeof holdersOf>>[number];

/** What holds units and is out of sight has no number. */
const UNSEEN = '其他单据';

/** What holds good units of SKUs, by warehouse; what the actor does not see is named by no number. */
export async function holdersSeen(tx: Tx, skuIds: readonly string[]): Promise<Holder[]> {
  const holders = await holdersOf(tx, skuIds);
  const numbers = [...new Set(holders.map(({ orderNo }) => orderNo))];
  if (numbers.length === 0) return [];
  const seen = await tx.query<{ no: string }>(sql`
    select t.order_no as no from sales_order t
    where ${join(baseConditions(salesOrder, tx.actor), ' and ')} and t.order_no = any(${numbers}::text[])
    union all
    select t.part_order_no from part_order t
    where ${join(baseConditions(partOrder, tx.actor), ' and ')} and t.part_order_no = any(${numbers}::text[])
    union all
    select t.transfer_no from stock_transfer t
    where ${join(baseConditions(stockTransfer, tx.actor), ' and ')} and t.transfer_no = any(${numbers}::text[])`);
  const known = new Set(seen.map(({ no }) => no));
  const named = holders.map((one) => (known.has(one.orderNo) ? one : { ...one, orderNo: UNSEEN }));
  return [...new Map(named.map((one) => [Object.values(one).join(' '), one])).values()];
}

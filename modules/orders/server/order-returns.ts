import type { Tx } from '#kit/server/database.ts';
import type { OrderReturnStatus } from '../model/order-return-status.ts';

/** A line of an order, as somebody who takes goods back asks about it. */
export interface ReturnableLine {
  id: string;
  orderId: string;
  lineNo: number;
  channelSku: string;
  skuId: string | null;
  name: string;
  qty: number;
  qtyCancelled: number;
  qtyShipped: number;
  qtyReturned: number;
  unitPrice: string;
  /** Minor units, of what was not cancelled. */
  lineNet: bigint;
}

export interface ReturnableOrder {
  id: string;
  orderNo: string;
  channelOrderNo: string;
  accountId: string;
  orderType: string;
  environment: 'live' | 'sandbox';
  status: string;
  warehouseId: string | null;
  currency: string;
  returnUntil: Date | null;
  lines: ReturnableLine[];
}

/**
 * Orders with what was sent of them, by id.
 * @param isHeld keeps them, in one order, until the transaction ends: nothing is sent or comes back meanwhile
 */
export async function readReturnable(
  tx: Tx,
  orderIds: readonly string[],
  { isHeld = false }: { isHeld?: boolean } = {},
): Promise<Map<string, ReturnableOrder>> {
  const ids = [...new Set(orderIds)].sort();
  if (isHeld)
    await tx.run`select 1 from sales_order where tenant_id = ${tx.tenant}
      and id = any(${ids}::uuid[]) order by id for update`;
  const orders = await tx.rows<Omit<ReturnableOrder, 'lines'>>`
    select id, order_no, channel_order_no, account_id, order_type, environment, status, warehouse_id, currency,
      return_until
    from sales_order where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  const lines = await tx.rows<ReturnableLine>`
    select id, order_id, line_no, channel_sku, sku_id, name, qty, qty_cancelled, qty_shipped, qty_returned,
      unit_price, line_net
    from order_line where tenant_id = ${tx.tenant} and order_id = any(${ids}::uuid[])
    order by order_id, line_no`;
  const byOrder = Map.groupBy(lines, ({ orderId }) => orderId);
  return new Map(orders.map((order) => [order.id, { ...order, lines: byOrder.get(order.id) ?? [] }]));
}

/** What an order shows of its returns. */
export interface OrderReturns {
  status: OrderReturnStatus;
  /** What they lost so far, minor units of the base currency; null where nothing was returned or credited. */
  loss: bigint | null;
  baseCurrency: string;
  /** Units that came back, by line; lines that are not named have none. */
  returned: ReadonlyMap<string, number>;
}

/** Notes what came back of an order, as the returns of it say: whole, not by what changed. */
export async function recordReturns(
  tx: Tx,
  orderId: string,
  { status, loss, baseCurrency, returned }: OrderReturns,
): Promise<void> {
  await tx.run`
    update order_line l set qty_returned = coalesce(r.qty, 0), update_time = ${tx.now}, version = l.version + 1
    from order_line o left join unnest(${[...returned.keys()]}::uuid[], ${[...returned.values()]}::integer[])
      as r (id, qty) on r.id = o.id
    where o.tenant_id = ${tx.tenant} and o.order_id = ${orderId}::uuid and l.tenant_id = o.tenant_id
      and l.id = o.id and l.qty_returned <> coalesce(r.qty, 0)`;
  await tx.run`
    update sales_order set return_status = ${status}, return_loss = ${loss},
      base_currency = ${loss === null ? null : baseCurrency}
    where tenant_id = ${tx.tenant} and id = ${orderId}::uuid`;
}

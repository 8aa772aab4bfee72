import { formatDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';

/** A line as it is first stored. */
export interface NewLine {
  id: string;
  lineNo: number;
  channelSku: string;
  channelItemId?: string | undefined;
  skuId: string | null;
  name: string;
  qty: number;
  /** 1/10000 of the order currency. */
  unitPrice: bigint;
  /** Agreed unit price, text of numeric(18,4); null = none known. */
  expectedPrice: string | null;
  /** Minor units: round half up(qty × price). */
  net: bigint;
  /** Stored as the day of the warehouse it leaves from; of the tenant while none is known. */
  estShipDate?: Date | undefined;
  /** Units that are cancelled from the start. */
  cancelled: number;
}

/** Stores the lines of an order. */
export async function insertLines(
  tx: Tx,
  orderId: string,
  order: { currency: string; warehouseId: string | null },
  lines: readonly NewLine[],
): Promise<void> {
  await tx.run`
    insert into order_line (tenant_id, id, order_id, line_no, channel_sku, channel_item_id, sku_id, name, qty,
      unit_price, expected_price, price_diff_pct, currency, line_net, warehouse_id, est_ship_date,
      qty_cancelled, create_by, create_time)
    select ${tx.tenant}, l.id, ${orderId}::uuid, l.line_no, l.channel_sku, l.item_id, l.sku_id, l.name, l.qty,
      l.unit_price, l.expected_price, case when l.expected_price > 0
        then round((l.unit_price - l.expected_price) / l.expected_price * 100, 2) end,
      ${order.currency}, l.net, ${order.warehouseId}::uuid,
      (l.est_ship_at at time zone coalesce((select timezone from warehouse
        where tenant_id = ${tx.tenant} and id = ${order.warehouseId}::uuid), ${tx.actor.zone}))::date, l.cancelled,
      ${tx.actor.username}, ${tx.now}
    from unnest(${lines.map((l) => l.id)}::uuid[], ${lines.map((l) => l.lineNo)}::integer[],
      ${lines.map((l) => l.channelSku)}::text[], ${lines.map((l) => l.channelItemId ?? null)}::text[],
      ${lines.map((l) => l.skuId)}::uuid[], ${lines.map((l) => l.name.slice(0, 255))}::text[],
      ${lines.map((l) => l.qty)}::integer[], ${lines.map((l) => formatDecimal(l.unitPrice, 4))}::numeric[],
      ${lines.map((l) => l.expectedPrice)}::numeric[], ${lines.map((l) => l.net)}::bigint[],
      ${lines.map((l) => l.estShipDate ?? null)}::timestamptz[], ${lines.map((l) => l.cancelled)}::integer[])
      as l (id, line_no, channel_sku, item_id, sku_id, name, qty, unit_price, expected_price, net, est_ship_at,
        cancelled)`;
}

type Goods = readonly { channelSku: string; qty: number }[];

/** What an order is about, in the one text that lists show. */
export const summaryOf = (lines: Goods): string =>
  lines
    .map((line) => `${line.channelSku}×${line.qty}`)
    .join(' ')
    .slice(0, 255);

/** Numbers, part numbers and the buyer in one text: what the list is searched in. */
export const searchText = (orderNo: string, channelOrderNo: string, lines: Goods, buyer: string): string =>
  [orderNo, channelOrderNo, ...lines.map((line) => line.channelSku), buyer].join(' ').toLowerCase();

/**
 * Sets what lines were agreed to cost, and how far their prices are off.
 * @param prices text of numeric(18,4) by line id
 */
export async function recordAgreedPrices(tx: Tx, prices: readonly { lineId: string; price: string }[]): Promise<void> {
  await tx.run`
    update order_line l set expected_price = p.price, price_diff_pct = case when p.price > 0
      then round((l.unit_price - p.price) / p.price * 100, 2) end
    from unnest(${prices.map(({ lineId }) => lineId)}::uuid[], ${prices.map(({ price }) => price)}::numeric[])
      as p (id, price)
    where l.tenant_id = ${tx.tenant} and l.id = p.id`;
}

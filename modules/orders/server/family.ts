import type { Tx } from '#kit/server/database.ts';
import { nothing, sql } from '#kit/server/sql.ts';
import { readOrder, type OrderForShipment, type OrderLineState } from './read-order.ts';

/** One of the orders that an order of a channel was split into. */
export interface Member {
  id: string;
  orderNo: string;
  splitSeq: number;
  status: string;
  stage: string;
}

/**
 * The orders that stand for the same number at the channel, the one that came in first; an order that
 * was never split is a family of one. Locked in the order of their ids where something is done to them.
 */
export async function familyOf(tx: Tx, orderId: string, { lock = false }: { lock?: boolean } = {}): Promise<Member[]> {
  const members = await tx.query<Member>(sql`
    select m.id, m.order_no, m.split_seq, m.status, m.stage
    from sales_order m
    where m.tenant_id = ${tx.tenant} and (m.id = ${orderId}::uuid or m.split_seq >= 0 and
      (m.account_id, m.channel_order_no, m.order_type) = (
        select o.account_id, o.channel_order_no, o.order_type from sales_order o
        where o.tenant_id = ${tx.tenant} and o.id = ${orderId}::uuid and o.split_seq >= 0))
    order by m.id ${lock ? sql`for update of m` : nothing}`);
  return members.sort((a, b) => a.splitSeq - b.splitSeq);
}

export type FamilyLine = OrderLineState & { orderId: string; originLineId: string | null };

/** Lines of all members; `originLineId ?? id` says which line of the channel each is a part of. */
export const familyLines = (tx: Tx, members: readonly Pick<Member, 'id'>[]): Promise<FamilyLine[]> =>
  tx.rows<FamilyLine>`
    select l.id, l.order_id, l.origin_line_id, l.line_no, l.channel_sku, l.sku_id, l.name, l.qty, l.qty_cancelled,
      l.qty_reserved, l.qty_backordered, l.qty_packed, l.qty_shipped, l.warehouse_id, l.unit_price, l.est_ship_date
    from order_line l join sales_order o on o.tenant_id = l.tenant_id and o.id = l.order_id
    where l.tenant_id = ${tx.tenant} and l.order_id = any(${members.map(({ id }) => id)}::uuid[])
    order by o.split_seq, l.line_no`;

/** The line of the channel that a line is, or is a part of. */
export const originOfLine = (line: Pick<FamilyLine, 'id' | 'originLineId'>): string => line.originLineId ?? line.id;

/**
 * An order as its channel knows it: the units of all that it was split into, line by line. The day
 * promised for a line is the last one of its parts.
 * @throws Refusal 404
 */
export async function readWholeOrder(tx: Tx, orderId: string): Promise<OrderForShipment> {
  const order = await readOrder(tx, orderId);
  const members = await familyOf(tx, orderId);
  if (members.length < 2) return order;
  const parts = Map.groupBy(await familyLines(tx, members), originOfLine);
  return { ...order, lines: [...parts].map(([id, own]) => mergedLine(id, own)) };
}

function mergedLine(id: string, parts: readonly FamilyLine[]): OrderLineState {
  const [first] = parts as [FamilyLine];
  const sum = (of: (line: FamilyLine) => number): number => parts.reduce((total, line) => total + of(line), 0);
  const days = parts.flatMap(({ estShipDate }) => (estShipDate ? [estShipDate] : [])).sort();
  return {
    id,
    lineNo: first.lineNo,
    channelSku: first.channelSku,
    skuId: first.skuId,
    name: first.name,
    warehouseId: first.warehouseId,
    unitPrice: first.unitPrice,
    estShipDate: days.at(-1) ?? null,
    qty: sum((line) => line.qty),
    qtyCancelled: sum((line) => line.qtyCancelled),
    qtyReserved: sum((line) => line.qtyReserved),
    qtyBackordered: sum((line) => line.qtyBackordered),
    qtyPacked: sum((line) => line.qtyPacked),
    qtyShipped: sum((line) => line.qtyShipped),
  };
}

/** Whether anything of an order, or of what it was split into, has left from here. */
export async function hasShippedParts(tx: Tx, orderId: string): Promise<boolean> {
  const members = await familyOf(tx, orderId);
  if (members.length < 2) return false;
  const lines = await familyLines(tx, members);
  return lines.some(({ qtyShipped }) => qtyShipped > 0);
}

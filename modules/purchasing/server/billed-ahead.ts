import type { Tx } from '#kit/server/database.ts';
import { PURCHASE } from './announce-order.ts';

interface Answer {
  purchaseOrderId: string | null;
  receiptId: string | null;
  skuId: string;
}

/** Units that posted bills took beyond what had come, by what a line of a bill answers. */
export interface BilledAhead {
  of(line: Answer): number;
  /** A line before, of the same bill, takes so many more. */
  add(line: Answer, units: number): void;
}

/**
 * What was billed before it came is billed: goods of that order that come later are open less these
 * units. A receipt that answers an order counts with it, whichever of the two a line names.
 */
export async function billedAhead(tx: Tx, lines: readonly Answer[]): Promise<BilledAhead> {
  const orders = lines.flatMap(({ purchaseOrderId }) => purchaseOrderId ?? []);
  const receipts = lines.flatMap(({ receiptId }) => receiptId ?? []);
  const orderOf = await ordersBehind(tx, orders, receipts);
  const keyOf = ({ purchaseOrderId, receiptId, skuId }: Answer): string =>
    `${purchaseOrderId ?? orderOf.get(receiptId ?? '') ?? receiptId} ${skuId}`;
  const rows = await tx.rows<Answer & { units: number }>`
    select l.purchase_order_id, l.receipt_id, l.sku_id, sum(l.qty - coalesce(g.qty, 0))::integer as units
    from supplier_bill_line l
    join supplier_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
      and b.status in ('posted', 'part_paid', 'paid')
    left join lateral (
      select sum(qty) as qty from billed_goods
      where tenant_id = l.tenant_id and bill_line_id = l.id) g on true
    where l.tenant_id = ${tx.tenant}
      and (l.purchase_order_id = any(${[...orders, ...orderOf.values()]}::uuid[])
        or l.receipt_id = any(${[...receipts, ...orderOf.keys()]}::uuid[]))
    group by 1, 2, 3`;
  const units = new Map<string, number>();
  const add = (line: Answer, more: number): void => {
    units.set(keyOf(line), (units.get(keyOf(line)) ?? 0) + more);
  };
  for (const row of rows) add(row, row.units);
  return { of: (line) => units.get(keyOf(line)) ?? 0, add };
}

/** By receipt: the order that it answers; of these orders all receipts. */
async function ordersBehind(
  tx: Tx,
  orders: readonly string[],
  receipts: readonly string[],
): Promise<Map<string, string>> {
  const rows = await tx.rows<{ id: string; orderId: string }>`
    select r.id, r.ref_id as order_id from inbound_receipt r
    where r.tenant_id = ${tx.tenant} and r.ref_type = ${PURCHASE} and (r.ref_id = any(${orders}::uuid[])
      or r.ref_id in (select ref_id from inbound_receipt
        where tenant_id = ${tx.tenant} and id = any(${receipts}::uuid[])))`;
  return new Map(rows.map(({ id, orderId }) => [id, orderId]));
}

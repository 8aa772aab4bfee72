import type { Tx } from '#kit/server/database.ts';
import { PURCHASE } from './announce-order.ts';

/** Units of one SKU of one order. */
export interface OrderedUnits {
  ordered: number;
  /** Ordered, and what its tolerance lets come beyond that. */
  most: number;
  /** What posted bills have taken, whether they name the order or its receipts. */
  billed: number;
}

/** By order and SKU (`unitsKey`): what may be billed of orders, and what is. */
export async function billedUnits(tx: Tx, orderIds: readonly string[]): Promise<Map<string, OrderedUnits>> {
  const rows = await tx.rows<OrderedUnits & { purchaseOrderId: string; skuId: string }>`
    select l.purchase_order_id, l.sku_id, sum(l.qty)::integer as ordered,
      sum(l.qty + floor(l.qty * coalesce(p.tolerance, 0)))::integer as most, 0 as billed
    from purchase_order_line l
    join purchase_order p on p.tenant_id = l.tenant_id and p.id = l.purchase_order_id
    where l.tenant_id = ${tx.tenant} and l.purchase_order_id = any(${orderIds}::uuid[])
    group by 1, 2`;
  const units = new Map(rows.map((row) => [unitsKey(row.purchaseOrderId, row.skuId), { ...row }]));
  const billed = await tx.rows<{ purchaseOrderId: string; skuId: string; qty: number }>`
    select coalesce(l.purchase_order_id, r.ref_id) as purchase_order_id, l.sku_id,
      sum(l.qty)::integer as qty
    from supplier_bill_line l
    join supplier_bill b on b.tenant_id = l.tenant_id and b.id = l.bill_id
      and b.status in ('posted', 'part_paid', 'paid')
    left join inbound_receipt r on r.tenant_id = l.tenant_id and r.id = l.receipt_id
    where l.tenant_id = ${tx.tenant} and (l.purchase_order_id = any(${orderIds}::uuid[])
      or r.ref_type = ${PURCHASE} and r.ref_id = any(${orderIds}::uuid[]))
    group by 1, 2`;
  for (const { purchaseOrderId, skuId, qty } of billed) {
    const own = units.get(unitsKey(purchaseOrderId, skuId));
    if (own) own.billed += qty;
  }
  return units;
}

export const unitsKey = (orderId: string, skuId: string): string => `${orderId} ${skuId}`;

import type { Tx } from '#kit/server/database.ts';
import { purchaseOrder } from '../model/purchase-order.ts';
import { reasonAlone, suppliersTogether, type MadeAlone } from './alone-limit.ts';
import { orderWorth, type WeighedOrder } from './order-worth.ts';
import { linesOf, type PurchaseLine } from './purchase-lines.ts';

/** Who approves what one person may order alone. */
export const ALONE = '系统';

interface Submitted extends WeighedOrder {
  id: string;
  supplierId: string;
  /** The rate is nobody's word but the actor's. */
  isOwnRate: boolean;
  base: string;
}

/**
 * Why a second person must look at an order, or null: it is worth too much, or its prices are far from what
 * is known of the cost. An order that was split is one order.
 */
export async function reasonToCheck(tx: Tx, order: Submitted, lines: readonly PurchaseLine[]): Promise<string | null> {
  const { base } = order;
  const { value, isRaised, far } = await orderWorth(tx, order, lines, base);
  const above = await reasonAlone(tx, {
    value: order.isOwnRate ? null : value,
    base,
    words: { value: isRaised ? '按已知成本估值' : '总额', limit: '单人下单上限' },
    others: (since) => orderedAlone(tx, order, since),
  });
  const reasons = [above, far].filter((one) => one !== null);
  return reasons.length > 0 ? reasons.join('；') : null;
}

interface OrderedAlone extends WeighedOrder {
  id: string;
  poNo: string;
}

/**
 * What nobody else has looked at, of anybody who had a hand in this order. One that was cancelled counts
 * where the supplier may have it: it was ordered, or mailed.
 */
async function orderedAlone(tx: Tx, order: Submitted, since: Date): Promise<MadeAlone[]> {
  const supplierIds = await suppliersTogether(tx, purchaseOrder, order);
  const rows = await tx.rows<OrderedAlone>`
    select o.id, o.po_no, o.warehouse_id, o.total, o.currency, o.fx_rate::text as fx_rate
    from purchase_order o
    join purchase_order this on this.tenant_id = o.tenant_id and this.id = ${order.id}::uuid
    where o.tenant_id = ${tx.tenant} and o.supplier_id = any(${supplierIds}::uuid[]) and o.id <> this.id
      and o.approved_by = ${ALONE} and o.maker_ids && this.maker_ids
      and (o.status <> 'cancelled' or o.ordered_at is not null or exists (
        select 1 from purchase_order_mail m
        where m.tenant_id = o.tenant_id and m.purchase_order_id = o.id))
      and o.submitted_at > ${since}
    order by o.submitted_at, o.id`;
  const lines = await linesOf(tx, rows);
  const alone: MadeAlone[] = [];
  for (const row of rows) {
    const { value } = await orderWorth(tx, row, lines.get(row.id) ?? [], order.base);
    alone.push({ no: row.poNo, value });
  }
  return alone;
}

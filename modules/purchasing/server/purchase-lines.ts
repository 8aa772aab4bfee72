import { divideHalfUp, formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { PurchaseLineRow } from '../model/purchase-order.ts';

/** A line of a purchase order, with the code that people know its goods by. */
export type PurchaseLine = Pick<
  PurchaseLineRow,
  'id' | 'purchaseOrderId' | 'skuId' | 'qty' | 'unitPrice' | 'qtyReceived' | 'qtyClosed'
> & { sku: string };

const SHARE_SCALE = 6;
const RATE_SCALE = 8;

export const idsOf = (rows: readonly { id: string }[]): string[] => rows.map(({ id }) => id);

/** By order, in the order in which they were typed. */
export async function linesOf(tx: Tx, rows: readonly { id: string }[]): Promise<Map<string, PurchaseLine[]>> {
  const lines = await tx.rows<PurchaseLine>`
    select l.id, l.purchase_order_id, l.sku_id, l.qty, l.unit_price, l.qty_received, l.qty_closed,
      s.sku_code as sku
    from purchase_order_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.sku_id
    where l.tenant_id = ${tx.tenant} and l.purchase_order_id = any(${idsOf(rows)}::uuid[])
    order by l.id`;
  return Map.groupBy(lines, ({ purchaseOrderId }) => purchaseOrderId);
}

/** Units of a line that are still to come. */
export const openOf = ({
  qty,
  qtyReceived,
  qtyClosed,
}: Pick<PurchaseLine, 'qty' | 'qtyReceived' | 'qtyClosed'>): number => Math.max(0, qty - qtyReceived - qtyClosed);

/** Units that may come beyond those ordered: whole ones of the tolerance. */
export const beyondOf = (tolerance: string | null, { qty }: Pick<PurchaseLine, 'qty'>): number => {
  const share = parseDecimal(tolerance ?? '0', SHARE_SCALE) ?? 0n;
  return Number((BigInt(qty) * share) / 10n ** BigInt(SHARE_SCALE));
};

/** What a unit costs in the base currency, by the rate that was frozen with the order. */
export function unitCostOf(unitPrice: string | null, fxRate: string | null): string {
  const price = parseDecimal(unitPrice ?? '0', PRICE_SCALE) ?? 0n;
  const rate = parseDecimal(fxRate ?? '1', RATE_SCALE) ?? 0n;
  return formatDecimal(divideHalfUp(price * rate, 10n ** BigInt(RATE_SCALE)), PRICE_SCALE);
}

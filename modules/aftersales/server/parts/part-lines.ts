import type { Tx } from '#kit/server/database.ts';
import type { PartSource } from '../../model/part-order.ts';

/** A line with the names that words about it use. */
export interface StoredPartLine {
  id: string;
  /** Where it stands in the document, from 1. */
  row: number;
  parentSkuId: string;
  parentSku: string;
  partSkuId: string | null;
  /** Its code, else what was written of it. */
  part: string;
  qty: number;
  cartonNo: number | null;
  orderLineId: string | null;
  source: PartSource | null;
  warehouseId: string | null;
  harvestUnits: number;
  qtyReserved: number;
}

/** Lines of a part order in their order. */
export async function partLinesOf(tx: Tx, partOrderId: string): Promise<StoredPartLine[]> {
  const rows = await tx.rows<Omit<StoredPartLine, 'row'>>`
    select l.id, l.parent_sku_id, s.sku_code as parent_sku, l.part_sku_id,
      coalesce(p.sku_code, l.description) as part, l.qty, l.carton_no, l.order_line_id, l.source,
      l.warehouse_id, l.harvest_units, l.qty_reserved
    from part_line l join sku s on s.tenant_id = l.tenant_id and s.id = l.parent_sku_id
      left join sku p on p.tenant_id = l.tenant_id and p.id = l.part_sku_id
    where l.tenant_id = ${tx.tenant} and l.part_order_id = ${partOrderId}::uuid order by l.id`;
  return rows.map((line, index) => ({ ...line, row: index + 1 }));
}

import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { standardCost } from './standard-cost.ts';

/** A part of a SKU, as its list of parts says. */
export interface PartOfSku {
  id: string;
  parentSkuId: string;
  ordinal: number;
  partSkuId: string;
  skuCode: string;
  name: string;
  qtyPerUnit: number;
  partClass: 'common' | 'component' | 'carton';
  cartonNo: number | null;
  isHarvestable: boolean;
  note: string | null;
  /** Of the part in its place, else of its own SKU. */
  images: string[];
  /** What one is taken to cost today; null where nobody has said any. */
  standardCost: string | null;
}

/** Parts of SKUs in the order of the drawing; of a SKU that is no longer sold as well. */
export const partsOf = (tx: Tx, skuIds: readonly string[]): Promise<PartOfSku[]> =>
  tx.query<PartOfSku>(sql`
    select p.id, p.parent_sku_id, p.ordinal, p.part_sku_id, s.sku_code, s.name, p.qty_per_unit,
      p.part_class, p.carton_no, p.is_harvestable, p.note,
      coalesce(nullif(p.images, '{}'), s.images, '{}') as images, (${standardCost(tx)})::text as standard_cost
    from sku_part p join sku s on s.tenant_id = p.tenant_id and s.id = p.part_sku_id
    where p.tenant_id = ${tx.tenant} and p.deleted_at is null
      and p.parent_sku_id = any(${[...new Set(skuIds)]}::uuid[])
    order by p.parent_sku_id, p.ordinal, p.id`);

/** What SKUs are taken to cost today, text of numeric(18,4), by id; of those of which it is known. */
export async function standardCostsOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, string>> {
  const rows = await tx.query<{ id: string; cost: string | null }>(sql`
    select s.id, (${standardCost(tx)})::text as cost from sku s
    where s.tenant_id = ${tx.tenant} and s.id = any(${[...new Set(skuIds)]}::uuid[])`);
  return new Map(rows.flatMap(({ id, cost }) => (cost === null ? [] : [[id, cost] as const])));
}

import type { Tx } from '#kit/server/database.ts';
import type { PickPlace } from '../../model/pick-path.ts';

/** Where SKUs are picked first in a warehouse, by SKU; one that stands nowhere has no entry. */
export async function pickPlaces(
  tx: Tx,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<Map<string, PickPlace>> {
  const rows = await tx.rows<{ skuId: string } & PickPlace>`
    select distinct on (s.sku_id) s.sku_id, z.code as zone, b.aisle, b.rack, b.level, b.position,
      b.walk_order, b.code
    from sku_bin s
      join warehouse_bin b on b.tenant_id = s.tenant_id and b.id = s.bin_id
      join warehouse_zone z on z.tenant_id = b.tenant_id and z.id = b.zone_id
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null
      and s.warehouse_id = ${warehouseId}::uuid and s.sku_id = any(${skuIds}::uuid[])
    order by s.sku_id, s.is_primary desc, b.walk_order, b.code`;
  return new Map(rows.map(({ skuId, ...place }) => [skuId, place]));
}

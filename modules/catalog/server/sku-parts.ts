import type { Tx } from '#kit/server/database.ts';

/** Where parts stand on the exploded drawing of their SKU. */
export interface PartDrawings {
  /** Paths by SKU. */
  drawings: ReadonlyMap<string, string>;
  /** In thousandths from the upper left corner, by row of 配件清单. */
  points: ReadonlyMap<string, { pointX: number; pointY: number }>;
}

/** The exploded drawings of SKUs that have one, and the parts that stand on them. */
export async function partDrawingsOf(tx: Tx, skuIds: readonly string[]): Promise<PartDrawings> {
  const ids = [...skuIds];
  const drawn = await tx.rows<{ id: string; drawing: string }>`
    select id, drawing[1] as drawing from sku
    where tenant_id = ${tx.tenant} and drawing[1] is not null and id = any(${ids}::uuid[])`;
  const placed = await tx.rows<{ id: string; pointX: number; pointY: number }>`
    select id, point_x, point_y from sku_part
    where tenant_id = ${tx.tenant} and deleted_at is null and parent_sku_id = any(${ids}::uuid[])
      and point_x is not null and point_y is not null`;
  return {
    drawings: new Map(drawn.map(({ id, drawing }) => [id, drawing])),
    points: new Map(placed.map(({ id, ...point }) => [id, point])),
  };
}

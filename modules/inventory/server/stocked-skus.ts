import type { BesideRows } from '#kit/server/query/list.ts';

/** 仓库 with how many SKUs lie in them: what was sold out counts no more. */
export const stockedSkusBeside: BesideRows = async (tx, rows) => {
  const found = await tx.rows<{ warehouseId: string; n: number }>`
    select warehouse_id, count(distinct sku_id)::integer as n from stock_level
    where tenant_id = ${tx.tenant} and on_hand <> 0
      and warehouse_id = any(${rows.map(({ id }) => id)}::uuid[])
    group by warehouse_id`;
  const counts = new Map(found.map(({ warehouseId, n }) => [warehouseId, n]));
  return new Map(rows.map(({ id }) => [String(id), { skuCount: counts.get(String(id)) ?? 0 }]));
};

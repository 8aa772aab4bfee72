import { may } from '#kit/server/actor.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { stockLevel } from '../model/stock.ts';

/** Good units that are available of products, in the warehouses that the reader may see. */
export const availableOfProducts: BesideRows = async (tx, rows) => {
  if (!may(tx.actor, 'inventory:stockLevel:list')) return new Map();
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.query<{ productId: string; available: number }>(sql`
    select s.product_id, sum(t.available)::integer as available
    from sku s join stock_level t on t.sku_id = s.id and t.condition = 'good'
      and ${join(baseConditions(stockLevel, tx.actor), ' and ')}
    where s.tenant_id = ${tx.tenant} and s.product_id = any(${ids}::uuid[]) and s.deleted_at is null
    group by 1`);
  return new Map(found.map(({ productId, available }) => [productId, { available }]));
};

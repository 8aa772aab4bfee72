import { may } from '#kit/server/actor.ts';
import type { BesideRows } from '#kit/server/query/list.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { channelProduct } from '../model/channel-product.ts';

/** In which shops products are on sale, of those that the reader may see. */
export const shopsOfProducts: BesideRows = async (tx, rows) => {
  if (!may(tx.actor, 'channels:channelProduct:list')) return new Map();
  const ids = rows.map((row) => String(row['id']));
  const found = await tx.query<{ productId: string; shops: string[] }>(sql`
    select s.product_id, array_agg(distinct a.name order by a.name) as shops
    from sku s
      join channel_product t on t.sku_id = s.id and t.status = 'live'
        and ${join(baseConditions(channelProduct, tx.actor), ' and ')}
      join channel_account a on a.tenant_id = t.tenant_id and a.id = t.account_id
    where s.tenant_id = ${tx.tenant} and s.product_id = any(${ids}::uuid[]) and s.deleted_at is null
    group by 1`);
  return new Map(found.map(({ productId, shops }) => [productId, { shops: shops.join('、') }]));
};

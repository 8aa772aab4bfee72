import { notFound } from '#kit/model/refusal.ts';
import { may } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { baseConditions } from '#kit/server/query/row-conditions.ts';
import { join, sql } from '#kit/server/sql.ts';
import { product, sku } from '../model/product.ts';

/** @throws Refusal 404 for a product that the reader does not see */
export async function seenProduct(tx: Tx, id: string): Promise<void> {
  const [row] =
    isUuid(id) && may(tx.actor, 'catalog:product:list')
      ? await tx.query(sql`select 1 from product t
          where ${join(baseConditions(product, tx.actor), ' and ')} and t.id = ${id}::uuid`)
      : [];
  if (!row) throw notFound();
}

/**
 * SKUs of a product, as far as the reader may list them.
 * @throws Refusal 404 for a product that the reader does not see
 */
export async function seenSkusOf(tx: Tx, productId: string): Promise<{ id: string; skuCode: string }[]> {
  await seenProduct(tx, productId);
  if (!may(tx.actor, 'catalog:sku:list')) return [];
  return tx.query(sql`select t.id, t.sku_code from sku t
    where ${join(baseConditions(sku, tx.actor), ' and ')} and t.product_id = ${productId}::uuid
    order by t.sku_code`);
}

import { blocksOf } from '#kit/model/blocks.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import type { SupplyStock } from '../../model/supply/supplier-port.ts';

const BLOCK = 1000;

/**
 * Stores what a supplier has, as of now. A warehouse that it does not name any more for a product is gone; a product
 * whose stock was not read keeps what it had, with the moment at which that was said.
 */
export async function storeStock(
  tx: Tx,
  feedId: string,
  stock: ReadonlyMap<string, readonly SupplyStock[]>,
): Promise<void> {
  const products = await tx.rows<{ id: string; supplierSku: string }>`
    select id, supplier_sku from supplier_product
    where tenant_id = ${tx.tenant} and feed_id = ${feedId}::uuid and supplier_sku = any(${[...stock.keys()]}::text[])`;
  const levels = products.flatMap(({ id, supplierSku }) =>
    (stock.get(supplierSku) ?? []).map((row) => ({ ...row, productId: id })),
  );
  for (const some of blocksOf(levels, BLOCK)) await upsert(tx, some);
  await tx.run`
    delete from supplier_stock_level
    where tenant_id = ${tx.tenant} and product_id = any(${products.map(({ id }) => id)}::uuid[]) and at < ${tx.now}`;
}

const upsert = (tx: Tx, levels: readonly (SupplyStock & { productId: string })[]): Promise<unknown> => tx.rows`
  insert into supplier_stock_level
    (tenant_id, id, product_id, warehouse_code, qty, qty_max, eta, eta_qty, at, create_time)
  select ${tx.tenant}::integer, v.id, v.product_id, v.warehouse_code, v.qty, v.qty_max, v.eta, v.eta_qty,
    ${tx.now}::timestamptz, ${tx.now}::timestamptz
  from unnest(${levels.map(() => newId())}::uuid[], ${levels.map((one) => one.productId)}::uuid[],
    ${levels.map((one) => one.warehouseCode)}::text[], ${levels.map((one) => one.least)}::integer[],
    ${levels.map((one) => one.most)}::integer[], ${levels.map((one) => one.eta)}::date[],
    ${levels.map((one) => one.etaQty)}::integer[])
    as v (id, product_id, warehouse_code, qty, qty_max, eta, eta_qty)
  on conflict (tenant_id, product_id, warehouse_code) do update set
    qty = excluded.qty, qty_max = excluded.qty_max, eta = excluded.eta, eta_qty = excluded.eta_qty, at = excluded.at
  returning id`;

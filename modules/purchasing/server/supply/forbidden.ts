import type { Tx } from '#kit/server/database.ts';

/**
 * Goods that a supplier of theirs forbids at the marketplace of a shop. A SKU that means a product of a supplier is
 * forbidden where that supplier names the marketplace, whether or not somebody else sells it to us: which unit leaves
 * is not known when it is listed.
 * @returns numbers at the supplier by the SKU of ours
 */
export async function forbiddenAt(
  tx: Tx,
  accountId: string,
  skuIds: readonly string[],
): Promise<ReadonlyMap<string, string>> {
  if (skuIds.length === 0) return new Map();
  const rows = await tx.rows<{ skuId: string; supplierSku: string }>`
    select p.sku_id, min(p.supplier_sku) as supplier_sku
    from supplier_product p
    join channel_account a on a.tenant_id = p.tenant_id and a.id = ${accountId}::uuid
    where p.tenant_id = ${tx.tenant} and p.sku_id = any(${skuIds}::uuid[]) and p.status in ('linked', 'changed')
      and a.channel_code = any(p.banned)
    group by p.sku_id`;
  return new Map(rows.map(({ skuId, supplierSku }) => [skuId, supplierSku]));
}

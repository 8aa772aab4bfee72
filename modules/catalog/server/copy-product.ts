import { notFound } from '#kit/model/refusal.ts';
import { requirePermission } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { lockRegister } from '#kit/server/row-storage.ts';
import { setColumns } from '#kit/server/stored-rows.ts';
import { addRow } from '#kit/server/write.ts';
import { product, sku, skuCarton, type ProductRow } from '../model/product.ts';
import { numberedCode } from '../model/variants.ts';
import { cartonGuards, productGuards } from './guards.ts';
import { cartonsOf } from './sku-queries.ts';

interface CopiedSku {
  id: string;
  skuCode: string;
  name: string;
  netWeightG: number | null;
  pieceCount: number;
  msrp: string | null;
  mapPrice: string | null;
  standardCost: string | null;
  variant: string | null;
}

/**
 * A product like another, as a draft: its texts, category, attributes and options, its SKUs under
 * codes of their own and their cartons. What names one thing alone (UPC) or belongs to its row
 * (pictures, files) stays behind.
 * @returns the id of the copy
 */
export async function copyProduct(
  tx: Tx,
  registry: Registry,
  id: string,
  to: { spuCode: unknown; name: unknown },
): Promise<string> {
  for (const right of ['catalog:sku:add', 'catalog:skuCarton:add']) requirePermission(tx.actor, right);
  const [from] = (await lockRegister(tx, product, [id])) as unknown as ProductRow[];
  if (!from) throw notFound();
  const { nameEn, brand, categoryId, originCountry, hsCode, description, attributes, tagIds } = from;
  const copyId = await addRow(
    tx,
    { registry, resource: product, guards: productGuards as object },
    {
      ...to,
      nameEn,
      brand,
      categoryId,
      originCountry,
      hsCode,
      description,
      attributes,
      tagIds,
    },
  );
  if (from.options) await setColumns(tx, product, [copyId], { options: from.options });
  await copySkus(tx, registry, { from, copyId, spuCode: String(to.spuCode).trim() });
  return copyId;
}

async function copySkus(
  tx: Tx,
  registry: Registry,
  { from, copyId, spuCode }: { from: ProductRow; copyId: string; spuCode: string },
): Promise<void> {
  const skus = await tx.rows<CopiedSku>`
    select id, sku_code, name, net_weight_g, piece_count, msrp, map_price, standard_cost, variant from sku
    where tenant_id = ${tx.tenant} and product_id = ${from.id}::uuid and deleted_at is null
      and type = 'simple' order by sku_code`;
  const cartons = await cartonsOf(
    tx,
    skus.map(({ id }) => id),
  );
  for (const [at, { id, skuCode, variant, ...rest }] of skus.entries()) {
    const skuId = await addRow(
      tx,
      { registry, resource: sku },
      { ...rest, productId: copyId, skuCode: codeOf(skuCode, from.spuCode, spuCode, at + 1) },
    );
    if (variant) await setColumns(tx, sku, [skuId], { variant });
    for (const { id: _id, skuId: _of, ...carton } of cartons.get(id) ?? [])
      await addRow(tx, { registry, resource: skuCarton, guards: cartonGuards }, { ...carton, skuId });
  }
}

/** `SOFA-WHITE` of `SOFA` becomes `COUCH-WHITE` of `COUCH`; a code of another make is numbered. */
const codeOf = (code: string, from: string, to: string, at: number): string =>
  code.startsWith(from) ? `${to}${code.slice(from.length)}` : numberedCode(to, at);

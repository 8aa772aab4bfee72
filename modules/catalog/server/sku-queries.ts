import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { sku } from '../model/product.ts';
import { normalCode, upcSpellings } from '../model/sku-code.ts';

/** One carton of a SKU: millimetres and grams. */
export interface Carton {
  id: string;
  skuId: string;
  cartonNo: number;
  label: string;
  lengthMm: number;
  widthMm: number;
  heightMm: number;
  grossWeightG: number;
  unitsPerCarton: number;
}

/** Cartons of SKUs in carton order; a SKU without cartons has no entry. */
export async function cartonsOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, Carton[]>> {
  const rows = await tx.rows<Carton>`
    select id, sku_id, carton_no, label, length_mm,
      width_mm, height_mm, gross_weight_g,
      units_per_carton
    from sku_carton
    where tenant_id = ${tx.tenant} and deleted_at is null and sku_id = any(${skuIds}::uuid[])
    order by sku_id, carton_no`;
  return Map.groupBy(rows, (row) => row.skuId);
}

export interface SkuName {
  id: string;
  skuCode: string;
  upc: string | null;
  name: string;
  nameEn: string | null;
}

/** Live SKUs that one of these codes may mean: exactly, by UPC, or but for case and dashes. */
export const skusLike = (tx: Tx, codes: readonly string[]): Promise<SkuName[]> =>
  tx.rows<SkuName>`
    select s.id, s.sku_code, s.upc, s.name, p.name_en
    from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null
      and (s.sku_code = any(${codes}::text[]) or s.upc = any(${codes.flatMap(upcSpellings)}::text[])
        or s.normal_code = any(${codes.map(normalCode).filter((code) => code !== '')}::text[]))
    order by s.sku_code limit 2000`;

/** Live SKUs whose names share most with a title, best first: candidates for a person to judge. */
export const skusNamedLike = (tx: Tx, title: string, limit: number): Promise<SkuName[]> =>
  tx.rows<SkuName>`
    select s.id, s.sku_code, s.upc, s.name, p.name_en
    from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null
      and greatest(similarity(s.name, ${title}), similarity(coalesce(p.name_en, ''), ${title})) > 0.2
    order by greatest(similarity(s.name, ${title}), similarity(coalesce(p.name_en, ''), ${title})) desc, s.id
    limit ${limit}`;

/** How a SKU is known on sight. */
export interface SkuFace {
  id: string;
  skuCode: string;
  upc: string | null;
  /** Our own name, which the warehouse uses. */
  name: string;
  /** Paths of its pictures, of its product's where it has none. */
  images: string[];
}

/** Names and pictures of SKUs, deleted ones too: what was ordered keeps its face. */
export const skuFaces = (tx: Tx, skuIds: readonly string[]): Promise<SkuFace[]> =>
  tx.rows<SkuFace>`
    select s.id, s.sku_code, s.upc, s.name, coalesce(nullif(s.images, '{}'), p.images, '{}') as images
    from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${skuIds}::uuid[])`;

/** What decides how much of a SKU may be shown for sale. */
export interface SaleState {
  skuId: string;
  safetyStock: number;
  productStatus: 'draft' | 'active' | 'paused' | 'discontinued';
  isDeleted: boolean;
}

export const saleStates = (tx: Tx, skuIds: readonly string[]): Promise<SaleState[]> =>
  tx.rows<SaleState>`
    select s.id as "skuId", s.safety_stock, p.status as "productStatus",
      s.deleted_at is not null as "isDeleted"
    from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${skuIds}::uuid[])`;

/** Live SKUs of a product. */
export async function skuIdsOf(tx: Tx, productId: string): Promise<string[]> {
  const rows = await pick(tx, sku, ['id'])`
    product_id = ${productId}::uuid
      and deleted_at is null`;
  return rows.map((row) => row.id);
}

import type { Tx } from '#kit/server/database.ts';
import { pick } from '#kit/server/stored-rows.ts';
import { sku } from '../model/product.ts';
import { normalCode, upcSpellings } from '../model/sku-code.ts';
import { bundleParts } from './bundles.ts';

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

/** More boxes than one unit of anything is sent in: such a bundle is typed wrongly, and is never taken apart. */
export const MOST_BUNDLE_CARTONS = 200;

/**
 * Cartons of SKUs in carton order; a SKU without cartons has no entry. A bundle ships in those of its
 * components, numbered through, and has an entry once all of them have theirs, unless it would be more than
 * {@link MOST_BUNDLE_CARTONS} ({@link hugeBundles} says so).
 */
export async function cartonsOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, Carton[]>> {
  const bundles = await bundleParts(tx, skuIds);
  const components = [...bundles.values()].flat().map(({ skuId }) => skuId);
  const rows = await tx.rows<Carton & { skuCode: string }>`
    select c.id, c.sku_id, s.sku_code, c.carton_no, c.label, c.length_mm,
      c.width_mm, c.height_mm, c.gross_weight_g,
      c.units_per_carton
    from sku_carton c join sku s on s.tenant_id = c.tenant_id and s.id = c.sku_id
    where c.tenant_id = ${tx.tenant} and c.deleted_at is null
      and c.sku_id = any(${[...skuIds, ...components]}::uuid[])
    order by c.sku_id, c.carton_no`;
  const own = Map.groupBy(rows, (row) => row.skuId);
  const cartons = new Map<string, Carton[]>(own);
  for (const [id, parts] of bundles) {
    const boxes = parts.map(({ qty, skuId }) => boxesOf(qty, own.get(skuId)));
    if (sumOf(boxes) > MOST_BUNDLE_CARTONS) continue;
    const made = parts.map((part) => cartonsOfPart(part.qty, own.get(part.skuId) ?? []));
    if (parts.length > 0 && made.every((some) => some.length > 0))
      cartons.set(
        id,
        made.flat().map((carton, at) => ({ ...carton, skuId: id, cartonNo: at + 1 })),
      );
  }
  return cartons;
}

const sumOf = (numbers: readonly number[]): number => numbers.reduce((sum, one) => sum + one, 0);

/**
 * How many boxes so many units ship in: several cartons are one of each a unit, a single one takes as many
 * units as it says (domain.md §2.2).
 */
export const boxesOf = (qty: number, cartons: readonly { unitsPerCarton: number }[] = []): number =>
  cartons.length === 1 ? Math.ceil(qty / (cartons[0]?.unitsPerCarton ?? 1)) : qty * cartons.length;

/** Bundles among these SKUs that are more than {@link MOST_BUNDLE_CARTONS} cartons a unit, and how many. */
export async function hugeBundles(
  tx: Tx,
  skuIds: readonly string[],
): Promise<Map<string, { skuCode: string; cartons: number }>> {
  const rows = await tx.rows<{ id: string; skuCode: string; cartons: number }>`
    select b.id, b.sku_code, sum(case when c.n = 1 then ceil(i.qty::numeric / c.units) else i.qty * c.n end)::integer
      as cartons
    from bundle_item i
      join sku b on b.tenant_id = i.tenant_id and b.id = i.bundle_sku_id
      cross join lateral (select count(*)::integer as n, max(k.units_per_carton) as units from sku_carton k
        where k.tenant_id = i.tenant_id and k.sku_id = i.component_sku_id and k.deleted_at is null) c
    where i.tenant_id = ${tx.tenant} and i.deleted_at is null and i.bundle_sku_id = any(${[...skuIds]}::uuid[])
      and c.n > 0
    group by b.id, b.sku_code
    having sum(case when c.n = 1 then ceil(i.qty::numeric / c.units) else i.qty * c.n end) > ${MOST_BUNDLE_CARTONS}`;
  return new Map(rows.map(({ id, ...one }) => [id, one]));
}

/** What so many units of one component come in, each carton under the code of what is inside. */
function cartonsOfPart(qty: number, cartons: readonly (Carton & { skuCode: string })[]): Carton[] {
  const [only] = cartons;
  if (!only) return [];
  const named = ({ skuCode, ...carton }: Carton & { skuCode: string }): Carton => ({
    ...carton,
    label: `${skuCode} ${carton.label}`.slice(0, LONGEST_LABEL),
    unitsPerCarton: 1,
  });
  if (cartons.length > 1 || only.unitsPerCarton === 1)
    return Array.from({ length: qty }, () => cartons.map(named)).flat();
  const { unitsPerCarton, grossWeightG } = only;
  return Array.from({ length: Math.ceil(qty / unitsPerCarton) }, (_, at) => {
    const units = Math.min(unitsPerCarton, qty - at * unitsPerCarton);
    const weight = Math.max(1, Math.round((grossWeightG * units) / unitsPerCarton));
    return { ...named(only), grossWeightG: weight };
  });
}

const LONGEST_LABEL = 64;

export interface SkuName {
  id: string;
  skuCode: string;
  upc: string | null;
  name: string;
  nameEn: string | null;
  /** What else it is called. */
  aliases: string[];
}

/** Live SKUs that one of these codes may mean: exactly, by alias or UPC, or but for case and dashes. */
export const skusLike = (tx: Tx, codes: readonly string[]): Promise<SkuName[]> =>
  tx.rows<SkuName>`
    select s.id, s.sku_code, s.upc, s.name, p.name_en, coalesce(a.codes, '{}') as aliases
    from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      left join (
        select sku_id, array_agg(code order by code) as codes from sku_alias
        where tenant_id = ${tx.tenant} and deleted_at is null and code = any(${codes}::text[])
        group by 1) a on a.sku_id = s.id
    where s.tenant_id = ${tx.tenant} and s.deleted_at is null
      and (a.sku_id is not null or s.sku_code = any(${codes}::text[]) or s.upc = any(${codes.flatMap(upcSpellings)}::text[])
        or s.normal_code = any(${codes.map(normalCode).filter((code) => code !== '')}::text[]))
    order by s.sku_code limit 2000`;

/** Live SKUs whose names share most with a title, best first: candidates for a person to judge. */
export const skusNamedLike = (tx: Tx, title: string, limit: number): Promise<SkuName[]> =>
  tx.rows<SkuName>`
    select s.id, s.sku_code, s.upc, s.name, p.name_en, '{}'::text[] as aliases
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

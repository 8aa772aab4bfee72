import type { Tx } from '#kit/server/database.ts';
import { formatDecimal } from '#kit/model/money.ts';
import { billableWeightLb, shipClassOf, type BoxSize } from '#modules/base/model/ship-class.ts';
import { cartonsOf, type Carton } from '#modules/catalog/server/index.ts';
import type { KnownFacts } from '../model/facts.ts';

/** What is to be shipped of one line. */
export interface OrderGoods {
  skuId: string | null;
  channelSku: string;
  qty: number;
  /** Units of it that are reserved. */
  held: number;
}

const GRAMS_PLACES = 3;
const MM3_PLACES = 9;
/** A line of so many cartons is counted, not laid out box by box. */
const MOST_LAID_OUT = 200;

/** Categories, tags and cartons of what orders contain; where a SKU has no cartons, its measures are unknown. */
export async function goodsFacts(
  tx: Tx,
  goods: ReadonlyMap<string, readonly OrderGoods[]>,
): Promise<Map<string, KnownFacts>> {
  const skuIds = [...new Set([...goods.values()].flat().flatMap(({ skuId }) => skuId ?? []))];
  const products = await productsOf(tx, skuIds);
  const cartons = await cartonsOf(tx, skuIds);
  return new Map(
    [...goods].map(([id, lines]) => {
      const own = lines.flatMap(({ skuId }) => products.get(skuId ?? '') ?? []);
      return [
        id,
        {
          categoryIds: [...new Set(own.flatMap(({ categoryIds }) => categoryIds))],
          productTagIds: [...new Set(own.flatMap(({ tagIds }) => tagIds))],
          ...measures(lines, cartons),
        },
      ];
    }),
  );
}

interface ProductOfSku {
  skuId: string;
  /** Its own and all above it. */
  categoryIds: string[];
  tagIds: string[];
}

async function productsOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, ProductOfSku>> {
  const rows = await tx.rows<ProductOfSku>`
    with recursive own as (
      select s.id as sku_id, p.category_id, coalesce(p.tag_ids, '{}') as tag_ids
      from sku s join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
      where s.tenant_id = ${tx.tenant} and s.id = any(${[...skuIds]}::uuid[])
    ), above as (
      select sku_id, category_id from own
      union
      select a.sku_id, c.parent_id from above a
        join product_category c on c.tenant_id = ${tx.tenant} and c.id = a.category_id
      where c.parent_id is not null
    )
    select o.sku_id, o.tag_ids, coalesce(array_agg(a.category_id)
      filter (where a.category_id is not null), '{}') as category_ids
    from own o left join above a on a.sku_id = o.sku_id
    group by o.sku_id, o.tag_ids`;
  return new Map(rows.map((row) => [row.skuId, row]));
}

function measures(lines: readonly OrderGoods[], cartons: ReadonlyMap<string, readonly Carton[]>): KnownFacts {
  const boxes: (BoxSize & { count: number })[] = [];
  let isMultiCarton = false;
  for (const { skuId, qty } of lines) {
    const own = cartons.get(skuId ?? '') ?? [];
    if (own.length === 0) return { isMultiCarton };
    if (own.length > 1) isMultiCarton = true;
    for (const { lengthMm, widthMm, heightMm, grossWeightG, unitsPerCarton } of own)
      boxes.push({
        lengthMm,
        widthMm,
        heightMm,
        weightG: grossWeightG,
        count: Math.ceil(qty / unitsPerCarton),
      });
  }
  const sum = (of: (box: BoxSize) => bigint): bigint =>
    boxes.reduce((total, box) => total + of(box) * BigInt(box.count), 0n);
  const volume = ({ lengthMm, widthMm, heightMm }: BoxSize): bigint =>
    BigInt(lengthMm) * BigInt(widthMm) * BigInt(heightMm);
  return {
    isMultiCarton,
    weightKg: formatDecimal(
      sum(({ weightG }) => BigInt(weightG)),
      GRAMS_PLACES,
    ),
    // Conditions compare four places: what is below is cut off.
    volumeM3: formatDecimal(sum(volume) / 10n ** BigInt(MM3_PLACES - 4), 4),
    billableLb: String(sum((box) => BigInt(billableWeightLb(box)))),
    cartonCount: String(sum(() => 1n)),
    shipClass: shipClassOf(boxes.slice(0, MOST_LAID_OUT)).class,
  };
}

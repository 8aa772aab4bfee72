import type { Tx } from '#kit/server/database.ts';
import { bundleParts, bundlesOf } from '#modules/catalog/server/index.ts';
import { availableOf } from './reservations.ts';
import { goodStockSeen, type StockSeen } from './stock-seen.ts';

type Available = Awaited<ReturnType<typeof availableOf>>[number];

/**
 * Good stock that can still be promised, per warehouse and SKU; of a bundle as many as its scarcest
 * component makes there (domain.md §4).
 */
export async function sellableOf(tx: Tx, skuIds: readonly string[]): Promise<Available[]> {
  const { asked, bundles } = await exploded(tx, skuIds);
  const levels = await availableOf(tx, asked);
  if (bundles.size === 0) return levels;
  const made = [...Map.groupBy(levels, ({ warehouseId }) => warehouseId)].flatMap(([warehouseId, there]) => {
    const units = new Map(there.map(({ skuId, available }) => [skuId, available]));
    return [...bundles].map(([skuId, parts]) => ({
      warehouseId,
      skuId,
      oversellLimit: 0,
      available: bundlesOf(parts, (id) => units.get(id) ?? 0),
    }));
  });
  const wanted = new Set(skuIds);
  return [...levels.filter(({ skuId }) => wanted.has(skuId)), ...made];
}

/** The same in the warehouses that the caller may see, by name, most first. */
export async function sellableSeen(tx: Tx, skuIds: readonly string[]): Promise<StockSeen[]> {
  const { asked, bundles } = await exploded(tx, skuIds);
  const seen = await goodStockSeen(tx, asked);
  const made = [...Map.groupBy(seen, ({ warehouseId }) => warehouseId)].flatMap(([warehouseId, there]) =>
    [...bundles].map(([skuId, parts]) => ({
      warehouseId,
      skuId,
      warehouse: there[0]?.warehouse ?? '',
      available: bundlesOf(parts, (id) => there.find((level) => level.skuId === id)?.available ?? 0),
    })),
  );
  return [...seen.filter(({ skuId }) => skuIds.includes(skuId)), ...made].toSorted(
    (a, b) => b.available - a.available || a.warehouse.localeCompare(b.warehouse, 'zh'),
  );
}

async function exploded(tx: Tx, skuIds: readonly string[]) {
  const bundles = await bundleParts(tx, skuIds);
  const components = [...bundles.values()].flat().map(({ skuId }) => skuId);
  return { bundles, asked: [...new Set([...skuIds, ...components])] };
}

import { divideHalfUp, formatDecimal, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { shortPrice } from '#kit/web/index.ts';

/** What there is of a SKU in a warehouse, or in all of them. */
export interface StockFigures {
  available: number;
  inTransit: number;
  onOrder: number;
}

interface Level {
  skuId: string;
  warehouseId: string;
  warehouseId_dictText?: string | null | undefined;
  available?: number | null | undefined;
  inTransit?: number;
  onOrder?: number;
}

export interface StockTable {
  /** Names of the warehouses, in order. */
  warehouses: string[];
  /** A row for each SKU that has a level, in the order asked; null where a warehouse knows nothing of it. */
  rows: { skuId: string; total: StockFigures; places: (StockFigures | null)[] }[];
}

/**
 * Levels as a table of SKUs by warehouse. Bundles own no stock: what their components make stands in
 * their row.
 */
export function stockTable(skuIds: readonly string[], levels: readonly Level[], bundles: readonly Level[]): StockTable {
  const all = [...levels, ...bundles];
  const names = new Map(all.map(({ warehouseId, warehouseId_dictText: name }) => [warehouseId, name ?? warehouseId]));
  const places = [...names].sort(([, a], [, b]) => a.localeCompare(b, 'zh-CN'));
  const rows = skuIds.flatMap((skuId) => {
    const own = all.filter((level) => level.skuId === skuId);
    if (own.length === 0) return [];
    return [
      {
        skuId,
        total: summed(own),
        places: places.map(([id]) => {
          const here = own.filter(({ warehouseId }) => warehouseId === id);
          return here.length === 0 ? null : summed(here);
        }),
      },
    ];
  });
  return { warehouses: places.map(([, name]) => name), rows };
}

const summed = (levels: readonly Level[]): StockFigures => ({
  available: levels.reduce((sum, { available }) => sum + (available ?? 0), 0),
  inTransit: levels.reduce((sum, { inTransit }) => sum + (inTransit ?? 0), 0),
  onOrder: levels.reduce((sum, { onOrder }) => sum + (onOrder ?? 0), 0),
});

/**
 * What a unit of each SKU has cost on average, by what lies in the warehouses.
 * @returns null where amounts are hidden from the reader
 */
export function averageCost(
  rows: readonly { skuId: string; qty: number; value?: string | null; currency: string }[],
): ReadonlyMap<string, string> | null {
  if (rows.some(({ value }) => value === undefined || value === null || value === '***')) return null;
  const costs = new Map<string, string>();
  for (const [skuId, some] of Map.groupBy(rows, (row) => row.skuId)) {
    const qty = some.reduce((sum, row) => sum + row.qty, 0);
    const value = some.reduce((sum, row) => sum + (parseDecimal(String(row.value), PRICE_SCALE) ?? 0n), 0n);
    if (qty > 0)
      costs.set(
        skuId,
        `${shortPrice(formatDecimal(divideHalfUp(value, BigInt(qty)), PRICE_SCALE))} ${some[0]?.currency ?? ''}`,
      );
  }
  return costs;
}

import type { WarehouseStock } from './routes.ts';

/** Units of a SKU that an order still needs; `held` of them are reserved in `warehouseId`. */
export interface NeededUnits {
  orderId: string;
  /** null: not mapped, so that nobody knows what it needs. */
  skuId: string | null;
  code: string | null;
  warehouseId: string | null;
  units: number;
  held: number;
}

interface Stock {
  skuId: string;
  warehouseId: string;
  available: number;
}

interface Place {
  id: string;
  name: string;
}

/** For how many of the orders each warehouse has enough, served in their order, and what it has of each SKU. */
export function standInWarehouses(
  needed: readonly NeededUnits[],
  stock: readonly Stock[],
  warehouses: readonly Place[],
): WarehouseStock[] {
  const orders = [...Map.groupBy(needed, ({ orderId }) => orderId).values()];
  const standing = warehouses.map(({ id: warehouseId, name: warehouse }): WarehouseStock => {
    const has = new Map<string, number>();
    const add = (skuId: string, units: number): unknown => has.set(skuId, (has.get(skuId) ?? 0) + units);
    for (const one of stock) if (one.warehouseId === warehouseId) add(one.skuId, one.available);
    for (const { skuId, held, ...one } of needed) if (skuId && one.warehouseId === warehouseId) add(skuId, held);
    const parts = partsOf(needed, has, warehouseId);
    let enough = 0;
    for (const lines of orders) {
      const bySku = Map.groupBy(lines, ({ skuId }) => skuId);
      const isEnough = [...bySku].every(
        // Two lines of one SKU may stand in two warehouses by now, and need their units together.
        ([skuId, same]) => skuId !== null && (has.get(skuId) ?? 0) >= unitsOf(same),
      );
      if (!isEnough) continue;
      enough += 1;
      for (const { skuId, units } of lines) add(skuId as string, -units);
    }
    return { warehouseId, warehouse, enough, orders: orders.length, parts };
  });
  return standing.toSorted(
    (a, b) => b.enough - a.enough || unitsIn(b) - unitsIn(a) || a.warehouse.localeCompare(b.warehouse, 'zh'),
  );
}

const unitsOf = (lines: readonly NeededUnits[]): number => lines.reduce((sum, { units }) => sum + units, 0);

const unitsIn = ({ parts }: WarehouseStock): number => parts.reduce((sum, { available }) => sum + available, 0);

function partsOf(
  needed: readonly NeededUnits[],
  has: ReadonlyMap<string, number>,
  warehouseId: string,
): WarehouseStock['parts'] {
  const bySku = Map.groupBy(needed, ({ skuId }) => skuId);
  return [...bySku].flatMap(([skuId, lines]) =>
    skuId === null
      ? []
      : {
          code: lines[0]?.code ?? '',
          needed: unitsOf(lines),
          available: has.get(skuId) ?? 0,
          held: lines.reduce((sum, one) => sum + (one.warehouseId === warehouseId ? one.held : 0), 0),
        },
  );
}

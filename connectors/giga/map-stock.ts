import {
  listOf,
  objectOf,
  quantityOf,
  requiredText,
  textOf,
  WireValueError,
  type WireObject,
} from '#connectors/shared/wire-values.ts';
import type { SupplyStock } from '#modules/purchasing/model/supply/supplier-port.ts';

/** Where the supplier names no warehouse: all of its stock together. */
export const ALL_WAREHOUSES = 'ALL';

/** What the supplier has to sell, by warehouse where it says them. @throws WireValueError */
export function stockOf(wire: WireObject): SupplyStock[] {
  const sku = requiredText(wire['sku'], 'sku');
  const seller = objectOf(wire['sellerInventoryInfo']);
  const arrival = objectOf(seller['nextArrivalInventory'] ?? wire['nextArrivalInventory']);
  const next = {
    eta: dayOf(arrival['nextArrivalBegin']),
    etaQty: optional(arrival['nextArrivalQtyMin'], 'nextArrivalQtyMin'),
  };
  const places = listOf(seller['sellerInventoryDistribution'], 'sellerInventoryDistribution').map((raw) => {
    const place = objectOf(raw);
    const least = quantityOf(place['availableQtyMin'], 'availableQtyMin');
    return {
      sku,
      warehouseCode: requiredText(place['warehouseCode'], 'warehouseCode').slice(0, 64),
      ...rangeOf(least, optional(place['availableQtyMax'], 'availableQtyMax') ?? least),
      ...next,
    };
  });
  if (places.length > 0) return merged(places);
  const total = seller['sellerAvailableInventory'];
  if (total === undefined || total === null) throw new WireValueError('sellerAvailableInventory', '缺失');
  return [{ sku, warehouseCode: ALL_WAREHOUSES, ...totalOf(total), ...next }];
}

/** `20`, `"20"`, `"20-50"` or `"20+"`: from the least on, never less than nothing. */
function totalOf(value: unknown): { least: number; most: number } {
  const range = /^(\d{1,9})\s*(?:[-~–]\s*(\d{1,9})|\+)$/.exec(textOf(value) ?? '');
  if (!range) {
    const exact = quantityOf(value, 'sellerAvailableInventory');
    return { least: exact, most: exact };
  }
  const least = Number(range[1]);
  return rangeOf(least, range[2] === undefined ? least : Number(range[2]));
}

/** A range that is the wrong way round is read by its lesser end. */
const rangeOf = (one: number, other: number): { least: number; most: number } => ({
  least: Math.min(one, other),
  most: Math.max(one, other),
});

const optional = (value: unknown, field: string): number | null =>
  value === null || value === undefined || value === '' ? null : quantityOf(value, field);

/** The day of a date with or without a time; what is no day is not said. */
const dayOf = (value: unknown): string | null => /^(\d{4}-\d{2}-\d{2})/.exec(textOf(value) ?? '')?.[1] ?? null;

/** A warehouse that is named twice is one: its lesser word counts. */
function merged(places: readonly SupplyStock[]): SupplyStock[] {
  const byCode = new Map<string, SupplyStock>();
  for (const place of places) {
    const known = byCode.get(place.warehouseCode);
    if (!known || place.least < known.least) byCode.set(place.warehouseCode, place);
  }
  return [...byCode.values()];
}

/**
 * Choice of the warehouse (domain.md §12), pure: where each line's units come from, and why.
 * A line is split over warehouses only where the shop allows it.
 */
interface LineDemand {
  lineId: string;
  skuId: string;
  qty: number;
  /** What one unit of the line takes, where that is not one of its SKU: the components of a bundle. */
  parts?: readonly { skuId: string; qty: number }[];
}

export interface WarehouseStock {
  warehouseId: string;
  name: string;
  /** Smaller ships first. */
  priority: number;
  /** Units that can be promised, by SKU (oversell limit included). */
  available: ReadonlyMap<string, number>;
}

export interface Allocation {
  lineId: string;
  skuId: string;
  warehouseId: string;
  qty: number;
  reason: string;
}

interface Shortfall {
  lineId: string;
  skuId: string;
  wanted: number;
  available: number;
}

type AllocationResult = { ok: true; allocations: Allocation[] } | { ok: false; shortfalls: Shortfall[] };

export interface AllocationPolicy {
  strategy: 'pinned' | 'priority';
  allowSplit: boolean;
  /** Local warehouse the channel asked for. */
  pinnedWarehouseId: string | null;
  /** What that warehouse is called in the reason; 平台指定仓 by default. */
  pinTitle?: string;
}

/** Allocates all lines or none. */
export function allocate(
  lines: readonly LineDemand[],
  warehouses: readonly WarehouseStock[],
  policy: AllocationPolicy,
): AllocationResult {
  const ordered = [...warehouses].sort((a, b) => a.priority - b.priority || (a.warehouseId < b.warehouseId ? -1 : 1));
  const pin = policy.strategy === 'pinned' ? policy.pinnedWarehouseId : null;
  const pinned = pin ? ordered.find((w) => w.warehouseId === pin) : undefined;
  const candidates = pinned ? [pinned, ...ordered.filter((w) => w !== pinned)] : ordered;
  // A shop whose channel names the warehouse ships from there or, if it may split, from others too.
  // One that is closed, or feeds the shop no more, is never replaced in silence.
  const singles = pin && !policy.allowSplit ? (pinned ? [pinned] : []) : candidates;
  for (const warehouse of singles) {
    if (!covers(warehouse, lines)) continue;
    const reason =
      warehouse === pinned ? `${policy.pinTitle ?? '平台指定仓'} ${warehouse.name}` : `单仓覆盖 ${warehouse.name}`;
    return { ok: true, allocations: lines.map((line) => take(line, warehouse, line.qty, reason)) };
  }
  if (policy.allowSplit) {
    const split = splitOver(lines, candidates);
    if (split) return { ok: true, allocations: split };
  }
  return {
    ok: false,
    shortfalls: shortfallsOf(lines, policy.allowSplit ? candidates : singles, policy.allowSplit),
  };
}

const take = (line: LineDemand, warehouse: WarehouseStock, qty: number, reason: string): Allocation => ({
  lineId: line.lineId,
  skuId: line.skuId,
  warehouseId: warehouse.warehouseId,
  qty,
  reason,
});

const partsOf = ({ skuId, parts }: LineDemand): readonly { skuId: string; qty: number }[] =>
  parts ?? [{ skuId, qty: 1 }];

function sumBySku(lines: readonly LineDemand[]): Map<string, number> {
  const sums = new Map<string, number>();
  for (const line of lines)
    for (const { skuId, qty } of partsOf(line)) sums.set(skuId, (sums.get(skuId) ?? 0) + line.qty * qty);
  return sums;
}

const covers = (warehouse: WarehouseStock, lines: readonly LineDemand[]): boolean =>
  [...sumBySku(lines)].every(([skuId, qty]) => (warehouse.available.get(skuId) ?? 0) >= qty);

/** Fewest warehouses first: whole lines where possible, then the rest of a line piece by piece. */
function splitOver(lines: readonly LineDemand[], warehouses: readonly WarehouseStock[]): Allocation[] | null {
  const left = new Map(warehouses.map((w) => [w.warehouseId, new Map(w.available)]));
  const allocations: Allocation[] = [];
  for (const line of lines) {
    let requested = line.qty;
    const parts = partsOf(line);
    const leftOf = (w: WarehouseStock, skuId: string): number => left.get(w.warehouseId)?.get(skuId) ?? 0;
    const stockOf = (w: WarehouseStock): number =>
      Math.min(...parts.map(({ skuId, qty }) => Math.floor(leftOf(w, skuId) / qty)));
    const whole = warehouses.find((w) => stockOf(w) >= requested);
    for (const warehouse of whole ? [whole] : warehouses) {
      const qty = Math.min(requested, Math.max(0, stockOf(warehouse)));
      if (qty === 0) continue;
      for (const part of parts)
        left.get(warehouse.warehouseId)?.set(part.skuId, leftOf(warehouse, part.skuId) - qty * part.qty);
      allocations.push(take(line, warehouse, qty, `拆分发货 ${warehouse.name}`));
      requested -= qty;
      if (requested === 0) break;
    }
    if (requested > 0) return null;
  }
  return allocations;
}

function shortfallsOf(
  lines: readonly LineDemand[],
  warehouses: readonly WarehouseStock[],
  isSummed: boolean,
): Shortfall[] {
  const requested = sumBySku(lines);
  const unitsOf = (skuId: string): number => {
    const stocks = warehouses.map((w) => Math.max(0, w.available.get(skuId) ?? 0));
    return isSummed ? stocks.reduce((sum, stock) => sum + stock, 0) : Math.max(0, ...stocks);
  };
  return lines.flatMap((line): Shortfall[] => {
    const { lineId, skuId } = line;
    const short = partsOf(line).filter((part) => unitsOf(part.skuId) < (requested.get(part.skuId) ?? 0));
    if (short.length === 0) return [];
    if (!line.parts) return [{ lineId, skuId, wanted: requested.get(skuId) ?? line.qty, available: unitsOf(skuId) }];
    // Of a bundle: what the other lines leave of its scarcest component.
    const units = short.map((part) => {
      const others = (requested.get(part.skuId) ?? 0) - line.qty * part.qty;
      return Math.max(0, Math.floor((unitsOf(part.skuId) - others) / part.qty));
    });
    return [{ lineId, skuId, wanted: line.qty, available: Math.min(...units) }];
  });
}

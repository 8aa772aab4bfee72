import { lineAmount, parseDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import type { StoredLine } from './adjustment-draft.ts';
import { takeOldest, type OpenLayer } from './cost-layers.ts';

/** A line with what its goods are worth. */
export interface ValuedLine extends StoredLine {
  /** Never negative, minor units; null where nobody knows the cost. */
  value: bigint | null;
}

/** What the house knows of the cost of goods in one warehouse, by SKU. */
interface KnownCosts {
  /** Oldest first. */
  layers: ReadonlyMap<string, OpenLayer[]>;
  /** The last receipt with a cost, else the standard cost; 1/10000 of the currency. */
  units: ReadonlyMap<string, { price: bigint; text: string }>;
}

/**
 * What lines are worth to somebody who checks them (domain.md §2.3): what leaves at the layers it
 * would consume, what comes at the cost that was typed. Without one, the last receipt in that
 * warehouse counts, else the standard cost. Incoming units get that cost, so that their layer is
 * never free of charge by omission.
 */
export async function valueLines(
  tx: Tx,
  warehouseId: string,
  lines: readonly StoredLine[],
): Promise<ValuedLine[]> {
  const costs = await knownCosts(tx, warehouseId, [...new Set(lines.map((l) => l.skuId))]);
  return lines.map((line) => {
    const unit = costs.units.get(line.skuId);
    if (line.qty < 0) return { ...line, value: leavingValue(line, costs) };
    const value = comingValue(line.qty, parseDecimal(line.unitCost ?? '0', 4) ?? 0n, unit?.price);
    return { ...line, unitCost: line.unitCost ?? unit?.text ?? null, value };
  });
}

/** A typed cost under half of the known one is not believed: typing makes no goods cheap. */
function comingValue(qty: number, typed: bigint, known: bigint | undefined): bigint | null {
  const price = typed > 0n && typed * 2n >= (known ?? 0n) ? typed : known;
  return price === undefined ? null : lineAmount(qty, price);
}

/** Lines of one SKU share its layers, one after the other. */
function leavingValue({ skuId, qty }: StoredLine, { layers, units }: KnownCosts): bigint | null {
  const { takes, missing } = takeOldest(layers.get(skuId) ?? [], -qty);
  // A layer without any value was received at a cost that nobody knew.
  const isFree = (take: { layer: OpenLayer; value: bigint }): boolean =>
    take.value === 0n && take.layer.value_left === 0n;
  const costless = missing + takes.filter(isFree).reduce((sum, take) => sum + take.qty, 0);
  const value = takes.reduce((sum, take) => sum + take.value, 0n);
  if (costless === 0) return value;
  const unit = units.get(skuId);
  return unit === undefined ? null : value + lineAmount(costless, unit.price);
}

async function knownCosts(
  tx: Tx,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<KnownCosts> {
  const rows = await tx.rows<OpenLayer & { sku_id: string }>`
    select sku_id, qty_left, value_left from cost_layer
    where tenant_id = ${tx.tenant} and warehouse_id = ${warehouseId}::uuid
      and sku_id = any(${skuIds}::uuid[]) and qty_left > 0 order by id`;
  const layers = new Map<string, OpenLayer[]>();
  for (const row of rows) layers.set(row.sku_id, [...(layers.get(row.sku_id) ?? []), row]);
  const units = await tx.rows<{ id: string; cost: string }>`
    select s.id, coalesce(r.unit_cost, nullif(s.standard_cost, 0)) as cost from sku s
    left join lateral (
      select m.unit_cost from stock_movement m
      where m.tenant_id = ${tx.tenant} and m.warehouse_id = ${warehouseId}::uuid and m.sku_id = s.id
        and m.qty > 0 and m.unit_cost > 0
      order by m.id desc limit 1) r on true
    where s.tenant_id = ${tx.tenant} and s.id = any(${skuIds}::uuid[])
      and coalesce(r.unit_cost, nullif(s.standard_cost, 0)) is not null`;
  return {
    layers,
    units: new Map(
      units.map(({ id, cost }) => [id, { price: parseDecimal(cost, 4) ?? 0n, text: cost }]),
    ),
  };
}

import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount, MOST_AMOUNT, parseDecimal } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import { amountTooLarge } from '#modules/base/model/errors.ts';
import { baseCurrency } from '#modules/base/server/index.ts';
import { standardCost } from '#modules/catalog/server/index.ts';
import { takeOldest, type OpenLayer } from './cost-layers.ts';

/** A line of an adjustment. */
export interface StoredLine {
  id: string;
  skuId: string;
  condition: string;
  qty: number;
  unitCost: string | null;
}

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
  /**
   * What others than the one who types vouch for: the last receipt there that nobody posted alone,
   * else the dearest of those of other warehouses and the standard cost.
   */
  vouched: ReadonlyMap<string, bigint>;
  /** What units at a price come to, minor units of the base currency. */
  amountOf: (qty: number, price: bigint) => bigint;
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
    const value = comingValue(line, unit?.price, costs);
    return { ...line, unitCost: line.unitCost ?? unit?.text ?? null, value };
  });
}

/**
 * A typed cost under half of the known one is not believed: typing makes no goods cheap, neither at
 * once nor by halving it from document to document, nor where goods of this SKU never were.
 */
function comingValue(
  { skuId, qty, unitCost }: StoredLine,
  known: bigint | undefined,
  { vouched: others, amountOf }: KnownCosts,
): bigint | null {
  const vouched = others.get(skuId) ?? 0n;
  const typed = parseDecimal(unitCost ?? '0', 4) ?? 0n;
  if (typed === 0n) return known === undefined ? null : amountOf(qty, known);
  const dearest = vouched > (known ?? 0n) ? vouched : (known ?? 0n);
  return amountOf(qty, typed * 2n >= dearest ? typed : dearest);
}

/** Lines of one SKU share its layers, one after the other. */
function leavingValue(
  { skuId, qty }: StoredLine,
  { layers, units, amountOf }: KnownCosts,
): bigint | null {
  const { takes, missing } = takeOldest(layers.get(skuId) ?? [], -qty);
  // A layer without any value was received at a cost that nobody knew.
  const isFree = (take: { layer: OpenLayer; value: bigint }): boolean =>
    take.value === 0n && take.layer.valueLeft === 0n;
  const costless = missing + takes.filter(isFree).reduce((sum, take) => sum + take.qty, 0);
  const value = takes.reduce((sum, take) => sum + take.value, 0n);
  if (costless === 0) return value;
  const unit = units.get(skuId);
  return unit === undefined ? null : value + amountOf(costless, unit.price);
}

async function knownCosts(
  tx: Tx,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<KnownCosts> {
  const rows = await tx.rows<OpenLayer & { skuId: string }>`
    select sku_id, qty_left, value_left from cost_layer
    where tenant_id = ${tx.tenant} and warehouse_id = ${warehouseId}::uuid
      and sku_id = any(${skuIds}::uuid[]) and qty_left > 0 order by id`;
  const layers = new Map<string, OpenLayer[]>();
  for (const row of rows) layers.set(row.skuId, [...(layers.get(row.skuId) ?? []), row]);
  const units: [string, { price: bigint; text: string }][] = [];
  const vouched: [string, bigint][] = [];
  for (const sku of await unitCosts(tx, warehouseId, skuIds)) {
    if (sku.cost) units.push([sku.id, { price: priceOf(sku.cost), text: sku.cost }]);
    if (sku.vouched) vouched.push([sku.id, priceOf(sku.vouched)]);
  }
  const currency = await baseCurrency(tx);
  const exponent = exponentOf(currency);
  const most = BigInt(MOST_AMOUNT) * 10n ** BigInt(exponent);
  return {
    ...{ layers, units: new Map(units), vouched: new Map(vouched) },
    amountOf(qty, price) {
      const amount = lineAmount(qty, price, exponent);
      if (amount > most) throw amountTooLarge({ currency });
      return amount;
    },
  };
}

const priceOf = (text: string): bigint => parseDecimal(text, 4) ?? 0n;

const unitCosts = (
  tx: Tx,
  warehouseId: string,
  skuIds: readonly string[],
): Promise<{ id: string; cost: string | null; vouched: string | null }[]> =>
  tx.query(sql`
    select s.id, coalesce(r.unit_cost, nullif(${standardCost(tx)}, 0)) as cost,
      coalesce(v.here, greatest(v.anywhere, nullif(${standardCost(tx)}, 0))) as vouched
    from sku s
    left join lateral (
      select m.unit_cost from stock_movement m
      where m.tenant_id = ${tx.tenant} and m.warehouse_id = ${warehouseId}::uuid and m.sku_id = s.id
        and m.qty > 0 and m.unit_cost > 0
      order by m.id desc limit 1) r on true
    left join lateral (
      select max(m.unit_cost) filter (where w.id = ${warehouseId}::uuid) as here,
        max(m.unit_cost) as anywhere
      from warehouse w
      cross join lateral (
        select m.unit_cost from stock_movement m
        left join stock_adjustment a on a.tenant_id = m.tenant_id and a.id = m.ref_id
        where m.tenant_id = ${tx.tenant} and m.warehouse_id = w.id and m.sku_id = s.id
          and m.qty > 0 and m.unit_cost > 0 and a.posted_alone is not true
        order by m.id desc limit 1) m
      where w.tenant_id = ${tx.tenant}) v on true
    where s.tenant_id = ${tx.tenant} and s.id = any(${skuIds}::uuid[])`);

import { exponentOf } from '#kit/model/currency.ts';
import { lineAmount } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { bundleParts, type BundlePart } from '#modules/catalog/server/index.ts';
import { isWithinSoleLimit } from './four-eyes.ts';
import { knownCosts } from './known-costs.ts';

/** What the house knows of the cost of a SKU, wherever its units lie. */
interface UnitCost {
  /** The dearest of its places, 1/10000 of the base currency; null where nobody has said any. */
  known: bigint | null;
  /** Somebody else than the actor vouches for a cost. */
  isVouched: boolean;
}

/** What is known to the actor of the cost of SKUs; of a bundle, what its components cost together if that is more. */
export async function unitCosts(tx: Tx, skuIds: readonly string[]): Promise<(skuId: string) => UnitCost> {
  const bundles = await bundleParts(tx, skuIds);
  const parts = [...bundles.values()].flat().map(({ skuId }) => skuId);
  const plain = await plainCosts(tx, [...new Set([...skuIds, ...parts])]);
  return (skuId) => {
    const made = bundles.get(skuId) ?? [];
    const own = plain(skuId);
    return made.length === 0 ? own : bundleCost(made, plain, own);
  };
}

/** A component of which nothing is known makes the others no cheaper. */
function bundleCost(parts: readonly BundlePart[], plain: (skuId: string) => UnitCost, { known }: UnitCost): UnitCost {
  const costs = parts.map(({ skuId, qty }) => ({ ...plain(skuId), qty: BigInt(qty) }));
  const sum = costs.reduce((total, one) => total + (one.known ?? 0n) * one.qty, 0n);
  const together = sum > 0n ? sum : null;
  return { known: dearer(known, together), isVouched: costs.every(({ isVouched }) => isVouched) };
}

async function plainCosts(tx: Tx, skuIds: readonly string[]): Promise<(skuId: string) => UnitCost> {
  const places = await tx.rows<{ warehouseId: string }>`
    select distinct warehouse_id from cost_layer
    where tenant_id = ${tx.tenant} and sku_id = any(${[...skuIds]}::uuid[]) and qty_left > 0 order by warehouse_id`;
  const known = new Map<string, bigint | null>();
  const vouched = new Set<string>();
  for (const warehouseId of [null, ...places.map((place) => place.warehouseId)]) {
    const costs = await knownCosts(tx, warehouseId, skuIds);
    for (const [skuId, cost] of costs.known) known.set(skuId, dearer(known.get(skuId) ?? null, cost));
    for (const skuId of costs.vouched.keys()) vouched.add(skuId);
  }
  return (skuId) => ({ known: known.get(skuId) ?? null, isVouched: vouched.has(skuId) });
}

const dearer = (one: bigint | null, other: bigint | null): bigint | null =>
  one === null || (other !== null && other > one) ? other : one;

/** Units that go out at a price, 1/10000 of the base currency. */
interface PricedUnits {
  skuId: string;
  qty: number;
  price: bigint;
}

/** Whether one person's word is enough for goods that nobody else knows the cost of: their price, and how many. */
export const passesAlone = (tx: Tx, goods: readonly PricedUnits[], base: string): Promise<boolean> =>
  isWithinSoleLimit(
    tx,
    goods.map(({ skuId, qty, price }) => ({ skuId, qty, value: lineAmount(qty, price, exponentOf(base)) })),
  );

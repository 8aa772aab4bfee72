import { divideHalfUp } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { cartonsOf, type Carton } from '#modules/catalog/server/index.ts';
import type { ReceivedGoods } from '#modules/inventory/server/index.ts';
import { measureMissing } from '../model/landed-errors.ts';
import type { LandedCostRow } from '../model/landed-cost.ts';

/** Parts of a unit that a carton of several units leaves to each. */
const SCALE = 1_000_000n;

const volumeOf = ({ lengthMm, widthMm, heightMm }: Carton): bigint =>
  BigInt(lengthMm) * BigInt(widthMm) * BigInt(heightMm);

/** Cartons of one unit add up; one carton of several units is shared by them. */
const ofUnit = (cartons: readonly Carton[], measure: (one: Carton) => bigint): bigint =>
  cartons.reduce((sum, one) => sum + divideHalfUp(measure(one) * SCALE, BigInt(one.unitsPerCarton)), 0n);

/**
 * How much of a cost each of the goods bears beside the others. By value, what was announced free of charge
 * bears nothing.
 * @returns by line
 * @throws Refusal 422 naming the SKUs whose cartons or cost do not say
 */
export async function landedWeights(
  tx: Tx,
  basis: LandedCostRow['basis'],
  goods: readonly ReceivedGoods[],
): Promise<Map<string, bigint>> {
  const perLine = await measured(tx, basis, goods);
  const weightOf = ({ lineId }: ReceivedGoods): bigint => perLine.get(lineId) ?? 0n;
  const isFree = ({ unitCost }: ReceivedGoods): boolean =>
    basis === 'value' && unitCost !== null && Number(unitCost) === 0;
  const areAllFree = goods.every(isFree);
  const blank = goods.filter((one) => weightOf(one) === 0n && (areAllFree || !isFree(one)));
  if (blank.length > 0) throw measureMissing({ basis, skus: [...new Set(blank.map(({ sku }) => sku))] });
  return perLine;
}

async function measured(
  tx: Tx,
  basis: LandedCostRow['basis'],
  goods: readonly ReceivedGoods[],
): Promise<Map<string, bigint>> {
  if (basis === 'qty') return new Map(goods.map(({ lineId, qty }) => [lineId, BigInt(qty)]));
  if (basis === 'value') return new Map(goods.map(({ lineId, value }) => [lineId, value]));
  const cartons = await cartonsOf(
    tx,
    goods.map(({ skuId }) => skuId),
  );
  const measure = basis === 'volume' ? volumeOf : (one: Carton) => BigInt(one.grossWeightG);
  return new Map(
    goods.map(({ lineId, skuId, qty }) => [lineId, BigInt(qty) * ofUnit(cartons.get(skuId) ?? [], measure)]),
  );
}

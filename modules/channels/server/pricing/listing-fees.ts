import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import type { Tx } from '#kit/server/database.ts';
import { cartonsOf, type Carton } from '#modules/catalog/server/index.ts';
import { isMoneyBasis } from '../../model/channel-fee.ts';
import { feeAmount, feesThatHold, type FeeRule, type Sale } from '../../model/fee-amount.ts';
import { feeRules, type DatedRule } from './fee-rules.ts';

/** A listing whose fees are asked for. */
export interface FeeListing {
  channelCode: string;
  currency: string;
  accountId: string;
  skuId: string;
}

/** Rules of one unit that is sold, and what it measures. */
export interface ListingFees {
  rules: FeeRule[];
  weightG: number;
  volumeMm3: bigint;
}

/** Fees of a listing today, and as others than the actor left them. */
export interface BoundFees {
  now: ListingFees;
  /** Null where nobody is bound, or the actor changed nothing. */
  others: ListingFees | null;
}

/**
 * The rules that take their part of one unit of each listing today, in the currency of its shop, whatever the number
 * of listings by a few statements. Rules of one way of shipping are left out: nobody knows yet how it will go.
 */
export async function listingFees(
  tx: Tx,
  listings: readonly FeeListing[],
): Promise<(listing: FeeListing) => BoundFees> {
  const skuIds = [...new Set(listings.map(({ skuId }) => skuId))];
  const { now, others } = await feeRules(
    tx,
    listings.map(({ channelCode }) => channelCode),
  );
  const all = [...now, ...(others ?? [])];
  const levels = all.some(({ categoryId }) => categoryId !== null) ? await categoriesOf(tx, skuIds) : new Map();
  const cartons = all.some(({ basis }) => basis === 'weightKg' || basis === 'volumeM3')
    ? await cartonsOf(tx, skuIds)
    : new Map<string, Carton[]>();
  return ({ channelCode, currency, accountId, skuId }) => {
    const measures = measuresOf(cartons.get(skuId) ?? []);
    const feesBy = (rules: readonly DatedRule[]): ListingFees => {
      const own = rules.flatMap(({ channelCode: code, categoryId, ...rule }): FeeRule[] => {
        const level: number | undefined = categoryId === null ? 0 : levels.get(`${skuId} ${categoryId}`);
        const holds =
          code === channelCode &&
          rule.currency === currency &&
          (rule.accountId === null || rule.accountId === accountId) &&
          (rule.skuId === null || rule.skuId === skuId);
        return holds && level !== undefined ? [{ ...rule, categoryLevel: level }] : [];
      });
      return { rules: feesThatHold(own), ...measures };
    };
    return { now: feesBy(now), others: others && feesBy(others) };
  };
}

/** How deep the categories stand that SKUs are within, by SKU and category: its own and those above it. */
async function categoriesOf(tx: Tx, skuIds: readonly string[]): Promise<Map<string, number>> {
  const own = await tx.rows<{ skuId: string; categoryId: string }>`
    select s.id as sku_id, p.category_id from sku s
      join product p on p.tenant_id = s.tenant_id and p.id = s.product_id
    where s.tenant_id = ${tx.tenant} and s.id = any(${[...skuIds]}::uuid[]) and p.category_id is not null`;
  const all = await tx.rows<{ id: string; parentId: string | null; level: number }>`
    select id, parent_id, level from product_category where tenant_id = ${tx.tenant}`;
  const byId = new Map(all.map((one) => [one.id, one]));
  const levels = new Map<string, number>();
  for (const { skuId, categoryId } of own)
    for (let at = byId.get(categoryId); at && !levels.has(`${skuId} ${at.id}`); at = byId.get(at.parentId ?? ''))
      levels.set(`${skuId} ${at.id}`, at.level);
  return levels;
}

/** One unit in its cartons, half a gram up. */
const measuresOf = (cartons: readonly Carton[]): Pick<ListingFees, 'weightG' | 'volumeMm3'> => ({
  weightG: cartons.reduce((sum, one) => sum + Math.round(one.grossWeightG / one.unitsPerCarton), 0),
  volumeMm3: cartons.reduce(
    (sum, one) =>
      sum + (BigInt(one.lengthMm) * BigInt(one.widthMm) * BigInt(one.heightMm)) / BigInt(one.unitsPerCarton),
    0n,
  ),
});

const RATE_SCALE = 8;

/** What fees take of a price: shares of it scaled by 10^8, and 1/10000 of the currency for each unit. */
export interface FeeParts {
  share: bigint;
  /** Of the shares, what rules of the type 折让 take. */
  allowance: bigint;
  fixed: bigint;
}

/**
 * Fees of one unit, percentages as shares and all else as amounts. One that its least or most cuts off near a price
 * is that amount there.
 * @param near minor units of the currency; null before any price is known: then as if nothing were cut off
 */
export function feeParts({ rules, weightG, volumeMm3 }: ListingFees, near: bigint | null, exponent: number): FeeParts {
  const parts: FeeParts = { share: 0n, allowance: 0n, fixed: 0n };
  const lift = 10n ** BigInt(PRICE_SCALE - exponent);
  const net = near ?? 0n;
  const sale: Sale = { units: 1, lineNet: net, orderNet: net, weightG, volumeMm3 };
  for (const rule of rules) {
    const share = isMoneyBasis(rule.basis) ? shareOf(rule) : null;
    const cut = share === null ? feeAmount(rule, sale) : near === null ? null : cutOff(rule, sale);
    if (cut !== null) parts.fixed += cut * lift;
    else if (share !== null && rule.feeType === 'allowance') parts.allowance += share;
    else parts.share += share ?? 0n;
  }
  return parts;
}

/** What a rule takes where its least or most decides; null where its rate does. */
function cutOff(rule: FeeRule, sale: Sale): bigint | null {
  const amount = feeAmount(rule, sale);
  const isBound = amount > 0n && (amount === rule.least || amount === rule.most);
  return isBound ? amount : null;
}

/** Of steps by an amount the dearest: which of them a price falls into follows from the price. */
function shareOf({ method, rate, steps }: FeeRule): bigint {
  const rates = method === 'tier' ? steps.map((step) => step.rate) : [rate];
  return rates.reduce((most, text) => {
    const one = parseDecimal(text ?? '0', RATE_SCALE) ?? 0n;
    return one > most ? one : most;
  }, 0n);
}

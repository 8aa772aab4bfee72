import { exponentOf } from '#kit/model/currency.ts';
import { divideHalfUp, parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';
import { isMoneyBasis, type ChannelFeeRow, type FeeBasis } from './channel-fee.ts';

const RATE_SCALE = 8;
const GRAMS = 1000n;
const CUBIC_MM = 1_000_000_000n;

/** One step of a fee: what is up to here, with nothing above the last. */
export interface FeeStep {
  upTo: string | null;
  rate: string | null;
  amount: string | null;
}

/** A rule that may hold for a sale, with its steps and how deep its category stands (0: it has none). */
export type FeeRule = Pick<
  ChannelFeeRow,
  | 'id'
  | 'code'
  | 'accountId'
  | 'feeType'
  | 'basis'
  | 'method'
  | 'rate'
  | 'unitAmount'
  | 'currency'
  | 'least'
  | 'most'
  | 'skuId'
  | 'priority'
  | 'stack'
> & { categoryLevel: number; steps: readonly FeeStep[] };

/** A line that is sold. Amounts in minor units of the rules' currency, weight in g, volume in mm³. */
export interface Sale {
  units: number;
  lineNet: bigint;
  orderNet: bigint;
  weightG: number;
  volumeMm3: bigint;
}

/** A fraction: minor units over 10^exponent, grams over a thousand, and so on. */
interface Measure {
  value: bigint;
  per: bigint;
}

/**
 * What one rule takes of a sale (domain.md §4): the basis by its rate, its price or its step, half up
 * to the least unit of the currency, kept between its least and its most. A step says one amount for
 * all that falls into it; nothing where no step reaches so far.
 * @returns minor units, never negative
 */
export function feeAmount(rule: FeeRule, sale: Sale): bigint {
  const amount = plainAmount(rule, measureOf(rule.basis, sale, rule.currency));
  if (amount === null) return 0n;
  const atLeast = rule.least !== null && amount < rule.least ? rule.least : amount;
  return rule.most !== null && atLeast > rule.most ? rule.most : atLeast;
}

function plainAmount(rule: FeeRule, measure: Measure): bigint | null {
  const step = rule.method === 'tier' ? stepOf(rule.steps, measure) : null;
  if (rule.method === 'tier' && !step) return null;
  const minor = 10n ** BigInt(exponentOf(rule.currency));
  if (isMoneyBasis(rule.basis)) {
    const rate = parseDecimal(step?.rate ?? rule.rate ?? '0', RATE_SCALE) ?? 0n;
    return divideHalfUp(measure.value * rate, 10n ** BigInt(RATE_SCALE));
  }
  const price = parseDecimal(step?.amount ?? rule.unitAmount ?? '0', PRICE_SCALE) ?? 0n;
  const scale = 10n ** BigInt(PRICE_SCALE);
  if (step) return divideHalfUp(price * minor, scale);
  return divideHalfUp(measure.value * price * minor, measure.per * scale);
}

/** The first step that reaches so far, the end of each included; the open one last. */
function stepOf(steps: readonly FeeStep[], { value, per }: Measure): FeeStep | null {
  const scale = 10n ** BigInt(PRICE_SCALE);
  const ends = steps
    .map((step) => ({
      step,
      end: step.upTo === null ? null : parseDecimal(step.upTo, PRICE_SCALE),
    }))
    .toSorted((a, b) => (a.end === null ? 1 : b.end === null ? -1 : Number(a.end - b.end)));
  return ends.find(({ end }) => end === null || value * scale <= end * per)?.step ?? null;
}

function measureOf(basis: FeeBasis, sale: Sale, currency: string): Measure {
  const minor = 10n ** BigInt(exponentOf(currency));
  switch (basis) {
    case 'lineNet':
      return { value: sale.lineNet, per: minor };
    case 'orderNet':
      return { value: sale.orderNet, per: minor };
    case 'unit':
      return { value: BigInt(sale.units), per: 1n };
    case 'order':
      return { value: 1n, per: 1n };
    case 'weightKg':
      return { value: BigInt(sale.weightG), per: GRAMS };
    case 'volumeM3':
      return { value: sale.volumeMm3, per: CUBIC_MM };
  }
}

/**
 * The rules that take their part: within each type the most particular first (SKU, deeper category,
 * shop, whole channel), then the greater priority; one that replaces ends it for those behind.
 */
export function feesThatHold<R extends FeeRule>(rules: readonly R[]): R[] {
  return [...Map.groupBy(rules, ({ feeType }) => feeType).values()].flatMap((ofType) => {
    const ranked = ofType.toSorted(byRank);
    const last = ranked.findIndex(({ stack }) => stack === 'replace');
    return last === -1 ? ranked : ranked.slice(0, last + 1);
  });
}

const byRank = (a: FeeRule, b: FeeRule): number =>
  Number(b.skuId !== null) - Number(a.skuId !== null) ||
  b.categoryLevel - a.categoryLevel ||
  Number(b.accountId !== null) - Number(a.accountId !== null) ||
  b.priority - a.priority ||
  a.code.localeCompare(b.code, 'en');

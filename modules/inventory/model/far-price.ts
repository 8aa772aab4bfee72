import { divideHalfUp, formatDecimal, PRICE_SCALE } from '#kit/model/money.ts';

const MOST_NAMED = 5;

/** Typed costs are too far from what is known, without saying either: whoever takes goods in may see no costs. */
export const costFarWords = (skus: readonly string[], bound: string): string => {
  const named = [...new Set(skus)];
  return `${named.slice(0, MOST_NAMED).join('、')}${more(named)} 的单位成本与已知成本相差超过 ${percent(bound)}`;
};

/** A price in the base currency beside what is known of the cost; both of numeric(18,4). */
export interface FarPrice {
  sku: string;
  price: bigint;
  known: bigint;
}

/** Prices that are too far from what is known, each with both and by how much; for those who may see costs. */
export const priceFarWords = (far: readonly FarPrice[], bound: string, base: string): string => {
  const named = [...new Map(far.map((one) => [one.sku, one])).values()];
  const messages = named
    .slice(0, MOST_NAMED)
    .map((one) => `${one.sku} 的单价 ${text(one.price)} ${comparedWords(one, base)}`);
  return `${messages.join('、')}${more(named)}，超过成本偏差上限 ${percent(bound)}`;
};

function comparedWords({ price, known }: FarPrice, base: string): string {
  const word = price < known ? '低' : '高';
  if (known === 0n) return `${word}于已知成本 0 ${base}`;
  const off = price < known ? known - price : price - known;
  return `比已知成本 ${text(known)} ${base} ${word} ${Number(formatDecimal(divideHalfUp(off * 10_000n, known), 2))}%`;
}

/** At least to the cent, further only where it says more. */
const text = (amount: bigint): string =>
  formatDecimal(amount, PRICE_SCALE)
    .replace(/0{1,2}$/, '')
    .replace(/\B(?=(\d{3})+\.)/g, ',');
const percent = (bound: string): string => `${Number((Number(bound) * 100).toFixed(4))}%`;
const more = (named: readonly unknown[]): string => (named.length > MOST_NAMED ? ` 等 ${named.length} 个SKU` : '');

/**
 * Money without floats: posted amounts are bigint minor units, unit prices are bigint in
 * 1/10000 of the major unit; both are decimal strings on the wire.
 */
export const PRICE_SCALE = 4;

/** Most that an amount may be, in major units of its currency: typed, or worked out from what was typed. */
export const MOST_AMOUNT = 99_999_999_999;

/** Most units that a field or a whole document may hold. */
export const MOST_UNITS = 2_000_000_000;

const DECIMAL = /^(-?)(\d{1,15})(?:\.(\d+))?$/;

/** Parses a plain decimal text into an integer at `scale`; null when malformed or too precise. */
export function parseDecimal(value: string, scale: number): bigint | null {
  const match = DECIMAL.exec(value);
  if (!match) return null;
  const [, sign, whole, fraction = ''] = match;
  if (fraction.length > scale && /[1-9]/.test(fraction.slice(scale))) return null;
  const digits = BigInt(`${whole}${fraction.slice(0, scale).padEnd(scale, '0')}`);
  return sign === '-' ? -digits : digits;
}

/** Prints an integer at `scale` as a plain decimal text with all its places: 1234n, 2 → '12.34'. */
export function formatDecimal(value: bigint, scale: number): string {
  const sign = value < 0n ? '-' : '';
  const digits = (value < 0n ? -value : value).toString().padStart(scale + 1, '0');
  if (scale === 0) return sign + digits;
  return `${sign}${digits.slice(0, -scale)}.${digits.slice(-scale)}`;
}

/** Divides rounding half away from zero (the house's half-up). */
export function divideHalfUp(value: bigint, by: bigint): bigint {
  const negative = value < 0n !== by < 0n;
  const [n, d] = [value < 0n ? -value : value, by < 0n ? -by : by];
  const rounded = (n * 2n + d) / (d * 2n);
  return negative ? -rounded : rounded;
}

/**
 * Line amount = round half-up(qty × price).
 * @param unitPrice unit price in 1/10000 major units
 * @param exponent decimal places of the currency
 * @returns minor units
 */
export function lineAmount(qty: number, unitPrice: bigint, exponent = 2): bigint {
  const scaled = BigInt(qty) * unitPrice;
  if (exponent >= PRICE_SCALE) return scaled * 10n ** BigInt(exponent - PRICE_SCALE);
  return divideHalfUp(scaled, 10n ** BigInt(PRICE_SCALE - exponent));
}

/**
 * What one unit costs of so many that cost an amount together, half up.
 * @param amount minor units
 * @param exponent decimal places of the currency
 * @returns 1/10000 major units
 */
export function unitPriceOf(amount: bigint, qty: number, exponent: number): bigint {
  const places = PRICE_SCALE - exponent;
  const [up, down] = places >= 0 ? [10n ** BigInt(places), 1n] : [1n, 10n ** BigInt(-places)];
  return divideHalfUp(amount * up, BigInt(qty) * down);
}

/**
 * Splits an amount over weights by largest remainder, ties to the earlier part; parts sum
 * exactly and a negative amount mirrors the positive one. All-zero weights share equally.
 */
export function allocateAmount(amount: bigint, weights: readonly bigint[]): bigint[] {
  if (weights.length === 0) return [];
  if (amount < 0n) return allocateAmount(-amount, weights).map((part) => -part);
  const total = weights.reduce((sum, weight) => sum + weight, 0n);
  const shares = total === 0n ? weights.map(() => 1n) : [...weights];
  const sum = total === 0n ? BigInt(weights.length) : total;
  const parts = shares.map((share) => (amount * share) / sum);
  let left = amount - parts.reduce((a, b) => a + b, 0n);
  const order = shares
    .map((share, index) => ({ index, remainder: (amount * share) % sum }))
    .sort((a, b) => (a.remainder === b.remainder ? a.index - b.index : a.remainder > b.remainder ? -1 : 1));
  for (const { index } of order) {
    if (left === 0n) break;
    parts[index] = (parts[index] as bigint) + 1n;
    left -= 1n;
  }
  return parts;
}

import { divideHalfUp, formatDecimal } from '#kit/model/money.ts';

interface Scaled {
  digits: number | bigint;
  scale: number;
}

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]\d{1,2}))?$/;
/** So many digits are exact as a number. */
const SAFE_DIGITS = 15;
/** What nearly every cell holds: read without taking it apart. */
const PLAIN = /^-?\d{1,13}(?:\.\d\d?)?$/;

/**
 * Sum and average of one column of numbers or decimal texts, exact (0.1 + 0.2 is 0.3), kept up as
 * cells change: a key press in ten thousand rows costs one subtraction and one addition. What is
 * no number counts for nothing. Nothing is kept of a single value: who takes one away names it.
 */
export class ColumnStatistics {
  /** Values that are numbers. */
  count = 0;
  /** What numbers hold exactly, until it grows too large for one. */
  #near = 0;
  #far = 0n;
  #scale = 0;

  /** One value more. */
  put(value: unknown): void {
    this.#add(value, 1);
  }

  /** One value less, as it was put. */
  drop(value: unknown): void {
    this.#add(value, -1);
  }

  /** The sum as a plain decimal text, with no more zeros at its end than `places` asks for. */
  sum(places = 0): string {
    const text = formatDecimal(this.#sum, this.#scale);
    const [whole = '0', fraction = ''] = text.split('.');
    const stored = fraction.replace(/0+$/, '').padEnd(places, '0');
    return stored === '' ? whole : `${whole}.${stored}`;
  }

  /** The mean of the values, rounded half away from zero; null without any. */
  average(places = 2): string | null {
    if (this.count === 0) return null;
    const scale = Math.max(this.#scale, places);
    const sum = this.#sum * 10n ** BigInt(scale - this.#scale);
    const by = BigInt(this.count) * 10n ** BigInt(scale - places);
    return formatDecimal(divideHalfUp(sum, by), places);
  }

  get #sum(): bigint {
    return this.#far + BigInt(this.#near);
  }

  #add(value: unknown, times: 1 | -1): void {
    const scaled = scaledOf(value);
    if (!scaled) return;
    const { digits, scale } = scaled;
    this.count += times;
    if (scale > this.#scale) {
      this.#far = this.#sum * 10n ** BigInt(scale - this.#scale);
      this.#near = 0;
      this.#scale = scale;
    }
    const near = times * Number(digits) * 10 ** (this.#scale - scale);
    if (Number.isSafeInteger(near) && Number.isSafeInteger(this.#near + near)) this.#near += near;
    else this.#far += BigInt(times) * BigInt(digits) * 10n ** BigInt(this.#scale - scale);
  }
}

function scaledOf(value: unknown): Scaled | null {
  if (typeof value === 'number' && Number.isSafeInteger(value)) return { digits: value, scale: 0 };
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  if (typeof value === 'string' && PLAIN.test(value)) {
    const point = value.indexOf('.');
    const scale = point < 0 ? 0 : value.length - point - 1;
    return { digits: Math.round(Number(value) * 10 ** scale), scale };
  }
  const match = DECIMAL.exec(String(value).trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const text = `${sign}${whole}${fraction}`;
  const digits = text.length <= SAFE_DIGITS ? Number(text) : BigInt(text);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: BigInt(digits) * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

import { divideHalfUp, formatDecimal } from '#kit/model/money.ts';

interface Scaled {
  digits: bigint;
  scale: number;
}

const DECIMAL = /^(-?)(\d{1,40})(?:\.(\d{1,40}))?(?:e([+-]\d{1,2}))?$/;

/**
 * Sum and average of one column of numbers or decimal texts, exact (0.1 + 0.2 is 0.3), kept up as
 * cells change: a key press in ten thousand rows costs one subtraction and one addition. What is
 * no number counts for nothing.
 */
export class ColumnStatistics<Row = string> {
  readonly #values = new Map<Row, Scaled>();
  #sum = 0n;
  #scale = 0;

  /** The value of a row, new or changed. */
  put(row: Row, value: unknown): void {
    this.drop(row);
    const scaled = scaledOf(value);
    if (!scaled) return;
    this.#values.set(row, scaled);
    this.#add(scaled.digits, scaled.scale);
  }

  /** A row that is gone. */
  drop(row: Row): void {
    const before = this.#values.get(row);
    if (!before) return;
    this.#values.delete(row);
    this.#add(-before.digits, before.scale);
  }

  /** Rows that hold a number. */
  get count(): number {
    return this.#values.size;
  }

  /** The sum as a plain decimal text, with no more zeros at its end than `places` asks for. */
  sum(places = 0): string {
    const text = formatDecimal(this.#sum, this.#scale);
    const [whole = '0', fraction = ''] = text.split('.');
    const kept = fraction.replace(/0+$/, '').padEnd(places, '0');
    return kept === '' ? whole : `${whole}.${kept}`;
  }

  /** The mean of the rows that hold a number, rounded half away from zero; null without any. */
  average(places = 2): string | null {
    if (this.count === 0) return null;
    const scale = Math.max(this.#scale, places);
    const sum = this.#sum * 10n ** BigInt(scale - this.#scale);
    const by = BigInt(this.count) * 10n ** BigInt(scale - places);
    return formatDecimal(divideHalfUp(sum, by), places);
  }

  #add(digits: bigint, scale: number): void {
    if (scale > this.#scale) {
      this.#sum *= 10n ** BigInt(scale - this.#scale);
      this.#scale = scale;
    }
    this.#sum += digits * 10n ** BigInt(this.#scale - scale);
  }
}

function scaledOf(value: unknown): Scaled | null {
  if (typeof value !== 'number' && typeof value !== 'string') return null;
  const match = DECIMAL.exec(String(value).trim());
  if (!match) return null;
  const [, sign = '', whole = '', fraction = '', exponent = '0'] = match;
  const digits = BigInt(`${sign}${whole}${fraction}`);
  const scale = fraction.length - Number(exponent);
  return scale < 0 ? { digits: digits * 10n ** BigInt(-scale), scale: 0 } : { digits, scale };
}

import { isCurrency } from '#kit/model/currency.ts';
import { parseDecimal, PRICE_SCALE } from '#kit/model/money.ts';

/** A wire value that is missing or not what it should be; the message is shown to people. */
export class WireValueError extends Error {
  constructor(field: string, problem: string) {
    super(`${field} ${problem}`);
    this.name = 'WireValueError';
  }
}

export type WireObject = Record<string, unknown>;

/** An object, or an empty one for anything else: absent parts read as absent fields. */
export function objectOf(value: unknown): WireObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as WireObject) : {};
}

/** The list's members; null and absent are an empty list. @throws WireValueError otherwise */
export function listOf(value: unknown, field: string): unknown[] {
  if (value === null || value === undefined) return [];
  if (!Array.isArray(value)) throw new WireValueError(field, '不是列表');
  return value;
}

/**
 * Trimmed text; numbers are taken as their digits; null when absent or blank, and for a whole number whose last
 * digits were lost where it was read. The NUL character, which no database text can hold, is left out.
 */
export function textOf(value: unknown): string | null {
  if (typeof value === 'number') return isExact(value) ? String(value) : null;
  if (typeof value !== 'string') return null;
  const text = value.replaceAll('\0', '').trim();
  return text === '' ? null : text;
}

/** Beyond 2^53 a number has lost its last digits where it was read. */
const isExact = (value: number): boolean =>
  Number.isSafeInteger(value) || (Number.isFinite(value) && !Number.isInteger(value));

/** The values that are there, as text. */
export function textsOf(values: Readonly<Record<string, unknown>>): Record<string, string> {
  const stored: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    const text = textOf(value);
    if (text !== null) stored[name] = text;
  }
  return stored;
}

/** To be spread: the key with its value, or nothing where there is none. */
export function present<K extends string, V>(key: K, value: V | null): { [P in K]?: V } {
  return (value === null ? {} : { [key]: value }) as { [P in K]?: V };
}

/** @throws WireValueError when absent or blank */
export function requiredText(value: unknown, field: string): string {
  const text = textOf(value);
  if (text === null) throw new WireValueError(field, '缺失');
  return text;
}

/**
 * A code of ISO 4217 in capitals: of what is none there are no accounts, and nobody can pay.
 * @throws WireValueError when absent, or no code of a currency
 */
export function currencyOf(value: unknown, field = 'currency'): string {
  const code = requiredText(value, field).toUpperCase();
  if (!isCurrency(code)) throw malformed(field, value, '不是币种');
  return code;
}

/**
 * A price in 1/10000, from a number or a plain decimal text. A number may carry the noise of
 * binary fractions; a text may not carry more than four places.
 * @throws WireValueError when absent, negative or of any other form
 */
export function priceOf(value: unknown, field: string): bigint {
  if (value === null || value === undefined) throw new WireValueError(field, '缺失');
  const price = parseDecimal(decimalText(value), PRICE_SCALE);
  if (price === null || price < 0n) throw malformed(field, value, '不是有效的金额');
  return price;
}

/** A whole number ≥ 0, as number or text (`2`, `"2"`, `"2.0"`). @throws WireValueError otherwise */
export function quantityOf(value: unknown, field: string): number {
  if (value === null || value === undefined) throw new WireValueError(field, '缺失');
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  if (!/^\d{1,9}(\.0+)?$/.test(text)) throw malformed(field, value, '不是有效的数量');
  return Math.trunc(Number(text));
}

/** true/false, also as text; null when absent. @throws WireValueError on anything else */
export function flagOf(value: unknown, field: string): boolean | null {
  if (value === null || value === undefined) return null;
  const text = typeof value === 'string' ? value.trim().toLowerCase() : value;
  if (text === true || text === 'true') return true;
  if (text === false || text === 'false') return false;
  throw malformed(field, value, '不是布尔值');
}

/** No order of any channel is older. */
const OLDEST_YEAR = 1990;

const INSTANT =
  /^(\d{4})-(\d{2})-(\d{2})(?:[T ](\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?\s*(Z|[+-]\d{2}:?\d{2})?)?$/i;

/**
 * An instant in either wire form, ISO-8601 or `YYYY-MM-DD HH:mm:ss.ffffff ±HH:MM`; without a zone
 * it means UTC, below a millisecond it is cut. Null when absent, and for the least date of a system
 * (years 1, 1900, 1970), which stands for none.
 * @throws WireValueError when it is no real moment
 */
export function instantOf(value: unknown, field: string): Date | null {
  const text = textOf(value);
  if (text === null) return null;
  const match = INSTANT.exec(text);
  if (!match) throw malformed(field, value, '不是有效的时间');
  const [year, month, day, hour, minute, second] = [1, 2, 3, 4, 5, 6].map((i) => Number(match[i] ?? 0)) as [
    number,
    number,
    number,
    number,
    number,
    number,
  ];
  const ms = Number((match[7] ?? '').slice(0, 3).padEnd(3, '0'));
  const local = new Date(Date.UTC(year, month - 1, day, hour, minute, second, ms));
  const isReal = local.getUTCMonth() === month - 1 && local.getUTCDate() === day && hour < 24 && minute < 60;
  if (year < OLDEST_YEAR) return null;
  if (!isReal || second >= 60) throw malformed(field, value, '不是有效的时间');
  return new Date(local.getTime() - zoneMinutes(match[8] ?? 'Z') * 60_000);
}

function zoneMinutes(zone: string): number {
  if (zone.toUpperCase() === 'Z') return 0;
  const digits = zone.slice(1).replace(':', '');
  const minutes = Number(digits.slice(0, 2)) * 60 + Number(digits.slice(2));
  return zone.startsWith('-') ? -minutes : minutes;
}

function decimalText(value: unknown): string {
  if (typeof value === 'string') return value.trim();
  if (typeof value !== 'number' || !Number.isFinite(value)) return '';
  const rounded = value.toFixed(PRICE_SCALE);
  const isNoise = Math.abs(Number(rounded) - value) <= 1e-9 * Math.max(1, Math.abs(value));
  return isNoise ? rounded : String(value);
}

function malformed(field: string, value: unknown, problem: string): WireValueError {
  return new WireValueError(field, `${problem}：${String(JSON.stringify(value)).slice(0, 60)}`);
}

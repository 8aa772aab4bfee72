import type { Field } from '#kit/model/field.ts';
import { formatDecimal, parseDecimal } from '#kit/model/money.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { fieldOf } from '../audit-fields.ts';

/** What chosen rows come to in one column: amounts in one currency, or units. */
export interface Sum {
  key: string;
  title: string;
  /** Of amounts: each currency has a sum of its own. */
  currency: string | null;
  /** As a plain decimal text. */
  value: string;
}

/** Finer than any amount or quantity that a row may hold. */
const SCALE = 8;

/**
 * Sums of the amounts, by currency, and of the quantities among these columns; amounts first. What
 * no row has, or comes to nothing, is left out.
 */
export function sumsOf(of: AnyResource, keys: readonly string[], rows: readonly Row[]): Sum[] {
  const fields = [...new Set(keys)].flatMap((key) => {
    const field = fieldOf(of, key);
    return field ? [{ key, field }] : [];
  });
  const money = fields.filter(({ field }) => field.kind === 'money');
  const units = fields.filter(({ field }) => field.kind === 'quantity');
  return [...money, ...units].flatMap(({ key, field }) => columnSums(key, field, rows));
}

function columnSums(key: string, field: Field, rows: readonly Row[]): Sum[] {
  const found = new Map<string | null, { sum: bigint; places: number }>();
  for (const row of rows) {
    const text = String(row[key] ?? '');
    const value = parseDecimal(text, SCALE);
    if (value === null) continue;
    const currency = field.currency ? String(row[field.currency] ?? '') : null;
    const { sum, places } = found.get(currency) ?? { sum: 0n, places: 0 };
    const own = text.split('.')[1]?.length ?? 0;
    found.set(currency, { sum: sum + value, places: Math.max(places, own) });
  }
  return [...found].flatMap(([currency, { sum, places }]) =>
    sum === 0n
      ? []
      : [{ key, title: field.title, currency, value: atPlaces(formatDecimal(sum, SCALE), places) }],
  );
}

/** With as many places as the finest of the rows. */
const atPlaces = (text: string, places: number): string => {
  const [whole = '', fraction = ''] = text.split('.');
  return places === 0 ? whole : `${whole}.${fraction.slice(0, places)}`;
};

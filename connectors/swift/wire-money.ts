import { requiredText, WireValueError } from '#connectors/shared/wire-values.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { parseDecimal } from '#kit/model/money.ts';

/**
 * Rows of a list one by one: one that cannot be read keeps no other away.
 * @param unread takes what was wrong with each that cannot be read
 */
export function readable<R, T>(rows: readonly R[], read: (row: R) => T, unread: string[] = []): T[] {
  return rows.flatMap((row) => {
    try {
      return [read(row)];
    } catch (error) {
      if (!(error instanceof WireValueError)) throw error;
      unread.push(error.message);
      return [];
    }
  });
}

/** Minor units of a currency. @throws WireValueError where the value is no amount of it */
export function amountOf(value: unknown, currency: string, field: string): bigint {
  const minor = parseDecimal(requiredText(value, field), exponentOf(currency));
  if (minor === null) throw new WireValueError(field, '不是金额');
  return minor;
}

/** What is asked for a service; what is given back is a charge of its own. @throws WireValueError below zero */
export function priceOf(value: unknown, currency: string, field: string): bigint {
  const minor = amountOf(value, currency, field);
  if (minor < 0n) throw new WireValueError(field, '小于 0');
  return minor;
}

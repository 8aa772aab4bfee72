import type { Field } from '#kit/model/field.ts';
import { parseCellText } from '../grid-data/cell-text.ts';
import { tenantDay } from '../tenant-clock.ts';
import { tenantCurrency } from '../tenant-zone.ts';
import { useUnits } from '../units.ts';
import { Unread } from './unread.ts';

/**
 * A typed text as the wire value of its field, read as a pasted one is: null when it is blank, the
 * text with what is wrong when it is no value.
 * @param currency of the row, where its amounts are in one; else they are in 本位币
 */
export function readTyped(field: Field, text: string, currency?: string): unknown {
  const { system } = useUnits.getState();
  const read = parseCellText(field, text, {
    system,
    today: tenantDay(),
    currency: currency ?? tenantCurrency(),
  });
  return 'value' in read ? read.value : new Unread(text, read.message);
}

/** Code of the currency an amount is in, as its row says. */
export function currencyOf(
  { currency }: Field,
  row: Readonly<Record<string, unknown>> | undefined,
): string | undefined {
  const code = currency === undefined ? undefined : row?.[currency];
  return typeof code === 'string' && code !== '' ? code : undefined;
}

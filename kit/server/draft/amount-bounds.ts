import { MOST_AMOUNT, MOST_UNITS } from '#kit/model/money.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { MESSAGES } from '../messages.ts';

interface Place {
  /** Field of the line that is said to be wrong. */
  field: string;
  /** What is too large, in words. */
  title: string;
}

/**
 * Lines whose amounts are larger than anybody may type, alone or together: each at its row, before the
 * database would refuse the whole of them.
 * @param amounts minor units of a currency with `exponent` places, in the order of the lines
 */
export const amountFaults = (amounts: readonly bigint[], exponent: number, place: Place): FieldError[] =>
  beyond(amounts, BigInt(MOST_AMOUNT) * 10n ** BigInt(exponent), MOST_AMOUNT, place);

/** As {@link amountFaults}: more units than a document may hold. */
export const unitFaults = (units: readonly number[], place: Place): FieldError[] =>
  beyond(units.map(BigInt), BigInt(MOST_UNITS), MOST_UNITS, place);

function beyond(values: readonly bigint[], most: bigint, answers: number, { field, title }: Place): FieldError[] {
  const at = (index: number, message: string): FieldError => ({
    field,
    row: index + 1,
    code: 'max',
    message,
  });
  const sizes = values.map((value) => (value < 0n ? -value : value));
  const alone = sizes.flatMap((size, index) => (size > most ? [at(index, MESSAGES.tooBig(title, answers))] : []));
  if (alone.length > 0) return alone;
  let sum = 0n;
  const over = sizes.findIndex((size) => (sum += size) > most);
  return over < 0 ? [] : [at(over, MESSAGES.tooBig(`合计${title}`, answers))];
}

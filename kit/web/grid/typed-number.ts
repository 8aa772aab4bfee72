import { acceptsNumberTyping, numberOnBlur } from '#kit/model/number-typing.ts';
import { isOfKind } from './cell-types.ts';
import type { GridColumn } from './grid-column.ts';

const WHOLE = new Set(['integer', 'quantity']);
const DECIMAL = new Set(['money', 'price', 'rate']);
const NUMERIC = new Set([...WHOLE, ...DECIMAL, 'length', 'weight']);

const isNumeric = (column: GridColumn): boolean =>
  NUMERIC.has(column.field.kind) && isOfKind(column);

/** Whether a text could become a value of the column as it is typed. */
export const maySoType = (column: GridColumn, text: string): boolean =>
  !isNumeric(column) || acceptsNumberTyping(text);

/** What a typed text comes to once its cell is left: numbers become numbers, amounts decimals. */
export function settledNumber(column: GridColumn, text: string): unknown {
  if (!isNumeric(column)) return text;
  const number = numberOnBlur(text);
  if (number === '') return null;
  return DECIMAL.has(column.field.kind) ? text.replace(/\.$/, '') : number;
}

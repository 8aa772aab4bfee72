import { percentText } from './decimal-text.ts';
import type { Field } from './field.ts';

/** A bound of a field as its message says it: of a share in percent. */
export const boundText = ({ kind, percent }: Pick<Field, 'kind' | 'percent'>, bound: number): string =>
  percent ? (kind === 'rate' ? percentText(bound) : `${bound}%`) : String(bound);

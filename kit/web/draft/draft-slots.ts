import type { FieldInputsProps } from '../form/field-inputs.tsx';
import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';

/** What a page adds to the draft of its document beyond the declaration. */
export interface DraftSlots {
  /** What it is called: over a new one, over a stored one by its label, and in its tab. */
  titles?: { add: string; edit: (label: string) => string };
  /** Inputs of the page's own in the head, by key, in place of the face of the kind. */
  inputs?: FieldInputsProps['inputs'];
  /** Columns beside those that are typed, to be read only. */
  columns?: (typed: readonly GridColumn[]) => readonly GridColumn[];
  /** What the lines come to, in words, as the server will calculate it. */
  totals?: (rows: readonly GridRow[], head: Readonly<Record<string, unknown>>) => string;
  /** What to know when lines are typed or read from a sheet. */
  note?: string;
  /** A row of a spreadsheet as it may be pasted, cell by cell. */
  example?: readonly string[];
}

import type { FieldInputsProps } from '../form/field-inputs.tsx';
import type { ReactNode } from 'react';
import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';
import type { GridHandle } from '#ui/grid/grid-props.ts';

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
  /** What the head of a new one starts with; a link among it brings what hangs on it. */
  start?: Readonly<Record<string, unknown>>;
  /** How many parts of the head stand above the lines; all of them by default. Only on a page of its own. */
  partsAbove?: number;
  /** Another way to bring lines in, above their grid: `grid` is null until its code is there. */
  above?: (grid: GridHandle | null, head: Readonly<Record<string, unknown>>) => ReactNode;
  /** A row of a spreadsheet as it may be pasted, cell by cell. */
  example?: readonly string[];
}

import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';

/** The columns that a scan fills: what the line is about, and how many of it. */
export interface ScanColumns {
  subject: GridColumn;
  quantity: GridColumn;
}

const COUNTED: ReadonlySet<string> = new Set(['quantity', 'integer']);

/** Null where lines are not about rows that can be scanned, or count nothing. */
export function scanColumns(columns: readonly GridColumn[]): ScanColumns | null {
  const subject = columns.find(({ field }) => field.kind === 'link' && field.required);
  const quantity = columns.find(
    ({ field }) => COUNTED.has(field.kind) && field.required && !field.ordinal && !field.derived,
  );
  return subject && quantity ? { subject, quantity } : null;
}

/** Whether a number may be below zero: its sign is then typed too. */
export const isSigned = ({ field }: GridColumn): boolean =>
  field.rule === 'signedQuantity' || (field.min !== undefined && Number(field.min) < 0);

/** One more in the direction of the line: what is taken out is counted down. */
export const oneMore = (value: unknown): number => {
  const count = Number(value) || 0;
  return count < 0 ? count - 1 : count + 1;
};

/**
 * The line that a scan of this row counts for: the last one about it, as the hand is there.
 * @param mayCount of a line that may not be changed nothing is counted up: it is followed by another
 */
export const lineAbout = (
  rows: readonly GridRow[],
  { subject }: ScanColumns,
  id: string,
  mayCount: (row: GridRow) => boolean = () => true,
): GridRow | undefined => rows.findLast((row) => row[subject.key] === id && mayCount(row));

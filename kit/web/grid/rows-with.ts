import type { GridRow } from './grid-column.ts';

/** Changes rows wherever they stand: lists that share a row share it afterwards. */
export function rowsWith(
  change: (row: GridRow) => GridRow,
): (rows: readonly GridRow[]) => readonly GridRow[] {
  const changed = new Map<GridRow, GridRow>();
  return (rows) => {
    for (const row of rows) if (!changed.has(row)) changed.set(row, change(row));
    const isSame = rows.every((row) => changed.get(row) === row);
    return isSame ? rows : rows.map((row) => changed.get(row) as GridRow);
  };
}

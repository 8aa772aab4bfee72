import type { GridRow } from './grid-column.ts';

/** Changes rows wherever they stand: lists that share a row share it afterwards. */
export function rowsWith(change: (row: GridRow) => GridRow): (rows: readonly GridRow[]) => readonly GridRow[] {
  const changed = new Map<GridRow, GridRow>();
  return (rows) => {
    for (const row of rows) if (!changed.has(row)) changed.set(row, change(row));
    const isSame = rows.every((row) => changed.get(row) === row);
    return isSame ? rows : rows.map((row) => changed.get(row) as GridRow);
  };
}

/** Rows of these ids become others wherever they stand; without others they go. */
export function rowsBecoming(
  ids: ReadonlySet<string>,
  become?: (row: GridRow) => GridRow,
): (rows: readonly GridRow[]) => readonly GridRow[] {
  if (become) return rowsWith((row) => (ids.has(row.id) ? become(row) : row));
  return (rows) => (rows.some(({ id }) => ids.has(id)) ? rows.filter(({ id }) => !ids.has(id)) : rows);
}

/** A cell of an HTML table. */
export interface TableCell {
  text: string;
  rowSpan: number;
  colSpan: number;
}

/** A table of a page may claim any size; more is cut off. */
const MOST_CELLS = 500_000;
const MOST_COLUMNS = 1_000;

/**
 * Lays the cells of a table out in a rectangle. A joined cell holds its text at its first place
 * and leaves the others empty, as spreadsheets do.
 */
export function readTable(rows: readonly (readonly TableCell[])[]): string[][] {
  const grid: string[][] = [];
  /** Per column: the row at which a cell from above ends. */
  const taken: number[] = [];
  let cells = 0;
  for (const [index, row] of rows.entries()) {
    const line: string[] = [];
    for (const { text, rowSpan, colSpan } of row) {
      let at = line.length;
      while ((taken[at] ?? 0) > index) line[at++] = '';
      const width = Math.min(Math.max(colSpan, 1), MOST_COLUMNS - at);
      // A row span of 0 reaches to the last row.
      const until = rowSpan === 0 ? rows.length : Math.min(index + rowSpan, rows.length);
      for (let column = at; column < at + width; column++) {
        line[column] = column === at ? text : '';
        taken[column] = until;
      }
    }
    while ((taken[line.length] ?? 0) > index) line.push('');
    cells += line.length;
    if (cells > MOST_CELLS) break;
    grid.push(line);
  }
  const width = grid.reduce((most, line) => Math.max(most, line.length), 0);
  return grid.map((line) => [...line, ...Array<string>(width - line.length).fill('')]);
}

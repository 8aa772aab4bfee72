/** A text of lines and tabs (or commas) as cells, all rows as wide as the widest. */
export function asSheet(text: string): string[][] {
  const rows = text.split(/\r?\n/).map((line) => line.split(line.includes('\t') ? '\t' : /[,，]/));
  const width = Math.max(...rows.map((row) => row.length));
  return rows.map((row) => widened(row, width));
}

const widened = (row: readonly string[], width: number): string[] => [
  ...row,
  ...Array.from({ length: Math.max(0, width - row.length) }, () => ''),
];

/** Cells as one text, without empty rows and cells at the ends. */
export function asText(sheet: readonly (readonly string[])[]): string {
  const lines = sheet.map((row) => row.slice(0, row.findLastIndex((cell) => cell.trim() !== '') + 1).join('\t'));
  return lines.slice(0, Math.max(1, lines.findLastIndex((line) => line !== '') + 1)).join('\n');
}

export const withCell = (sheet: readonly string[][], row: number, column: number, text: string): string[][] =>
  sheet.map((cells, at) => (at === row ? cells.map((cell, place) => (place === column ? text : cell)) : cells));

/**
 * Cells from a spreadsheet put over those from one cell on; there are more rows and columns for it.
 * From the first cell on they are a sheet of their own: nothing of the one before stays beside them.
 */
export function pastedInto(
  sheet: readonly string[][],
  cells: readonly (readonly string[])[],
  row: number,
  column: number,
): string[][] {
  if (row === 0 && column === 0) return pastedInto([[]], cells, 0, 1).map(([, ...own]) => own);
  const width = Math.max(sheet[0]?.length ?? 0, ...cells.map((line) => column + line.length));
  const height = Math.max(sheet.length, row + cells.length);
  return Array.from({ length: height }, (_, at) => {
    const own = widened(sheet[at] ?? [], width);
    const given = cells[at - row];
    return given ? own.map((cell, place) => given[place - column]?.trim() ?? cell) : own;
  });
}

const LAST = /^续重/;

/** One more row at the end, before what is asked beyond the last weight. */
export function withRow(sheet: readonly string[][]): string[][] {
  const row = (sheet[0] ?? ['']).map(() => '');
  const last = sheet.at(-1);
  return last && LAST.test(last[0] ?? '') ? [...sheet.slice(0, -1), row, last] : [...sheet, row];
}

export const withColumn = (sheet: readonly string[][]): string[][] => sheet.map((row) => [...row, '']);

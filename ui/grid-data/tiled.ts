/**
 * A block laid out over a selection: repeated where the selection is a whole number of times as high
 * or as wide, as spreadsheets do; else once. Lines may be shorter than others.
 */
export function tiled<T>(block: readonly (readonly T[])[], height: number, width: number): (T | undefined)[][] {
  const own = { height: block.length, width: Math.max(0, ...block.map((line) => line.length)) };
  if (own.height === 0 || own.width === 0) return [];
  const rows = height % own.height === 0 ? height : own.height;
  const columns = width % own.width === 0 ? width : own.width;
  return Array.from({ length: rows }, (_row, row) =>
    Array.from({ length: columns }, (_column, column) => block[row % own.height]?.[column % own.width]),
  );
}

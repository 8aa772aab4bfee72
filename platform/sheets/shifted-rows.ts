import type { SheetRow } from './sheet-limits.ts';

/** Rows that are looked at to learn how wide those of a file are. */
const AHEAD = 100;

/**
 * Marks rows of a text file whose own separator stands unquoted within a value, `12 Main St, Apt 4`: all
 * that follows stands one column further. Programs part each row as often as the head, empty fields at the
 * end too; some write one separator more, but then behind each row.
 */
export async function* withShifted(rows: AsyncIterable<SheetRow>, head: SheetRow): AsyncGenerator<SheetRow> {
  const { width } = head;
  if (width === undefined) return yield* rows;
  let waiting: SheetRow[] | null = [];
  let usual = width;
  const marked = (row: SheetRow): SheetRow =>
    row.cells.length > width || (row.width ?? 0) > usual
      ? { ...row, shifted: { values: Math.max(row.cells.length, (row.width ?? 0) - usual + width), columns: width } }
      : row;
  const release = function* (ready: SheetRow[]): Generator<SheetRow> {
    usual = Math.max(width, Math.min(...ready.map((row) => row.width ?? 0)));
    for (const row of ready) yield marked(row);
  };
  for await (const row of rows) {
    if (!waiting) {
      yield marked(row);
      continue;
    }
    waiting.push(row);
    if (waiting.length < AHEAD) continue;
    yield* release(waiting);
    waiting = null;
  }
  if (waiting) yield* release(waiting);
}

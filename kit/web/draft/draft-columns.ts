import type { DraftShape } from '#kit/model/draft-shape.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { parseClipboard } from '#ui/grid-data/clipboard.ts';
import { inUnit, readHeadings } from '#ui/grid-data/headings.ts';
import type { GridColumn, GridRow } from '#ui/grid/grid-column.ts';

/** How many columns a pasted table has: what, how many, for how much. */
const PASTED = 3;

const SUMMED: ReadonlySet<Kind> = new Set<Kind>(['quantity', 'integer', 'weight']);

/** Keys of a resource that are hidden from somebody, by the masks of its declaration. */
export const maskedKeys = ({ masks = {} }: AnyResource, may: (code: string) => boolean): ReadonlySet<string> =>
  new Set(
    Object.entries(masks as Readonly<Record<string, readonly string[]>>).flatMap(([mask, keys]) =>
      may(`field:${mask}:view`) ? [] : keys,
    ),
  );

/**
 * Columns of the lines of a draft, in the order in which they are typed.
 * @param currency of the document, which may change while they stand
 */
export const draftColumns = (
  { line, columns }: DraftShape,
  hidden: ReadonlySet<string>,
  currency?: () => string | undefined,
): GridColumn[] =>
  columns
    .filter((key) => !hidden.has(key))
    .map((key) => {
      const field = line[key] as Field;
      return {
        key,
        field,
        ...(SUMMED.has(field.kind) && !field.ordinal && !field.percent ? { statistics: ['sum'] as const } : {}),
        ...(currency && field.kind === 'price' ? { currency } : {}),
      };
    });

/** The columns that a table to be pasted has, as far as they are shown. */
export const pastedColumns = (
  { line, columns }: DraftShape,
  hidden: ReadonlySet<string>,
): { key: string; title: string }[] =>
  columns
    .slice(0, PASTED)
    .filter((key) => !hidden.has(key))
    .map((key) => ({ key, title: (line[key] as Field).title }));

/** Lines of a pasted table as texts by key, and its headings that name no column. */
interface PastedLines {
  lines: Record<string, string>[];
  unknown: readonly string[];
}

/**
 * Rows copied from a spreadsheet, their cells side by side (tabs; commas where there are none), as
 * texts by key. A line of headings says which columns they are; without one they are `inOrder`. Blank
 * rows are left out; numbers stand as they were written, for whoever knows in which currency they are
 * to be.
 */
export function pastedLines(
  text: string,
  inOrder: readonly { key: string }[],
  columns: readonly GridColumn[],
): PastedLines {
  const table = text.includes('\t') ? parseClipboard({ text }) : listed(text);
  const rows = table
    .map((cells) => cells.map((cell) => cell.trim()))
    .filter((cells) => cells.some((cell) => cell !== ''));
  const headings = readHeadings(columns, rows[0] ?? []);
  const places = headings?.places ?? inOrder.map((column) => ({ column, unit: null }));
  const lines = rows
    .slice(headings ? 1 : 0)
    .map((cells) =>
      Object.fromEntries(
        places.flatMap(({ column, unit }, at) => (column ? [[column.key, inUnit(cells[at] ?? '', unit)]] : [])),
      ),
    );
  return { lines, unknown: headings?.unknown ?? [] };
}

const listed = (text: string): string[][] => text.split(/\r?\n/).map((row) => row.split(/[,，;；]|\s{2,}/));

/** Lines that a server has read, as texts to be put into the grid. */
export const textsOf = (lines: readonly Readonly<Record<string, unknown>>[]): Record<string, string>[] =>
  lines.map((line) =>
    Object.fromEntries(Object.entries(line).map(([key, value]) => [key, value === null ? '' : String(value)])),
  );

/**
 * A line as the server takes it: what was emptied is sent as nothing; what is hidden is left out, and
 * stays as it is stored.
 * @param isStored whether it is a line of the stored draft: only these have an id to keep
 */
export const wireLine = (row: GridRow, keys: readonly string[], isStored: boolean): Record<string, unknown> => ({
  ...(isStored ? { id: row.id } : {}),
  ...Object.fromEntries(keys.map((key) => [key, row[key] ?? null])),
});

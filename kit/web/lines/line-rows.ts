import type { Fields, Kind } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { listKeys } from '#kit/model/list-entry.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { isBlank, type Row } from '#ui/cells/faces.ts';
import { changedValues, filledValues } from '../form/form-values.ts';
import { isSameValue, isTempId, type GridColumn, type GridRow } from '#ui/grid/grid-column.ts';
import type { CellAddress } from '#ui/grid/grid-cursor.ts';

/** Kinds whose values a grid cannot show while they are typed, or that need room of their own. */
const UNTYPED: ReadonlySet<Kind> = new Set<Kind>(['secret', 'sealed', 'json', 'textarea']);
/** Kinds whose sum says something of the lines together. */
const SUMMED: ReadonlySet<Kind> = new Set<Kind>(['quantity', 'weight']);

/** Keys a line is typed in, in the order of its columns. */
export function lineKeys(child: AnyResource, back: string): string[] {
  const form = (child.form as readonly (readonly string[])[]).flat();
  return listKeys(child).filter((key) => key !== back && form.includes(key));
}

/**
 * Whether the lines of a child can be typed in their grid: it shows every field of the form, none of
 * which needs room of its own. Others are edited one by one in a drawer.
 */
export function isTypedInGrid(child: AnyResource, back: string): boolean {
  const fields = child.fields as Fields;
  const keys = lineKeys(child, back);
  const form = (child.form as readonly (readonly string[])[]).flat();
  return (
    child.kind === 'register' &&
    form.every((key) => key === back || keys.includes(key)) &&
    keys.every((key) => fields[key] && !UNTYPED.has(fields[key].kind))
  );
}

/** Columns of fields; what is unique, or counts the lines, stands in one of them only. */
export const lineColumns = (fields: Fields, keys: readonly string[]): GridColumn[] =>
  keys.flatMap((key): GridColumn[] => {
    const field = fields[key];
    if (!field) return [];
    if (field.ordinal) return [{ key, field, width: 84, rules: [{ unique: true }] }];
    const rules = field.unique ? { rules: [{ unique: true }] } : {};
    return [{ key, field, ...rules, ...(SUMMED.has(field.kind) ? { statistics: ['sum'] as const } : {}) }];
  });

/** What a new line starts with beyond defaults: the next number where a field counts the lines. */
export const nextNumbers = (columns: readonly GridColumn[], rows: readonly GridRow[]): Record<string, unknown> =>
  Object.fromEntries(
    columns
      .filter(({ field }) => field.ordinal)
      .map(({ key }) => [key, Math.max(0, ...rows.map((row) => Number(row[key]) || 0)) + 1]),
  );

/** A new line that nobody has typed into: it is as if it were not there. */
export const isUntouched = (columns: readonly GridColumn[], row: GridRow): boolean =>
  isTempId(row.id) &&
  columns.every(({ key, field }) => field.ordinal || isBlank(row[key]) || isSameValue(row[key], field.default ?? null));

/** Lines as they are sent together, and the row of the grid that each of them is. */
export interface LinesToSave {
  removed: string[];
  lines: Record<string, unknown>[];
  /** Ids in the grid, line by line. */
  ids: string[];
}

/** The lines of a grid, over those that are stored as far as it knows. */
interface TypedLines {
  rows: readonly GridRow[];
  /** A line as it is stored; none of a new one. */
  stored: (id: string) => Row | undefined;
  /** Lines that were taken out here. */
  removed: readonly Row[];
}

/**
 * What brings the stored lines to those of the grid: of a stored line only what was changed, under
 * the version it was seen with; of a new one everything filled in and what all lines share.
 */
export function linesToSave(
  { fields, keys, fixed }: { fields: Fields; keys: readonly string[]; fixed: object },
  { rows, stored, removed }: TypedLines,
): LinesToSave {
  const lines = rows.flatMap((row): { id: string; body: Record<string, unknown> }[] => {
    const values = Object.fromEntries(keys.map((key) => [key, row[key]]));
    const old = stored(row.id);
    if (!old) return [{ id: row.id, body: filledValues(fields, { ...values, ...fixed }) }];
    const changed = changedValues(fields, old, values);
    if (Object.keys(changed).length === 0) return [];
    return [{ id: row.id, body: { id: old.id, version: old['version'], ...changed } }];
  });
  return {
    removed: removed.map(({ id }) => id),
    lines: lines.map(({ body }) => body),
    ids: lines.map(({ id }) => id),
  };
}

/** Where refusals that name their line from 1 belong: cells, and words where there is no cell. */
export function refusedCells(
  errors: readonly FieldError[],
  sent: readonly string[],
  rows: readonly GridRow[],
  keys: ReadonlySet<string>,
): { cells: (CellAddress & { message: string })[]; words: string[] } {
  const cells: (CellAddress & { message: string })[] = [];
  const words: string[] = [];
  for (const { field, row, message } of errors) {
    const id = row === undefined ? undefined : sent[row - 1];
    const place = rows.findIndex((one) => one.id === id);
    if (id !== undefined && keys.has(field)) cells.push({ id, key: field, message });
    else words.push(place < 0 ? message : `第 ${place + 1} 行：${message}`);
  }
  return { cells, words };
}

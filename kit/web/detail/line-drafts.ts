import type { Field, Fields, Kind } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { Row } from '../cells/faces.ts';
import { changedValues, filledValues, startValues, storedValues } from '../form/form-values.ts';
import { judgeField } from '../form/judge-field.ts';

/** A child row as it stands in the table that is typed into. */
export interface LineDraft {
  /** Of the table only: new lines have no id yet. */
  key: string;
  /** The stored row it changes; absent = a new line. */
  before?: Row | undefined;
  values: Readonly<Record<string, unknown>>;
}

/** One call that brings a line to what was typed. */
export type LineChange =
  | { verb: 'delete'; row: Row }
  | { verb: 'edit'; line: LineDraft; body: Record<string, unknown> }
  | { verb: 'add'; line: LineDraft; body: Record<string, unknown> };

const TYPED: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'length',
  'weight',
]);

/** Keys a line is typed in, in the order of its columns. */
export function lineKeys(child: AnyResource, back: string): string[] {
  const form = (child.form as readonly (readonly string[])[]).flat();
  return (child.list as readonly string[]).filter((key) => key !== back && form.includes(key));
}

/**
 * Whether the lines of a child can be typed in their table: the table shows every field of the
 * form, and each is a short text or a number. Others are edited one by one in a drawer.
 */
export function isTypedInTable(child: AnyResource, back: string): boolean {
  const fields = child.fields as Fields;
  const keys = lineKeys(child, back);
  const form = (child.form as readonly (readonly string[])[]).flat();
  return (
    child.kind === 'register' &&
    form.every((key) => key === back || keys.includes(key)) &&
    keys.every((key) => TYPED.has((fields[key] as Field).kind))
  );
}

export const storedDraft = (fields: Fields, row: Row): LineDraft => ({
  key: row.id,
  before: row,
  values: storedValues(fields, row),
});

/** A new line: defaults, and the next number where one field counts the lines. */
export function newDraft(fields: Fields, lines: readonly LineDraft[], key: string): LineDraft {
  const numbers = Object.entries(fields)
    .filter(([, field]) => field.ordinal)
    .map(([name]): [string, number] => [
      name,
      Math.max(0, ...lines.map(({ values }) => Number(values[name]) || 0)) + 1,
    ]);
  return { key, values: { ...startValues(fields), ...Object.fromEntries(numbers) } };
}

/** Words by field of a line that the server would refuse. */
export function lineFaults(
  fields: Fields,
  keys: readonly string[],
  { values }: LineDraft,
): Record<string, string> {
  return Object.fromEntries(
    keys.flatMap((key) => {
      const field = fields[key];
      const fault = field ? judgeField(field, values[key], values) : null;
      return fault === null ? [] : [[key, fault]];
    }),
  );
}

/**
 * The calls that bring the stored lines to what was typed. Deleting comes first and adding last, so
 * that a number given up by one line is free for the next.
 */
export function lineChanges(
  fields: Fields,
  stored: readonly Row[],
  lines: readonly LineDraft[],
  fixed: Readonly<Record<string, unknown>>,
): LineChange[] {
  const kept = new Set(lines.map(({ before }) => before?.id));
  const edits = lines.flatMap((line): LineChange[] => {
    if (!line.before) return [];
    const changed = changedValues(fields, line.before, line.values);
    if (Object.keys(changed).length === 0) return [];
    const { id, version } = line.before;
    return [{ verb: 'edit', line, body: { id, version, ...changed } }];
  });
  return [
    ...stored
      .filter((row) => !kept.has(row.id))
      .map((row): LineChange => ({ verb: 'delete', row })),
    ...edits,
    ...lines
      .filter(({ before }) => !before)
      .map((line): LineChange => ({
        verb: 'add',
        line,
        body: filledValues(fields, { ...line.values, ...fixed }),
      })),
  ];
}

import type { Field, Kind } from '#kit/model/field.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import type { AnyRow } from '#kit/model/row.ts';

/** Kinds whose values may be all that tells one row from another. */
const NAMING: ReadonlySet<Kind> = new Set<Kind>(['text', 'integer', 'choice', 'link']);

/**
 * Rows of one save that give up a value which another of them has afterwards: numbers that are
 * swapped, or passed on around a ring. Row by row each would meet the one that still has its value.
 * @returns their ids
 */
export function givingUp(
  resource: AnyResource,
  rows: readonly { before: AnyRow; values: Record<string, unknown> }[],
): string[] {
  const keys = Object.entries(resource.fields as Record<string, Field>)
    .filter(([key, { kind }]) => NAMING.has(kind) && rows.some(({ values }) => key in values))
    .map(([key]) => key);
  const given = new Set<unknown>();
  for (const key of keys) {
    const before = (row: (typeof rows)[number]): string => String(row.before[key]);
    const after = (row: (typeof rows)[number]): string => (key in row.values ? String(row.values[key]) : before(row));
    const taken = new Set(rows.map(after));
    for (const row of rows) if (before(row) !== after(row) && taken.has(before(row))) given.add(row.before.id);
  }
  return [...given] as string[];
}

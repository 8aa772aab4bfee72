import type { Field, Fields } from '#kit/model/field.ts';
import type { FieldError } from '#kit/model/refusal.ts';
import { isBlank } from '#ui/cells/faces.ts';

type Values = Readonly<Record<string, unknown>>;

/** Fields a user may fill in, in the rows of the form; derived ones are the server's. */
export const formLayout = (
  fields: Fields,
  form: readonly (readonly string[])[] = Object.keys(fields).map((key) => [key]),
): string[][] =>
  form.map((row) => row.filter((key) => fields[key] && !fields[key].derived)).filter((row) => row.length > 0);

/** Starting values: those given, else the defaults of the fields. */
export function startValues(fields: Fields, given: Values = {}): Record<string, unknown> {
  const values: Record<string, unknown> = {};
  for (const [key, field] of Object.entries(fields)) {
    const value = given[key];
    values[key] = value === undefined || value === null ? (field.default ?? null) : value;
  }
  return values;
}

/** Values of a stored row as an edit form starts with: no defaults, what is empty stays empty. */
export const storedValues = (fields: Fields, row: Values): Record<string, unknown> =>
  Object.fromEntries(Object.keys(fields).map((key) => [key, row[key] ?? null]));

/**
 * What an edit sends: only what was changed against `before`, so that a field somebody else
 * changed meanwhile is not put back unseen. Blank texts become null, a secret left blank is kept.
 */
export function changedValues(fields: Fields, before: Values, values: Values): Record<string, unknown> {
  const changed: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const field = fields[key];
    if (!field || field.derived || value === undefined) continue;
    const next = sent(value);
    if (field.kind === 'secret' && (next === null || next === '***')) continue;
    if (!isSame(next, sent(before[key]))) changed[key] = next;
  }
  return changed;
}

/** Values of a form that differ from those it started with, whatever they are of. */
export const typedValues = (before: Values, values: Values): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(values).filter(([key, value]) => value !== undefined && !isSame(sent(value), sent(before[key]))),
  );

/** What an add sends: everything filled in. */
export function filledValues(fields: Fields, values: Values): Record<string, unknown> {
  const filled: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(values)) {
    const next = sent(value);
    if (fields[key] && !fields[key].derived && next !== null) filled[key] = next;
  }
  return filled;
}

/** Titles of fields that differ between two versions of a row. */
export const differences = (fields: Fields, before: Values, after: Values): string[] =>
  Object.entries(fields)
    .filter(([key, field]) => field.kind !== 'secret' && !isSame(sent(before[key]), sent(after[key])))
    .map(([, field]) => field.title);

/** Keys that both the form and somebody else have changed since `before`, to different values. */
export function bothChanged(fields: Fields, before: Values, values: Values, latest: Values): string[] {
  const mine = changedValues(fields, before, values);
  const theirs = changedValues(fields, before, storedValues(fields, latest));
  return Object.keys(mine).filter((key) => key in theirs && !isSame(mine[key], theirs[key]));
}

/** Field errors of a refusal: those at inputs of this form, and the others for its head. */
export function splitErrors(
  errors: readonly FieldError[],
  keys: ReadonlySet<string>,
): { atFields: { name: string; errors: string[] }[]; others: string[] } {
  const byField = new Map<string, string[]>();
  const others: string[] = [];
  for (const { field, message } of errors) {
    if (keys.has(field)) byField.set(field, [...(byField.get(field) ?? []), message]);
    else others.push(message);
  }
  return { atFields: [...byField].map(([name, list]) => ({ name, errors: list })), others };
}

export const isRequired = (field: Field): boolean => field.required === true && field.kind !== 'flag';

const sent = (value: unknown): unknown => {
  const held = typeof value === 'string' ? value.trim() : value;
  return isBlank(held) ? null : held;
};

const isSame = (a: unknown, b: unknown): boolean => a === b || JSON.stringify(a) === JSON.stringify(b);

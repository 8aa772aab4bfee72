import type { FieldError } from '#kit/model/refusal.ts';

interface HeadOf<K extends string> {
  /** What is said of the document, not of a line. */
  keys: readonly K[];
  fields: Readonly<Record<K, { title: string }>>;
  /** What the rows of one document have in common, in words. */
  name: string;
}

/**
 * What the rows of one document of a sheet say of it together, and at which rows they contradict each other:
 * each says the same, or nothing.
 */
export function headOfRows<K extends string>(
  rows: readonly { row: number; values: { readonly [key in K]?: unknown } }[],
  { keys, fields, name }: HeadOf<K>,
): { head: { [key in K]?: unknown }; errors: FieldError[] } {
  const head: { [key in K]?: unknown } = {};
  const answers = new Map<K, number>();
  const errors: FieldError[] = [];
  for (const { row, values } of rows)
    for (const key of keys) {
      const value = values[key] ?? null;
      if (value === null) continue;
      const first = answers.get(key);
      if (first === undefined) {
        answers.set(key, row);
        head[key] = value;
      } else if (plain(head[key]) !== plain(value)) {
        const message = `${fields[key].title}与${name}的第 ${first} 行不一致`;
        errors.push({ field: key, row, code: 'differs', message });
      }
    }
  return { head, errors };
}

const plain = (value: unknown): string => (value instanceof Date ? value.toISOString() : String(value));

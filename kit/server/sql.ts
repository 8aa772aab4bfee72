import { createHash } from 'node:crypto';

/**
 * SQL as tagged templates: text is written in code only, every interpolated value becomes a
 * parameter, and fragments nest. Identifiers come from declarations through `column()`, never
 * from a request.
 */
export interface Sql {
  readonly strings: readonly string[];
  readonly values: readonly unknown[];
  readonly isSql: true;
}

export function sql(strings: TemplateStringsArray, ...values: unknown[]): Sql {
  return { strings, values, isSql: true };
}

export const isSql = (value: unknown): value is Sql =>
  typeof value === 'object' && value !== null && (value as Sql).isSql === true;

const IDENTIFIER = /^[a-z_][a-z0-9_]*(\.[a-z_][a-z0-9_]*)?$/;

/**
 * An identifier of our own as SQL text; throws on anything that is not plain snake case. Quoted: a
 * table may be called as a word of SQL is (`position`).
 */
export function column(name: string): Sql {
  if (!IDENTIFIER.test(name)) throw new Error(`not an identifier: ${name}`);
  return { strings: [`"${name.replace('.', '"."')}"`], values: [], isSql: true };
}

/** Joins fragments: `join(conditions, ' and ')`. */
export function join(parts: readonly Sql[], separator: ', ' | ' and ' | ' or ' | ' union all ' | ' '): Sql {
  const strings: string[] = [''];
  const values: unknown[] = [];
  parts.forEach((part, index) => {
    if (index > 0) strings[strings.length - 1] += separator;
    values.push(part);
    strings.push('');
  });
  return { strings, values, isSql: true };
}

export const nothing: Sql = { strings: [''], values: [], isSql: true };

export interface Statement {
  name: string;
  text: string;
  values: unknown[];
  /** Put together from fragments: one template gives many texts. */
  isComposed: boolean;
}

const plain = new WeakMap<readonly string[], Omit<Statement, 'values'>>();

const nameOf = (text: string): string => `w${createHash('sha1').update(text).digest('base64url').slice(0, 20)}`;

/** Flattens a template into one statement with `$n` parameters and a stable name. */
export function compile(strings: readonly string[], values: readonly unknown[]): Statement {
  const known = plain.get(strings);
  if (known) return { ...known, values: values as unknown[] };
  const out: unknown[] = [];
  let isComposed = false;
  const write = (texts: readonly string[], inner: readonly unknown[]): string => {
    let text = texts[0] ?? '';
    inner.forEach((value, index) => {
      if (isSql(value)) {
        isComposed = true;
        text += write(value.strings, value.values);
      } else {
        out.push(value);
        text += `$${out.length}`;
      }
      text += texts[index + 1] ?? '';
    });
    return text;
  };
  const text = write(strings, values);
  const name = nameOf(text);
  if (!isComposed) plain.set(strings, { name, text, isComposed });
  return { name, text, values: out, isComposed };
}

import type { Field, Kind } from '#kit/model/field.ts';
import type { Operator } from '#kit/model/query-language.ts';
import type { Row } from './resources.ts';

const TEXTUAL = new Set<Kind>(['text', 'textarea']);
const NUMERIC = new Set<Kind>(['integer', 'quantity', 'money', 'price', 'rate', 'length', 'weight']);
const TIMED = new Set<Kind>(['date', 'datetime']);
/** Asked for by 1, some, and 0, none. */
const HELD = new Set<Kind>(['files', 'pictures']);

/** What the query language promises for a kind (contract.md §2.7), stated without the product's code. */
export function rulesOf(kind: Kind): readonly Operator[] {
  if (TEXTUAL.has(kind)) return ['eq', 'ne', 'in', 'like', 'left_like', 'right_like', 'ge', 'le'];
  if (NUMERIC.has(kind) || TIMED.has(kind)) return ['eq', 'ne', 'in', 'gt', 'ge', 'lt', 'le'];
  if (kind === 'choices') return ['eq', 'in'];
  if (kind === 'tags') return ['eq', 'ne', 'in'];
  if (HELD.has(kind)) return ['eq'];
  if (kind === 'flag' || kind === 'choice' || kind === 'link') return ['eq', 'ne', 'in'];
  return [];
}

/** What the language says of its own accord: a value with these signs is asked in the long form. */
const SPEAKING = /^[!*<>=]|[*,]|\+\+|^(ge|gt|le|lt|ne|eq) |^null$/;

/** A value of a row as a person types it; null where the row has none that reads as itself. */
export function typed(value: unknown, kind: Kind): string | null {
  if (value === null || value === undefined || value === '') return null;
  if (HELD.has(kind)) return '1';
  if (Array.isArray(value)) return value.length === 0 ? null : String(value[0]);
  const text = String(value);
  return SPEAKING.test(text) || text !== text.trim() ? null : text;
}

const compare = (kind: Kind, a: unknown, b: string): number => {
  if (NUMERIC.has(kind)) return Number(a) - Number(b);
  // A day asks for all its seconds.
  const text = kind === 'datetime' ? String(a).slice(0, b.length) : String(a);
  return text < b ? -1 : text > b ? 1 : 0;
};

/** Whether a row answers one condition, judged by what its list shows. */
export function isWanted(row: Row, [key, { kind }]: [string, Field], rule: Operator, val: string): boolean {
  const value = row[key];
  if (HELD.has(kind)) return Boolean(value) === (val === '1');
  // All of those asked for, none of them, or any.
  if (kind === 'tags') return hasTags((value ?? []) as string[], rule, val.split(','));
  if (rule === 'ne') return value === null || compare(kind, value, val) !== 0;
  if (value === null || value === undefined) return false;
  if (kind === 'choices') return val.split(',').some((code) => (value as string[]).includes(code));
  const text = String(value);
  switch (rule) {
    case 'in':
      return val.split(',').some((one) => compare(kind, value, one) === 0);
    case 'like':
      return text.includes(val);
    case 'left_like':
      return text.endsWith(val);
    case 'right_like':
      return text.startsWith(val);
    case 'gt':
      return compare(kind, value, val) > 0;
    case 'ge':
      return compare(kind, value, val) >= 0;
    case 'lt':
      return compare(kind, value, val) < 0;
    case 'le':
      return compare(kind, value, val) <= 0;
    case 'eq':
      return compare(kind, value, val) === 0;
  }
}

const hasTags = (tags: readonly string[], rule: Operator, requests: readonly string[]): boolean => {
  if (rule === 'eq') return requests.every((id) => tags.includes(id));
  return requests.some((id) => tags.includes(id)) === (rule === 'in');
};

/** Every way to write a condition as a flat query, by the wire key it goes under. */
export function spellings(key: string, rule: Operator, val: string): [string, string][] {
  switch (rule) {
    case 'eq':
      return [
        [key, val],
        [key, ` ${val} `],
        [key, `= ${val}`],
        [key, `eq ${val}`],
      ];
    case 'ne':
      return [
        [key, `!${val}`],
        [key, `!= ${val}`],
        [key, `ne ${val}`],
      ];
    case 'in':
      return [[key, val.includes(',') ? val : `${val},${val}`]];
    case 'like':
      return [[key, `*${val}*`]];
    case 'left_like':
      return [[key, `*${val}`]];
    case 'right_like':
      return [[key, `${val}*`]];
    case 'gt':
      return [
        [key, `> ${val}`],
        [key, `gt ${val}`],
      ];
    case 'lt':
      return [
        [key, `< ${val}`],
        [key, `lt ${val}`],
      ];
    case 'ge':
      return [
        [key, `>= ${val}`],
        [key, `>=${val}`],
        [key, `ge ${val}`],
        [`${key}_begin`, val],
      ];
    case 'le':
      return [
        [key, `<= ${val}`],
        [key, `<=${val}`],
        [key, `le ${val}`],
        [`${key}_end`, val],
      ];
  }
}

/**
 * The list query language (contract.md §2.7): what a flat query value means, and the conditions
 * of the advanced query. Pure: the server turns conditions into SQL, the web builds them.
 */
import type { Field, Kind } from './field.ts';

export type Operator = 'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'in' | 'like' | 'left_like' | 'right_like';

export interface Condition {
  field: string;
  rule: Operator;
  /** One text, or several for `in` and for `like` (any of them); the field's kind parses them. */
  val: string | string[];
}

const ORDERED: readonly Operator[] = ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'in'];
const TEXTUAL: readonly Operator[] = [...ORDERED, 'like', 'left_like', 'right_like'];
const EXACT: readonly Operator[] = ['eq', 'ne', 'in'];
const NONE: readonly Operator[] = [];

/** What may be asked of each kind. */
export const OPERATORS: Readonly<Record<Kind, readonly Operator[]>> = {
  text: TEXTUAL,
  textarea: TEXTUAL,
  integer: ORDERED,
  quantity: ORDERED,
  money: ORDERED,
  price: ORDERED,
  rate: ORDERED,
  length: ORDERED,
  weight: ORDERED,
  date: ORDERED,
  datetime: ORDERED,
  flag: EXACT,
  choice: EXACT,
  link: EXACT,
  // A set of codes is found by any of the wanted ones.
  choices: ['eq', 'in'],
  // Several of eq are asked for together (a row has all of them), of in any; ne has none of them.
  tags: EXACT,
  secret: NONE,
  sealed: NONE,
  json: NONE,
  // 1 = there are some, 0 = there are none.
  files: ['eq'],
  pictures: ['eq'],
};

/** What may be asked of a field; the server refuses every other rule. */
export const operatorsOf = ({ kind, structured }: QueriedField): readonly Operator[] =>
  structured ? NONE : OPERATORS[kind];

/** Of a field, what says how it is asked for. */
export type QueriedField = Pick<Field, 'kind' | 'structured'>;

/** Most conditions of one advanced query, and most values of one condition. */
export const MOST_CONDITIONS = 50;
export const MOST_VALUES = 1000;

const SYMBOLS: Record<string, Operator> = {
  '>': 'gt',
  '>=': 'ge',
  '<': 'lt',
  '<=': 'le',
  '=': 'eq',
  '!=': 'ne',
  IN: 'in',
  LIKE: 'like',
  LEFT_LIKE: 'left_like',
  RIGHT_LIKE: 'right_like',
};
const NAMES = new Set<string>(Object.values(SYMBOLS));

/** Rule of an advanced query by its name or symbol; null when it is none. */
export function operatorOf(rule: string): Operator | null {
  if (NAMES.has(rule)) return rule as Operator;
  const symbol = Object.hasOwn(SYMBOLS, rule) ? rule : rule.toUpperCase();
  return Object.hasOwn(SYMBOLS, symbol) ? (SYMBOLS[symbol] as Operator) : null;
}

const WITH_BLANK = /^(>=|<=|!=|>|<|=|ge|gt|le|lt|ne|eq) (.*)$/s;
const TIGHT = /^(>=|<=)(.+)$/s;

/**
 * Reads one flat query value, in the order of contract.md §2.7.
 * @returns conditions that are AND-ed, or null when the value asks for nothing
 */
export function readFlatValue(field: string, raw: string): Condition[] | null {
  const value = raw.trim();
  if (value === '' || value === 'null' || value === '**') return null;
  const operator = WITH_BLANK.exec(value) ?? TIGHT.exec(value);
  if (operator?.[1] !== undefined && operator[2] !== undefined) {
    const rule = operatorOf(operator[1]);
    const operand = operator[2].trim();
    if (rule && operand !== '') return [{ field, rule, val: operand }];
  }
  if (value === '*') return [{ field, rule: 'eq', val: '*' }];
  if (value.length > 1 && value.startsWith('*') && value.endsWith('*'))
    return [{ field, rule: 'like', val: value.slice(1, -1) }];
  if (value.startsWith('*')) return [{ field, rule: 'left_like', val: value.slice(1) }];
  if (value.endsWith('*')) return [{ field, rule: 'right_like', val: value.slice(0, -1) }];
  if (value.includes(',')) {
    const list = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    // Commas at both ends ask for any of the parts inside the value.
    const rule = value.startsWith(',') && value.endsWith(',') ? 'like' : 'in';
    return list.length === 0 ? null : [{ field, rule, val: list }];
  }
  if (value.startsWith('!') && value.length > 1) return [{ field, rule: 'ne', val: value.slice(1) }];
  if (value.includes('++')) return [{ field, rule: 'eq', val: value.replaceAll('++', ',') }];
  return [{ field, rule: 'eq', val: value }];
}

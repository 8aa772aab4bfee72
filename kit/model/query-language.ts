/**
 * The list query language (contract.md §2.7): what a flat query value means, and the conditions
 * of the advanced query. Pure: the server turns conditions into SQL, the web builds them.
 */
export type Operator =
  'eq' | 'ne' | 'gt' | 'ge' | 'lt' | 'le' | 'in' | 'like' | 'left_like' | 'right_like';

export interface Condition {
  field: string;
  rule: Operator;
  /** One text, or several for `in` and for `like` (any of them); the field's kind parses them. */
  val: string | string[];
}

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
const OPERATORS = new Set<string>(Object.values(SYMBOLS));

/** Rule of an advanced query by its name or symbol; null when it is none. */
export function operatorOf(rule: string): Operator | null {
  if (OPERATORS.has(rule)) return rule as Operator;
  return SYMBOLS[rule] ?? SYMBOLS[rule.toUpperCase()] ?? null;
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
  if (value.includes('++')) return [{ field, rule: 'eq', val: value.replaceAll('++', ',') }];
  if (value.includes(',')) {
    const list = value
      .split(',')
      .map((part) => part.trim())
      .filter((part) => part !== '');
    // Commas at both ends ask for any of the parts inside the value.
    const rule = value.startsWith(',') && value.endsWith(',') ? 'like' : 'in';
    return list.length === 0 ? null : [{ field, rule, val: list }];
  }
  if (value.startsWith('!') && value.length > 1)
    return [{ field, rule: 'ne', val: value.slice(1) }];
  return [{ field, rule: 'eq', val: value }];
}

import type { Field, Kind } from './field.ts';
import {
  MOST_CONDITIONS,
  MOST_VALUES,
  operatorOf,
  operatorsOf,
  type QueriedField,
  type Operator,
} from './query-language.ts';

/**
 * The advanced query (contract.md §2.7, §5.3): what a person builds row by row, what of it goes
 * over the wire, and how that is read back from an address or from a saved query.
 */
export type MatchType = 'and' | 'or';

/** A row as it is being filled in. `in` holds several values, every other rule one. */
export interface QueryRow {
  field: string | null;
  rule: Operator;
  val: string | readonly string[];
}

/** A condition on the wire; several values are joined by commas. */
export interface WireCondition {
  field: string;
  rule: Operator;
  val: string;
  type: string;
}

export interface AdvancedQuery {
  matchType: MatchType;
  conditions: readonly WireCondition[];
}

export type QueryFields = Readonly<Record<string, Field>>;

/** Rules in the order they are offered (contract.md §5.3). */
export const RULE_TITLES: Readonly<Record<Operator, string>> = {
  eq: '等于',
  like: '包含',
  right_like: '以..开始',
  left_like: '以..结尾',
  in: '在...中',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
};
const RULES = Object.keys(RULE_TITLES) as Operator[];

/**
 * Rules that the language knows and nobody misses: an order of texts, lists of days and of
 * measures that are shown in another unit than they are kept in.
 */
const UNOFFERED: Partial<Record<Kind, readonly Operator[]>> = {
  flag: ['in'],
  choices: ['eq'],
  date: ['in'],
  datetime: ['in'],
  length: ['in'],
  weight: ['in'],
};

/** Rules a person may choose for a field; none where it cannot be asked about. */
export const rulesOf = (field: QueriedField): readonly Operator[] =>
  RULES.filter((rule) => operatorsOf(field).includes(rule) && !UNOFFERED[field.kind]?.includes(rule));

/** Field types of the wire by kind (contract.md §5.3). */
const WIRE_TYPES: Readonly<Record<Kind, string>> = {
  text: 'string',
  textarea: 'string',
  integer: 'int',
  quantity: 'int',
  length: 'int',
  weight: 'int',
  money: 'number',
  price: 'number',
  rate: 'number',
  flag: 'switch',
  choice: 'list',
  choices: 'list_multi',
  link: 'sel_search',
  tags: 'list_multi',
  date: 'date',
  datetime: 'datetime',
  secret: 'string',
  sealed: 'string',
  json: 'string',
  files: 'switch',
  pictures: 'switch',
};

export const BLANK_ROW: QueryRow = { field: null, rule: 'eq', val: '' };

/** The values of a row, without blanks. */
const valuesOf = ({ val }: Pick<QueryRow, 'val'>): string[] =>
  (typeof val === 'string' ? [val] : val).map((one) => one.trim()).filter((one) => one !== '');

const hasValue = (row: QueryRow): boolean => valuesOf(row).length > 0;

/** Nothing was chosen or typed in it. */
export const isBlankRow = (row: QueryRow): boolean => row.field === null && !hasValue(row);

/** Another rule: several values stay for `in`, every other rule keeps the first. */
export function withRule(row: QueryRow, rule: Operator): QueryRow {
  const values = valuesOf(row);
  return { ...row, rule, val: rule === 'in' ? values : (values[0] ?? '') };
}

/** Another field: the rule stays where it is offered, a text that was typed stays for a text. */
export function withField(row: QueryRow, field: string | null, fields: QueryFields): QueryRow {
  const next = fieldOf(fields, field);
  if (!next) return { ...row, field: null };
  const rules = rulesOf(next);
  const rule = rules.includes(row.rule) ? row.rule : (rules[0] ?? 'eq');
  const before = fieldOf(fields, row.field);
  const isSameInput = before === undefined || (isText(before.kind) && isText(next.kind));
  return withRule({ ...row, field, val: isSameInput ? row.val : '' }, rule);
}

const isText = (kind: Kind): boolean => kind === 'text' || kind === 'textarea';

const fieldOf = (fields: QueryFields, key: string | null): Field | undefined =>
  key !== null && Object.hasOwn(fields, key) ? fields[key] : undefined;

/** What is wrong with a row that is not blank, for the row itself; null when it can be asked. */
export function rowFault(row: QueryRow, fields: QueryFields): string | null {
  const field = fieldOf(fields, row.field);
  if (!field) return '请选择查询字段';
  const values = valuesOf(row);
  if (values.length === 0) return '请填写查询值';
  if (values.length > MOST_VALUES) return `最多${MOST_VALUES}个值`;
  for (const value of values) {
    const fault = valueFault(value, field);
    if (fault) return fault;
  }
  return null;
}

const WHOLE = /^-?\d{1,10}$/;
const DECIMAL = /^-?\d{1,11}(\.\d+)?$/;
const BIGGEST = 2_000_000_000;
const PLACES: Partial<Record<Kind, number>> = { money: 3, price: 4, rate: 8 };
const LONGEST_TEXT = { text: 255, textarea: 2000 } as const;

function valueFault(value: string, { kind, max }: Field): string | null {
  switch (kind) {
    case 'integer':
      return wholeFault(value);
    case 'quantity':
    case 'length':
    case 'weight':
      return value.startsWith('-') ? '不能为负数' : wholeFault(value);
    case 'money':
    case 'price':
    case 'rate':
      return decimalFault(value, PLACES[kind] ?? 0);
    case 'text':
    case 'textarea': {
      const most = max ?? LONGEST_TEXT[kind];
      return value.length > most ? `最多${most}个字符` : null;
    }
    default:
      return null;
  }
}

function wholeFault(value: string): string | null {
  if (!WHOLE.test(value)) return '请输入整数';
  return Math.abs(Number(value)) > BIGGEST ? `不能超过${BIGGEST}` : null;
}

function decimalFault(value: string, places: number): string | null {
  if (!DECIMAL.test(value)) return '请输入数字';
  const [, fraction = ''] = value.split('.');
  return fraction.length > places ? `最多${places}位小数` : null;
}

/** The conditions of the rows that are filled in; blank and unfinished rows ask for nothing. */
export function wireConditions(rows: readonly QueryRow[], fields: QueryFields): WireCondition[] {
  return rows.flatMap((row) => {
    const field = fieldOf(fields, row.field);
    if (!field || row.field === null || rowFault(row, fields)) return [];
    const val = valuesOf(row).join(',');
    return [{ field: row.field, rule: row.rule, val, type: WIRE_TYPES[field.kind] }];
  });
}

/** Rows read back, and what had to be left out: by title, or by key where there is no such field. */
interface ReadRows {
  rows: QueryRow[];
  dropped: string[];
}

/**
 * Reads the conditions of an address or of a saved query. What is not understood, or is no field
 * for this person any more, is left out and named; never throws.
 */
export function readConditions(source: unknown, fields: QueryFields): ReadRows {
  const list = typeof source === 'string' ? parseJson(source) : source;
  if (!Array.isArray(list)) return { rows: [], dropped: source ? ['?'] : [] };
  const rows: QueryRow[] = [];
  const dropped: string[] = [];
  for (const item of list.slice(0, MOST_CONDITIONS)) {
    const row = readRow(item, fields);
    if ('field' in row) rows.push(row);
    else dropped.push(row.dropped);
  }
  if (list.length > MOST_CONDITIONS) dropped.push(`第${MOST_CONDITIONS}项之后的条件`);
  return { rows, dropped };
}

function readRow(item: unknown, fields: QueryFields): QueryRow | { dropped: string } {
  const { field: key, rule: name, val } = asRecord(item);
  if (typeof key !== 'string') return { dropped: '?' };
  const field = fieldOf(fields, key);
  if (!field) return { dropped: key.slice(0, 40) };
  const rule = typeof name === 'string' ? operatorOf(name) : null;
  const values = readValues(val, rule);
  if (!rule || !operatorsOf(field).includes(rule) || values === null) return { dropped: field.title };
  return { field: key, rule, val: rule === 'in' ? values : (values[0] ?? '') };
}

function readValues(val: unknown, rule: Operator | null): string[] | null {
  if (typeof val === 'number' || typeof val === 'boolean') return [String(val)];
  if (Array.isArray(val)) return val.every((one) => typeof one === 'string') ? (val as string[]) : null;
  if (typeof val !== 'string') return null;
  return rule === 'in' ? valuesOf({ val: val.split(',') }) : [val];
}

/**
 * Conditions to be kept, from outside: known rules, short names, bounded well-formed texts, nothing
 * else of what was sent. Which fields there are is judged when they are read.
 * @returns null when a part of them is malformed or there are none or too many
 */
export function storableConditions(source: unknown): WireCondition[] | null {
  if (!Array.isArray(source) || source.length === 0 || source.length > MOST_CONDITIONS) return null;
  const stored: WireCondition[] = [];
  let size = 0;
  for (const item of source as unknown[]) {
    const { field, rule: name, val, type = 'string' } = asRecord(item);
    const rule = typeof name === 'string' ? operatorOf(name) : null;
    if (!rule || !isName(field) || !isName(type) || typeof val !== 'string') return null;
    const text = cleanText(val);
    size += text.length;
    if (text.trim() === '' || size > MAX_VALUE_LENGTH) return null;
    stored.push({ field, rule, val: text, type });
  }
  return stored;
}

/** Characters of all values together. */
const MAX_VALUE_LENGTH = 40_000;
const isName = (value: unknown): value is string =>
  typeof value === 'string' && /^[A-Za-z][A-Za-z0-9_-]{0,63}$/.test(value);

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

/** Without control characters and halves of characters, which no database keeps. */
export const cleanText = (text: string): string => text.replace(CONTROL, '').toWellFormed();

const asRecord = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text) as unknown;
  } catch {
    return null;
  }
}

/** A query under its name. Without an id the server does not have it yet. */
export interface SavedQuery extends AdvancedQuery {
  id?: string;
  name: string;
}

import { exponentOf } from './currency.ts';
import { isChosen, type Field, type Kind } from './field.ts';
import { divideHalfUp, formatDecimal, parseDecimal, PRICE_SCALE } from './money.ts';
import type { AnyResource } from './resource.ts';

/** What is done to one field of many rows at once. */
export type BulkOperation = 'set' | 'clear' | 'prefix' | 'suffix' | 'replace' | 'increase' | 'decrease' | 'percent';

export const BULK_TITLES: Readonly<Record<BulkOperation, string>> = {
  set: '设为',
  clear: '清空',
  prefix: '加前缀',
  suffix: '加后缀',
  replace: '查找替换',
  increase: '增加',
  decrease: '减少',
  percent: '按百分比',
};

export interface BulkChange {
  /** Key of the field. */
  field: string;
  operation: BulkOperation;
  /** As the field has it on the wire; a text or a number that is added, a percentage (`-5` = 5 % less). */
  value?: unknown;
  /** What is looked for, where it is replaced. */
  find?: string;
  /** What an amount that is set or added is in: rows in another currency are refused. */
  currency?: string;
}

/** Rows of one bulk edit. */
export const MOST_BULK_ROWS = 10_000;
/** Characters that are put into a text, or looked for in one. */
export const LONGEST_BULK_TEXT = 2000;

const KINDS: ReadonlySet<Kind> = new Set<Kind>([
  'text',
  'textarea',
  'integer',
  'quantity',
  'money',
  'price',
  'rate',
  'flag',
  'choice',
  'choices',
  'link',
  'date',
  'datetime',
  'length',
  'weight',
]);
const TEXTS: ReadonlySet<Kind> = new Set<Kind>(['text', 'textarea']);
const COUNTS: ReadonlySet<Kind> = new Set<Kind>(['quantity', 'length', 'weight']);
const AMOUNTS: ReadonlySet<Kind> = new Set<Kind>(['price', 'money']);

/** Whether many rows of a resource may be edited at once: by the generic edit of a register alone. */
export const isBulkEdited = ({ kind, isComposite }: AnyResource): boolean =>
  kind === 'register' && isComposite !== true;

/** Fields that many rows may be given at once: those of the form, unless no two rows share a value. */
export const bulkKeys = ({ form, fields }: AnyResource): string[] =>
  (form as readonly (readonly string[])[]).flat().filter((key) => {
    const field = (fields as Readonly<Record<string, Field>>)[key];
    const isOwn = field?.derived || field?.unique || field?.ordinal || field?.structured;
    return field && !isOwn && KINDS.has(field.kind);
  });

/** What may be done to a field, the plainest first. */
export function bulkOperations({ kind, required }: Field): BulkOperation[] {
  return [
    'set',
    ...(required || kind === 'flag' ? [] : (['clear'] as const)),
    ...(TEXTS.has(kind) ? TEXTUAL : []),
    ...(kind === 'integer' ? STEPS : []),
    ...(COUNTS.has(kind) || AMOUNTS.has(kind) ? [...STEPS, 'percent' as const] : []),
  ];
}

const TEXTUAL: readonly BulkOperation[] = ['prefix', 'suffix', 'replace'];
const STEPS: readonly BulkOperation[] = ['increase', 'decrease'];

/** Places to which a percentage is given: a hundredth of a percent. */
const PERCENT_PLACES = 2;
const HUNDRED = 100n * 10n ** BigInt(PERCENT_PLACES);

/** What is wrong with the input of a change before any row is looked at; null: nothing. */
export function bulkFault(field: Field, { operation, value, find = '', currency }: BulkChange): string | null {
  if (!isReadable(value)) return `${field.title}的值格式不正确`;
  if (operation === 'clear' || operation === 'set') {
    const isMoney = operation === 'set' && field.kind === 'money';
    if (isMoney && !currency) return CURRENCY_REQUIRED;
    const isBlank = value === undefined || value === null || String(value).trim() === '';
    return operation === 'set' && isBlank ? `请${isChosen(field.kind) ? '选择' : '输入'}${field.title}` : null;
  }
  if (operation === 'replace' && find === '') return '请输入要查找的内容';
  if (Math.max(find.length, String(value ?? '').length) > LONGEST_BULK_TEXT)
    return `输入的内容不能超过${LONGEST_BULK_TEXT}个字符`;
  if (TEXTS.has(field.kind))
    return operation === 'replace' || (typeof value === 'string' && value !== '')
      ? null
      : `请输入${BULK_TITLES[operation].slice(1)}`;
  if (operation === 'percent') return step(value, PERCENT_PLACES) === null ? '百分比必须是最多2位小数的数字' : null;
  if (field.kind === 'money' && !currency) return CURRENCY_REQUIRED;
  const places = placesOf(field, currency);
  if (step(value, places) !== null) return null;
  return places === 0 ? `${field.title}的增减必须是整数` : `${field.title}的增减必须是最多${places}位小数的数字`;
}

/** Whether a value is a plain one or a list of such: whatever else came has no text of its own. */
const isReadable = (value: unknown): boolean => (Array.isArray(value) ? value.every(isPlain) : isPlain(value));

const isPlain = (value: unknown): boolean => value === null || typeof value !== 'object';

const CURRENCY_REQUIRED = '请选择币种';

const step = (value: unknown, places: number): bigint | null => parseDecimal(String(value ?? '').trim(), places);

const placesOf = ({ kind }: Field, currency: string | undefined): number => {
  if (kind === 'price') return PRICE_SCALE;
  return kind === 'money' ? exponentOf(currency ?? 'USD') : 0;
};

/** What a row would hold, as its wire has it, or why it cannot. */
export type BulkValue = { value: unknown } | { fault: string };

/**
 * The value of one row after a change, still to be judged by the rules of its field. What is empty
 * stays empty, unless it is set. Percentages round half up to the places of the field.
 * @param change without a {@link bulkFault}
 * @param before what the row holds, as on the wire
 * @param currency of the row, where it has one
 */
export function bulkValue(field: Field, change: BulkChange, before: unknown, currency?: string): BulkValue {
  const { operation } = change;
  if (operation === 'clear') return { value: null };
  const isOther = field.kind === 'money' && operation !== 'percent' && change.currency !== currency;
  if (isOther) return { fault: `该行币种为 ${currency ?? '空'}，不是 ${change.currency}` };
  if (operation === 'set') return { value: change.value };
  if (before === null || before === undefined || before === '') return { value: before ?? null };
  return TEXTS.has(field.kind)
    ? changedText(field, change, String(before))
    : { value: changedNumber(field, change, String(before), currency) };
}

function changedText(
  { title, max = LONGEST_BULK_TEXT }: Field,
  { operation, value, find = '' }: BulkChange,
  before: string,
): BulkValue {
  const text = String(value ?? '');
  if (operation === 'prefix') return { value: text + before };
  if (operation === 'suffix') return { value: before + text };
  const parts = before.split(find);
  // Not built where it could not be kept: a text in the place of every letter would fill the memory.
  const length = before.length + (parts.length - 1) * (text.length - find.length);
  return length > max + LONGEST_BULK_TEXT ? { fault: `${title}不能超过${max}个字符` } : { value: parts.join(text) };
}

function changedNumber(
  field: Field,
  { operation, value }: BulkChange,
  before: string,
  currency: string | undefined,
): unknown {
  const places = placesOf(field, currency);
  const now = parseDecimal(before, places) ?? 0n;
  const by = step(value, operation === 'percent' ? PERCENT_PLACES : places) ?? 0n;
  const next =
    operation === 'percent' ? divideHalfUp(now * (HUNDRED + by), HUNDRED) : now + (operation === 'increase' ? by : -by);
  return AMOUNTS.has(field.kind) ? formatDecimal(next, places) : Number(next);
}

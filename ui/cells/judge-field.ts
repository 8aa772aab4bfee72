import { boundText } from '#kit/model/bound-text.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { tickedChoices } from '#kit/model/form-rules.ts';
import { isChosen, MOST_FILES, type Field } from '#kit/model/field.ts';
import { MOST_AMOUNT, parseDecimal } from '#kit/model/money.ts';
import { rules } from '#kit/model/rules.ts';
import { parseWireDate } from '#kit/model/wire-date.ts';
import { isBlank } from './faces.ts';
import { BrokenJson } from './broken-json.ts';
import { StillUploading } from './still-uploading.ts';
import { Unread } from './unread.ts';

const NATURAL = new Set(['quantity', 'length', 'weight']);
const WHOLE = new Set(['integer', 'quantity', 'length', 'weight']);

type Siblings = Readonly<Record<string, unknown>>;
type Judge = (value: unknown, siblings?: Siblings) => string | null;

/**
 * Judges one value as the server will, so that the user hears it before sending. The texts are
 * those of the server; it remains the one that decides (unique values, links, guards).
 * @param siblings values of the same form, for the currency of an amount
 * @returns the Chinese message, or null
 */
export const judgeField = (field: Field, value: unknown, siblings?: Siblings): string | null =>
  fieldJudge(field)(value, siblings);

/** As {@link judgeField}, for many values of one field. */
export function fieldJudge(field: Field): Judge {
  const judgeHeld = heldJudge(field);
  const isRequested = field.required === true && field.default === undefined;
  const easy = isRequested ? -1 : easyLength(field);
  return (value, siblings) => {
    if (typeof value === 'string' && value.length <= easy) return null;
    const held = typeof value === 'string' ? value.trim() : value;
    if (isBlank(held)) return isRequested ? `请${isChosen(field.kind) ? '选择' : '输入'}${field.title}` : null;
    if (typeof held === 'object') {
      if (held instanceof Unread) return held.message;
      if (held instanceof StillUploading) return `${field.title}还在上传，请稍候`;
      if (held instanceof BrokenJson) return `${field.title}格式不正确`;
    }
    return judgeHeld(held, siblings);
  };
}

const COUNTED = new Set([
  ...WHOLE,
  'date',
  'datetime',
  'choice',
  'money',
  'price',
  'rate',
  'choices',
  'tags',
  'files',
  'pictures',
]);

/** Signs up to which any text is right, so that most need no further look; -1: none is. */
function easyLength({ kind, rule, min, max = 64 }: Field): number {
  const isText = !COUNTED.has(kind) && rule === undefined && min === undefined;
  return isText ? Math.min(max, 64) : -1;
}

/** Judges what is not blank. */
function heldJudge(field: Field): Judge {
  const { kind } = field;
  if (kind === 'choices') return tickedChoices(field).judge;
  if (kind === 'files' || kind === 'pictures') return (value) => judgeCount(field, value);
  if (WHOLE.has(kind)) return wholeJudge(field);
  if (kind === 'money' || kind === 'price' || kind === 'rate')
    return (value, siblings = {}) => judgeAmount(field, value, placesOf(field, siblings));
  if (kind === 'date' || kind === 'datetime') return (value) => judgeDay(field, value);
  if (kind === 'choice') return (value) => judgeChoice(field, value);
  if (isChosen(kind)) return () => null;
  return (value) => (typeof value === 'string' ? judgeText(field, value) : null);
}

function judgeCount({ max = MOST_FILES }: Field, value: unknown): string | null {
  return String(value).split(',').length > max ? `最多上传 ${max} 个文件` : null;
}

const DAY_SHAPES = { date: 10, datetime: 19 } as const;

function judgeDay({ kind, title }: Field, value: unknown): string | null {
  const text = String(value);
  const isWhole = text.length === DAY_SHAPES[kind as 'date' | 'datetime'];
  return isWhole && parseWireDate(text.slice(0, 10)) ? null : `${title}不是有效的日期`;
}

function judgeChoice({ dict, title }: Field, value: unknown): string | null {
  return dict && !Object.hasOwn(dict.items, String(value)) ? `${title}不在可选范围内` : null;
}

function judgeText(field: Field, text: string): string | null {
  if (field.max === undefined && field.kind !== 'textarea') {
    const fault = rules.upTo255(text);
    if (fault) return fault;
  }
  const max = field.max ?? 2000;
  if (text.length > max) return `${field.title}不能超过${max}个字符`;
  if (field.min !== undefined && text.length < field.min) return `${field.title}最小长度${field.min}位字符`;
  return field.rule ? rules[field.rule](text) : null;
}

function wholeJudge(field: Field): Judge {
  const least = field.min ?? (NATURAL.has(field.kind) ? 0 : -Infinity);
  const most = field.max ?? 2_000_000_000;
  const isMeasure = field.kind === 'length' || field.kind === 'weight';
  return (value) => {
    if (typeof value !== 'number' || !Number.isSafeInteger(value))
      return isMeasure ? `${field.title}必须是数字` : `${field.title}必须是整数`;
    const fault = field.rule ? rules[field.rule](String(value)) : null;
    if (fault) return fault;
    if (value < 0 && isMeasure) return `${field.title}不能为负数`;
    if (value < least) return least === 0 ? '请输入自然数' : `${field.title}不能小于${boundText(field, least)}`;
    return value > most ? `${field.title}不能大于${boundText(field, most)}` : null;
  };
}

/** An amount of so many places that no bound of ours could refuse: recognised without big integers. */
const PLAIN_AMOUNT = new Map(
  [0, 2, 3, 4, 8].map((places) => {
    const fraction = places > 0 ? `(?:\\.\\d{1,${places}})?` : '';
    return [places, new RegExp(`^\\d{1,10}${fraction}$`)];
  }),
);

function judgeAmount(field: Field, value: unknown, places: number): string | null {
  const isUnbound = field.max === undefined && field.min === undefined && field.rule === undefined;
  if (isUnbound && PLAIN_AMOUNT.get(places)?.test(String(value))) return null;
  const amount = parseDecimal(String(value), places);
  if (amount === null) return `${field.title}必须是最多${places}位小数的数字`;
  const unit = 10n ** BigInt(places);
  const max = field.max ?? MOST_AMOUNT;
  if (amount > BigInt(max) * unit) return `${field.title}不能大于${boundText(field, max)}`;
  if (field.min !== undefined && amount < BigInt(field.min) * unit)
    return `${field.title}不能小于${boundText(field, field.min)}`;
  return field.rule ? rules[field.rule](String(value).trim()) : null;
}

function placesOf(field: Field, siblings: Siblings): number {
  if (field.kind === 'price') return 4;
  if (field.kind === 'rate') return 8;
  const currency = field.currency ? siblings[field.currency] : undefined;
  return exponentOf(typeof currency === 'string' ? currency : 'USD');
}

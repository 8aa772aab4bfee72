import { amountText, type AmountText } from '#kit/model/amount-text.ts';
import { dateText, dateTimeText } from '#kit/model/date-text.ts';
import { decimalText, halfWidth } from '#kit/model/decimal-text.ts';
import { yesNo } from '#kit/model/dict.ts';
import type { Field, Kind } from '#kit/model/field.ts';
import { UNITS, type UnitSystem } from '../units.ts';

/** What a text of a cell came to: the wire value (null = empty), or why there is none. */
export type CellValue = { value: unknown } | { message: string };

export interface CellTextSettings {
  /** Unit of lengths and weights that name none; the user's own. */
  system: UnitSystem;
  /** `YYYY-MM-DD`: gives the year to dates without one, as 3月1日. */
  today: string;
  /** Code of the currency of the row, in which its amounts are; absent: nobody knows it. */
  currency?: string | undefined;
  /** Choices of the cell: texts of the tenant for a dictionary, rows a link may lead to. */
  options?: readonly { value: string; text: string }[] | undefined;
}

type Reader = (text: string, field: Field, settings: CellTextSettings) => CellValue;

/**
 * Reads a text, typed or pasted from a spreadsheet, as the wire value of a field: numbers with
 * thousands separators or full-width digits, dates as spreadsheets show them, 是 and 否, texts or
 * codes of a dictionary. Ranges, lengths and rules are judged afterwards (judgeField, judgeCell).
 */
export function parseCellText(field: Field, text: string, settings: CellTextSettings): CellValue {
  const held = text.trim();
  if (held === '') return { value: null };
  if (held.length > MOST_CHARACTERS && !LONG_KINDS.has(field.kind)) return { message: `${field.title}格式不正确` };
  return readers[field.kind](held, field, settings);
}

/** No number, day or word of a list is longer. */
const MOST_CHARACTERS = 200;
const LONG_KINDS = new Set<Kind>(['text', 'textarea', 'secret', 'sealed', 'choices', 'tags', 'json']);

const oneLine: Reader = (text) => ({
  value: text
    .split('\n')
    .map((line) => line.trim())
    .join(' '),
});
const asItIs: Reader = (text) => ({ value: text });

/** A percentage without its sign. */
const unsigned = (text: string): string => text.trim().replace(/[%％]$/, '');

const whole: Reader = (text, field) => {
  const number = decimalText(field.percent ? unsigned(text) : text);
  if ('fault' in number) return numberFault(number, field);
  const digits = number.decimal.replace(/\.0+$/, '');
  return /^-?\d{1,15}$/.test(digits) ? { value: Number(digits) } : { message: `${field.title}必须是整数` };
};

const amount: Reader = (text, field, { currency }) => {
  const number = amountText(text, currency);
  return 'fault' in number ? numberFault(number, field, currency) : { value: number.decimal };
};

/** 12.5% is 0.125; where percentages are typed, so is 12.5. */
const ratio: Reader = (text, field) => {
  const typed = field.percent ? `${unsigned(text)}%` : text;
  const number = decimalText(typed, { isPercentTaken: true });
  return 'fault' in number ? numberFault(number, field) : { value: number.decimal };
};

function numberFault({ fault }: Extract<AmountText, { fault: string }>, { title }: Field, currency = ''): CellValue {
  if (fault === 'currency') return { message: `${title}的币种不是 ${currency}，请换算后填写` };
  if (fault === 'malformed') return { message: `${title}必须是数字` };
  return { message: `${title}是科学计数法，可能已丢失数字，请填写完整数字` };
}

const MARKED = new Set(['Y', 'YES', 'T', 'TRUE', '1', '√', '✓', '✔']);
const UNMARKED = new Set(['N', 'NO', 'F', 'FALSE', '0', '×', '✗', '✘', 'X']);

const flag: Reader = (text, field) => {
  const word = halfWidth(text).toUpperCase();
  if (MARKED.has(word) || text === yesNo.items['1']) return { value: true };
  if (UNMARKED.has(word) || text === yesNo.items['0']) return { value: false };
  return { message: `${field.title}不在可选范围内` };
};

/** By its code, else by its text; capitals do not matter where that leaves one choice. */
function codeOf(text: string, field: Field, { options }: CellTextSettings): string | null {
  const items = Object.entries(field.dict?.items ?? {});
  const known = [...(options ?? []), ...items.map(([value, words]) => ({ value, text: words }))];
  const exact = known.find(({ value }) => value === text) ?? known.find((option) => option.text === text);
  if (exact) return exact.value;
  const lower = text.toLowerCase();
  const near = known.filter((option) => option.value.toLowerCase() === lower || option.text.toLowerCase() === lower);
  const codes = new Set(near.map(({ value }) => value));
  return codes.size === 1 ? ([...codes][0] as string) : null;
}

const choice: Reader = (text, field, settings) => {
  const code = codeOf(text, field, settings);
  return code === null ? { message: `${field.title}不在可选范围内` } : { value: code };
};

const choices: Reader = (text, field, settings) => {
  const parts = text.split(/[,，;；\n]/).map((part) => part.trim());
  const codes = parts.filter((part) => part !== '').map((part) => codeOf(part, field, settings));
  return codes.includes(null) ? { message: `${field.title}不在可选范围内` } : { value: [...new Set(codes)] };
};

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** An id, or the text of one of the rows offered; two rows of that text are none. */
const link: Reader = (text, field, { options = [] }) => {
  if (UUID.test(text)) return { value: text.toLowerCase() };
  const rows = options.filter((option) => option.text === text || option.value === text);
  if (rows.length === 1) return { value: rows[0]?.value };
  return {
    message: rows.length === 0 ? `${field.title}不存在` : `${field.title}名称有重复，请改填编码或 ID`,
  };
};

const date: Reader = (text, field, { today }) => {
  const day = dateText(text, today);
  return day === null ? { message: `${field.title}不是有效的日期` } : { value: day };
};

const datetime: Reader = (text, field, { today }) => {
  const moment = dateTimeText(text, today);
  return moment === null ? { message: `${field.title}不是有效的日期` } : { value: moment };
};

/** Millimetres and grams per unit a cell may name. */
const NAMED_UNITS: Readonly<Record<'length' | 'weight', Readonly<Record<string, number>>>> = {
  length: { mm: 1, cm: 10, m: 1000, in: 25.4, '"': 25.4, ft: 304.8 },
  weight: { g: 1, kg: 1000, lb: 453.59237, lbs: 453.59237, oz: 28.349523125 },
};

const measure =
  (kind: 'length' | 'weight'): Reader =>
  (text, field, { system }) => {
    const [, number = '', name = ''] = /^(.*?)\s*([a-z]*|")\.?$/i.exec(halfWidth(text)) ?? [];
    const read = decimalText(number);
    if ('fault' in read) return numberFault(read, field);
    const value = Number(read.decimal);
    if (name === '') return { value: UNITS[kind][system].store(value) };
    const perUnit = NAMED_UNITS[kind][name.toLowerCase()];
    return perUnit === undefined ? { message: `${field.title}必须是数字` } : { value: Math.round(value * perUnit) };
  };

const json: Reader = (text, field) => {
  try {
    return { value: JSON.parse(text) as unknown };
  } catch {
    return { message: `${field.title}格式不正确` };
  }
};

/** An address that somebody typed would be nobody's file. */
const notTyped: Reader = (_text, field) => ({ message: `${field.title}只能上传，不能填写` });

const readers: Record<Kind, Reader> = {
  text: oneLine,
  textarea: asItIs,
  integer: whole,
  quantity: whole,
  money: amount,
  price: amount,
  rate: ratio,
  flag,
  choice,
  choices,
  link,
  tags: link,
  date,
  datetime,
  length: measure('length'),
  weight: measure('weight'),
  secret: asItIs,
  sealed: oneLine,
  json,
  files: notTyped,
  pictures: notTyped,
};

import { boundText } from '#kit/model/bound-text.ts';
import { plainCode } from '#kit/model/code-text.ts';
import { amountText, type AmountText } from '#kit/model/amount-text.ts';
import { exponentOf } from '#kit/model/currency.ts';
import { dateText, dateTimeText, type DateOrder } from '#kit/model/date-text.ts';
import { decimalText } from '#kit/model/decimal-text.ts';
import { isCodeOf, type TenantWords } from '#kit/model/dict.ts';
import { MOST_FILES, MOST_TAGS, TAG_SEPARATOR, type Field, type Kind } from '#kit/model/field.ts';
import { tickedChoices } from '#kit/model/form-rules.ts';
import { formatDecimal, MOST_AMOUNT, MOST_UNITS, parseDecimal } from '#kit/model/money.ts';
import { writtenForms } from '#kit/model/written-form.ts';
import { rules } from '#kit/model/rules.ts';
import { parseInstant, parseWireDay, parseWireTime, toWireTime } from '#kit/model/time.ts';
import { MESSAGES } from './messages.ts';

export interface KindContext {
  zone: string;
  /** Currency of a money field, from its sibling. */
  currency?: string;
  /** What the tenant has made of dictionaries. */
  words?: TenantWords | undefined;
}

/** What the rest of a sheet says of a cell. */
export interface CellAbout {
  /** Of the row, where its amounts are in one. */
  currency?: string | undefined;
  /** In which order the days of the sheet are written, where they do not say so themselves. */
  dates?: DateOrder | undefined;
}

export type Parsed = { ok: unknown } | { error: string };

/** The server's face of a field kind. */
interface ServerKind {
  /** Column type, also the cast of parameters and arrays. */
  sqlType: string;
  /** Wire value → column value. Never called with null or ''. */
  parse(value: unknown, field: Field, context: KindContext): Parsed;
  /** Column value → wire value; never called with null. */
  toWire(value: unknown, context: KindContext): unknown;
  /**
   * Cell text of a sheet → wire value (texts of dictionaries are resolved before), read as a typed
   * or pasted one is. What cannot be read stays, for `parse` to refuse.
   */
  fromSheet(cell: string, about?: CellAbout): unknown;
  jsonSchema(field: Field): Record<string, unknown>;
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

function lengthFault(text: string, { kind, max, title }: Field): string | null {
  if (max === undefined && kind !== 'textarea') return rules.upTo255(text);
  const most = max ?? 2000;
  return text.length > most ? MESSAGES.tooLong(title, most) : null;
}

function parseText(value: unknown, field: Field): Parsed {
  if (typeof value !== 'string') return { error: MESSAGES.notText(field.title) };
  const given = field.rule === 'code' ? plainCode(value) : value.replace(CONTROL, '');
  const stored = field.written ? writtenForms[field.written](given) : { text: given };
  if ('fault' in stored) return { error: stored.fault };
  const { text } = stored;
  if (text === '' && field.required) return { error: MESSAGES.required(field.title) };
  const fault = lengthFault(text, field);
  if (fault) return { error: fault };
  if (field.min !== undefined && text.length < field.min) return { error: MESSAGES.tooShort(field.title, field.min) };
  const failed = field.rule ? rules[field.rule](text) : null;
  return failed ? { error: failed } : { ok: text };
}

function parseInteger(value: unknown, field: Field, least: number): Parsed {
  const number = typeof value === 'string' && /^-?\d{1,15}$/.test(value) ? Number(value) : value;
  if (typeof number !== 'number' || !Number.isSafeInteger(number)) return { error: MESSAGES.notInteger(field.title) };
  const failed = field.rule ? rules[field.rule](String(number)) : null;
  if (failed) return { error: failed };
  const [min, max] = [field.min ?? least, field.max ?? MOST_UNITS];
  // A measure is of parts of a unit: that it is no natural number would be said in vain.
  if (number < 0 && min >= 0 && (field.kind === 'length' || field.kind === 'weight'))
    return { error: MESSAGES.negative(field.title) };
  if (number < min)
    return {
      error: min === 0 ? MESSAGES.notNatural : MESSAGES.tooSmall(field.title, boundText(field, min)),
    };
  if (number > max) return { error: MESSAGES.tooBig(field.title, boundText(field, max)) };
  return { ok: number };
}

function parseAmount(value: unknown, field: Field, places: number): bigint | { error: string } {
  const text = typeof value === 'number' ? String(value) : value;
  const amount = typeof text === 'string' ? parseDecimal(text.trim(), places) : null;
  if (amount === null) return { error: MESSAGES.notAmount(field.title, places) };
  const unit = 10n ** BigInt(places);
  const max = field.max ?? MOST_AMOUNT;
  if (amount > BigInt(max) * unit) return { error: MESSAGES.tooBig(field.title, boundText(field, max)) };
  if (field.min !== undefined && amount < BigInt(field.min) * unit)
    return { error: MESSAGES.tooSmall(field.title, boundText(field, field.min)) };
  const failed = field.rule ? rules[field.rule](String(value).trim()) : null;
  return failed ? { error: failed } : amount;
}

const textKind = (sqlType: string): ServerKind => ({
  sqlType,
  parse: parseText,
  toWire: (value) => value,
  fromSheet: (cell) => cell,
  jsonSchema: (field) => ({ type: 'string', maxLength: field.max ?? 255 }),
});

const integerKind = (least: number): ServerKind => ({
  sqlType: 'integer',
  parse: (value, field) => parseInteger(value, field, least),
  toWire: (value) => Number(value),
  fromSheet: (cell) => numberIn(decimalText(cell), cell).replace(/\.0+$/, ''),
  jsonSchema: (field) => ({
    type: 'integer',
    minimum: field.min ?? least,
    ...(field.max === undefined ? {} : { maximum: field.max }),
  }),
});

const numberIn = (read: AmountText, cell: string): string => ('decimal' in read ? read.decimal : cell);

/** An amount; one whose currency nobody knows takes no mark of any. */
const amountIn = (cell: string, { currency }: CellAbout = {}): string =>
  numberIn(currency === undefined ? decimalText(cell) : amountText(cell, currency), cell);

const decimalKind = (sqlType: string, places: number, fromSheet: ServerKind['fromSheet']): ServerKind => ({
  sqlType,
  parse(value, field) {
    const amount = parseAmount(value, field, places);
    return typeof amount === 'bigint' ? { ok: formatDecimal(amount, places) } : amount;
  },
  toWire: (value) => String(value),
  fromSheet,
  jsonSchema: () => ({ type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }),
});

function parseCode(value: unknown, field: Field, { words }: KindContext): Parsed {
  return typeof value === 'string' && field.dict && isCodeOf(field.dict, value, words)
    ? { ok: value }
    : { error: MESSAGES.notChoice(field.title, field.dict?.isOpen ? {} : field.dict?.items) };
}

/** What a tenant adds to an open dictionary is known to nobody beforehand. */
const codeSchema = ({ dict }: Field): Record<string, unknown> => ({
  type: 'string',
  ...(dict?.isOpen ? { examples: Object.keys(dict.items) } : { enum: Object.keys(dict?.items ?? {}) }),
});

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;
export const isUuid = (value: unknown): value is string => typeof value === 'string' && UUID.test(value);

/** Sheets and some clients give a structure as JSON text: it is stored as what it says. Undefined = broken. */
function readJsonText(value: unknown): unknown {
  if (typeof value !== 'string' || !/^\s*[[{]/.test(value)) return value;
  try {
    return JSON.parse(value);
  } catch {
    return undefined;
  }
}

/** Characters of a structure; of what is said of lines, enough for the longest document. */
const MOST_OF_STRUCTURE = 20_000;
const MOST_OF_LINES = 1_000_000;

const uploadKind: ServerKind = {
  sqlType: 'text[]',
  parse(value, field) {
    const list: unknown = typeof value === 'string' ? value.split(',') : value;
    const isText = (one: unknown): one is string => typeof one === 'string' && one.length <= 300;
    if (!Array.isArray(list) || !list.every(isText)) return { error: MESSAGES.notText(field.title) };
    const addresses = new Set(list.map((one) => one.trim()).filter((one) => one !== ''));
    const max = field.max ?? MOST_FILES;
    return addresses.size > max ? { error: MESSAGES.tooManyFiles(max) } : { ok: [...addresses] };
  },
  toWire: (value) => (value as string[]).join(','),
  fromSheet: (cell) => cell,
  jsonSchema: () => ({ type: 'string' }),
};

/** Names in the cell of a sheet, each once; a full-width separator is as good. */
const tagNames = (cell: string): string[] => [
  ...new Set(
    cell
      .replaceAll('；', TAG_SEPARATOR)
      .split(TAG_SEPARATOR)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
];

export const serverKinds: Record<Kind, ServerKind> = {
  text: textKind('text'),
  textarea: textKind('text'),
  secret: { ...textKind('text'), toWire: () => '***' },
  sealed: textKind('text'),
  integer: integerKind(-2_000_000_000),
  quantity: integerKind(0),
  length: integerKind(0),
  weight: integerKind(0),
  price: decimalKind('numeric(18,4)', 4, amountIn),
  rate: decimalKind('numeric(18,8)', 8, (cell) => numberIn(decimalText(cell, { isPercentTaken: true }), cell)),
  money: {
    sqlType: 'bigint',
    parse(value, field, context) {
      const amount = parseAmount(value, field, exponentOf(context.currency ?? 'USD'));
      return typeof amount === 'bigint' ? { ok: amount } : amount;
    },
    toWire: (value, context) => formatDecimal(BigInt(value as bigint), exponentOf(context.currency ?? 'USD')),
    fromSheet: amountIn,
    jsonSchema: () => ({ type: 'string', pattern: '^-?\\d+(\\.\\d+)?$' }),
  },
  flag: {
    sqlType: 'boolean',
    parse(value, field) {
      if (value === true || value === 'true' || value === '1' || value === 'Y' || value === '是') return { ok: true };
      if (value === false || value === 'false' || value === '0' || value === 'N' || value === '否')
        return { ok: false };
      return { error: MESSAGES.notChoice(field.title) };
    },
    toWire: (value) => value,
    fromSheet: (cell) => cell,
    jsonSchema: () => ({ type: 'boolean' }),
  },
  choice: {
    sqlType: 'text',
    parse: parseCode,
    toWire: (value) => value,
    fromSheet: (cell) => cell,
    jsonSchema: codeSchema,
  },
  choices: {
    sqlType: 'text[]',
    parse(value, field, context) {
      const list = typeof value === 'string' ? value.split(',') : value;
      if (!Array.isArray(list) || list.length > 100) return { error: MESSAGES.notChoice(field.title) };
      if (list.some((code) => 'error' in parseCode(code, field, context)))
        return { error: MESSAGES.notChoice(field.title) };
      const chosen = [...new Set(list)];
      const miscounted = tickedChoices(field).judge(chosen);
      return miscounted ? { error: miscounted } : { ok: chosen };
    },
    toWire: (value) => value,
    fromSheet: (cell) => cell.split(/[,，;；]/).map((part) => part.trim()),
    jsonSchema: (field) => ({
      type: 'array',
      items: codeSchema(field),
    }),
  },
  link: {
    sqlType: 'uuid',
    parse: (value, field) =>
      isUuid(value) ? { ok: value.toLowerCase() } : { error: MESSAGES.linkMissing(field.title) },
    toWire: (value) => value,
    fromSheet: (cell) => cell,
    jsonSchema: () => ({ type: 'string', format: 'uuid' }),
  },
  tags: {
    sqlType: 'uuid[]',
    parse(value, field) {
      const list = typeof value === 'string' ? value.split(',') : value;
      if (!Array.isArray(list) || !list.every(isUuid)) return { error: MESSAGES.linkMissing(field.title) };
      // In one order, so that the same tags are the same value.
      const chosen = [...new Set(list.map((one: string) => one.toLowerCase()))].sort();
      const max = field.max ?? MOST_TAGS;
      return chosen.length > max ? { error: MESSAGES.tooManyTags(field.title, max) } : { ok: chosen };
    },
    toWire: (value) => value,
    fromSheet: (cell) => tagNames(cell),
    jsonSchema: () => ({ type: 'array', items: { type: 'string', format: 'uuid' } }),
  },
  date: {
    sqlType: 'date',
    parse(value, field, { zone }) {
      const day = typeof value === 'string' ? parseWireDay(value, zone) : null;
      return day ? { ok: day } : { error: MESSAGES.notDate(field.title) };
    },
    toWire: (value) => value,
    // A day without a year is none here: a sheet may be older than it looks.
    fromSheet: (cell, { dates } = {}) => dateText(cell, '', dates) ?? cell,
    jsonSchema: () => ({ type: 'string', format: 'date' }),
  },
  datetime: {
    sqlType: 'timestamptz',
    parse(value, field, { zone }) {
      const instant = typeof value === 'string' ? (parseInstant(value) ?? parseWireTime(value, zone)) : null;
      return instant ? { ok: instant } : { error: MESSAGES.notDate(field.title) };
    },
    toWire: (value, { zone }) => toWireTime(value as Date, zone),
    fromSheet: (cell, { dates } = {}) => dateTimeText(cell, '', dates) ?? cell,
    jsonSchema: () => ({ type: 'string', example: '2026-11-21 09:30:00' }),
  },
  json: {
    sqlType: 'jsonb',
    parse(value, field) {
      const parsed = readJsonText(value);
      if (parsed === undefined) return { error: MESSAGES.notText(field.title) };
      const text = JSON.stringify(parsed);
      return text === undefined || text.length > (field.lines ? MOST_OF_LINES : MOST_OF_STRUCTURE)
        ? { error: MESSAGES.notText(field.title) }
        : { ok: text };
    },
    toWire: (value) => value,
    fromSheet: (cell) => cell,
    jsonSchema: () => ({}),
  },
  files: uploadKind,
  pictures: uploadKind,
};

import { linearPattern } from '#kit/model/linear-pattern.ts';
import { parseDecimal } from '#kit/model/money.ts';
import { parseInstant, parseWireTime } from '#kit/model/time.ts';
import { parseWireDate } from '#kit/model/wire-date.ts';
import {
  holdsValue,
  isFromList,
  lengthOf,
  shapeOf,
  type FieldDef,
  type FormValue,
  type FormValues,
} from './field-def.ts';

export interface ValueFault {
  key: string;
  code: 'required' | 'invalid' | 'unknown';
  message: string;
}

export interface JudgedValues {
  faults: ValueFault[];
  /** What is stored: without blanks, and without what is not asked for. */
  values: FormValues;
}

export interface ValueContext {
  /** In which moments are written that name no zone. */
  zone: string;
  /** Values of a dictionary; undefined where nobody knows them here, and the server judges. */
  dict: (code: string) => ReadonlySet<string> | undefined;
  /** What is required may be missing still. */
  isDraft?: boolean;
}

const MOST_FILES = 10;
const MOST_CHOSEN = 100;
const PLACES = 4;

export const isBlankValue = (value: unknown): boolean =>
  value === undefined ||
  value === null ||
  (typeof value === 'string' && value.trim() === '') ||
  (Array.isArray(value) && value.length === 0);

/** Whether a field is asked for, by what stands in the fields before it. */
export function isAskedFor({ dependsOn }: FieldDef, values: Readonly<Record<string, unknown>>): boolean {
  if (!dependsOn) return true;
  const { key, op, value = '' } = dependsOn;
  const held: unknown = Object.hasOwn(values, key) ? values[key] : undefined;
  const texts = isBlankValue(held) ? [] : Array.isArray(held) ? held.map(String) : [wordOf(held)];
  switch (op) {
    case 'filled':
      return texts.length > 0;
    case 'empty':
      return texts.length === 0;
    case 'eq':
      return texts.includes(value);
    case 'ne':
      return !texts.includes(value);
    case 'in':
      return value.split(/[,，]/).some((one) => texts.includes(one.trim()));
  }
}

/** A flag is compared by the words that stand on the screen. */
const wordOf = (value: unknown): string => (value === true ? '是' : value === false ? '否' : String(value));

/** The fields that are asked for with these values. */
export function askedDefs(defs: readonly FieldDef[], values: Readonly<Record<string, unknown>>): FieldDef[] {
  const held: Record<string, unknown> = {};
  return defs.filter((def) => {
    if (!isAskedFor(def, held)) return false;
    if (Object.hasOwn(values, def.key)) held[def.key] = values[def.key];
    return true;
  });
}

/** Judges what was filled in by the fields of the version that asks for it. */
export function judgeValues(
  defs: readonly FieldDef[],
  given: Readonly<Record<string, unknown>>,
  context: ValueContext,
): JudgedValues {
  const faults: ValueFault[] = [];
  const values: Record<string, FormValue> = {};
  for (const def of defs) {
    if (!holdsValue(def) || !isAskedFor(def, values)) continue;
    const value: unknown = Object.hasOwn(given, def.key) ? given[def.key] : undefined;
    if (isBlankValue(value)) {
      if (def.required && !context.isDraft)
        faults.push({ key: def.key, code: 'required', message: `${isTyped(def) ? '请输入' : '请选择'}${def.label}` });
      continue;
    }
    const judged = judgeValue(def, value, context);
    if ('ok' in judged) values[def.key] = judged.ok;
    else faults.push({ key: def.key, code: 'invalid', message: judged.fault });
  }
  return { faults, values };
}

const isTyped = (def: FieldDef): boolean => ['text', 'number'].includes(shapeOf(def));

/** Keys that no field of the form has. */
export const unknownKeys = (defs: readonly FieldDef[], given: object): string[] => {
  const known = new Set(defs.filter(holdsValue).map(({ key }) => key));
  return Object.keys(given).filter((key) => !known.has(key));
};

type Judged = { ok: FormValue } | { fault: string };

/** Judges one value that is not blank. */
export function judgeValue(def: FieldDef, value: unknown, context: ValueContext): Judged {
  const { label } = def;
  switch (shapeOf(def)) {
    case 'text':
      return judgeText(def, value);
    case 'number':
      return judgeNumber(def, value);
    case 'flag':
      return typeof value === 'boolean' ? { ok: value } : { fault: `${label}须为是或否` };
    case 'one':
      return typeof value === 'string' && isOffered(def, value, context) ? { ok: value } : notOffered(def);
    case 'many':
      return judgeMany(def, value, context);
    case 'date':
      return judgeDay(def, value);
    case 'datetime':
      return judgeMoment(def, value, context.zone);
    case 'time':
      return typeof value === 'string' && /^([01]\d|2[0-3]):[0-5]\d(:[0-5]\d)?$/.test(value)
        ? { ok: value.length === 5 ? `${value}:00` : value }
        : { fault: `${label}须为 HH:mm:ss` };
    case 'files':
      return judgeFiles(def, value);
    case 'user':
    case 'depart':
      return typeof value === 'string' && value.length <= 64 ? { ok: value } : notOffered(def);
    case 'none':
      return { fault: `${label}不能填写` };
  }
}

// eslint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g;

function judgeText(def: FieldDef, value: unknown): Judged {
  if (typeof value !== 'string') return { fault: `${def.label}必须是文本` };
  const text = value.replace(CONTROL, '').trim();
  const most = lengthOf(def);
  if (text.length > most) return { fault: `${def.label}不能超过${most}个字符` };
  // A pattern that was stored is usable; judged in time that grows with the text alone.
  const matches = def.pattern === undefined ? null : linearPattern(def.pattern);
  return matches && !matches(text) ? { fault: `${def.label}格式不正确` } : { ok: text };
}

function judgeNumber({ label, places = 0, min, max }: FieldDef, value: unknown): Judged {
  const text = typeof value === 'number' ? String(value) : typeof value === 'string' ? value.trim() : '';
  const isNumber = /^-?\d{1,14}(\.\d{1,4})?$/.test(text);
  const number = isNumber ? parseDecimal(text, PLACES) : null;
  const unit = 10n ** BigInt(PLACES - places);
  if (number === null || number % unit !== 0n)
    return { fault: places === 0 ? `${label}必须是整数` : `${label}必须是最多${places}位小数的数字` };
  const [low, high] = [min, max].map((bound) => (bound === undefined ? null : parseDecimal(bound, PLACES)));
  if (low !== null && low !== undefined && number < low) return { fault: `${label}不能小于${min}` };
  if (high !== null && high !== undefined && number > high) return { fault: `${label}不能大于${max}` };
  return { ok: text };
}

const notOffered = ({ label }: FieldDef): Judged => ({ fault: `${label}不在可选范围内` });

function isOffered(def: FieldDef, value: string, { dict }: ValueContext): boolean {
  if (def.dictCode !== undefined) return dict(def.dictCode)?.has(value) ?? value.length <= 100;
  return def.options?.some((option) => option.value === value) ?? false;
}

function judgeMany(def: FieldDef, value: unknown, context: ValueContext): Judged {
  const isList = Array.isArray(value) && value.length <= MOST_CHOSEN;
  if (!isList || !value.every((one) => typeof one === 'string' && isOffered(def, one, context))) return notOffered(def);
  const chosen = [...new Set(value as string[])];
  const miscounted = countFault(def, chosen.length, '选择', '项');
  return miscounted ? { fault: miscounted } : { ok: chosen };
}

function countFault({ label, min, max }: FieldDef, count: number, verb: string, unit: string): string | null {
  if (min !== undefined && count < Number(min)) return `${label}最少${verb}${min}${unit}`;
  return max !== undefined && count > Number(max) ? `${label}最多${verb}${max}${unit}` : null;
}

function judgeDay({ label, min, max }: FieldDef, value: unknown): Judged {
  const day = typeof value === 'string' ? parseWireDate(value.trim()) : null;
  if (day === null) return { fault: `${label}不是有效的日期` };
  if (min !== undefined && day < min) return { fault: `${label}不能早于${min}` };
  return max !== undefined && day > max ? { fault: `${label}不能晚于${max}` } : { ok: day };
}

function judgeMoment({ label }: FieldDef, value: unknown, zone: string): Judged {
  const text = typeof value === 'string' ? value : '';
  const moment = parseInstant(text) ?? parseWireTime(text, zone);
  return moment ? { ok: moment.toISOString() } : { fault: `${label}不是有效的日期` };
}

function judgeFiles(def: FieldDef, value: unknown): Judged {
  const given: unknown = typeof value === 'string' ? value.split(',') : value;
  const isAddress = (one: unknown): one is string =>
    typeof one === 'string' && /^[\p{L}\p{N}_./-]{1,300}$/u.test(one) && !one.includes('..');
  if (!Array.isArray(given) || !given.every(isAddress)) return { fault: `${def.label}不是已上传的文件` };
  const files = [...new Set(given)];
  const miscounted = countFault({ ...def, max: def.max ?? String(MOST_FILES) }, files.length, '上传', '个文件');
  return miscounted ? { fault: miscounted } : { ok: files };
}

/** A value in words; what is chosen by its text in the version that offered it. */
export function valueText(def: FieldDef, value: unknown, textOf: (def: FieldDef, value: string) => string): string {
  if (isBlankValue(value)) return '';
  if (typeof value === 'boolean') return value ? '是' : '否';
  const texts = (Array.isArray(value) ? value : [value]).map(String);
  const words = isFromList(def) ? texts.map((one) => textOf(def, one)) : texts;
  return `${words.join('、')}${def.unit ? ` ${def.unit}` : ''}`;
}

/** The text of an option of the form's own. */
export const optionText = ({ options }: FieldDef, value: string): string =>
  options?.find((option) => option.value === value)?.text ?? value;

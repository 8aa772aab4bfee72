import type { FieldError } from '#kit/model/refusal.ts';
import { linearPattern } from '#kit/model/linear-pattern.ts';
import { parseDecimal } from '#kit/model/money.ts';
import { parseWireDate } from '#kit/model/wire-date.ts';
import type { FormType } from './dynamic-form.ts';
import {
  CELL_TYPES,
  DEPENDS_OPS,
  holdsValue,
  isFromList,
  SHAPE_NAMES,
  shapeOf,
  type CellType,
  type FieldDef,
  type FieldOption,
  type Shape,
} from './field-def.ts';

export const MOST_FORM_FIELDS = 100;
const MOST_OPTIONS = 200;
const MOST_PLACES = 4;
export const LONGEST_TEXT = 2000;

/** Names of what every object has: a value under them would be none of a form. */
const OWN_NAMES = new Set(['constructor', 'prototype', 'toString', 'valueOf', 'hasOwnProperty']);
const KEY = /^[A-Za-z0-9][A-Za-z0-9_.\-/]{0,39}$/;

/** Values that hang on rows of their own (files, people) are held by records alone. */
const WITH_ROWS: readonly Shape[] = ['files', 'user', 'depart'];

/** Whether a field of this type may stand in a form of that kind. */
export const isTypeOf = (type: CellType, form: FormType): boolean =>
  form === 'custom' || !WITH_ROWS.includes(shapeOf({ type })) || (form === 'returnQuestion' && type === 'image');

/** The properties that say something for a type, in the order in which they are stored. */
const PROPERTIES: readonly { of: (def: FieldDef) => boolean; keys: readonly (keyof FieldDef)[] }[] = [
  { of: () => true, keys: ['key', 'label', 'type', 'helpText', 'dependsOn'] },
  { of: ({ type }) => !['normal', 'hidden'].includes(type), keys: ['required'] },
  { of: holdsValue, keys: ['channelField'] },
  { of: isFromList, keys: ['options', 'dictCode', 'multi', 'badValue'] },
  { of: (def) => shapeOf(def) === 'number', keys: ['unit', 'places'] },
  { of: (def) => ['number', 'date', 'many', 'files'].includes(shapeOf(def)), keys: ['min', 'max'] },
  { of: (def) => shapeOf(def) === 'text', keys: ['maxLength', 'pattern', 'unit'] },
];

/** Fields as they are stored: without what says nothing, and without keys that are none of a field. */
export const plainDefs = (given: unknown): FieldDef[] => (Array.isArray(given) ? given.map(plainDef) : []);

function plainDef(given: unknown): FieldDef {
  const def = (typeof given === 'object' && given !== null ? given : {}) as FieldDef;
  const keys = PROPERTIES.flatMap(({ of, keys: own }) => (Object.hasOwn(CELL_TYPES, def.type) && of(def) ? own : []));
  const all = keys.length > 0 ? keys : (['key', 'label', 'type'] as const);
  const stated = all.flatMap((key) => {
    const value: unknown = plainValue(key, def[key]);
    const isEmpty = value === undefined || value === null || value === '' || value === false;
    return isEmpty || (Array.isArray(value) && value.length === 0) ? [] : [[key, value] as const];
  });
  return { key: '', label: '', ...Object.fromEntries(stated) } as FieldDef;
}

/** Properties of parts in one order: what is stored as JSON comes back in another. */
function plainValue(key: keyof FieldDef, value: unknown): unknown {
  if (typeof value === 'string') return value.trim();
  if (key === 'options' && Array.isArray(value)) return value.map((one) => picked(one, ['value', 'text']));
  return key === 'dependsOn' ? picked(value, ['key', 'op', 'value']) : value;
}

const picked = (value: unknown, keys: readonly string[]): unknown =>
  typeof value !== 'object' || value === null
    ? value
    : Object.fromEntries(
        keys.flatMap((key) => {
          const part: unknown = Object.hasOwn(value, key) ? (value as Record<string, unknown>)[key] : undefined;
          return part === undefined || part === null ? [] : [[key, part]];
        }),
      );

/** What earlier versions held under a key, with the number of the first. */
export type EarlierShapes = ReadonlyMap<string, { shape: Shape; version: number }>;

export interface DesignContext {
  form: FormType;
  earlier: EarlierShapes;
  /** Whether there is a dictionary of that code. */
  hasDict: (code: string) => boolean;
}

/** What is wrong with the fields of a form, each with its row (from 1) and the property that is at fault. */
export function designFaults(defs: readonly FieldDef[], context: DesignContext): FieldError[] {
  if (defs.length > MOST_FORM_FIELDS)
    return [{ field: 'fields', code: 'base.form', message: `一张表单最多 ${MOST_FORM_FIELDS} 个字段` }];
  const keys = defs.map(({ key }) => String(key).toLowerCase());
  return defs.flatMap((def, at) => {
    const faults = faultsOf(def, { ...context, before: defs.slice(0, at) });
    if (keys.indexOf(keys[at] as string) < at) faults.unshift(['key', `键“${def.key}”重复`]);
    return faults.map(([column, message]) => ({
      field: 'fields',
      row: at + 1,
      column,
      code: 'base.form',
      message: `第 ${at + 1} 个字段${def.label ? `“${shortened(def.label)}”` : ''}：${message}`,
    }));
  });
}

type Fault = [column: keyof FieldDef, message: string];
type Place = DesignContext & { before: readonly FieldDef[] };

const shortened = (text: unknown): string => String(text).slice(0, 30);

function faultsOf(def: FieldDef, place: Place): Fault[] {
  if (!Object.hasOwn(CELL_TYPES, def.type)) return [['type', `没有“${shortened(def.type)}”这种字段类型`]];
  return [
    ...keyFaults(def, place),
    ...textFaults(def),
    ...(isTypeOf(def.type, place.form)
      ? []
      : [['type', `${CELL_TYPES[def.type]}只能用在自定义表单里`] satisfies Fault]),
    ...listFaults(def, place),
    ...boundFaults(def),
    ...patternFaults(def),
    ...dependsFaults(def, place.before),
  ];
}

function keyFaults(def: FieldDef, { earlier }: Place): Fault[] {
  const { key } = def;
  if (typeof key !== 'string' || !KEY.test(key) || OWN_NAMES.has(key))
    return [['key', '键须以字母或数字开头，只用字母、数字和 _ . - /，最长 40 位']];
  const was = earlier.get(key.toLowerCase());
  const shape = shapeOf(def);
  if (!was || was.shape === shape || shape === 'none') return [];
  return [
    ['key', `键“${key}”在版本 ${was.version} 里是${SHAPE_NAMES[was.shape]}，不能改作${SHAPE_NAMES[shape]}，请换一个键`],
  ];
}

const TEXTS: readonly (readonly [column: 'label' | 'unit' | 'helpText' | 'channelField' | 'badValue', most: number])[] =
  [
    ['label', 80],
    ['unit', 16],
    ['helpText', 200],
    ['channelField', 80],
    ['badValue', 64],
  ];

function textFaults(def: FieldDef): Fault[] {
  const faults: Fault[] = TEXTS.flatMap(([column, most]) => {
    const text: unknown = def[column];
    return isTextUpTo(text, most) ? [] : [[column, `须为文字，最长 ${most} 字`] satisfies Fault];
  });
  if (typeof def.label !== 'string' || def.label === '') faults.push(['label', '请输入名称']);
  return faults;
}

const isTextUpTo = (text: unknown, most: number): boolean =>
  text === undefined || (typeof text === 'string' && text.length <= most);

function listFaults(def: FieldDef, { hasDict, form }: Place): Fault[] {
  if (!isFromList(def)) return [];
  const { options, dictCode, type, badValue } = def;
  if (type === 'sel_search_async' && !dictCode) return [['dictCode', '字典搜索须选字典']];
  if (dictCode !== undefined)
    return typeof dictCode === 'string' && hasDict(dictCode) ? [] : [['dictCode', `没有字典“${shortened(dictCode)}”`]];
  if (!Array.isArray(options) || options.length === 0) return [['options', '请填选项，或选一个字典']];
  if (options.length > MOST_OPTIONS) return [['options', `最多 ${MOST_OPTIONS} 个选项`]];
  const isOption = (one: unknown): one is FieldOption => {
    const { value, text } = (one ?? {}) as Partial<FieldOption>;
    return [value, text].every((part) => typeof part === 'string' && part !== '' && part.length <= 64);
  };
  if (!options.every(isOption)) return [['options', '每个选项须有文字，最长 64 字']];
  const values = options.map(({ value }) => value);
  if (new Set(values).size < values.length) return [['options', '选项的值不能重复']];
  if (badValue === undefined) return [];
  if (form !== 'returnQuestion') return [['badValue', '只有退货质检的表单有不合格答案']];
  return values.includes(badValue) ? [] : [['badValue', `不合格答案须为：${values.join('、').slice(0, 200)}`]];
}

function boundFaults(def: FieldDef): Fault[] {
  const { places = 0, maxLength, min, max } = def;
  if (!Number.isInteger(places) || places < 0 || places > MOST_PLACES)
    return [['places', `小数位须为 0 到 ${MOST_PLACES}`]];
  if (maxLength !== undefined && (!Number.isInteger(maxLength) || maxLength < 1 || maxLength > LONGEST_TEXT))
    return [['maxLength', `最大长度须为 1 到 ${LONGEST_TEXT}`]];
  const [low, high] = [boundOf(def, min), boundOf(def, max)];
  const what = shapeOf(def) === 'date' ? '须为日期' : '须为数字';
  return [
    ...(low === null ? [['min', `最小值${what}`] satisfies Fault] : []),
    ...(high === null ? [['max', `最大值${what}`] satisfies Fault] : []),
    ...(low && high && low > high ? [['max', '最大值不能小于最小值'] satisfies Fault] : []),
  ];
}

/** A bound as something to compare; undefined where there is none, null where it is not one. */
function boundOf(def: FieldDef, text: unknown): string | bigint | null | undefined {
  if (text === undefined) return undefined;
  if (typeof text !== 'string') return null;
  const shape = shapeOf(def);
  if (shape === 'date') return parseWireDate(text);
  return parseDecimal(text, shape === 'number' ? MOST_PLACES : 0);
}

function patternFaults({ pattern }: FieldDef): Fault[] {
  if (pattern === undefined) return [];
  const isUsable = typeof pattern === 'string' && linearPattern(pattern) !== null;
  return isUsable ? [] : [['pattern', '不是可用的正则表达式：最长 500 字，不能用反向引用和环视']];
}

function dependsFaults({ dependsOn }: FieldDef, before: readonly FieldDef[]): Fault[] {
  if (dependsOn === undefined) return [];
  const { key, op, value } = (dependsOn ?? {}) as Partial<NonNullable<FieldDef['dependsOn']>>;
  const on = before.find((one) => one.key === key);
  if (!on || !holdsValue(on)) return [['dependsOn', '显示条件须选排在它前面的一个字段']];
  if (typeof op !== 'string' || !Object.hasOwn(DEPENDS_OPS, op)) return [['dependsOn', '请选择显示条件']];
  const needsValue = op !== 'filled' && op !== 'empty';
  const isStated = typeof value === 'string' && value !== '' && value.length <= 500;
  return needsValue && !isStated ? [['dependsOn', '请填写显示条件的值']] : [];
}

/** What fields hold under their keys, for later versions to be held against. */
export function shapesOf(editions: readonly { formVersion: number; fields: readonly FieldDef[] }[]): EarlierShapes {
  const shapes = new Map<string, { shape: Shape; version: number }>();
  for (const { formVersion, fields } of editions.toSorted((one, two) => one.formVersion - two.formVersion))
    for (const def of fields) {
      const key = def.key.toLowerCase();
      if (holdsValue(def) && !shapes.has(key)) shapes.set(key, { shape: shapeOf(def), version: formVersion });
    }
  return shapes;
}

import type { CheckPart } from '#kit/model/check-rule.ts';
import { dict } from '#kit/model/dict.ts';
import { choice, text, textarea } from '#kit/model/field.ts';
import type { RowOf } from '#kit/model/row.ts';
import { patternSteps } from '#kit/model/linear-pattern.ts';
import { defineRegister } from '#kit/model/resource.ts';

/** 编码校验规则: what a code must look like; forms and grids ask for it by its code. */
export const checkRule = defineRegister(
  {
    module: 'system',
    name: 'checkRule',
    title: '编码校验规则',
    empty: '规则写明一种编码该是什么样；表单按规则编码取用，填错时在字段下提示。',
    fields: {
      name: text('规则名称', { required: true, max: 100 }),
      code: text('规则编码', { required: true, unique: true, rule: 'code', max: 64 }),
      note: text('规则描述', { max: 300 }),
      parts: textarea('规则内容', {
        required: true,
        max: 8000,
        structured: true,
        hint: '逐段判断：位数为 * 的判断整个值，为数字的依次取后面几位',
      }),
    },
    label: 'name',
    list: ['name', 'code', 'note', 'createTime'],
    search: ['name', 'code'],
    form: [['name', 'code'], ['note'], ['parts']],
  },
  {
    path: '/sys/checkRule',
    names: { name: 'ruleName', code: 'ruleCode', note: 'ruleDescription', parts: 'ruleJson' },
  },
);

/** What can be carried out by its name; a name that is not here is refused, whatever it says. */
export const fillRuleKinds = dict('fill_rule_kind', {
  serial: '流水号',
  departCode: '部门编码',
  categoryCode: '分类编码',
});

export type FillKind = keyof typeof fillRuleKinds.items;

/** 填值规则: how a value is made that nobody types, a number above all. */
export const fillRule = defineRegister(
  {
    module: 'system',
    name: 'fillRule',
    title: '填值规则',
    empty: '填值规则自动生成编号，例如“CN-20261124-0001”；表单按规则编码取用。',
    fields: {
      name: text('规则名称', { required: true, max: 100 }),
      code: text('规则编码', { required: true, unique: true, rule: 'code', max: 64 }),
      kind: choice('规则实现', fillRuleKinds, { required: true }),
      params: textarea('规则参数', { required: true, max: 1000, structured: true }),
    },
    label: 'name',
    list: ['name', 'code', 'kind', 'params', 'createTime'],
    search: ['name', 'code'],
    form: [['name', 'code'], ['kind'], ['params']],
  },
  {
    path: '/sys/fillRule',
    names: { name: 'ruleName', code: 'ruleCode', kind: 'ruleClass', params: 'ruleParams' },
  },
);

/** More parts than a code has signs say nothing. */
const MOST_PARTS = 40;
/** Steps of all patterns of a rule together: what one value may cost, sign by sign. */
const MOST_STEPS = 2000;
/** What nobody sees in a code: control characters, and those that turn the direction of a line. */
const UNSEEN = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;

/**
 * The parts of a check as they are stored: `[{digits, pattern, message}]` (contract §3.3).
 * @returns them, or what is wrong with them in Chinese
 */
export function readCheckParts(stored: string): readonly CheckPart[] | string {
  const read = readJson(stored);
  if (!Array.isArray(read) || read.length === 0) return '请至少写一段规则';
  if (read.length > MOST_PARTS) return `一条规则最多 ${MOST_PARTS} 段`;
  const parts: CheckPart[] = [];
  for (const [at, one] of (read as unknown[]).entries()) {
    const part = readPart(one);
    if (typeof part === 'string') return `第 ${at + 1} 段：${part}`;
    parts.push(part);
  }
  const steps = parts.reduce((sum, { pattern }) => sum + (patternSteps(whole(pattern)) ?? 0), 0);
  return steps > MOST_STEPS ? `整条规则的正则太复杂，请减少重复次数或段数` : parts;
}

const whole = (pattern: string): string => `^(?:${pattern})$`;

function readPart(one: unknown): CheckPart | string {
  const { digits, pattern, message } = recordOf(one);
  const count = digits === '*' ? '*' : Number(digits);
  if (count !== '*' && !(Number.isInteger(count) && count >= 1 && count <= 1000))
    return '位数请填 * 或 1 至 1000 的整数';
  if (typeof pattern !== 'string' || pattern === '') return '请输入正则';
  if (pattern.length > 300) return '正则不能超过 300 个字符';
  if (UNSEEN.test(pattern)) return '正则含有不可见的控制字符';
  if (patternSteps(whole(pattern)) === null) return '正则写法不正确，或无法在限定时间内判断';
  if (typeof message !== 'string' || message.trim() === '') return '请输入提示文字';
  if (UNSEEN.test(message)) return '提示文字含有不可见的控制字符';
  if (message.length > 200) return '提示文字不能超过 200 个字';
  return { digits: count, pattern, message: message.trim() };
}

/** 流水号: what stands before the number, and when the number begins again. */
export interface SerialParams {
  /** Text in front; `{name}` takes what the form has typed there. */
  prefix: string;
  /** The date behind it, after which numbers begin again: '' for none. */
  date: '' | 'yyyy' | 'yyyyMM' | 'yyyyMMdd';
  /** Digits of the number; it grows beyond them rather than begin again. */
  digits: number;
  /** First number of all, and of each date. */
  start: number;
}

export const SERIAL_DATES = ['', 'yyyy', 'yyyyMM', 'yyyyMMdd'] as const;

/** @returns the parameters of a serial number, what is missing filled in, or what is wrong in Chinese */
export function readSerialParams(stored: string): SerialParams | string {
  const read = readJson(stored);
  if (typeof read !== 'object' || read === null || Array.isArray(read)) return '请输入一个 JSON 对象';
  const { prefix = '', date = '', digits = 4, start = 1, ...others } = recordOf(read);
  const unknown = Object.keys(others);
  if (unknown.length > 0) return `没有这个参数：${unknown.join('、').slice(0, 100)}`;
  if (typeof prefix !== 'string' || prefix.length > 60) return '前缀不能超过 60 个字符';
  const wrong = prefixFault(prefix);
  if (wrong) return wrong;
  const shown = SERIAL_DATES.find((one) => one === date);
  if (shown === undefined) return '日期只能是 yyyy、yyyyMM 或 yyyyMMdd';
  if (!isCount(digits, 1, 12)) return '位数请填 1 至 12 的整数';
  if (!isCount(start, 0, 999_999_999)) return '起始号请填 0 至 999999999 的整数';
  return { prefix, date: shown, digits, start };
}

const NAMED = /\{(\w+)\}/g;

/**
 * Behind a value of the form stands a sign that is no digit: `A` with 10001 and `A1` with 0001 would
 * be one text otherwise. Dates do not part them, they are digits themselves.
 */
function prefixFault(prefix: string): string | null {
  if (UNSEEN.test(prefix)) return '前缀含有不可见的控制字符';
  const [behind = '', ...before] = prefix.split(NAMED).toReversed();
  if (/[{}]/.test(prefix.replaceAll(NAMED, ''))) return '前缀里的大括号请写成 {字段名}';
  return before.length > 0 && !/[^0-9]/.test(behind)
    ? '前缀里的 {字段名} 与后面的数字之间要有非数字的字符，如 {warehouse}-，否则可能重号'
    : null;
}

const isCount = (value: unknown, least: number, most: number): value is number =>
  typeof value === 'number' && Number.isInteger(value) && value >= least && value <= most;

/**
 * What stands in front of the number: prefix with the values of the form, then the date.
 * @param day `2026-11-24`, where the tenant is
 * @returns null where the form lacks a value that the prefix names
 */
export function serialStem(
  { prefix, date }: SerialParams,
  values: Readonly<Record<string, unknown>>,
  day: string,
): string | null {
  const [year = '', month = '', dayOfMonth = ''] = day.split('-');
  const dates = { '': '', yyyy: year, yyyyMM: year + month, yyyyMMdd: year + month + dayOfMonth };
  let isWhole = true;
  const stem = prefix.replaceAll(NAMED, (_, name: string) => {
    const value = Object.hasOwn(values, name) ? values[name] : undefined;
    const isPlain = typeof value === 'string' && /^[\p{L}\p{N}_-]{1,32}$/u.test(value);
    if (!isPlain) isWhole = false;
    return isPlain ? value : '';
  });
  return isWhole ? stem + dates[date] : null;
}

export const serialText = (stem: string, { digits }: SerialParams, number: number): string =>
  stem + String(number).padStart(digits, '0');

const recordOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

function readJson(stored: string): unknown {
  try {
    return JSON.parse(stored) as unknown;
  } catch {
    return null;
  }
}

/** What the parameters of each kind of rule must say: the fault in Chinese, or null. */
export const fillParamFaults: Record<FillKind, (stored: string) => string | null> = {
  serial: (stored) => {
    const read = readSerialParams(stored);
    return typeof read === 'string' ? read : null;
  },
  departCode: noParamsFault,
  categoryCode: noParamsFault,
};

/** Parameters of a rule that uses the form alone. */
export const NO_PARAMS = '{}';

function noParamsFault(stored: string): string | null {
  const read = readJson(stored);
  const isEmpty = typeof read === 'object' && read !== null && Object.keys(read).length === 0;
  return isEmpty ? null : `该规则按表单中的上级编码，没有参数，请填 ${NO_PARAMS}`;
}

/** 填值规则 of a new tenant: those that forms of the base ask for by name (contract §5). */
export const PRESET_FILL_RULES: readonly Pick<RowOf<typeof fillRule>, 'name' | 'code' | 'kind' | 'params'>[] = [
  { name: '机构编码', code: 'org_num_role', kind: 'departCode', params: NO_PARAMS },
  { name: '分类字典编码', code: 'category_code_rule', kind: 'categoryCode', params: NO_PARAMS },
  {
    name: '订单流水号',
    code: 'shop_order_num',
    kind: 'serial',
    params: '{"prefix":"CN","date":"yyyyMMdd","digits":4,"start":1}',
  },
];

/** The form's values that a prefix names, each standing for itself: for examples. */
export const namesIn = (prefix: string): Record<string, string> =>
  Object.fromEntries([...prefix.matchAll(NAMED)].map(([, name = '']) => [name, name.slice(0, 32)]));

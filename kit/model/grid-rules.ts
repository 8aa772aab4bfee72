/**
 * Rules of the cells of an editable grid (spec §5 "Grid rule patterns"): what is judged of one
 * value at once. Answers that take time are in grid-handlers.ts, repeated values in
 * unique-counts.ts.
 */
import {
  inWords,
  judgedText,
  type CellAbout,
  type CellRule,
  type NamedPattern,
  type RuledColumn,
} from './cell-rule.ts';
import { linearPattern } from './linear-pattern.ts';
import { rules as formRules } from './rules.ts';

export type { CellAbout, CellEvent, CellHandler, CellRule, NamedPattern, RuledColumn } from './cell-rule.ts';

/** Longer texts are judged by no regular expression of a configuration. */
const MOST_JUDGED = 10_000;
const DEFAULT_DECIMALS = 2;

type Judge = (text: string) => boolean;
interface Named {
  accepts: Judge;
  message: string;
}

const shaped = (expression: RegExp, message: string): Named => ({
  accepts: (text) => expression.test(text),
  message,
});

/** A shared form rule under its short name, with the words that forms use. */
const shared = (rule: 'url' | 'email' | 'mobile' | 'postcode', message: string): Named => ({
  accepts: (text) => formRules[rule](text) === null,
  message,
});

const NAMED: Readonly<Record<Exclude<NamedPattern, '*' | 'money' | 'only' | 'unique'>, Named>> = {
  'n6-16': shaped(/^\d{6,16}$/, '${title}须为6到16位数字'),
  '*6-16': shaped(/^[\s\S]{6,16}$/u, '${title}须为6到16位字符'),
  's6-18': shaped(/^[A-Za-z]{6,18}$/, '${title}须为6到18位字母'),
  url: shared('url', '请输入以http和https开头的网址'),
  e: shared('email', '邮箱格式不正确'),
  m: shared('mobile', '请输入正确手机号'),
  p: shared('postcode', '请输入正确的邮政编码'),
  s: shaped(/^[A-Za-z]+$/, '${title}只能填写字母'),
  n: shaped(/^-?\d+(\.\d+)?$/, '${title}须为数字'),
  z: shaped(/^-?\d+$/, '${title}须为整数'),
};

const NAMED_BY_PATTERN = new Map<string, Named>(Object.entries(NAMED));

/** A cell that must be filled in, for the mark at its title. */
export const isFilledIn = (rules: readonly CellRule[]): boolean =>
  rules.some(({ required, pattern }) => required === true || pattern === '*');

export const hasUniqueRule = (rules: readonly CellRule[]): boolean => rules.some(isUnique);

const isUnique = ({ unique, pattern }: CellRule): boolean =>
  unique === true || pattern === 'only' || pattern === 'unique';

/**
 * Judges one value. The first rule that fails wins; an empty value is held only against `required`
 * and `*` (which would say nothing otherwise). Handlers are not run here.
 * @param about names for the message; `isRepeated` says that the value stands in two or more rows
 *   of its column (see UniqueCounts)
 * @returns the Chinese message, or null
 */
export const judgeCell = (
  rules: readonly CellRule[],
  value: unknown,
  about: CellAbout & { isRepeated?: boolean },
): string | null => firstFault(rules.map(ruleJudge), judgedText(value), about.isRepeated === true, about);

/**
 * Judges values of one column among these rows, as {@link judgeCell} does one; null when every
 * value is right.
 */
export function columnJudge(
  column: RuledColumn,
  rows: readonly Readonly<Record<string, unknown>>[],
): ((value: unknown) => string | null) | null {
  const { rules, key } = column;
  if (rules.length === 0) return null;
  const judges = rules.map(ruleJudge);
  const counts = hasUniqueRule(rules) ? countsOf(rows, key) : null;
  return (value) => {
    const text = judgedText(value);
    return firstFault(judges, text, counts !== null && (counts.get(text) ?? 0) > 1, column);
  };
}

function countsOf(rows: readonly Readonly<Record<string, unknown>>[], key: string): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const row of rows) {
    const text = judgedText(row[key]);
    counts.set(text, (counts.get(text) ?? 0) + 1);
  }
  return counts;
}

type RuleJudge = (text: string, isRepeated: boolean) => string | null;

function firstFault(judges: readonly RuleJudge[], text: string, isRepeated: boolean, about: CellAbout): string | null {
  for (const judge of judges) {
    const fault = judge(text, isRepeated);
    if (fault !== null) return inWords(fault, about);
  }
  return null;
}

/** What a rule says of a text, its message not filled in yet: worked out once for all cells. */
function ruleJudge(rule: CellRule): RuleJudge {
  const { pattern, message } = rule;
  const whenEmpty = rule.required || pattern === '*' ? message || '${title}不能为空' : null;
  const whenRepeated = isUnique(rule) ? message || '${title}不能重复' : null;
  const shape = shapeJudge(rule);
  return (text, isRepeated) => {
    if (text === '') return whenEmpty;
    if (isRepeated && whenRepeated !== null) return whenRepeated;
    const fault = shape?.(text) ?? null;
    return fault === null ? null : message || fault;
  };
}

function shapeJudge({ pattern, decimals }: CellRule): ((text: string) => string | null) | null {
  if (!pattern || pattern === '*' || pattern === 'only' || pattern === 'unique') return null;
  const named = pattern === 'money' ? money(decimals ?? DEFAULT_DECIMALS) : NAMED_BY_PATTERN.get(pattern);
  if (named) return (text) => (named.accepts(text) ? null : named.message);
  return (text) => faultOfOwn(pattern, text);
}

/** Above zero, no leading zero but that of `0.`, no more than the places (contract §5.1). */
const money = (decimals: number): Named => {
  const places = decimals > 0 ? `(?:\\.\\d{1,${decimals}})?` : '';
  return shaped(
    new RegExp(`^(?=.*[1-9])(?:0|[1-9]\\d{0,14})${places}$`),
    `\${title}须为大于0的金额，最多${decimals}位小数`,
  );
};

function faultOfOwn(pattern: string, text: string): string | null {
  const accepts = compiled(pattern);
  if (!accepts) return '${title}的校验规则无法使用，请联系管理员';
  if (text.length > MOST_JUDGED) return `\${title}不能超过${MOST_JUDGED}个字符`;
  return accepts(text) ? null : '${title}格式不正确';
}

const MAX_CACHED = 200;
const cache = new Map<string, Judge | null>();

function compiled(pattern: string): Judge | null {
  let judge = cache.get(pattern);
  if (judge === undefined) {
    judge = linearPattern(pattern);
    if (cache.size >= MAX_CACHED) cache.clear();
    cache.set(pattern, judge);
  }
  return judge;
}

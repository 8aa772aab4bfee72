import { operatorOf, type Operator } from '#kit/model/query-language.ts';
import { RULE_VARIABLES, variableText } from '../../model/data-rule.ts';
import type { DataRule, RuledField } from '../../model/routes/data-rules.ts';

/** What each rule is called, and how the dictionary rule_conditions writes it. */
export const RULE_WORDS: Readonly<Record<Operator, [title: string, code: string]>> = {
  eq: ['等于', '='],
  ne: ['不等于', '!='],
  gt: ['大于', '>'],
  ge: ['大于等于', '>='],
  lt: ['小于', '<'],
  le: ['小于等于', '<='],
  in: ['是其中之一', 'IN'],
  like: ['包含文字', 'LIKE'],
  left_like: ['以…结尾', 'LEFT_LIKE'],
  right_like: ['以…开头', 'RIGHT_LIKE'],
};

/** A rule as a sentence: titles in place of keys, and words in place of variables and codes. */
export function ruleText({ ruleColumn, ruleConditions, ruleValue }: DataRule, fields: readonly RuledField[]): string {
  const field = fields.find(({ key }) => key === ruleColumn);
  const operator = operatorOf(ruleConditions);
  const word = operator ? RULE_WORDS[operator][0] : ruleConditions;
  const options = new Map((field?.options ?? []).map(({ value, text }) => [value, text]));
  const value = ruleValue
    .split(',')
    .map((part) => options.get(part.trim()) ?? withTitles(part.trim()))
    .join('、');
  return `${field?.title ?? ruleColumn} ${word} ${value}`;
}

const withTitles = (text: string): string =>
  RULE_VARIABLES.reduce((all, { name, title }) => all.replaceAll(variableText(name), title), text);

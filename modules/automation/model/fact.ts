import { dict, type Dict } from '#kit/model/dict.ts';
import type { Mask } from '#kit/model/scope.ts';

/** What a fact is, and so how it may be compared. */
export type FactKind = 'text' | 'number' | 'flag' | 'one' | 'set';

export const operator = dict('rule_operator', {
  eq: '等于',
  ne: '不等于',
  gt: '大于',
  ge: '大于等于',
  lt: '小于',
  le: '小于等于',
  in: '属于',
  not_in: '不属于',
  like: '包含',
  empty: '为空',
});
export type Operator = keyof typeof operator.items;

/** Which operators fit which kind of fact. */
export const OPERATORS: Readonly<Record<FactKind, readonly Operator[]>> = {
  text: ['eq', 'ne', 'in', 'not_in', 'like', 'empty'],
  number: ['eq', 'ne', 'gt', 'ge', 'lt', 'le', 'empty'],
  flag: ['eq'],
  one: ['eq', 'ne', 'in', 'not_in', 'empty'],
  set: ['in', 'not_in', 'empty'],
};

/** Facts that are read together: one query, or a few, for all that is judged at once. */
export type FactFamily =
  | 'shop'
  | 'order'
  | 'line'
  | 'goods'
  | 'stock'
  | 'aftersale'
  | 'return'
  | 'part'
  | 'partGoods'
  | 'feed'
  | 'feedItem'
  | 'remittance';

export interface Fact {
  title: string;
  kind: FactKind;
  family: FactFamily;
  /** What its values are called: a dictionary, or rows of a register. */
  dict?: Dict;
  to?: string;
  /** Of the register: only rows with these values. */
  rowFilter?: Readonly<Record<string, string>>;
  unit?: string;
  /** Is asked of one warehouse, which the condition names. */
  ofWarehouse?: true;
  /** A back-test judges it by what is recorded today: what it was then is not kept. */
  isOfToday?: true;
  /** The same where the order is judged for the sake of what came after it: a return, a request for parts. */
  isOfTodayLater?: true;
  /**
   * A value that not everybody may see: the trace never shows it, and who is kept from it neither asks about it
   * nor tries a rule that does.
   */
  mask?: Mask;
  /** `like` asks how the text begins. */
  isPrefix?: true;
  hint?: string;
}

/** The word for an operator beside a fact: 邮编 has beginnings, a set has members. */
export function operatorTitle(fact: Fact, op: Operator): string {
  if (fact.isPrefix && op === 'like') return '开头为';
  if (fact.kind === 'set') return op === 'in' ? '含任一' : op === 'not_in' ? '都不含' : '为空';
  if (fact.kind === 'one' && op === 'in') return '是其中之一';
  if (fact.kind === 'one' && op === 'not_in') return '不是其中之一';
  if (fact.kind === 'flag' || (fact.kind === 'one' && op === 'eq')) return '是';
  if (fact.kind === 'one' && op === 'ne') return '不是';
  return operator.items[op];
}

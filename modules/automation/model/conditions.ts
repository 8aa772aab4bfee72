import { parseDecimal } from '#kit/model/money.ts';
import { OPERATORS, type FactFamily, type Operator } from './fact.ts';
import { FACTS, FAMILIES_OF, isFact, type FactKey } from './facts.ts';
import { SUBJECTS, type SubjectKind } from './subject.ts';

/** One question about one fact. */
export interface Leaf {
  fact: FactKey;
  op: Operator;
  /** Text, a decimal in text, true or false, or a list of texts; of `empty` true (blank) or false (not). */
  value: string | boolean | readonly string[];
  /** The warehouse that it is asked of, where the fact is one of a warehouse. */
  at?: string;
}

export interface Group {
  join: 'and' | 'or';
  of: readonly Condition[];
}
export type Condition = Leaf | Group;

export const isGroup = (one: Condition): one is Group => 'join' in one;

/** Groups within groups, and questions in all. */
export const MOST_DEPTH = 4;
const MOST_LEAVES = 50;
export const MOST_VALUES = 500;
/** Places of numbers that are compared. */
export const NUMBER_SCALE = 4;

export const NO_CONDITIONS: Group = { join: 'and', of: [] };

export interface Read<T> {
  value: T;
  /** What is wrong with it in words, each with the place it stands at (`1.2`: second of the first group). */
  faults: { at: string; message: string }[];
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Text to structure; undefined where it is none. */
export function readJson(text: string | null | undefined): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    return undefined;
  }
}

interface Reading {
  faults: Read<Group>['faults'];
  /** What the rule is judged about; null where that is not asked. */
  subject: SubjectKind | null;
}

/**
 * Judges the conditions of a rule: shape, known facts, fitting operators, values of their kind.
 * @param subject what it is judged about: facts that nothing of that kind has are faults
 */
export function readConditions(text: string | null | undefined, subject: SubjectKind | null = null): Read<Group> {
  const faults: Read<Group>['faults'] = [];
  const json = readJson(text);
  const value = readGroup(json, '', 1, { faults, subject });
  if (leavesOf(value).length > MOST_LEAVES) faults.push({ at: '', message: `条件最多 ${MOST_LEAVES} 个` });
  return { value, faults };
}

function readGroup(json: unknown, at: string, depth: number, reading: Reading): Group {
  const { faults } = reading;
  if (!isObject(json) || (json.join !== 'and' && json.join !== 'or') || !Array.isArray(json.of)) {
    faults.push({ at, message: '条件格式不正确' });
    return NO_CONDITIONS;
  }
  if (depth > MOST_DEPTH) {
    faults.push({ at, message: `条件组最多嵌套 ${MOST_DEPTH} 层` });
    return NO_CONDITIONS;
  }
  if (depth > 1 && json.of.length === 0) faults.push({ at, message: '条件组内还没有条件' });
  const of = json.of.flatMap((one, index): Condition[] => {
    const place = at === '' ? `${index + 1}` : `${at}.${index + 1}`;
    if (isObject(one) && 'join' in one) return [readGroup(one, place, depth + 1, reading)];
    const leaf = readLeaf(one, place, reading);
    return leaf ? [leaf] : [];
  });
  return { join: json.join, of };
}

function readLeaf(json: unknown, at: string, { faults, subject }: Reading): Leaf | null {
  const fail = (message: string): null => {
    faults.push({ at, message });
    return null;
  };
  if (!isObject(json) || !isFact(json.fact)) return fail('请选择条件');
  const fact = FACTS[json.fact];
  if (subject && !FAMILIES_OF[subject].includes(fact.family))
    return fail(`“${fact.title}”不能用于${SUBJECTS[subject].title}，请换一个条件`);
  const op = json.op as Operator;
  if (!OPERATORS[fact.kind].includes(op)) return fail(`“${fact.title}”不能这样比较`);
  if (fact.ofWarehouse && typeof json.at !== 'string') return fail(`“${fact.title}”请选择仓库`);
  const value = readValue(json.value, fact.kind, op);
  if (value === undefined) return fail(`“${fact.title}”请填写比较的值`);
  if (typeof value === 'string' && fact.kind === 'number' && parsed(value) === null)
    return fail(`“${fact.title}”请输入数字，最多 ${NUMBER_SCALE} 位小数`);
  if (Array.isArray(value) && value.length > MOST_VALUES) return fail(`“${fact.title}”最多 ${MOST_VALUES} 个值`);
  return {
    fact: json.fact,
    op,
    value,
    ...(fact.ofWarehouse ? { at: json.at as string } : {}),
  };
}

const parsed = (value: string): bigint | null => parseDecimal(value, NUMBER_SCALE);

function readValue(value: unknown, kind: string, op: Operator): Leaf['value'] | undefined {
  if (op === 'empty' || kind === 'flag') return typeof value === 'boolean' ? value : undefined;
  if (op === 'in' || op === 'not_in') {
    if (!Array.isArray(value)) return undefined;
    const texts = value.filter((one): one is string => typeof one === 'string' && one !== '');
    return texts.length > 0 && texts.length === value.length ? texts : undefined;
  }
  if (typeof value === 'number') return String(value);
  return typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;
}

export const leavesOf = (group: Group): Leaf[] => group.of.flatMap((one) => (isGroup(one) ? leavesOf(one) : [one]));

/** Families of facts that conditions ask about. */
export const familiesOf = (groups: readonly Group[]): Set<FactFamily> =>
  new Set(groups.flatMap(leavesOf).map(({ fact }) => FACTS[fact].family));

/** Ids of rows that conditions name, by the register they are of. */
export function namedIds(groups: readonly Group[]): Map<string, Set<string>> {
  const ids = new Map<string, Set<string>>();
  const note = (to: string, id: string): void => {
    ids.set(to, (ids.get(to) ?? new Set()).add(id));
  };
  for (const { fact, value, at } of groups.flatMap(leavesOf)) {
    if (at) note('base:warehouse', at);
    const { to } = FACTS[fact];
    if (to) for (const one of [value].flat()) if (typeof one === 'string') note(to, one);
  }
  return ids;
}

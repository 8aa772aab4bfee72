import { parseDecimal } from '#kit/model/money.ts';
import { actionTitle, type Action, type ActionKind } from './actions.ts';
import { isGroup, NUMBER_SCALE, type Condition, type Group, type Leaf } from './conditions.ts';
import { operatorTitle, type Fact } from './fact.ts';
import { FACTS, ORDER_FAMILIES, type FactValue, type KnownFacts } from './facts.ts';
import { SUBJECTS, type SubjectKind } from './subject.ts';

/** A rule as the engine takes it. */
export interface JudgedRule {
  id: string;
  name: string;
  /** What it is judged about. */
  subject: SubjectKind;
  /** Higher first; of two alike the older one (the lesser id). */
  priority: number;
  stopOnMatch: boolean;
  /** Shops it is for; null = all. */
  shopIds: readonly string[] | null;
  conditions: Group;
  actions: readonly Action[];
}

/** What rows are called, by id: rules are read by people. */
export type Names = ReadonlyMap<string, string>;

/** Why a condition holds or not, in Chinese, as deep as the conditions themselves. */
export interface Explained {
  isMet: boolean;
  text: string;
  /** Of a question: what is so. */
  actual?: string;
  /** Of a group. */
  parts?: readonly Explained[];
}

/** An action in its turn: done, or given up because a rule before it has decided the same thing. */
export interface Planned {
  action: Action;
  /** Null = it is to be done; else why not. */
  skipped: string | null;
}

export interface RuleVerdict {
  ruleId: string;
  isMatched: boolean;
  /** Null where it was not even asked: another shop's, or a rule before it has stopped. */
  why: Explained | null;
  /** Why it was not asked. */
  passedOver: string | null;
  plan: readonly Planned[];
}

/** Rules in the order in which they are judged. */
export const inOrder = <R extends Pick<JudgedRule, 'priority' | 'id'>>(rules: readonly R[]): R[] =>
  rules.toSorted((a, b) => b.priority - a.priority || (a.id < b.id ? -1 : 1));

/**
 * Judges one order, or whatever else rules are about, all by the same facts: what a rule does is seen by none of those after it.
 * @returns a verdict of each rule in the order of their priority; of actions that contradict each other
 *   the first wins, and the trace of the later one says so
 */
export function judgeRules(rules: readonly JudgedRule[], facts: KnownFacts, names: Names): RuleVerdict[] {
  const taken = new Map<Slot, { rule: string; said: string }>();
  let stoppedBy: string | null = null;
  return inOrder(rules).map((rule): RuleVerdict => {
    const passedOver = stoppedBy
      ? `“${stoppedBy}”命中后不再执行后面的规则`
      : isOtherShop(rule, facts)
        ? '不在适用店铺内'
        : null;
    if (passedOver) return { ruleId: rule.id, isMatched: false, why: null, passedOver, plan: [] };
    const why = explain(rule.conditions, facts, names, SUBJECTS[rule.subject].title);
    if (!why.isMet) return { ruleId: rule.id, isMatched: false, why, passedOver: null, plan: [] };
    if (rule.stopOnMatch) stoppedBy = rule.name;
    const plan = rule.actions.map((action): Planned => ({
      action,
      skipped: takeSlot(taken, rule, action),
    }));
    return { ruleId: rule.id, isMatched: true, why, passedOver: null, plan };
  });
}

/** Whether a rule is for other shops alone. */
export const isOtherShop = ({ shopIds }: JudgedRule, { accountId }: KnownFacts): boolean =>
  shopIds !== null && !shopIds.includes(String(accountId));

/** What only one rule can decide of an order. */
type Slot = 'warehouse' | 'shipMethod' | 'priority' | 'holding';

/** Going on and being held exclude each other: whoever comes first has decided. */
const SLOT_OF: Partial<Record<ActionKind, Slot>> = {
  assignWarehouse: 'warehouse',
  assignShipMethod: 'shipMethod',
  setPriority: 'priority',
  addHold: 'holding',
  releaseHold: 'holding',
  accept: 'holding',
};

/** Whether an action is given up for one of a rule before, in words; else it takes its place. */
function takeSlot(
  taken: Map<Slot, { rule: string; said: string }>,
  { name: rule, subject }: JudgedRule,
  action: Action,
): string | null {
  const slot = SLOT_OF[action.kind];
  if (!slot) return null;
  const before = taken.get(slot);
  const said = slot === 'holding' ? (action.kind === 'addHold' ? 'stop' : 'go') : slot;
  if (!before) {
    taken.set(slot, { rule, said });
    return null;
  }
  if (slot === 'holding' && before.said === said) return null;
  return `已由优先的规则“${before.rule}”决定，${actionTitle(action.kind, subject)}不执行`;
}

/** Judges conditions; an empty group always holds. @param title what is judged */
export function explain(
  condition: Condition,
  facts: KnownFacts,
  names: Names,
  title = SUBJECTS.order.title,
): Explained {
  if (!isGroup(condition)) return explainLeaf(condition, facts, names);
  const parts = condition.of.map((one) => explain(one, facts, names, title));
  if (parts.length === 0) return { isMet: true, text: `没有条件，所有${title}都符合`, parts };
  const isAll = condition.join === 'and';
  return {
    isMet: isAll ? parts.every(({ isMet }) => isMet) : parts.some(({ isMet }) => isMet),
    text: isAll ? '以下全部符合' : '以下任一符合',
    parts,
  };
}

function explainLeaf(leaf: Leaf, facts: KnownFacts, names: Names): Explained {
  const fact = FACTS[leaf.fact];
  const value = leaf.fact === 'availableAt' ? availableAt(facts, leaf.at) : facts[leaf.fact];
  const known = value ?? null;
  return {
    isMet: holds(leaf, fact, known),
    text: leafText(leaf, names),
    actual: actualText(fact, known, { names, facts }),
  };
}

/** What is so, in words: what not everybody may see stays unsaid, and what has no order says that. */
function actualText(fact: Fact, known: FactValue, { names, facts }: { names: Names; facts: KnownFacts }): string {
  if (facts.hasOrder === false && ORDER_FAMILIES.includes(fact.family)) return '没有订单';
  if (fact.mask) return known === null ? '空' : '（不显示）';
  return shown(fact, known, names);
}

const availableAt = ({ availableAt: units }: KnownFacts, at: string | undefined): FactValue => {
  const found = units?.[at ?? ''];
  return found === undefined ? null : String(found);
};

const isBlank = (value: FactValue): boolean =>
  value === null || value === '' || (Array.isArray(value) && value.length === 0);

/** A fact that is not known answers to 为空 alone, and to what asks that it be not something. */
function holds({ op, value: wanted }: Leaf, fact: Fact, value: FactValue): boolean {
  if (op === 'empty') return isBlank(value) === wanted;
  if (fact.kind === 'flag') return (value ?? false) === wanted;
  if (isBlank(value)) return op === 'ne' || op === 'not_in';
  if (fact.kind === 'number') return comparesTo(op, String(value), String(wanted));
  const list = [wanted].flat().map((one) => folded(String(one)));
  const own = [value].flat().map((one) => folded(String(one)));
  const isAmong = own.some((one) => list.includes(one));
  switch (op) {
    case 'eq':
    case 'in':
      return isAmong;
    case 'ne':
    case 'not_in':
      return !isAmong;
    case 'like':
      return own.some((one) =>
        fact.isPrefix
          ? splitList(list.join(',')).some((part) => one.startsWith(part))
          : list.some((part) => one.includes(part)),
      );
    default:
      return false;
  }
}

/** Texts are compared whatever their case: codes come from channels as they please. */
const folded = (text: string): string => text.trim().toLowerCase();

const splitList = (text: string): string[] =>
  text
    .split(/[,，;；\s]+/)
    .map((part) => part.trim())
    .filter(Boolean);

function comparesTo(op: Leaf['op'], value: string, requested: string): boolean {
  const [a, b] = [parseDecimal(value, NUMBER_SCALE), parseDecimal(requested, NUMBER_SCALE)];
  if (a === null || b === null) return false;
  switch (op) {
    case 'eq':
      return a === b;
    case 'ne':
      return a !== b;
    case 'gt':
      return a > b;
    case 'ge':
      return a >= b;
    case 'lt':
      return a < b;
    default:
      return a <= b;
  }
}

function nameIn(fact: Fact, names: Names, value: string): string {
  const items: Readonly<Record<string, string>> = fact.dict?.items ?? {};
  if (Object.hasOwn(items, value)) return items[value] ?? value;
  return fact.to ? (names.get(value) ?? '（已删除）') : value;
}

/** So many of a long list are named. */
const NAMED = 5;

function shown(fact: Fact, value: FactValue, names: Names): string {
  if (isBlank(value)) return fact.kind === 'flag' ? '否' : '空';
  if (typeof value === 'boolean') return value ? '是' : '否';
  return `${listed([value].flat().map((one) => nameIn(fact, names, String(one))))}${unitOf(fact)}`;
}

const unitOf = ({ unit }: Fact): string => (unit ? ` ${unit}` : '');

const listed = (texts: readonly string[]): string =>
  texts.length > NAMED ? `${texts.slice(0, NAMED).join('、')} 等 ${texts.length} 个` : texts.join('、');

/** A question as one reads it: `邮编 开头为 90, 91`. */
export function leafText({ fact: key, op, value, at }: Leaf, names: Names): string {
  const fact = FACTS[key];
  const title = at ? `${names.get(at) ?? '（已删除）'} 的可用库存` : fact.title;
  if (op === 'empty') return `${title}${value === true ? '为空' : '不为空'}`;
  if (fact.kind === 'flag') return `${title}：${value === true ? '是' : '否'}`;
  const values = listed([value].flat().map((one) => nameIn(fact, names, String(one))));
  return `${title} ${operatorTitle(fact, op)} ${values}${unitOf(fact)}`;
}

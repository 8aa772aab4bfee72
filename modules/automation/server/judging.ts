import type { Actor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import type { Registry } from '#kit/server/registry.ts';
import { judgeRules, type Names, type RuleVerdict } from '../model/judge-rules.ts';
import type { RunOutcome, RunTrigger } from '../model/rule-records.ts';
import type { SubjectKind } from '../model/subject.ts';
import type { RuleActionResult } from './act.ts';
import { queriedFamilies, type LiveRule } from './live-rules.ts';
import { namesOf } from './names.ts';
import { linksOf, readFacts, type Head, type Judged } from './subjects.ts';
import type { NewRun } from './store-runs.ts';

/** How rules sign what they do: no event of theirs sets off rules again. */
const RULE_ACTOR = '自动化规则 ';
export const isRuleActor = ({ username }: Pick<Actor, 'username'>): boolean => username.startsWith(RULE_ACTOR);

/** So often a day one rule acts on one order, or on one shop whose feeds fail: what goes round ends here. */
export const MOST_REPEATS = 5;
/** Who a rule's deeds are signed by. */
export const signatureOf = ({ askedBy }: Running, { name }: LiveRule): string =>
  `${RULE_ACTOR}${name}${askedBy ? `（${askedBy} 手动执行）` : ''}`;

export interface RuleServices {
  db: Database;
  registry: Registry;
}

/** What is to be judged, and what makes this judgement the only one. */
export interface Due {
  id: string;
  key: string;
}

/** What rules say, all of it read and judged at once. */
export interface Judgement {
  subjects: Map<string, Judged>;
  names: Names;
  verdicts: Map<string, RuleVerdict[]>;
}

/**
 * Judges by rules of one kind: facts in a few queries whatever their number, then the pure engine. Rules on
 * trial are judged each by itself, so that they stop and outdo nobody.
 */
export async function judgeSubjects(
  tx: Tx,
  registry: Registry,
  rules: readonly LiveRule[],
  ids: readonly string[],
): Promise<Judgement> {
  const at = tx.now;
  const moments = [...new Set(ids)].map((id) => ({ id, at }));
  const subjects = await readFacts(tx, kindOf(rules), moments, queriedFamilies(rules));
  const facts = [...subjects.values()].map((one) => one.facts);
  const names = await namesOf(tx, registry, rules, facts);
  const live = rules.filter(({ status }) => status !== 'dry_run');
  const tried = rules.filter(({ status }) => status === 'dry_run');
  const verdicts = new Map(
    [...subjects].map(([id, one]) => [
      id,
      [...judgeRules(live, one.facts, names), ...tried.flatMap((rule) => judgeRules([rule], one.facts, names))],
    ]),
  );
  return { subjects, names, verdicts };
}

/** What rules that are judged together are about. */
export const kindOf = ([rule]: readonly LiveRule[]): SubjectKind => rule?.subject ?? 'order';

export interface Running {
  services: RuleServices;
  actor: Pick<Actor, 'tenant' | 'zone'>;
  trigger: RunTrigger;
  /** Who asked for it, where it was not the clock or an event. */
  askedBy?: string;
}

export interface Act {
  rule: LiveRule;
  subject: Judged;
  due: Due;
  verdict: RuleVerdict;
}

export const aboutRun = (
  { id, revision }: LiveRule,
  head: Head,
  { key }: Due,
  trigger: RunTrigger,
): Pick<NewRun, 'ruleId' | 'revision' | 'about' | 'accountId' | 'eventKey' | 'trigger'> => ({
  ruleId: id,
  revision,
  about: linksOf(head),
  accountId: head.accountId,
  eventKey: key,
  trigger,
});

export function outcomeOf(operations: readonly RuleActionResult[]): RunOutcome {
  const good = operations.filter(({ state }) => state === 'done' || state === 'same').length;
  return good === operations.length ? 'done' : good > 0 ? 'partial' : 'refused';
}

const STATE_TEXT = {
  done: '',
  same: '（无需改动）',
  refused: '（未能执行）',
  skipped: '（未执行）',
} as const;

export const resultsText = (operations: readonly RuleActionResult[]): string =>
  operations.map(({ text, state }) => `${text}${STATE_TEXT[state]}`).join('；');

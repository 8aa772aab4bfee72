import { withOriginal } from '#kit/model/foreign-words.ts';
import { systemActor, type Actor } from '#kit/server/actor.ts';
import { isOtherShop, type Names } from '../model/judge-rules.ts';
import { actionText } from '../model/rule-text.ts';
import type { RunOutcome, RunTrigger } from '../model/rule-records.ts';
import { RuleFault, type RuleActionResult } from './act.ts';
import { actOnMany, turnsOf } from './act-many.ts';
import { aboutRun, judgeSubjects, type Act, type Due, type RuleServices, type Running } from './judging.ts';
import { rulesById, type LiveRule } from './live-rules.ts';
import { parkRule } from './park-rule.ts';
import { storeRuns, type NewRun } from './store-runs.ts';

/** Faults of the database that pass: the delivery tries again, and no rule is to blame. */
const PASSING = /^(08|40|53|55|57)/;

export interface RunSummary {
  judged: number;
  /** Of how many a rule held. */
  matched: number;
  /** Rule by rule, of how many something was done. */
  acted: number;
  parked: number;
}

/**
 * Judges orders, or what else rules of one kind are about, and does what they say: what only has to be noted in
 * one transaction, what acts rule by rule in turns of many, each turn a transaction with its receipts. Whatever
 * comes twice is done once.
 */
export async function runRules(running: Running, rules: readonly LiveRule[], due: readonly Due[]): Promise<RunSummary> {
  const { services, actor, trigger } = running;
  const summary: RunSummary = { judged: 0, matched: 0, acted: 0, parked: 0 };
  if (rules.length === 0 || due.length === 0) return summary;
  const started = performance.now();
  const system = systemActor(actor.tenant, '自动化规则', actor.zone);
  const judgement = await services.db.tx(system, (tx) =>
    judgeSubjects(
      tx,
      services.registry,
      rules,
      due.map(({ id }) => id),
    ),
  );
  summary.judged = judgement.subjects.size;
  const ms = Math.ceil((performance.now() - started) / Math.max(1, judgement.subjects.size));
  const byId = new Map(rules.map((rule) => [rule.id, rule]));
  const quiet: NewRun[] = [];
  const acts: Act[] = [];
  for (const one of due) {
    const subject = judgement.subjects.get(one.id);
    const verdicts = judgement.verdicts.get(one.id) ?? [];
    if (!subject) continue;
    if (verdicts.some(({ isMatched }) => isMatched)) summary.matched += 1;
    for (const verdict of verdicts) {
      const rule = byId.get(verdict.ruleId) as LiveRule;
      // Rules of other shops have nothing to say of it, not even that they were not asked.
      if (isOtherShop(rule, subject.facts)) continue;
      if (verdict.isMatched && rule.status !== 'dry_run') acts.push({ rule, subject, due: one, verdict });
      else if (trigger !== 'schedule' || verdict.isMatched)
        quiet.push(quietRun({ rule, subject, due: one, verdict }, trigger, judgement.names, ms));
    }
  }
  if (quiet.length > 0) await services.db.tx(system, (tx) => storeRuns(tx, quiet));
  const parked = new Set<string>();
  for (const turn of turnsOf(acts)) {
    const [{ rule }] = turn as [Act];
    if (parked.has(rule.id)) continue;
    summary.acted += await actInTurn(running, turn, judgement.names);
    if (rule.status === 'faulted') parked.add(rule.id);
  }
  summary.parked = parked.size;
  return summary;
}

/** What is noted without anything being done: not met, passed over, or on trial. */
function quietRun({ rule, subject, due, verdict }: Act, trigger: RunTrigger, names: Names, ms: number): NewRun {
  const outcome: RunOutcome = verdict.isMatched ? 'dryRun' : verdict.passedOver ? 'passedOver' : 'unmatched';
  const deeds = verdict.plan.map(({ action, skipped }): RuleActionResult => ({
    kind: action.kind,
    text: actionText(action, names, rule.subject),
    state: 'skipped',
    note: skipped ?? '试运行，没有执行',
  }));
  const said = verdict.isMatched ? `会${deeds.map(({ text }) => text).join('；')}` : verdict.passedOver;
  return {
    ...aboutRun(rule, subject.head, due, trigger),
    outcome,
    said,
    why: verdict.why,
    deeds,
    ms,
  };
}

/**
 * All of a turn in one transaction; where one of them brings the rule down, each by itself, so that what
 * was right for the others is done and the trace says which one it was.
 * @returns of how many something was done
 */
async function actInTurn(running: Running, turn: readonly Act[], names: Names): Promise<number> {
  if (turn.length > 1) {
    const done = await actOnMany(running, turn, names).catch((error: unknown) => {
      if (isPassing(error)) throw error;
      return null;
    });
    if (done !== null) return done;
  }
  let acted = 0;
  for (const act of turn) {
    if (act.rule.status === 'faulted') break;
    acted += await actOrPark(running, act, names);
  }
  return acted;
}

const isPassing = (error: unknown): boolean => PASSING.test(String((error as { code?: unknown }).code ?? ''));

/** @returns 1 where anything was done; a rule that fails is parked, and marked so for what is left */
async function actOrPark(running: Running, act: Act, names: Names): Promise<number> {
  try {
    return await actOnMany(running, [act], names);
  } catch (error) {
    if (isPassing(error)) throw error;
    const reason =
      error instanceof RuleFault ? error.message : withOriginal('执行时出现系统错误', String((error as Error).message));
    await parkRule(running.services, running.actor, act.rule, reason, {
      ...aboutRun(act.rule, act.subject.head, act.due, running.trigger),
      outcome: 'failed',
      said: reason,
      why: act.verdict.why,
      deeds: [],
      ms: 0,
    });
    act.rule.status = 'faulted';
    return 0;
  }
}

/** Rules of which these are the ids, as they stand now. */
export const rulesNow = (
  { db }: RuleServices,
  actor: Pick<Actor, 'tenant' | 'zone'>,
  ids: readonly string[],
): Promise<LiveRule[]> => db.tx(systemActor(actor.tenant, '自动化规则', actor.zone), (tx) => rulesById(tx, ids));

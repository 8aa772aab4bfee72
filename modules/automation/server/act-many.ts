import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import { sql } from '#kit/server/sql.ts';
import type { Action } from '../model/actions.ts';
import type { Names, RuleVerdict } from '../model/judge-rules.ts';
import { carryOutPlans, type RuleActionResult } from './act.ts';
import {
  aboutRun,
  resultsText,
  judgeSubjects,
  MOST_REPEATS,
  outcomeOf,
  signatureOf,
  type Act,
  type Running,
} from './judging.ts';
import { isStillOn, type LiveRule } from './live-rules.ts';
import { storeRuns, type NewRun } from './store-runs.ts';
import { follow, headsNow, type Head, type Judged, type Moving } from './subjects.ts';

/** Of one rule, how many are done in one transaction. */
const DONE_AT_ONCE = 100;
/** What touches no stock: many at once hold nobody up, whatever else waits for their goods. */
const LIGHT: ReadonlySet<Action['kind']> = new Set<Action['kind']>([
  'addTag',
  'addHold',
  'setPriority',
  'assignShipMethod',
  'notify',
  'createTask',
  'addRemark',
  'askInfo',
]);

const DAY_MS = 86_400_000;

/**
 * Whether a rule may be done for many in one transaction: none of its actions touches stock, whose rows
 * others wait for.
 */
export const isLight = ({ actions }: LiveRule): boolean => actions.every(({ kind }) => LIGHT.has(kind));

/** Acts in turns: of one order the rules stand in their order, of one rule many go together. */
export function turnsOf(acts: readonly Act[]): Act[][] {
  const turns: Act[][] = [];
  const lastTurn = new Map<string, number>();
  const open = new Map<string, number>();
  for (const act of acts) {
    const { id } = act.rule;
    const least = (lastTurn.get(act.due.id) ?? -1) + 1;
    const at = open.get(id);
    const fits = isLight(act.rule) && at !== undefined && at >= least && (turns[at]?.length ?? 0) < DONE_AT_ONCE;
    const turn = fits ? at : turns.push([]) - 1;
    turns[turn]?.push(act);
    lastTurn.set(act.due.id, turn);
    open.set(id, turn);
  }
  return turns;
}

interface Ready {
  act: Act;
  subject: Judged;
  verdict: RuleVerdict;
  names: Names;
}

/**
 * One rule and many that it is about, all or none of them: receipts, locks, rounds and runs are a query each, and
 * so are the tags. All are locked in the order of their ids, as every batch does.
 * @returns of how many something was done
 * @throws what one of them meets: then each is done by itself
 */
export async function actOnMany(running: Running, acts: readonly Act[], names: Names): Promise<number> {
  const { services, actor, trigger } = running;
  const [{ rule }] = acts as [Act];
  const signed = systemActor(actor.tenant, signatureOf(running, rule), actor.zone);
  return services.db.tx(signed, async (tx) => {
    const started = performance.now();
    if (!(await isStillOn(tx, rule))) return 0;
    const kind = rule.subject;
    const now = await headsNow(
      tx,
      kind,
      acts.map(({ due }) => due.id),
      true,
    );
    const fresh = await withoutReceipt(
      tx,
      rule,
      acts.filter(({ due }) => now.has(due.id)),
    );
    const ready = await judgedNow(tx, running, rule, fresh, now, names);
    const rounds = trigger === 'byHand' ? new Map<string, RunCounts>() : await countRuns(tx, rule, ready);
    const ms = (): number => Math.ceil((performance.now() - started) / Math.max(1, acts.length));
    const runs: NewRun[] = [];
    const going: Ready[] = [];
    for (const one of ready) {
      const about = aboutRun(rule, one.subject.head, one.act.due, trigger);
      const round = rounds.get(boundOf(one.subject.head));
      if (!one.verdict.isMatched)
        runs.push({ ...about, outcome: 'unmatched', said: null, ...withoutOutcome(one), ms: ms() });
      else if (!round || round.runs < MOST_REPEATS) {
        going.push(one);
        if (round) round.runs += 1;
      }
      // Said once: what goes round would fill the trace as well.
      else if (!round.isSaid) {
        const said = `24 小时内已对${BOUND_TITLES[kind]}执行 ${MOST_REPEATS} 次，不再执行`;
        round.isSaid = true;
        runs.push({ ...about, outcome: 'bounded', said, ...withoutOutcome(one), ms: ms() });
      }
    }
    const operations = await carryOutPlans(
      tx,
      rule,
      going.map(({ subject, verdict, names: known }) => ({
        head: subject.head,
        plan: verdict.plan,
        names: known,
      })),
    );
    const after = await headsNow(
      tx,
      kind,
      going.map(({ act }) => act.due.id),
      false,
    );
    let acted = 0;
    for (const { act, subject, verdict } of going) {
      const id = act.due.id;
      const done: readonly RuleActionResult[] = operations.get(id) ?? [];
      // The rules after this one were judged by the same facts: what it changed is no news to them.
      tx.onCommit(() => follow(act.subject.head, after.get(id)));
      const isIdle = done.every(({ state }) => state === 'same');
      // What comes with the clock meets the same order every time: only what it changes is noted.
      if (trigger === 'schedule' && isIdle) continue;
      runs.push({
        ...aboutRun(rule, subject.head, act.due, trigger),
        outcome: outcomeOf(done),
        said: resultsText(done),
        why: verdict.why,
        deeds: done,
        ms: ms(),
      });
      if (!isIdle) acted += 1;
    }
    if (runs.length > 0) await storeRuns(tx, runs);
    return acted;
  });
}

const withoutOutcome = ({ verdict }: Ready): Pick<NewRun, 'why' | 'deeds'> => ({
  why: verdict.why,
  deeds: [],
});

async function withoutReceipt(tx: Tx, { id, revision }: LiveRule, acts: readonly Act[]): Promise<Act[]> {
  const done = await tx.rows<{ subjectId: string; eventKey: string }>`
    select r.subject_id, r.event_key from rule_run r
      join unnest(${acts.map(({ due }) => due.id)}::uuid[], ${acts.map(({ due }) => due.key)}::text[])
        as d (subject_id, event_key) on d.subject_id = r.subject_id and d.event_key = r.event_key
    where r.tenant_id = ${tx.tenant} and r.rule_id = ${id}::uuid and r.revision = ${revision}`;
  const known = new Set(done.map(({ subjectId, eventKey }) => `${subjectId} ${eventKey}`));
  return acts.filter(({ due }) => !known.has(`${due.id} ${due.key}`));
}

/** What somebody has changed since it was read is judged again, together. */
async function judgedNow(
  tx: Tx,
  { services }: Running,
  rule: LiveRule,
  acts: readonly Act[],
  now: ReadonlyMap<string, Moving>,
  names: Names,
): Promise<Ready[]> {
  const changed = acts.filter(({ subject, due }) => now.get(due.id)?.version !== subject.head.version);
  if (changed.length === 0) return acts.map((act) => ({ act, subject: act.subject, verdict: act.verdict, names }));
  const ids = changed.map(({ due }) => due.id);
  const again = await judgeSubjects(tx, services.registry, [rule], ids);
  return acts.flatMap((act): Ready[] => {
    if (!changed.includes(act)) return [{ act, subject: act.subject, verdict: act.verdict, names }];
    const subject = again.subjects.get(act.due.id);
    const [judged] = again.verdicts.get(act.due.id) ?? [];
    if (!subject || !judged) return [];
    // What a rule before it has decided stays decided.
    const plan = judged.plan.map((one, at) => act.verdict.plan[at] ?? one);
    return [{ act, subject, verdict: { ...judged, plan }, names: again.names }];
  });
}

interface RunCounts {
  runs: number;
  isSaid: boolean;
}

/** What goes round is counted by: feeds that fail one after another are of one shop. */
const boundOf = ({ kind, id, accountId }: Head): string => (kind === 'feed' ? (accountId ?? id) : id);

const BOUND_TITLES = {
  order: '这个订单',
  return: '这张退货单',
  part: '这张补发单',
  feed: '这家店铺',
  remittance: '这张回款单',
} as const satisfies Record<Head['kind'], string>;

/** How often a rule has acted on something in a day, and whether it was said that this is enough. */
async function countRuns(tx: Tx, { id, subject }: LiveRule, ready: readonly Ready[]): Promise<Map<string, RunCounts>> {
  const bound = subject === 'feed' ? sql`account_id` : sql`subject_id`;
  const ids = [...new Set(ready.map((one) => boundOf(one.subject.head)))];
  const rows = await tx.query<RunCounts & { bound: string }>(sql`
    select ${bound} as bound, count(*) filter (where outcome in ('done', 'partial'))::integer as runs,
      coalesce(bool_or(outcome = 'bounded'), false) as is_said
    from rule_run
    where tenant_id = ${tx.tenant} and rule_id = ${id}::uuid and ${bound} = any(${ids}::uuid[])
      and trigger <> 'byHand' and create_time > ${new Date(tx.now.getTime() - DAY_MS)}
    group by 1`);
  const rounds = new Map(ids.map((key): [string, RunCounts] => [key, { runs: 0, isSaid: false }]));
  for (const { bound: key, ...round } of rows) rounds.set(key, round);
  return rounds;
}

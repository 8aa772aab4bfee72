import { systemActor } from '#kit/server/actor.ts';
import type { Tx } from '#kit/server/database.ts';
import type { Action } from '../model/actions.ts';
import type { Names, RuleVerdict } from '../model/judge-rules.ts';
import { carryOutPlans, type Deed } from './act.ts';
import { headsNow, isStillOn, type Moving } from './heads-now.ts';
import type { LiveRule } from './live-rules.ts';
import type { Judged } from './read-facts.ts';
import {
  aboutRun,
  deedsText,
  judgeOrders,
  MOST_REPEATS,
  outcomeOf,
  signatureOf,
  type Act,
  type Running,
} from './judged-orders.ts';
import { storeRuns, type NewRun } from './store-runs.ts';

/** Orders of one rule that are done in one transaction. */
const DONE_AT_ONCE = 100;
/** What touches no stock: many orders at once hold nobody up, whatever else waits for their goods. */
const LIGHT: ReadonlySet<Action['kind']> = new Set<Action['kind']>([
  ...(['addTag', 'addHold', 'setPriority', 'assignShipMethod', 'notify', 'createTask'] as const),
]);

const DAY_MS = 86_400_000;

/**
 * Whether a rule may be done for many orders in one transaction: none of its actions touches stock, whose rows
 * others wait for.
 */
export const isLight = ({ actions }: LiveRule): boolean =>
  actions.every(({ kind }) => LIGHT.has(kind));

/** Acts in turns: of one order the rules stand in their order, of one rule many orders go together. */
export function turnsOf(acts: readonly Act[]): Act[][] {
  const turns: Act[][] = [];
  const lastTurn = new Map<string, number>();
  const open = new Map<string, number>();
  for (const act of acts) {
    const { id } = act.rule;
    const least = (lastTurn.get(act.due.orderId) ?? -1) + 1;
    const at = open.get(id);
    const fits =
      isLight(act.rule) &&
      at !== undefined &&
      at >= least &&
      (turns[at]?.length ?? 0) < DONE_AT_ONCE;
    const turn = fits ? at : turns.push([]) - 1;
    turns[turn]?.push(act);
    lastTurn.set(act.due.orderId, turn);
    open.set(id, turn);
  }
  return turns;
}

interface Ready {
  act: Act;
  order: Judged;
  verdict: RuleVerdict;
  names: Names;
}

/**
 * One rule and many orders, all or none of them: receipts, locks, rounds and runs are a query each, and so are
 * the tags. The orders are locked in the order of their ids, as every batch does.
 * @returns of how many orders something was done
 * @throws what one order meets: then each is done by itself
 */
export async function actOnMany(
  running: Running,
  acts: readonly Act[],
  names: Names,
): Promise<number> {
  const { services, actor, trigger } = running;
  const [{ rule }] = acts as [Act];
  const signed = systemActor(actor.tenant, signatureOf(running, rule), actor.zone);
  return services.db.tx(signed, async (tx) => {
    const started = performance.now();
    if (!(await isStillOn(tx, rule))) return 0;
    const now = await headsNow(
      tx,
      acts.map(({ due }) => due.orderId),
      true,
    );
    const fresh = await withoutReceipt(
      tx,
      rule,
      acts.filter(({ due }) => now.has(due.orderId)),
    );
    const ready = await judgedNow(tx, running, rule, fresh, now, names);
    const rounds =
      trigger === 'byHand' ? new Map<string, Rounds>() : await roundsOf(tx, rule, ready);
    const ms = (): number => Math.ceil((performance.now() - started) / Math.max(1, acts.length));
    const runs: NewRun[] = [];
    const going: Ready[] = [];
    for (const one of ready) {
      const about = aboutRun(rule, one.order.head, one.act.due, trigger);
      const round = rounds.get(one.act.due.orderId);
      if (!one.verdict.isMatched)
        runs.push({ ...about, outcome: 'unmatched', said: null, ...unsaid(one), ms: ms() });
      else if (!round || round.runs < MOST_REPEATS) going.push(one);
      // Said once: what goes round would fill the trace as well.
      else if (!round.isSaid) {
        const said = `24 小时内已对这个订单执行 ${MOST_REPEATS} 次，不再执行`;
        runs.push({ ...about, outcome: 'bounded', said, ...unsaid(one), ms: ms() });
      }
    }
    const deeds = await carryOutPlans(
      tx,
      rule,
      going.map(({ order, verdict, names: known }) => ({
        ...{ order: order.head, plan: verdict.plan, names: known },
      })),
    );
    const after = await headsNow(
      tx,
      going.map(({ act }) => act.due.orderId),
      false,
    );
    let acted = 0;
    for (const { act, order, verdict } of going) {
      const id = act.due.orderId;
      const done: readonly Deed[] = deeds.get(id) ?? [];
      // The rules after this one were judged by the same facts: what it changed is no news to them.
      tx.onCommit(() => Object.assign(act.order.head, after.get(id)));
      const isIdle = done.every(({ state }) => state === 'same');
      // What comes with the clock meets the same order every time: only what it changes is noted.
      if (trigger === 'schedule' && isIdle) continue;
      runs.push({
        ...aboutRun(rule, order.head, act.due, trigger),
        ...{ outcome: outcomeOf(done), said: deedsText(done), why: verdict.why, deeds: done },
        ms: ms(),
      });
      if (!isIdle) acted += 1;
    }
    if (runs.length > 0) await storeRuns(tx, runs);
    return acted;
  });
}

const unsaid = ({ verdict }: Ready): Pick<NewRun, 'why' | 'deeds'> => ({
  why: verdict.why,
  deeds: [],
});

async function withoutReceipt(
  tx: Tx,
  { id, revision }: LiveRule,
  acts: readonly Act[],
): Promise<Act[]> {
  const done = await tx.rows<{ orderId: string; eventKey: string }>`
    select r.order_id, r.event_key from rule_run r
      join unnest(${acts.map(({ due }) => due.orderId)}::uuid[], ${acts.map(({ due }) => due.key)}::text[])
        as d (order_id, event_key) on d.order_id = r.order_id and d.event_key = r.event_key
    where r.tenant_id = ${tx.tenant} and r.rule_id = ${id}::uuid and r.revision = ${revision}`;
  const known = new Set(done.map(({ orderId, eventKey }) => `${orderId} ${eventKey}`));
  return acts.filter(({ due }) => !known.has(`${due.orderId} ${due.key}`));
}

/** Orders that somebody has changed since they were read are judged again, together. */
async function judgedNow(
  tx: Tx,
  { services }: Running,
  rule: LiveRule,
  acts: readonly Act[],
  now: ReadonlyMap<string, Moving>,
  names: Names,
): Promise<Ready[]> {
  const changed = acts.filter(
    ({ order, due }) => now.get(due.orderId)?.version !== order.head.version,
  );
  if (changed.length === 0)
    return acts.map((act) => ({ act, order: act.order, verdict: act.verdict, names }));
  const ids = changed.map(({ due }) => due.orderId);
  const again = await judgeOrders(tx, services.registry, [rule], ids);
  return acts.flatMap((act): Ready[] => {
    if (!changed.includes(act)) return [{ act, order: act.order, verdict: act.verdict, names }];
    const order = again.orders.get(act.due.orderId);
    const [judged] = again.verdicts.get(act.due.orderId) ?? [];
    if (!order || !judged) return [];
    // What a rule before it has decided stays decided.
    const plan = judged.plan.map((one, at) => act.verdict.plan[at] ?? one);
    return [{ act, order, verdict: { ...judged, plan }, names: again.names }];
  });
}

interface Rounds {
  runs: number;
  isSaid: boolean;
}

/** How often a rule has acted on orders in a day, and whether it was said that this is enough. */
async function roundsOf(
  tx: Tx,
  { id }: LiveRule,
  ready: readonly Ready[],
): Promise<Map<string, Rounds>> {
  const rows = await tx.rows<Rounds & { orderId: string }>`
    select order_id, count(*) filter (where outcome in ('done', 'partial'))::integer as runs,
      coalesce(bool_or(outcome = 'bounded'), false) as is_said
    from rule_run
    where tenant_id = ${tx.tenant} and rule_id = ${id}::uuid
      and order_id = any(${ready.map(({ act }) => act.due.orderId)}::uuid[])
      and trigger <> 'byHand' and create_time > ${new Date(tx.now.getTime() - DAY_MS)}
    group by order_id`;
  return new Map(rows.map((row) => [row.orderId, row]));
}

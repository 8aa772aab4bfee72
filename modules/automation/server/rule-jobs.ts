import { nextRuns } from '#kit/model/cron/next-runs.ts';
import { parseCron } from '#kit/model/cron/parse.ts';
import { systemActor } from '#kit/server/actor.ts';
import type { Database } from '#kit/server/database.ts';
import { carriedOut, Later, type Attempt, type Job } from '#kit/server/deliveries.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { withTheirBundles } from '#modules/catalog/server/index.ts';
import { judgeJob, scheduledRuleJob, stockJob } from '../model/jobs.ts';
import type { Trigger } from '../model/rule.ts';
import { HAPPENS_ONCE } from '../model/subject.ts';
import { liveRules } from './live-rules.ts';
import type { Due, RuleServices } from './judging.ts';
import { runRules, rulesNow } from './run-rules.ts';

/** How many one delivery takes along: a pull of a thousand is judged in a few of them. */
const MOST_TAKEN = 200;
/** Whoever takes some and ends before has lost them to the next after this. */
const TAKEN_MS = 60_000;
/** Between two looks at what another delivery has. */
const LEAST_WAIT_MS = 1_000;
/** Orders that wait for goods, the most urgent first; more are judged when more goods come. */
const MOST_SHORT = 500;
/** Open orders that a rule by the clock judges at once; it goes on until it has seen all. */
const JUDGED_AT_ONCE = 1_000;

export const ruleJobs = (services: RuleServices): Job[] => [
  carriedOut(judgeJob, {
    rank: 4,
    run: async (attempt) => {
      await judgeDue(services, attempt);
      await attempt.finish();
    },
  }),
  carriedOut(stockJob, {
    rank: 5,
    run: async (attempt) => {
      await judgeShort(services, attempt);
      await attempt.finish();
    },
  }),
  carriedOut(scheduledRuleJob, {
    rank: 6,
    run: async (attempt) => {
      await judgeScheduled(services, attempt);
      await attempt.finish();
    },
  }),
];

interface Waiting {
  /** Of the note that it waits. */
  noteId: string;
  id: string;
  trigger: Trigger;
}

/** What happens to one only once is judged once, however often it was noted. */
const dueOf = ({ noteId, id, trigger }: Waiting): Due => ({
  id,
  key: HAPPENS_ONCE.has(trigger) ? trigger : noteId,
});

/** Takes what waits, what it was asked for first, judges all of it together, and strikes it off. */
async function judgeDue(services: RuleServices, attempt: Attempt<{ subjectId: string }>): Promise<void> {
  const due = await attempt.tx(
    (tx) =>
      tx.rows<Waiting>`
      update rule_due d set taken_until = ${new Date(tx.now.getTime() + TAKEN_MS)}
      where d.tenant_id = ${tx.tenant} and d.id in (
        select id from rule_due
        where tenant_id = ${tx.tenant} and (taken_until is null or taken_until < ${tx.now})
        order by subject_id = ${attempt.payload.subjectId}::uuid desc, at, id limit ${MOST_TAKEN}
        for update skip locked)
      returning d.id as note_id, d.subject_id as id, d.trigger`,
  );
  if (due.length === 0) return waitForTaker(attempt);
  for (const [trigger, own] of Map.groupBy(due, (one) => one.trigger)) {
    const { rules, zone } = await attempt.tx(async (tx) => ({
      rules: await liveRules(tx, trigger),
      zone: tx.actor.zone,
    }));
    const actor = { tenant: attempt.tenant, zone };
    await runRules({ services, actor, trigger }, rules, own.map(dueOf));
  }
  await attempt.tx(
    (tx) => tx.run`
      delete from rule_due where tenant_id = ${tx.tenant} and id = any(${due.map(({ noteId }) => noteId)}::uuid[])`,
  );
}

/**
 * Another delivery has what this one is about and may yet fail with it: this one comes back once what was taken
 * is free again, so that nothing is left which nothing asks for.
 */
async function waitForTaker(attempt: Attempt<{ subjectId: string }>): Promise<void> {
  const taken = await attempt.tx(
    (tx) => tx.maybe<{ until: Date | null }>`
      select max(taken_until) as until from rule_due
      where tenant_id = ${tx.tenant} and subject_id = ${attempt.payload.subjectId}::uuid
      having count(*) > 0`,
  );
  if (!taken) return;
  const ms = Math.max(LEAST_WAIT_MS, (taken.until?.getTime() ?? 0) - attempt.now.getTime());
  throw new Later('正由另一次任务执行规则', ms, false);
}

/** Orders that are short of what has come, those that must leave first. */
async function judgeShort(services: RuleServices, attempt: Attempt<{ skuIds: readonly string[] }>): Promise<void> {
  const found = await attempt.tx(async (tx) => {
    const requested = await withTheirBundles(tx, attempt.payload.skuIds);
    return {
      zone: tx.actor.zone,
      rules: await liveRules(tx, 'stockChanged'),
      orders: await tx.rows<{ id: string }>`
        select o.id from sales_order o
        where o.tenant_id = ${tx.tenant} and o.stage in ('pending', 'shipping')
          and 'outOfStock' = any(o.holds)
          and exists (select 1 from order_line l where l.tenant_id = o.tenant_id and l.order_id = o.id
            and l.sku_id = any(${requested}::uuid[]))
        order by o.ship_by nulls last, o.id limit ${MOST_SHORT}`,
    };
  });
  await runRules(
    { services, actor: { tenant: attempt.tenant, zone: found.zone }, trigger: 'stockChanged' },
    found.rules,
    found.orders.map(({ id }) => ({ id, key: attempt.id })),
  );
}

/** Open orders, judged by a rule whose hour has come. */
async function judgeScheduled(services: RuleServices, attempt: Attempt<{ ruleId: string; at: string }>): Promise<void> {
  const { zone, orders } = await attempt.tx(async (tx) => ({
    zone: tx.actor.zone,
    orders: await tx.rows<{ id: string }>`
      select id from sales_order
      where tenant_id = ${tx.tenant} and stage in ('pending', 'shipping') and status <> 'draft'
        and environment = 'live'
      order by ship_by nulls last, id`,
  }));
  const actor = { tenant: attempt.tenant, zone };
  const rules = await rulesNow(services, actor, [attempt.payload.ruleId]);
  const live = rules.filter(({ status }) => status === 'active' || status === 'dry_run');
  for (let at = 0; at < orders.length; at += JUDGED_AT_ONCE)
    await runRules(
      { services, actor, trigger: 'schedule' },
      // One that was parked by an order of the part before is off.
      live.filter(({ status }) => status !== 'faulted'),
      orders.slice(at, at + JUDGED_AT_ONCE).map(({ id }) => ({ id, key: attempt.payload.at })),
    );
}

/**
 * Asks for the run of every rule whose hour has come, once, and sets its next hour. A tenant in which that
 * fails keeps no other waiting.
 * @throws Error the first fault, once all others were asked for
 */
export async function enqueueScheduledRules(db: Database, now: Date): Promise<void> {
  const due = await db.platform(
    (tx) => tx.rows<{ tenantId: number; id: string; nextAt: Date }>`select * from work.rules_due(${now})`,
  );
  await inTurn(due, (one) => enqueueScheduled(db, one, now));
}

const enqueueScheduled = (
  db: Database,
  { tenantId, id, nextAt }: { tenantId: number; id: string; nextAt: Date },
  now: Date,
): Promise<void> =>
  db.tx(systemActor(tenantId, '定时任务'), async (tx) => {
    const row = await tx.maybe<{ cron: string | null; zone: string }>`
        select r.cron, t.timezone as zone from rule r join tenant t on t.id = r.tenant_id
        where r.tenant_id = ${tx.tenant} and r.id = ${id}::uuid and r.next_at = ${nextAt} for update of r`;
    if (!row) return;
    await tx.run`
        update rule set next_at = ${nextRun(row.cron, now, row.zone)}
        where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
    const at = nextAt.toISOString();
    await enqueue(tx, scheduledRuleJob, {
      aggregate: id,
      dedupeKey: `rules.schedule:${id}:${at}`,
      payload: { ruleId: id, at },
    });
  });

/** When a rule by the clock is due next; null where it never is again. */
export function nextRun(cron: string | null, after: Date, zone: string): Date | null {
  const parsed = parseCron(cron ?? '');
  if (!parsed.ok) return null;
  return nextRuns(parsed.cron, { after, zone, count: 1 })[0] ?? null;
}

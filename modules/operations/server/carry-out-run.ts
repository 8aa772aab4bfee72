import type { Fields } from '#kit/model/field.ts';
import { inWords } from '#kit/server/carry-out.ts';
import { isSessionLost } from '#kit/server/database-fault.ts';
import { newId, type Tx } from '#kit/server/database.ts';
import { carriedOut, LeaseLost, type Attempt, type Job } from '#kit/server/deliveries.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import { runScheduleJob } from '../model/jobs.ts';
import type { RunOutcome } from '../model/quartz-job.ts';
import { boundMs } from './clock-tally.ts';
import { titleOf } from './due-jobs.ts';
import { readParams } from './quartz-jobs.ts';
import { tellOfJob } from './schedule-notices.ts';

type RunAttempt = Attempt<{ runId: string }>;

interface Run {
  id: string;
  jobId: string;
  handler: string;
  trigger: string;
  params: string | null;
  plannedAt: Date;
  startedAt: Date | null;
  outcome: RunOutcome;
  fence: number | null;
  deliveryKey: string;
  /** Of its schedule. */
  misfire: 'once' | 'skip';
  isStopped: boolean;
}

/** What a run came to. */
interface End {
  outcome: Exclude<RunOutcome, 'waiting' | 'running'>;
  message: string | null;
}

/** Runs that a node left unfinished are done once more, and then no more: the work may be what ends the nodes. */
const MOST_RECOVERIES = 1;

/**
 * Carries out runs under the lease of their delivery. Its version is the fence: the run is written with it before it
 * begins, and everything that is written for the run names it. A failure ends the run and not the delivery, which
 * would try it again at other hours than those of the schedule.
 */
export const scheduleJobs = (works: () => readonly TenantWork[], clock: () => Date): Job[] => [
  carriedOut(runScheduleJob, {
    rank: 5,
    async run(attempt) {
      const run = await attempt.tx((tx) => begin(tx, attempt, works));
      if (!run) return attempt.finish();
      const end = await workEnd(attempt, run, works());
      await attempt.finish(async (tx) => {
        // The delivery first, as where a run begins: two who meet would wait for each other.
        await requireHold(tx, attempt);
        await endRun(tx, run, end, works, clock());
      });
    },
  }),
];

/** @returns the run that is now this node's; null where nothing is to be done */
async function begin(tx: Tx, attempt: RunAttempt, works: () => readonly TenantWork[]): Promise<Run | null> {
  await requireHold(tx, attempt);
  const run = await tx.maybe<Run>`
    select r.id, r.job_id, r.handler, r.trigger, r.params, r.planned_at, r.started_at, r.outcome, r.fence,
      r.delivery_key, q.misfire, (q.deleted_at is not null or q.status = '-1') as is_stopped
    from quartz_run r join quartz_job q on q.tenant_id = r.tenant_id and q.id = r.job_id
    where r.tenant_id = ${tx.tenant} and r.delivery_key = ${`quartz:${attempt.payload.runId}`}
      and r.outcome in ('waiting', 'running')
    for update of r`;
  if (!run) return null;
  if (run.outcome === 'running') return recover(tx, attempt, run, works);
  if (run.isStopped && run.trigger !== 'hand') {
    await endRun(tx, run, { outcome: 'skipped', message: '开始前任务已停止或删除' }, works, tx.now);
    return null;
  }
  const started = { ...run, startedAt: tx.now, fence: attempt.hold };
  await tx.run`
    update quartz_run set outcome = 'running', started_at = ${tx.now}, fence = ${attempt.hold}, node = (
      select d.node from delivery d where d.tenant_id = ${tx.tenant} and d.id = ${attempt.id}::uuid)
    where tenant_id = ${tx.tenant} and id = ${run.id}`;
  return started;
}

/** A node took the run up and never ended it: that is written down, and it is done again where its rule says so. */
async function recover(tx: Tx, attempt: RunAttempt, run: Run, works: () => readonly TenantWork[]): Promise<Run | null> {
  await endRun(
    tx,
    run,
    { outcome: 'interrupted', message: '执行的节点没有报告结果：停机、崩溃或停顿过久' },
    works,
    tx.now,
  );
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from quartz_run
    where tenant_id = ${tx.tenant} and delivery_key = ${run.deliveryKey} and outcome = 'interrupted'`;
  if (run.misfire === 'skip' || run.isStopped || n > MOST_RECOVERIES) return null;
  const again = { ...run, id: newId(), startedAt: tx.now, fence: attempt.hold };
  await tx.run`
    insert into quartz_run (tenant_id, id, job_id, handler, trigger, params, delivery_key, planned_at, started_at,
      outcome, fence, node, create_by, create_time)
    select d.tenant_id, ${again.id}, ${run.jobId}, ${run.handler}, 'recovery', ${run.params}, ${run.deliveryKey},
      ${run.plannedAt}, ${tx.now}, 'running', ${attempt.hold}, d.node, ${tx.actor.username}, ${tx.now}
    from delivery d where d.tenant_id = ${tx.tenant} and d.id = ${attempt.id}::uuid`;
  return again;
}

/** Does the work until it ends or its time is over. @throws LeaseLost, or the loss of the session */
async function workEnd(attempt: RunAttempt, run: Run, works: readonly TenantWork[]): Promise<End> {
  const work = works.find(({ kind }) => kind.name === run.handler);
  if (!work) return { outcome: 'failed', message: `后台找不到该类名：${run.handler}` };
  const { kind } = work;
  const cut = new AbortController();
  const overtime = Promise.withResolvers<End>();
  const timer = setTimeout(() => {
    const message = `超过 ${kind.timeoutSeconds} 秒没有结束，已中止`;
    cut.abort(new Error(message));
    overtime.resolve({ outcome: 'timedOut', message });
  }, kind.timeoutSeconds * 1000);
  const doing = async (): Promise<End> => {
    const zone = await attempt.tx(async (tx) => tx.actor.zone);
    const message = await work.run({
      tenant: attempt.tenant,
      params: readParams((kind.fields ?? {}) as Fields, run.params, zone),
      plannedAt: run.plannedAt,
      signal: cut.signal,
      tx: (act) =>
        attempt.tx(async (tx) => {
          const done = await act(tx);
          if (cut.signal.aborted) throw new LeaseLost();
          await requireHold(tx, attempt);
          return done;
        }),
    });
    return { outcome: 'done', message: message.slice(0, 500) };
  };
  try {
    return await Promise.race([doing().catch((error: unknown) => failed(error)), overtime.promise]);
  } finally {
    clearTimeout(timer);
  }
}

/** What another node holds, or a session that was lost, says nothing of the work. */
function failed(error: unknown): End {
  if (error instanceof LeaseLost || isSessionLost(error)) throw error;
  const fault = error instanceof Error ? error : new Error(String(error));
  return { outcome: 'failed', message: inWords(fault).slice(0, 500) };
}

/** Held to the end of the transaction: nobody takes the run up between the look and the commit. @throws LeaseLost */
async function requireHold(tx: Tx, { id, hold }: RunAttempt): Promise<void> {
  const held = await tx.maybe`
    select 1 from delivery
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and status = 'running' and version = ${hold} for share`;
  if (!held) throw new LeaseLost();
}

/** Notes what a run came to, with its schedule; people hear of the first failure of a streak. */
async function endRun(
  tx: Tx,
  run: Run,
  { outcome, message }: End,
  works: () => readonly TenantWork[],
  now: Date,
): Promise<void> {
  const ms = run.startedAt ? boundMs(now.getTime() - run.startedAt.getTime()) : null;
  const ended = await tx.run`
    update quartz_run set outcome = ${outcome}, message = ${message}, ended_at = ${now}, ms = ${ms}
    where tenant_id = ${tx.tenant} and id = ${run.id} and outcome in ('waiting', 'running')
      and fence is not distinct from ${run.fence}`;
  if (ended === 0) throw new LeaseLost();
  if (outcome === 'skipped') return;
  const isFault = outcome !== 'done';
  const job = await tx.one<{ failStreak: number }>`
    update quartz_job set last_at = ${run.startedAt}, last_outcome = ${outcome}, last_ms = ${ms},
      last_message = ${message}, fail_streak = case when ${isFault} then fail_streak + 1 else 0 end
    where tenant_id = ${tx.tenant} and id = ${run.jobId} returning fail_streak`;
  if (isFault && job.failStreak === 1)
    await tellOfJob(tx, { id: run.jobId, title: titleOf(works, run.handler) }, '执行失败', message ?? '');
}

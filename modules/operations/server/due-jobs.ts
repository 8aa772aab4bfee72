import { systemActor } from '#kit/server/actor.ts';
import type { Database, Tx } from '#kit/server/database.ts';
import { inTurn } from '#kit/server/in-turn.ts';
import type { TenantWork } from '#kit/server/tenant-work.ts';
import { LATE_MS, MISFIRE_MS, missedRuns, MOST_COUNTED, nextRun } from '../model/schedule-rules.ts';
import { noteSkipped, openRuns, startRun, type RunOf } from './quartz-runs.ts';
import { tellOfJob } from './schedule-notices.ts';

/** Who writes of what comes with the clock. */
const CLERK = '定时任务';

interface Due {
  tenantId: number;
  id: string;
  nextAt: Date | null;
}

interface DueJob extends RunOf {
  cron: string;
  misfire: 'once' | 'skip';
  overlap: 'skip' | 'queue';
  lateStreak: number;
  zone: string;
}

type Works = () => readonly TenantWork[];

/**
 * Starts every schedule whose hour has come, once however many nodes look, and sets its next hour. A tenant in which
 * that fails keeps no other waiting. People hear of runs that wait for too long.
 * @throws Error the first fault, once all had their turn
 */
export async function startDueJobs(db: Database, works: Works, now: Date): Promise<void> {
  const due = await db.platform((tx) => tx.rows<Due>`select * from work.quartz_jobs_due(${now})`);
  const late = await db.platform(
    (tx) => tx.rows<Pick<Due, 'tenantId' | 'id'>>`
      select * from work.quartz_runs_late(${new Date(now.getTime() - LATE_MS)})`,
  );
  await inTurn(
    [
      ...due.map((one) => ({ tenant: one.tenantId, act: (tx: Tx) => startDue(tx, works, one, now) })),
      ...late.map((one) => ({ tenant: one.tenantId, act: (tx: Tx) => tellWaiting(tx, works, one.id) })),
    ],
    ({ tenant, act }) => db.tx(systemActor(tenant, CLERK), act),
  );
}

/** Another node that has been here first has set another hour: nothing is left to be done. */
async function startDue(tx: Tx, works: Works, { id, nextAt }: Due, now: Date): Promise<void> {
  const job = await tx.maybe<DueJob>`
    select q.id, q.handler, q.params, q.cron, q.misfire, q.overlap, q.late_streak, t.timezone as zone
    from quartz_job q join tenant t on t.id = q.tenant_id
    where q.tenant_id = ${tx.tenant} and q.id = ${id}::uuid and q.status = '0' and q.deleted_at is null
      and q.next_at is not distinct from ${nextAt}
    for update of q skip locked`;
  if (!job) return;
  const isDue = nextAt !== null && nextAt <= now;
  const isLate = isDue && now.getTime() - nextAt.getTime() > LATE_MS;
  await tx.run`
    update quartz_job set next_at = ${nextRun(job.cron, now, job.zone)}, zone = ${job.zone},
      late_streak = ${isLate ? job.lateStreak + 1 : isDue ? 0 : job.lateStreak}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  if (!isDue) return;
  const message = await begin(tx, job, nextAt, now);
  if (isLate && job.lateStreak === 0)
    await tellOfJob(tx, { id, title: titleOf(works, job.handler) }, '没有按时执行', `系统停机或繁忙，${message}`);
}

/** @returns what became of the hour, in words */
async function begin(tx: Tx, job: DueJob, plannedAt: Date, now: Date): Promise<string> {
  const isMissed = now.getTime() - plannedAt.getTime() > MISFIRE_MS;
  const trigger = isMissed ? 'misfire' : 'schedule';
  const count = isMissed ? missedRuns(job.cron, plannedAt, now, job.zone) : 1;
  const missed = `错过 ${count}${count >= MOST_COUNTED ? ' 次以上' : ' 次'}`;
  if (isMissed && job.misfire === 'skip') {
    await noteSkipped(tx, job, { trigger, plannedAt }, `${missed}，按规则跳过`);
    return `${missed}，已按规则跳过`;
  }
  const open = await openRuns(tx, job.id);
  const isQueued = open.some(({ outcome }) => outcome === 'waiting');
  if (open.length > 0 && (job.overlap === 'skip' || isQueued)) {
    const why = job.overlap === 'skip' ? '上一次还没有结束' : '已有一次在排队';
    await noteSkipped(tx, job, { trigger, plannedAt }, why);
    return `${missed}，${why}`;
  }
  await startRun(tx, job, { trigger, plannedAt });
  return `${missed}，已补执行一次`;
}

/** A run that waits for so long: people hear of it once in a streak. */
async function tellWaiting(tx: Tx, works: Works, runId: string): Promise<void> {
  const run = await tx.maybe<{ jobId: string; handler: string }>`
    update quartz_run set late_at = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${runId}::uuid and outcome = 'waiting' and late_at is null
    returning job_id, handler`;
  if (!run) return;
  const job = await tx.one<{ lateStreak: number }>`
    update quartz_job set late_streak = late_streak + 1 where tenant_id = ${tx.tenant} and id = ${run.jobId}
    returning late_streak`;
  if (job.lateStreak === 1)
    await tellOfJob(
      tx,
      { id: run.jobId, title: titleOf(works, run.handler) },
      '没有按时执行',
      '到点后一直在等待，还没有节点执行',
    );
}

export const titleOf = (works: Works, handler: string): string =>
  works().find(({ kind }) => kind.name === handler)?.kind.title ?? handler;

const KEPT_MS = 30 * 86_400_000;
const AT_ONCE = 5_000;

/** Removes old runs, the tenants' and the product's own, in small steps. */
export async function sweepRuns(db: Database, now: Date): Promise<void> {
  const before = new Date(now.getTime() - KEPT_MS);
  await db.platform((tx) => tx.run`delete from clock_work_run where ended_at < ${before}`);
  for (let swept = AT_ONCE; swept === AT_ONCE;)
    ({ swept } = await db.platform(
      (tx) => tx.one<{ swept: number }>`select work.sweep_quartz_runs(${before}, ${AT_ONCE}) as swept`,
    ));
}

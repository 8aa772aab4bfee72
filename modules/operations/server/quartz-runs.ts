import { newId, type Tx } from '#kit/server/database.ts';
import { enqueue } from '#kit/server/outbox.ts';
import { runScheduleJob } from '../model/jobs.ts';
import type { RunOutcome, RunTrigger } from '../model/quartz-job.ts';

/** Of a schedule, what a run of it takes along: an edit meanwhile is for the next one. */
export interface RunOf {
  id: string;
  handler: string;
  params: string | null;
}

interface NewRun {
  trigger: RunTrigger;
  plannedAt: Date;
}

/** Writes a run and has it carried out. Runs of one schedule are carried out one after the other. */
export async function startRun(tx: Tx, job: RunOf, { trigger, plannedAt }: NewRun): Promise<string> {
  const id = newId();
  const dedupeKey = `quartz:${id}`;
  await tx.run`
    insert into quartz_run (tenant_id, id, job_id, handler, trigger, params, delivery_key, planned_at, outcome,
      create_by, create_time)
    values (${tx.tenant}, ${id}, ${job.id}, ${job.handler}, ${trigger}, ${job.params}, ${dedupeKey}, ${plannedAt},
      'waiting', ${tx.actor.username}, ${tx.now})`;
  await enqueue(tx, runScheduleJob, { aggregate: `quartz:${job.id}`, dedupeKey, payload: { runId: id } });
  return id;
}

/** Writes down that an hour came and nothing was done, and why. */
export async function noteSkipped(tx: Tx, job: RunOf, { trigger, plannedAt }: NewRun, why: string): Promise<void> {
  await tx.run`
    insert into quartz_run (tenant_id, id, job_id, handler, trigger, params, planned_at, outcome, message,
      create_by, create_time)
    values (${tx.tenant}, ${newId()}, ${job.id}, ${job.handler}, ${trigger}, ${job.params}, ${plannedAt}, 'skipped',
      ${why}, ${tx.actor.username}, ${tx.now})`;
}

/** Runs of a schedule that are under way or waiting, as long as there is a delivery that will end them. */
export const openRuns = (tx: Tx, jobId: string): Promise<{ id: string; outcome: RunOutcome }[]> =>
  tx.rows<{ id: string; outcome: RunOutcome }>`
    select r.id, r.outcome from quartz_run r
      join delivery d on d.tenant_id = r.tenant_id and d.dedupe_key = r.delivery_key
    where r.tenant_id = ${tx.tenant} and r.job_id = ${jobId}::uuid and r.outcome in ('waiting', 'running')
      and d.status in ('pending', 'running')
    order by r.id`;

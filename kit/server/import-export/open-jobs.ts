import type { JobRequest } from '#kit/model/file-job-work.ts';
import type { Call } from '../route.ts';
import { Refusal } from '#kit/model/refusal.ts';
import type { Tx } from '../database.ts';

/** Jobs of one person that wait or run: each holds a file and a place in the queue. */
const MOST_OPEN = 10;

/** @throws Refusal 429 while this person has too many jobs under way */
export async function refuseManyOpen(tx: Tx): Promise<void> {
  const { n } = await tx.one<{ n: number }>`
    select count(*)::integer as n from file_job
    where tenant_id = ${tx.tenant} and user_id = ${tx.actor.userId}::uuid and finish_time is null`;
  if (n < MOST_OPEN) return;
  const message = `未完成的导入导出不能超过${MOST_OPEN}个，请等待完成或取消`;
  throw new Refusal('tooManyJobs', message, { status: 429 });
}

/** The request that asked for a job, and who asked in the name of its person. */
export const requestOf = ({
  ip,
  requestId,
  actor,
}: Pick<Call, 'ip' | 'requestId' | 'actor'>): Omit<JobRequest, 'jobId'> => ({
  ip,
  requestId,
  ...(actor.behind ? { deputyId: actor.behind.userId } : {}),
});

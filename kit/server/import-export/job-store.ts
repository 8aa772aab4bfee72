import type { FileJobDirection, FileJobStatus, JobOutcome } from '#kit/model/file-job.ts';
import type { Tx } from '../database.ts';
import type { RowError } from '#platform/sheets/error-workbook.ts';
import type { ImportOptions } from './import-options.ts';

/** A job as its run reads it. */
export interface JobRow {
  id: string;
  direction: FileJobDirection;
  resource: string;
  fileName: string;
  sourceId: string | null;
  /** Of an import. */
  options: ImportOptions;
  /** Of an export: the query of its list. */
  filter: Record<string, string> | null;
  status: FileJobStatus;
  total: number;
  done: number;
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
  run: number;
  /** Runs before somebody had it tried again. */
  earlierRuns: number;
  warning: string | null;
  finishTime: Date | null;
  cancelTime: Date | null;
  outcome: JobOutcome | null;
  message: string | null;
  userId: string;
}

/** Rows by what became of them. */
export interface JobCounts {
  created: number;
  updated: number;
  unchanged: number;
  failed: number;
}

export const NO_COUNTS: Readonly<JobCounts> = { created: 0, updated: 0, unchanged: 0, failed: 0 };

export const settledRows = ({ created, updated, unchanged, failed }: JobCounts): number =>
  created + updated + unchanged + failed;

/** A refused row of a job that goes on. */
export interface JobFault {
  row: number;
  errors: RowError[];
}

/** The job is no longer this run's: somebody stopped it, or a later run has taken it over. */
export class Stopped extends Error {
  constructor() {
    super('the job was stopped or taken over');
    this.name = 'Stopped';
  }
}

/** @param id well-formed */
export const readJob = (tx: Tx, id: string): Promise<JobRow | undefined> =>
  tx.maybe<JobRow>`
    select id, direction, resource, file_name, source_id, options, filter, status, total, done, created,
      updated, unchanged, failed, run, earlier_runs, warning, finish_time, cancel_time, outcome, message,
      user_id
    from file_job where tenant_id = ${tx.tenant} and id = ${id}::uuid`;

/** Begins a further run: earlier ones write nothing from here on. */
export const startRun = (tx: Tx, id: string): Promise<JobRow> =>
  tx.one<JobRow>`
    update file_job set run = run + 1, start_time = coalesce(start_time, ${tx.now}::timestamptz),
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${id}::uuid
    returning id, direction, resource, file_name, source_id, options, filter, status, total, done,
      created, updated, unchanged, failed, run, earlier_runs, warning, finish_time, cancel_time, outcome,
      message, user_id`;

type Run = Pick<JobRow, 'id' | 'run'>;

const mine = async (touched: Promise<number>): Promise<void> => {
  if ((await touched) === 0) throw new Stopped();
};

/** Says what the run does now. @throws Stopped */
export const notePhase = (tx: Tx, job: Run, status: FileJobStatus, total: number): Promise<void> =>
  mine(tx.run`
    update file_job set status = ${status}, total = greatest(total, ${total}), update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${job.id} and run = ${job.run} and cancel_time is null
      and finish_time is null`);

/**
 * Adds settled rows to the counts. In the transaction that writes them it makes them settled once:
 * a later run goes on behind them.
 * @param before rows that were settled until now
 * @throws Stopped
 */
export async function noteRows(
  tx: Tx,
  job: Run,
  before: number,
  counts: JobCounts,
  faults: readonly JobFault[],
): Promise<void> {
  await mine(tx.run`
    update file_job set done = done + ${settledRows(counts)}, created = created + ${counts.created},
      updated = updated + ${counts.updated}, unchanged = unchanged + ${counts.unchanged},
      failed = failed + ${counts.failed}, update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${job.id} and run = ${job.run} and done = ${before}
      and cancel_time is null and finish_time is null`);
  if (faults.length === 0) return;
  await tx.run`
    insert into file_job_fault (tenant_id, job_id, row_number, faults)
    select ${tx.tenant}, ${job.id}::uuid, f.row_number, f.faults
    from unnest(${faults.map(({ row }) => row)}::integer[],
      ${faults.map(({ errors }) => JSON.stringify(errors))}::jsonb[]) as f (row_number, faults)`;
}

/** How many rows of an export are in its file. @throws Stopped */
export const noteExported = (tx: Tx, job: Run, done: number, total: number): Promise<void> =>
  mine(tx.run`
    update file_job set status = 'exporting', done = ${done}, total = ${Math.max(done, total)},
      update_time = ${tx.now}
    where tenant_id = ${tx.tenant} and id = ${job.id} and run = ${job.run} and cancel_time is null
      and finish_time is null`);

/** Nothing is settled after all: what was noted of a transaction that is started over. @throws Stopped */
export async function forgetRows(tx: Tx, job: Run): Promise<void> {
  await mine(tx.run`
    update file_job set done = 0, created = 0, updated = 0, unchanged = 0, failed = 0
    where tenant_id = ${tx.tenant} and id = ${job.id} and run = ${job.run} and finish_time is null`);
  await tx.run`delete from file_job_fault where tenant_id = ${tx.tenant} and job_id = ${job.id}`;
}

/** Refused rows behind a row of the sheet, in its order. */
export async function readFaults(tx: Tx, id: string, behind: number, most: number): Promise<JobFault[]> {
  const rows = await tx.rows<{ rowNumber: number; faults: RowError[] }>`
    select row_number, faults from file_job_fault
    where tenant_id = ${tx.tenant} and job_id = ${id} and row_number > ${behind}
    order by row_number limit ${most}`;
  return rows.map(({ rowNumber, faults }) => ({ row: rowNumber, errors: faults }));
}

/** How a job ended. */
export interface JobEnd {
  status: 'done' | 'partial' | 'failed' | 'cancelled';
  message: string;
  outcome: JobOutcome;
  errorFileId?: string;
  /** Nothing was written after all, whatever was counted. */
  isUndone?: boolean;
  /** It may be tried again: its sheet and its noted faults stay for that. */
  isBroken?: boolean;
  /** What an export made. */
  file?: { id: string; bytes: number };
}

/**
 * Ends the job once; its sheet and its noted faults go unless it may be tried again.
 * @throws Stopped when another run has it
 */
export async function endJob(tx: Tx, job: JobRow, end: JobEnd): Promise<void> {
  const [isUndone, isBroken] = [end.isUndone === true, end.isBroken === true];
  await mine(tx.run`
    update file_job set status = ${end.status}, message = ${end.message.slice(0, 500)},
      outcome = ${JSON.stringify(end.outcome)}::jsonb, error_file_id = ${end.errorFileId ?? null}::uuid,
      source_id = case when ${isBroken} then source_id end, result_id = ${end.file?.id ?? null}::uuid,
      bytes = coalesce(${end.file?.bytes ?? null}::integer, bytes), finish_time = ${tx.now},
      update_time = ${tx.now},
      created = case when ${isUndone} then 0 else created end,
      updated = case when ${isUndone} then 0 else updated end,
      unchanged = case when ${isUndone} then 0 else unchanged end
    where tenant_id = ${tx.tenant} and id = ${job.id} and run = ${job.run} and finish_time is null`);
  if (isBroken) return;
  await tx.run`delete from file_job_fault where tenant_id = ${tx.tenant} and job_id = ${job.id}`;
  if (job.sourceId) await tx.files.remove(tx, job.sourceId);
}

/**
 * Makes a job that broke wait for a run again: an import of good rows goes on behind its last
 * commit, everything else starts over.
 * @returns the file of its refused rows, which a later one replaces; undefined when there is nothing
 *   to try again
 */
export async function reopenJob(tx: Tx, id: string): Promise<{ errorFileId: string | null } | undefined> {
  const job = await tx.maybe<JobRow & { errorFileId: string | null }>`
    select id, run, options, direction, error_file_id from file_job
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and status = 'failed'
      and (source_id is not null or direction = 'export') for update`;
  if (!job) return undefined;
  await tx.run`
    update file_job set status = 'queued', earlier_runs = run, finish_time = null, cancel_time = null,
      outcome = null, message = null, error_file_id = null
    where tenant_id = ${tx.tenant} and id = ${id}::uuid`;
  const { options, direction } = job;
  if (direction === 'export' || options.isTrial || !options.isPartial) await forgetRows(tx, job);
  return job;
}

/** Jobs are shown for a quarter; the operation log keeps what was imported. */
const RETENTION_DAYS = 90;
/** Files and what a further try would need are kept for a week. */
export const JOB_FILE_DAYS = 7;
/** Removed with one new job; there are more only where many are made. */
const SWEPT_AT_ONCE = 20;

/** Files of jobs that ended before are not handed out any more, nor are those jobs tried again. */
export const jobFilesSince = ({ now }: Pick<Tx, 'now'>): Date => new Date(now.getTime() - JOB_FILE_DAYS * 86_400_000);

/** Removes what nobody can fetch or try again any more, and jobs that are long over. */
export async function sweepJobs(tx: Tx): Promise<void> {
  const old = await tx.rows<{ id: string; sourceId: string | null; resultId: string | null }>`
    select id, source_id, result_id from file_job
    where tenant_id = ${tx.tenant} and finish_time <= ${jobFilesSince(tx)}
      and (source_id is not null or result_id is not null)
    limit ${SWEPT_AT_ONCE} for update skip locked`;
  for (const { sourceId, resultId } of old)
    for (const file of [sourceId, resultId]) if (file) await tx.files.remove(tx, file);
  const ids = old.map(({ id }) => id);
  await tx.run`update file_job set source_id = null, result_id = null
    where tenant_id = ${tx.tenant} and id = any(${ids}::uuid[])`;
  await tx.run`delete from file_job_fault
    where tenant_id = ${tx.tenant} and job_id = any(${ids}::uuid[])`;
  await tx.run`
    delete from file_job
    where tenant_id = ${tx.tenant} and finish_time is not null
      and create_time < ${new Date(tx.now.getTime() - RETENTION_DAYS * 86_400_000)}`;
}

import { DAYS_IN_DOUBT, isJobOver, NOTES_TO_CONFIRM } from '#kit/model/file-job.ts';
import { exportJob, importJob } from '#kit/model/file-job-work.ts';
import type { TaskOf } from '#kit/model/job.ts';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from '../actor.ts';
import type { Database } from '../database.ts';
import { carriedOut, type Attempt, type Job, type QueuedHandler } from '../deliveries.ts';
import { databaseFault } from '../database-fault.ts';
import { MESSAGES } from '../messages.ts';
import type { Registry } from '../registry.ts';
import type { Serve } from '../serve.ts';
import { runExport } from './export-job.ts';
import type { ExportWork } from './export-work.ts';
import type { ImportWork } from './import-work.ts';
import { importDocuments } from './import-documents.ts';
import { endBroken, endUnread, stoppedEnd } from './job-ending.ts';
import { readJob, startRun, Stopped, type JobEnd, type JobRow } from './job-store.ts';
import { runImport } from './run-import.ts';

interface FileJobOptions {
  db: Database;
  registry: Registry;
  /** Resources by `module:resource`, with their guards. */
  serveOf(resource: string): Serve | undefined;
  /**
   * A person with the rights they have in the tenant now; null when they may not work there, nor the
   * one who asked in their name for them.
   */
  actorOf(tenant: number, userId: string, deputyId?: string): Promise<Actor | null>;
  log(level: 'info' | 'warn' | 'error', about: object, message: string): void;
}

type FileJobWork = TaskOf<typeof importJob>;

/** A job that broke off so often breaks off again. */
const MOST_RUNS = 3;

/**
 * Carry out imports and exports, one delivery each. A node that died leaves its job to the next:
 * rows that are settled stay settled; an import of all rows or none, and an export, start over.
 */
export function fileJobs(options: FileJobOptions): Job[] {
  const handler: QueuedHandler<FileJobWork> = {
    rank: 2,
    isLong: true,
    run: (attempt) => carryOut(options, attempt),
  };
  return [carriedOut(importJob, handler), carriedOut(exportJob, handler)];
}

async function carryOut(options: FileJobOptions, attempt: Attempt<FileJobWork>): Promise<void> {
  const { jobId, ip, requestId, deputyId } = attempt.payload;
  const job = await attempt.tx(async (tx) => {
    const known = await readJob(tx, jobId);
    return known && !isJobOver(known.status) ? startRun(tx, jobId) : undefined;
  });
  if (!job) return;
  let imported: ImportWork | undefined;
  try {
    if (job.cancelTime) throw new Stopped();
    const actor = await options.actorOf(attempt.tenant, job.userId, deputyId);
    const person = actor && { ...actor, ip, requestId };
    if (job.direction === 'import') imported = importOf(options, job, person);
    if (triesOf(job) > MOST_RUNS) throw new Error('this job broke off too often');
    if (imported?.documents) await importDocuments(imported, imported.documents);
    else if (imported) await runImport(imported);
    else await runExport(exportOf(options, job, person));
  } catch (error) {
    const end = await endOf(attempt, job, error);
    // Once more from where it broke off.
    if (!end) throw error;
    if (!(error instanceof Refusal || error instanceof Stopped))
      options.log('error', { job: job.id, err: error }, 'an import or export was given up');
    if (imported) await endBroken(imported, end, options.log);
    else await attempt.tx((tx) => endUnread(tx, job, end));
  }
}

const triesOf = ({ run, earlierRuns }: JobRow): number => run - earlierRuns;

/** What the event of a job says. */
/** @throws Refusal 403 for a person who may not import there any more */
function importOf(options: FileJobOptions, job: JobRow, actor: Actor | null): ImportWork {
  const serve = options.serveOf(job.resource);
  if (!actor || !serve || !may(actor, `${job.resource}:import`)) throw forbidden(`${job.resource}:import`);
  if (actor.readOnly !== undefined) throw new Refusal('readOnly', actor.readOnly);
  const { resource, guards, rows, store, documents } = serve;
  const { sheet, fixed = [] } = store ?? {};
  const stored = rows && sheet ? { stored: { rows, sheet, fixed } } : {};
  return {
    db: options.db,
    actor,
    job,
    writer: { registry: options.registry, resource, ...(guards ? { guards } : {}), ...stored },
    place: {
      of: resource,
      owner: job.resource,
      title: resource.title,
    },
    ...(documents ? { documents } : {}),
  };
}

/** @throws Refusal 403 for a person who may not export it any more */
function exportOf(options: FileJobOptions, job: JobRow, actor: Actor | null): ExportWork {
  const serve = options.serveOf(job.resource);
  if (!actor || !serve || !may(actor, `${job.resource}:export`)) throw forbidden(`${job.resource}:export`);
  const { db, registry } = options;
  return { db, registry, actor, job, exported: serve };
}

/** How a job ends that did not get through; null while it is worth another run. */
async function endOf(attempt: Attempt, job: JobRow, error: unknown): Promise<JobEnd | null> {
  if (error instanceof Refusal) {
    const { code, message, status, errors } = error;
    const isQuestion = code === NOTES_TO_CONFIRM || code === DAYS_IN_DOUBT;
    const notes = isQuestion ? { notes: errors.map((one) => one.message) } : {};
    return {
      status: isQuestion ? 'cancelled' : 'failed',
      message,
      outcome: { refusal: { code, message, status, ...notes } },
      ...(isQuestion ? { isUndone: true } : {}),
    };
  }
  const now = (await attempt.tx((tx) => readJob(tx, job.id))) ?? job;
  if (error instanceof Stopped) return stoppedEnd(now, now.done, 'cancelled');
  const isLost = isFileLost(error, job);
  if (triesOf(job) < MOST_RUNS && !isLost) return null;
  return {
    ...stoppedEnd(now, now.done, 'failed', brokenReason(error, job)),
    isBroken: !isLost,
  };
}

/** The uploaded sheet is not there any more: no further try finds it. */
const isFileLost = (error: unknown, { direction }: JobRow): boolean =>
  direction === 'import' && (error as NodeJS.ErrnoException).code === 'ENOENT' && databaseFault(error) === null;

/** Why a job broke, for its person; what exactly it was stands in the log. */
function brokenReason(error: unknown, job: JobRow): string {
  const what = job.direction === 'import' ? '导入' : '导出';
  if (isFileLost(error, job)) return MESSAGES.jobFileLost(what);
  const fault = databaseFault(error);
  if (fault === 'diskFull') return MESSAGES.jobDiskFull(what);
  if (fault === 'lost') return MESSAGES.jobDatabaseLost(what);
  return MESSAGES.jobBroken(what);
}

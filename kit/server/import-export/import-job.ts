import { isJobOver } from '#kit/model/file-job.ts';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from '../actor.ts';
import type { Database } from '../database.ts';
import { Later, type Attempt, type Handler } from '../deliveries.ts';
import { MESSAGES } from '../messages.ts';
import type { Registry } from '../registry.ts';
import type { Serve } from '../serve.ts';
import { endUnread, stoppedEnd } from './job-ending.ts';
import { readJob, startRun, Stopped, type JobEnd, type JobRow } from './job-store.ts';
import type { ImportWork } from './import-work.ts';
import { runImport } from './run-import.ts';

/** Event of an import that was uploaded, and the handler that carries it out. */
export const IMPORT_EVENT = 'files.importAsked';
export const IMPORT_HANDLER = 'files.import';

export interface ImportJobOptions {
  db: Database;
  registry: Registry;
  /** Registers by `module:resource`, with their guards. */
  serveOf(resource: string): Serve | undefined;
  /** A person with the rights he has in the tenant now; null when he may not work there. */
  actorOf(tenant: number, userId: string): Promise<Actor | null>;
  log(level: 'info' | 'warn' | 'error', about: object, message: string): void;
}

/** Imports at once on one node: the other deliveries need room too. */
const MOST_AT_ONCE = 2;
const ROOM_MS = 250;
/** A job that broke off so often breaks off again. */
const MOST_RUNS = 3;

/**
 * Carries out imports, one delivery each. A node that died leaves its job to the next: rows that
 * are settled stay settled, an import of all rows or none begins anew.
 */
export function importHandler(options: ImportJobOptions): Handler {
  let running = 0;
  return async (attempt) => {
    if (running >= MOST_AT_ONCE) throw new Later('其他导入正在进行', ROOM_MS, false);
    running += 1;
    try {
      await carryOut(options, attempt);
    } finally {
      running -= 1;
    }
  };
}

async function carryOut(options: ImportJobOptions, attempt: Attempt): Promise<void> {
  const { jobId = '', ip = null, requestId = null } = attempt.payload as Partial<Payload>;
  const job = await attempt.tx(async (tx) => {
    const known = await readJob(tx, jobId);
    return known && !isJobOver(known.status) ? startRun(tx, jobId) : undefined;
  });
  if (!job) return;
  try {
    if (job.cancel_time) throw new Stopped();
    if (job.run > MOST_RUNS) throw new Error('this import broke off too often');
    const actor = await options.actorOf(attempt.tenant, job.user_id);
    await runImport(workOf(options, job, actor && { ...actor, ip, requestId }));
  } catch (error) {
    const end = await endOf(attempt, job, error);
    // Once more from where it broke off.
    if (!end) throw error;
    if (!(error instanceof Refusal || error instanceof Stopped))
      options.log('error', { job: job.id, err: error }, 'an import was given up');
    await attempt.tx((tx) => endUnread(tx, job, end));
  }
}

/** What the event of an upload says. */
interface Payload {
  jobId: string;
  ip: string | null;
  requestId: string | null;
}

function workOf(options: ImportJobOptions, job: JobRow, actor: Actor | null): ImportWork {
  const serve = options.serveOf(job.resource);
  if (!actor || !serve || !may(actor, `${job.resource}:import`)) throw forbidden();
  const { resource, guards } = serve;
  return {
    db: options.db,
    actor,
    job,
    writer: { registry: options.registry, resource, ...(guards ? { guards } : {}) },
    place: {
      base: `/${resource.module}/${resource.name}`,
      owner: job.resource,
      title: resource.title,
    },
  };
}

/** How a job ends that did not get through; null while it is worth another run. */
async function endOf(attempt: Attempt, job: JobRow, error: unknown): Promise<JobEnd | null> {
  if (error instanceof Refusal) {
    const { code, message, status } = error;
    return { status: 'failed', message, outcome: { refusal: { code, message, status } } };
  }
  const now = await attempt.tx((tx) => readJob(tx, job.id));
  if (error instanceof Stopped) return stoppedEnd(now ?? job, now?.done ?? 0, 'cancelled');
  if (job.run < MOST_RUNS) return null;
  return stoppedEnd(now ?? job, now?.done ?? 0, 'failed', MESSAGES.importBroken);
}

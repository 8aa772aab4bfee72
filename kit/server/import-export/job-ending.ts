import type { ImportResult } from '#kit/model/file-job.ts';
import { audit } from '../audit.ts';
import type { Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import { SHOWN_ERRORS } from './import-answer.ts';
import { adoptErrorFile, errorFileName, errorFilePath } from './error-file.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import { writeJobErrors } from './job-errors.ts';
import {
  endJob,
  readFaults,
  readJob,
  settledRows,
  Stopped,
  type JobCounts,
  type JobEnd,
  type JobRow,
} from './job-store.ts';
import { foreignSheets, type ImportWork, type OpenSheet } from './import-work.ts';
import { openImport, type ImportTable } from './read-import.ts';
import { documentColumns, importFields } from './sheet-columns.ts';

/** Ends a run that has gone through all rows, outside the transaction that wrote them. */
export const endThrough = (work: ImportWork, sheet: Pick<OpenSheet, 'table'>): Promise<void> =>
  endWithErrors(work, sheet, (job, result) => {
    const isUndone = !job.options.isPartial && !job.options.isTrial;
    return isUndone ? undoneEnd(result) : throughEnd(job, result);
  });

/** Ends a run whose good documents are committed, though all of them were asked for or none. */
export const endWritten = (work: ImportWork, sheet: Pick<OpenSheet, 'table'>): Promise<void> =>
  endWithErrors(work, sheet, throughEnd);

/** Ends an import of all rows inside the transaction that wrote them: none was refused. */
export async function endWhole(
  tx: Tx,
  { job, place }: ImportWork,
  { table }: OpenSheet,
  counts: JobCounts,
): Promise<void> {
  const result = resultOf(counts, table);
  if (job.warning) result.warning = job.warning;
  await endJob(tx, job, throughEnd(job, result));
  auditImport(tx, place.owner, job, result);
}

/** Ends a job that somebody stopped; what is committed stays, and is said. */
export const endCancelled = (work: ImportWork, sheet: Pick<OpenSheet, 'table'>): Promise<void> =>
  endWithErrors(work, sheet, (job, result) => stoppedEnd(job, result.totalCount, 'cancelled'));

/**
 * Ends a job that cannot go on. What was refused until then comes back all the same: with its rows,
 * or, where the sheet cannot be read any more, by their numbers.
 */
export async function endBroken(work: ImportWork, end: JobEnd, log: Log): Promise<void> {
  const job = await work.db.tx(work.actor, (tx) => readJob(tx, work.job.id));
  if (job?.run !== work.job.run || job.finishTime) return;
  const file = job.failed > 0 ? await errorsOfBroken(work, log) : null;
  await work.db.tx(work.actor, async (tx) => {
    const errorFileId = file ? await adoptErrorFile(tx, work.place, file) : undefined;
    await endUnread(tx, job, { ...end, ...(errorFileId ? { errorFileId } : {}) });
    if (!end.isUndone) auditImport(tx, work.place.owner, job, resultOf(job, { unknown: [], notes: [] }));
  });
}

type Log = (level: 'warn', about: object, message: string) => void;

async function errorsOfBroken(work: ImportWork, log: Log): Promise<ArrivedFile | null> {
  const fail = (error: unknown): null => {
    log('warn', { job: work.job.id, err: error }, 'an error file could not be written');
    return null;
  };
  const columns = work.documents
    ? documentColumns(work.documents, work.actor)
    : importFields(work.writer.resource, work.actor);
  const sheet = await work.db
    .tx(work.actor, (tx) => tx.files.locate(tx, work.job.sourceId ?? ''))
    .then((path) => openImport(path, columns, [], { dates: work.job.options.dates, foreign: foreignSheets(work) }))
    .catch(fail);
  const whole = sheet && (await writeJobErrors(work, sheet).catch(fail));
  return whole ?? (await writeJobErrors(work, null).catch(fail));
}

type Decide = (job: JobRow, result: ImportResult) => JobEnd;

/** Makes the error file of what was refused and ends the job with it, unless a later run has it. */
async function endWithErrors(work: ImportWork, sheet: Pick<OpenSheet, 'table'>, decide: Decide): Promise<void> {
  const { db, actor, place } = work;
  const job = await db.tx(actor, (tx) => readJob(tx, work.job.id));
  if (job?.run !== work.job.run) return;
  const file = job.failed > 0 ? await writeJobErrors(work, sheet.table) : null;
  await db.tx(actor, async (tx) => {
    const result = resultOf(job, sheet.table);
    if (job.warning) result.warning = job.warning;
    result.errors = await shownErrors(tx, job.id);
    const errorFileId = file ? await adoptErrorFile(tx, place, file) : undefined;
    if (errorFileId)
      Object.assign(result, {
        fileUrl: errorFilePath(place.of, errorFileId),
        fileName: errorFileName(place),
      });
    const end = decide(job, result);
    await endJob(tx, job, { ...end, ...(errorFileId ? { errorFileId } : {}) });
    if (!end.isUndone) auditImport(tx, place.owner, job, result);
  });
}

async function shownErrors(tx: Tx, id: string): Promise<ImportResult['errors']> {
  const faults = await readFaults(tx, id, 0, SHOWN_ERRORS);
  return faults
    .flatMap(({ row, errors }) => errors.map(({ column, code, message }) => ({ row, title: column, code, message })))
    .slice(0, SHOWN_ERRORS);
}

function resultOf(counts: JobCounts, { unknown, notes }: Pick<ImportTable, 'unknown' | 'notes'>): ImportResult {
  const total = settledRows(counts);
  return {
    totalCount: total,
    successCount: total - counts.failed,
    errorCount: counts.failed,
    msg: MESSAGES.importCounts(total, total - counts.failed, counts.failed),
    ignoredTitles: [...unknown],
    notes: [...notes],
    errors: [],
  };
}

function throughEnd({ options: { isTrial } }: JobRow, result: ImportResult): JobEnd {
  const { totalCount, successCount, errorCount } = result;
  if (errorCount === 0) {
    const message = isTrial ? MESSAGES.importChecked(totalCount) : MESSAGES.importDone(totalCount);
    return { status: 'done', message, outcome: { code: 200, message, result } };
  }
  return {
    status: successCount > 0 ? 'partial' : 'failed',
    message: isTrial ? MESSAGES.importTried(totalCount, successCount, errorCount) : result.msg,
    outcome: { code: 201, message: MESSAGES.importPartly, result },
  };
}

/** All or nothing, and it was nothing: the counts say so. */
function undoneEnd(result: ImportResult): JobEnd {
  const message = MESSAGES.importUndone(result.totalCount, result.errorCount);
  const none = { ...result, successCount: 0, msg: message };
  return {
    status: 'failed',
    message,
    outcome: { code: 201, message, result: none },
    isUndone: true,
  };
}

/** The end of a job that did not get to its last row. */
export function stoppedEnd(
  job: JobRow,
  settled: number,
  status: 'cancelled' | 'failed',
  why: string = MESSAGES.importCancelled,
): JobEnd {
  const isImport = job.direction === 'import';
  const isUndone = !isImport || job.options.isTrial || !job.options.isPartial || settled === 0;
  const nothing = isImport ? `${why}，未写入任何数据` : `${why}，未生成文件`;
  const message = isUndone ? nothing : MESSAGES.importStopped(why, job, job.total - settled);
  const refusal = { code: status, message, status: status === 'failed' ? 500 : 409 };
  return { status, message, outcome: { refusal }, isUndone };
}

function auditImport(tx: Tx, owner: string, job: JobRow, result: ImportResult): void {
  if (job.options.isTrial) return;
  const { totalCount: total, successCount: ok, errorCount: failed } = result;
  const diff = { file: job.fileName.slice(0, 255), total, ok, failed };
  audit(tx, owner, [{ rowId: null, action: 'import', diff }]);
}

/**
 * Asks for an end of the job: the run finds it at its next chunk; one that waits, or that nobody
 * carries out any more, ends at once.
 * @returns whether there was anything to stop
 */
export async function stopJob(tx: Tx, id: string): Promise<boolean> {
  const requested = await tx.run`
    update file_job set cancel_time = coalesce(cancel_time, ${tx.now})
    where tenant_id = ${tx.tenant} and id = ${id}::uuid and finish_time is null`;
  const job = requested > 0 ? await readJob(tx, id) : undefined;
  if (job && (job.run === 0 || !(await isOnItsWay(tx, id))))
    await endJob(tx, job, stoppedEnd(job, job.done, 'cancelled'));
  return job !== undefined;
}

/** Its delivery is claimed or will be: it was neither given up nor abandoned by a person. */
const isOnItsWay = async (tx: Tx, id: string): Promise<boolean> =>
  (await tx.maybe`
    select 1 from delivery where tenant_id = ${tx.tenant} and aggregate = ${id}
      and status in ('pending', 'running')`) !== undefined;

/** Ends a job that cannot go on: refused as a whole, stopped before its first row, or broken. */
export async function endUnread(tx: Tx, job: JobRow, end: JobEnd): Promise<void> {
  await endJob(tx, job, end).catch((error: unknown) => {
    // Another run has it by now: that one says how it ends.
    if (!(error instanceof Stopped)) throw error;
  });
}

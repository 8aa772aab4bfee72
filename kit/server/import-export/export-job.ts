import { exportRequested } from '#kit/model/file-job-work.ts';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { SHEET_MIME } from '#kit/model/limits.ts';
import { newId, type Tx } from '../database.ts';
import { MESSAGES } from '../messages.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import { answer, type Answer, type Call } from '../route.ts';
import { writeXlsx } from '#platform/sheets/xlsx-writer.ts';
import { ARCHIVE_MIME, isArchive, writeArchive } from './archive.ts';
import { arrivedFile } from './arrived-file.ts';
import { auditExport, openExport } from './export-sheet.ts';
import type { ExportWork } from './export-work.ts';
import { endUnread, stoppedEnd } from './job-ending.ts';
import { requestOf, refuseManyOpen } from './open-jobs.ts';
import { columnOf } from './sheet-columns.ts';
import { endJob, noteExported, readJob, Stopped, sweepJobs, type JobRow } from './job-store.ts';

/** What an export leaves behind, as a kind of stored file. */
const KIND = 'exportFile';

/**
 * Has a list written in the background: answers 202 with the job to ask for. What is in the file is
 * decided when it is written: by the rights, the scope and the masks that the person has then.
 */
export async function beginExport(call: Call, owner: string, title: string): Promise<Answer> {
  const { background: _background, ...filter } = call.query;
  const ending = isArchive(filter) ? '.zip' : '.xlsx';
  const jobId = await call.tx(async (tx) => {
    await refuseManyOpen(tx);
    await sweepJobs(tx);
    const id = newId();
    await tx.run`
      insert into file_job (tenant_id, id, direction, resource, file_name, bytes, options, filter,
        user_id, create_by, create_time)
      values (${tx.tenant}, ${id}, 'export', ${owner}, ${title + ending}, 0, '{}',
        ${JSON.stringify(filter)}::jsonb, ${tx.actor.userId}::uuid, ${tx.actor.username}, ${tx.now})`;
    await tx.emit(exportRequested, id, { jobId: id, ...requestOf(call) });
    return id;
  });
  return answer(MESSAGES.exportBegun, { jobId }, 202);
}

/**
 * Writes the rows to a file on the disk and keeps it. A node that died leaves nothing but a part of
 * a file, which is swept: the next run starts over. One that is stopped ends here.
 */
export async function runExport(work: ExportWork): Promise<void> {
  const { db, actor, job, exported } = work;
  let file: ArrivedFile | undefined;
  try {
    const isFiles = isArchive(job.filter);
    const { arrived, rows } = await (isFiles ? writeArchive(work) : writeRows(work));
    file = arrived;
    await db.tx(actor, async (tx) => {
      const id = newId();
      await endJob(tx, job, {
        status: 'done',
        message: isFiles ? MESSAGES.archiveDone(rows) : MESSAGES.exportDone(rows),
        outcome: { exported: rows },
        file: { id, bytes: arrived.bytes },
      });
      auditExport(tx, exported.resource, rows);
      const { name } = arrived;
      const mime = isFiles ? ARCHIVE_MIME : SHEET_MIME;
      const about = { id, kind: KIND, name, mime, ownerType: job.resource };
      // Last, for what is moved into the store does not come back with the transaction.
      await tx.files.adopt(tx, { ...about, arrived });
    });
  } catch (error) {
    // Where it was taken into the store it is there no more.
    if (file) await rm(file.path, { force: true });
    if (!(error instanceof Stopped)) throw error;
    await db.tx(actor, (tx) => endStopped(tx, job));
  }
}

async function endStopped(tx: Tx, { id, run }: JobRow): Promise<void> {
  const job = await readJob(tx, id);
  if (job && job.run === run && !job.finishTime) await endUnread(tx, job, stoppedEnd(job, 0, 'cancelled'));
}

async function writeRows({
  db,
  registry,
  actor,
  job,
  exported,
}: ExportWork): Promise<{ arrived: ArrivedFile; rows: number }> {
  const note = (done: number, total: number): Promise<void> => db.tx(actor, (tx) => noteExported(tx, job, done, total));
  await note(0, 0);
  const ask = {
    actor,
    query: job.filter ?? {},
    tx: <T>(run: (tx: Tx) => Promise<T>) => db.tx(actor, run),
  };
  const { fields, total, few, many } = await openExport(ask, exported, registry, {
    isCounted: true,
  });
  await note(0, total);
  const folder = await db.tx(actor, async (tx) => tx.files.arrivals(tx.tenant));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${newId()}.part`);
  const out = createWriteStream(path, { mode: 0o600 });
  try {
    const { rows } = await writeXlsx(out, {
      sheetName: exported.resource.title,
      columns: fields.map(columnOf),
      rows: few ?? many((done) => note(done, total)),
    });
    await note(rows, rows);
    return { arrived: await arrivedFile(path, job.fileName), rows };
  } catch (error) {
    out.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

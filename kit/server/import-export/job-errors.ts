import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../database.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import { writeErrorWorkbook, type BadRow } from '#platform/sheets/error-workbook.ts';
import { arrivedFile } from './arrived-file.ts';
import { errorFileName } from './error-file.ts';
import type { ImportTable } from './read-import.ts';
import { readFaults, type JobFault } from './job-store.ts';
import type { ImportWork } from './import-work.ts';

const PAGE = 1_000;

/**
 * Writes the refused rows of a job as a workbook to the disk: the sheet is read once more and the
 * noted faults beside it, so that neither is ever held as a whole.
 * @param table null when the sheet cannot be read any more: then the rows are named by their number
 */
export async function writeJobErrors(work: ImportWork, table: ImportTable | null): Promise<ArrivedFile> {
  const folder = await work.db.tx(work.actor, async (tx) => tx.files.arrivals(tx.tenant));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${newId()}.part`);
  const out = createWriteStream(path, { mode: 0o600 });
  try {
    await writeErrorWorkbook(out, {
      sheetName: work.place.title,
      titles: table ? table.titles : [],
      rows: table ? badRows(work, table) : namedRows(work),
    });
    return await arrivedFile(path, errorFileName(work.place));
  } catch (error) {
    out.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

async function* badRows(work: ImportWork, table: ImportTable): AsyncGenerator<BadRow> {
  const faults = eachFault(work);
  let fault = await faults.next();
  for await (const chunk of table.chunks())
    for (const { rowNumber, source } of chunk) {
      if (fault.done) return;
      if (fault.value.row !== rowNumber) continue;
      yield { rowNumber, source, errors: fault.value.errors };
      fault = await faults.next();
    }
}

async function* namedRows(work: ImportWork): AsyncGenerator<BadRow> {
  for await (const { row, errors } of eachFault(work)) yield { rowNumber: row, source: [], errors };
}

async function* eachFault({ db, actor, job }: ImportWork): AsyncGenerator<JobFault, void> {
  let behind = 0;
  for (;;) {
    const page = await db.tx(actor, (tx) => readFaults(tx, job.id, behind, PAGE));
    yield* page;
    behind = page.at(-1)?.row ?? 0;
    if (page.length < PAGE) return;
  }
}

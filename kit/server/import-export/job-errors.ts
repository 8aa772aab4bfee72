import { createHash } from 'node:crypto';
import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, open, rm, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { newId } from '../database.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import { writeErrorWorkbook, type BadRow } from '../sheets/error-workbook.ts';
import { errorFileName } from './error-file.ts';
import { readFaults, type JobFault } from './job-store.ts';
import type { ImportWork, OpenSheet } from './import-work.ts';

const PAGE = 1_000;

/**
 * Writes the refused rows of a job as a workbook to the disk: the sheet is read once more and the
 * noted faults beside it, so that neither is ever held as a whole.
 */
export async function writeJobErrors(work: ImportWork, sheet: OpenSheet): Promise<ArrivedFile> {
  const folder = await work.db.tx(work.actor, async (tx) => tx.files.arrivals(tx.tenant));
  await mkdir(folder, { recursive: true });
  const path = join(folder, `${newId()}.part`);
  try {
    await writeErrorWorkbook(createWriteStream(path, { mode: 0o600 }), {
      sheetName: work.place.title,
      titles: sheet.table.titles,
      rows: badRows(work, sheet),
    });
    const { size } = await stat(path);
    return { name: errorFileName(work.place), path, bytes: size, sha256: await settled(path) };
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  }
}

async function* badRows(work: ImportWork, { table }: OpenSheet): AsyncGenerator<BadRow> {
  const faults = eachFault(work);
  let fault = await faults.next();
  for await (const chunk of table.chunks())
    for (const { rowNumber, source } of chunk) {
      if (fault.done) return;
      if (fault.value.row !== rowNumber) continue;
      yield { source, errors: fault.value.errors };
      fault = await faults.next();
    }
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

/** Flushes a file to the disk. @returns the digest of its bytes */
async function settled(path: string): Promise<string> {
  const handle = await open(path, 'r+');
  await handle.sync().finally(() => handle.close());
  const digest = createHash('sha256');
  for await (const chunk of createReadStream(path)) digest.update(chunk as Buffer);
  return digest.digest('hex');
}

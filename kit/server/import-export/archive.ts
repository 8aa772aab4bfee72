import { createReadStream, createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import { join as joinPath } from 'node:path';
import { Refusal } from '#kit/model/refusal.ts';
import { openZipStream } from '#platform/sheets/zip-stream.ts';
import { newId, type Tx } from '../database.ts';
import { listConditions } from '../query/list.ts';
import { sourceOf } from '../query/source.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import type { ArchivedFile } from '../serve.ts';
import { join, sql } from '../sql.ts';
import { arrivedFile } from './arrived-file.ts';
import type { ExportWork } from './export-work.ts';
import { noteExported } from './job-store.ts';
import { uniqueNames } from './unique-names.ts';

export const ARCHIVE_MIME = 'application/zip';

/** One archive holds so much: its size is kept as an integer, and somebody has to fetch it. */
const MOST_FILES = 5_000;
const MOST_BYTES = 1_900_000_000;
/** Ids are turned into files so many at a time. */
const PAGE = 500;
/** Files between two looks whether somebody has stopped the job. */
const NOTED_EACH = 20;

/** Whether an export was asked for as the files of its rows. */
export const isArchive = (filter: Readonly<Record<string, string>> | null): boolean => filter?.['archive'] === '1';

/** A list without files is not packed. */
export const noArchive = (): Refusal => new Refusal('noArchive', '该列表没有可打包的文件', { status: 400 });

const tooMuch = (): Refusal =>
  new Refusal('archiveTooMuch', `一次最多打包 ${MOST_FILES} 个文件、约 1.9 GB，请缩小范围`, {
    status: 422,
  });

/**
 * Writes the files of a list's rows into one ZIP archive on the disk: as they are, one piece of one
 * file in memory at a time. Which rows these are is judged now, by what the person may see now.
 * A file whose bytes are lost is named in a list of its own and costs the others nothing.
 */
export async function writeArchive(work: ExportWork): Promise<{ arrived: ArrivedFile; rows: number }> {
  const { db, actor, job } = work;
  const files = await archivedFiles(work);
  const folder = await db.tx(actor, async (tx) => tx.files.arrivals(tx.tenant));
  await mkdir(folder, { recursive: true });
  const path = joinPath(folder, `${newId()}.part`);
  const out = createWriteStream(path, { mode: 0o600 });
  try {
    const rows = await writeFiles(work, files, out);
    return { arrived: await arrivedFile(path, job.fileName), rows };
  } catch (error) {
    out.destroy();
    await rm(path, { force: true });
    throw error;
  }
}

/** @throws Refusal 422 for more than one archive may hold */
async function archivedFiles({ db, registry, actor, job, exported }: ExportWork): Promise<ArchivedFile[]> {
  const { resource, rows: given, keyword, archive } = exported;
  if (!archive) throw noArchive();
  const { archive: _archive, columns: _columns, ...query } = job.filter ?? {};
  return db.tx(actor, async (tx) => {
    const rows = await given?.(tx, query);
    const conditions = await listConditions(tx, resource, query, { registry, keyword, rows });
    const found = await tx.query<{ id: string }>(sql`
      select t.id from ${sourceOf(resource, rows)} t where ${join(conditions, ' and ')}
      order by t.create_time desc, t.id desc limit ${MOST_FILES + 1}`);
    if (found.length > MOST_FILES) throw tooMuch();
    const files: ArchivedFile[] = [];
    for (let at = 0; at < found.length; at += PAGE)
      files.push(
        ...(await archive(
          tx,
          found.slice(at, at + PAGE).map(({ id }) => id),
        )),
      );
    if (files.reduce((sum, { bytes }) => sum + bytes, 0) > MOST_BYTES) throw tooMuch();
    const names = uniqueNames(files.map(({ name }) => name));
    return files.map((file, at) => ({ ...file, name: names[at] as string }));
  });
}

/** @returns how many files are in it */
async function writeFiles(
  { db, actor, job }: ExportWork,
  files: readonly ArchivedFile[],
  out: ReturnType<typeof createWriteStream>,
): Promise<number> {
  const note = (done: number): Promise<void> => db.tx(actor, (tx) => noteExported(tx, job, done, files.length));
  await note(0);
  const zip = openZipStream(out);
  const lost: string[] = [];
  for (const [at, { id, name }] of files.entries()) {
    const pieces = await db.tx(actor, (tx) => openPieces(tx, id));
    if (pieces) await zip.addFile(name, pieces);
    else lost.push(name);
    if (at % NOTED_EACH === NOTED_EACH - 1) await note(at + 1);
  }
  if (lost.length > 0) await zip.addPart('未能打包.txt', `${lost.join('\r\n')}\r\n`);
  await zip.finish();
  await new Promise<void>((resolve, reject) => {
    out.once('error', reject);
    out.once('finish', resolve);
    out.end();
  });
  await note(files.length);
  return files.length - lost.length;
}

/** Opened before its name is written; null: removed meanwhile, or lost on the disk. */
async function openPieces(tx: Tx, id: string): Promise<AsyncIterable<Uint8Array<ArrayBuffer>> | null> {
  const path = await tx.files.locate(tx, id).catch((error: unknown) => {
    if (error instanceof Refusal) return null;
    throw error;
  });
  if (!path) return null;
  const stream = createReadStream(path);
  return new Promise((resolve) => {
    stream.once('error', () => resolve(null));
    stream.once('open', () => resolve(stream as AsyncIterable<Uint8Array<ArrayBuffer>>));
  });
}

import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { SHEET_MIME } from '#kit/model/limits.ts';
import { notFound } from '#kit/model/refusal.ts';
import { errorFileRoute } from '#kit/model/resource-routes.ts';
import type { AnyResource } from '#kit/model/resource.ts';
import { pathOf, type Path } from '#kit/model/route.ts';
import { newId, type Tx } from '../database.ts';
import { isUuid } from '../kinds.ts';
import type { ArrivedFile } from '../receive-upload.ts';
import { file, type Call, type FileAnswer } from '../route.ts';
import { writeErrorWorkbook, type BadRow } from '#platform/sheets/error-workbook.ts';
import { jobFilesSince } from './job-store.ts';

/** What an import is about: where it lives, and how it is called. */
export interface ImportPlace {
  of: AnyResource;
  /** `module:resource`. */
  owner: string;
  title: string;
}

const KIND = 'importErrors';
/** Removed with one import; there are more only where many are made. */
const SWEPT_AT_ONCE = 20;

/** Refused rows on their way into an error file: compressed as they come, never held as rows. */
export interface ErrorFile {
  add(row: BadRow): Promise<void>;
  /** The finished file; null when no row was refused. */
  end(): Promise<Buffer | null>;
}

export function openErrorFile(sheetName: string, titles: readonly string[]): ErrorFile {
  let rows: PassThrough | null = null;
  let written: Promise<Buffer> | null = null;
  const begin = (): PassThrough => {
    const source = new PassThrough({ objectMode: true, highWaterMark: 64 });
    const out = new PassThrough();
    const bytes = buffer(out);
    written = writeErrorWorkbook(out, { sheetName, titles, rows: source }).then(() => bytes);
    written.catch((error: Error) => source.destroy(error)); // seen again by `end`
    return source;
  };
  return {
    async add(row) {
      rows ??= begin();
      if (!rows.write(row)) await new Promise((room) => rows?.once('drain', room));
    },
    async end() {
      rows?.end();
      return written;
    },
  };
}

/** Where an error file is fetched from, below the API base. */
export const errorFilePath = (of: AnyResource, id: string): Path =>
  pathOf(errorFileRoute(of, 'import', of.title), { id });

/** What an error file is called. */
export const errorFileName = ({ title }: ImportPlace): string => `${title}导入错误数据.xlsx`;

export const storeErrorFile = (
  tx: Tx,
  { owner, name, bytes }: { owner: string; name: string; bytes: Buffer },
): Promise<string> => tx.files.put(tx, { kind: KIND, name, mime: SHEET_MIME, bytes, ownerType: owner });

/** Keeps an error file that was written to the disk. @returns its id */
export async function adoptErrorFile(tx: Tx, place: ImportPlace, arrived: ArrivedFile): Promise<string> {
  const id = newId();
  const name = errorFileName(place);
  const { owner: ownerType } = place;
  await tx.files.adopt(tx, { id, kind: KIND, name, mime: SHEET_MIME, ownerType, arrived });
  return id;
}

/** Removes error files that nobody can fetch any more. */
export async function sweepErrorFiles(tx: Tx): Promise<void> {
  const old = await tx.rows<{ id: string }>`
    select id from asset where tenant_id = ${tx.tenant} and kind = ${KIND}
      and create_time <= ${jobFilesSince(tx)} limit ${SWEPT_AT_ONCE}`;
  for (const { id } of old) await tx.files.remove(tx, id);
}

/**
 * Hands an error file out: to whoever uploaded the sheet, while they may still import, for seven
 * days. Another person, tenant or resource finds nothing there.
 * @param owner `module:resource` the file was stored for
 */
export const handOutErrorFile = (
  call: Pick<Call, 'tx'> & { readonly params: { readonly id: string } },
  owner: string,
): Promise<FileAnswer> =>
  call.tx(async (tx) => {
    const { id } = call.params;
    if (!isUuid(id)) throw notFound();
    const since = jobFilesSince(tx);
    const own = await tx.maybe`
      select 1 from asset where tenant_id = ${tx.tenant} and id = ${id}::uuid and kind = ${KIND}
        and owner_type = ${owner} and create_by = ${tx.actor.username} and create_time > ${since}`;
    if (!own) throw notFound();
    const { name, mime, bytes } = await tx.files.read(tx, id);
    return file(name, mime, bytes);
  });

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from './messages.ts';

/** A file of a form, as it lies on the disk; whoever received it moves it away or removes it. */
export interface ArrivedFile {
  /** As the sender calls it: no proof of anything, and no path. */
  name: string;
  path: string;
  bytes: number;
  sha256: string;
}

export interface ArrivedForm {
  file: ArrivedFile;
  /** The other fields, of one that comes twice the first. */
  fields: Readonly<Record<string, string>>;
}

/** What the form weighs beside its file. */
const FORM_BYTES = 64 * 1024;
/** A disk is never filled to the brim: the database lives there too. */
const SPARE_BYTES = 16 * 1024 * 1024;

/**
 * Streams the one file of a multipart form to a folder, under a name of its own making and flushed
 * to the disk. A form that announces more than the limit is refused before any of it is read.
 * @throws Refusal 400 for no form or not exactly one file, 413 beyond the limit, 503 without room
 */
export async function receiveUpload(
  request: FastifyRequest,
  { folder, maxBytes }: { folder: string; maxBytes: number },
): Promise<ArrivedForm> {
  if (!request.isMultipart()) throw badForm(MESSAGES.badRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES)
    throw tooLarge(maxBytes);
  await mkdir(folder, { recursive: true });
  await refuseFullDisk(folder, maxBytes);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: ArrivedFile | null = null;
  try {
    const limits = { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 16 * 1024, parts: 22 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] ??= String(part.value);
      else if (file !== null) throw badForm(MESSAGES.oneFile, 'manyFiles');
      else file = await arrive(part.file, part.filename ?? '', folder, maxBytes);
    }
    if (!file || file.bytes === 0) throw badForm(MESSAGES.noFile, 'noFile');
    return { file, fields };
  } catch (error) {
    if (file) await rm(file.path, { force: true });
    throw refused(error as Error & { code?: string }, maxBytes);
  }
}

async function arrive(
  stream: Readable & { truncated: boolean },
  name: string,
  folder: string,
  maxBytes: number,
): Promise<ArrivedFile> {
  const path = join(folder, `${randomUUID()}.part`);
  const digest = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      await handle.write(chunk);
      digest.update(chunk);
      bytes += chunk.length;
    }
    if (stream.truncated) throw tooLarge(maxBytes);
    await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    await handle.close();
  }
  return { name, path, bytes, sha256: digest.digest('hex') };
}

/** @throws Refusal 503 when a file of this size would take the last room */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + SPARE_BYTES) throw diskFull();
}

/** What the parser and the disk say, as what we say. */
export function refused(error: Error & { code?: string }, maxBytes?: number): Error {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return diskFull();
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (/^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(error.code ?? ''))
    return badForm(MESSAGES.oneFile, 'manyFiles');
  return error;
}

const tooLarge = (maxBytes?: number): Refusal =>
  new Refusal('tooLarge', MESSAGES.tooLarge(maxBytes && maxBytes / 1024 / 1024), { status: 413 });
const badForm = (message: string, code = 'badRequest'): Refusal =>
  new Refusal(code, message, { status: 400 });
const diskFull = (): Refusal => new Refusal('diskFull', MESSAGES.diskFull, { status: 503 });

import { createHash, randomUUID } from 'node:crypto';
import { mkdir, open, rm, statfs } from 'node:fs/promises';
import { join } from 'node:path';
import type { Readable } from 'node:stream';
import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kit/model/refusal.ts';
import type { Holder, Room } from './body-room.ts';
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

/** Where a file is to lie, and how large it may be. */
export interface UploadPlace {
  folder: string;
  maxBytes: number;
  /** Nobody keeps it: it need not outlive a crash. */
  isPassing?: boolean;
}

/** In whose name a file arrives, and what all that is on its way may take of the disk. */
interface UploadRoom {
  room: Room;
  holders: readonly Holder[];
}

const MB = 1024 * 1024;

/** Of all files that are on their way at once; once there they count as their tenant's. */
export const ARRIVING_BYTES = 1024 * MB;

/** What the form weighs beside its file. */
const FORM_BYTES = 64 * 1024;
/** A disk is never filled to the brim: the database lives there too. */
const RESERVED_BYTES = 16 * MB;

/**
 * Streams the one file of a multipart form to a folder, under a name of its own making and flushed
 * to the disk. A form that announces more than the limit is refused before any of it is read.
 * @throws Refusal 400 for no form or not exactly one file, 413 beyond the limit, 429 beyond the
 * sender's share of what may arrive at once, 503 without room
 */
export async function receiveUpload(request: FastifyRequest, place: UploadPlace & UploadRoom): Promise<ArrivedForm> {
  const { folder, maxBytes } = place;
  if (!request.isMultipart()) throw badForm(MESSAGES.badRequest);
  if (Number(request.headers['content-length'] ?? 0) > maxBytes + FORM_BYTES) throw tooLarge(maxBytes);
  await mkdir(folder, { recursive: true });
  await refuseFullDisk(folder, maxBytes);
  const fields: Record<string, string> = Object.create(null) as Record<string, string>;
  let file: ArrivedFile | null = null;
  try {
    const limits = { fileSize: maxBytes, files: 2, fields: 20, fieldSize: 16 * 1024, parts: 22 };
    for await (const part of request.parts({ limits })) {
      if (part.type === 'field') fields[part.fieldname] ??= String(part.value);
      else if (file !== null) throw badForm(MESSAGES.oneFile, 'manyFiles');
      else file = await arrive(part.file, part.filename ?? '', place);
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
  { folder, maxBytes, isPassing, room, holders }: UploadPlace & UploadRoom,
): Promise<ArrivedFile> {
  const path = join(folder, `${randomUUID()}.part`);
  const digest = createHash('sha256');
  let bytes = 0;
  const handle = await open(path, 'wx', 0o600);
  try {
    for await (const chunk of stream as AsyncIterable<Buffer>) {
      room.take(holders, chunk.length);
      bytes += chunk.length;
      await handle.write(chunk);
      digest.update(chunk);
    }
    if (stream.truncated) throw tooLarge(maxBytes);
    if (!isPassing) await handle.sync();
  } catch (error) {
    await rm(path, { force: true });
    throw error;
  } finally {
    room.give(holders, bytes);
    await handle.close();
  }
  return { name, path, bytes, sha256: digest.digest('hex') };
}

/** @throws Refusal 503 when a file of this size would take the last room */
export async function refuseFullDisk(folder: string, bytes: number): Promise<void> {
  const { bavail, bsize } = await statfs(folder);
  if (bavail * bsize < bytes + RESERVED_BYTES) throw diskFull();
}

/** What the parser and the disk say, as what we say. */
export function refused(error: Error & { code?: string }, maxBytes?: number): Error {
  if (error.code === 'ENOSPC' || error.code === 'EDQUOT') return diskFull();
  if (error.code === 'FST_REQ_FILE_TOO_LARGE') return tooLarge(maxBytes);
  if (/^FST_(FILES|PARTS|FIELDS)_LIMIT$/.test(error.code ?? '')) return badForm(MESSAGES.oneFile, 'manyFiles');
  return error;
}

const tooLarge = (maxBytes?: number): Refusal =>
  new Refusal('tooLarge', MESSAGES.tooLarge(maxBytes && maxBytes / MB), { status: 413 });
const badForm = (message: string, code = 'badRequest'): Refusal => new Refusal(code, message, { status: 400 });
const diskFull = (): Refusal => new Refusal('diskFull', MESSAGES.diskFull, { status: 503 });

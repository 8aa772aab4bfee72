import type { FastifyRequest } from 'fastify';
import { Refusal } from '#kit/model/refusal.ts';
import { Arriving, type Holder, type Room } from './body-room.ts';
import { MESSAGES } from './messages.ts';
import type { UploadedFile } from './route.ts';

/** What a file of a form may weigh by default. */
export const UPLOAD_BYTES = 10 * 1024 * 1024;

/** Forms of this kind bring one file: a second one is enough to say so. */
const MOST_FILES = 2;

/**
 * The small files of a form, in memory that counts as the sender's like any body: a form of
 * twenty files that never end is refused before it has taken the server.
 * @throws Refusal 400 for no form, 413 for a file that is too large, 429 beyond the sender's share
 */
export async function readFiles(
  request: FastifyRequest,
  { room, holders, maxBytes }: { room: Room; holders: readonly Holder[]; maxBytes: number },
): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw new Refusal('badRequest', MESSAGES.badRequest, { status: 400 });
  const files: UploadedFile[] = [];
  const held: Arriving[] = [];
  const limits = { fileSize: maxBytes, files: MOST_FILES };
  try {
    for await (const part of request.files({ limits })) {
      const arriving = new Arriving(room, holders, maxBytes);
      held.push(arriving);
      for await (const chunk of part.file as AsyncIterable<Buffer>) arriving.add(chunk);
      if (part.file.truncated) throw new Refusal('tooLarge', MESSAGES.tooLarge(), { status: 413 });
      files.push({ name: part.filename, mime: part.mimetype, bytes: arriving.bytes() });
    }
    return files;
  } finally {
    for (const one of held) one.release();
  }
}

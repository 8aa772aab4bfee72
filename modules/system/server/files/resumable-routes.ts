import { Refusal } from '#kit/model/refusal.ts';
import { isUuid } from '#kit/server/kinds.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { withUpload } from '#kit/server/passing-upload.ts';
import type { Renditions } from '#platform/pictures/renditions/renditions.ts';
import { answer, implement, type Call, type Route } from '#kit/server/route.ts';
import { fileCalls } from '../../model/routes/files.ts';
import {
  addPart,
  CHUNK_BYTES,
  dropResumable,
  findResumable,
  finishResumable,
  openResumable,
  type Announced,
} from './resumable-upload.ts';
import { folderOf, endingOf } from './upload-name.ts';
import { MAX_BYTES } from './upload-store.ts';

/** What is done before anything is taken: callers are counted, leftovers swept. */
export type Admit = (call: Call) => Promise<void>;

/**
 * An upload in parts, which goes on where it broke off: after a lost connection, and after a new
 * sign-in of the same person in the same tenant. Announce it, send the parts in order, end it.
 */
export function resumableRoutes({
  admit,
  quotaBytes,
  renditions,
}: {
  admit: Admit;
  quotaBytes: number;
  renditions: Renditions;
}): Route[] {
  return [
    implement(fileCalls.beginParts, async (call) => {
      await admit(call);
      const upload = await openResumable(call, announced(call.body), quotaBytes);
      return { id: upload.id, received: upload.received, chunkBytes: CHUNK_BYTES };
    }),
    implement(fileCalls.progress, (call) =>
      call.tx(async (tx) => ({ received: (await findResumable(tx, idOf(call))).received })),
    ),
    implement(fileCalls.addPart, (call) =>
      withUpload(call, MAX_BYTES, (part) => {
        const offset = Number(call.query.offset);
        return addPart(call, idOf(call), part, { offset, crc32: call.query.crc32 ?? '' });
      }),
    ),
    implement(fileCalls.finishParts, async (call) =>
      answer(await finishResumable(call, idOf(call), renditions), null, 0),
    ),
    implement(fileCalls.dropParts, (call) => dropResumable(call, idOf(call))),
  ];
}

function idOf({ params: { id } }: { params: { id: string } }): string {
  if (!isUuid(id)) throw badPart();
  return id;
}

function announced({ name, size, biz, fingerprint }: Record<string, unknown>): Announced {
  if (typeof name !== 'string' || name.length > 500) throw badPart();
  if (typeof fingerprint !== 'string' || !/^[\w:.-]{1,100}$/.test(fingerprint)) throw badPart();
  if (!Number.isInteger(size) || (size as number) < 1) throw badPart();
  if ((size as number) > MAX_BYTES) throw new Refusal('tooLarge', MESSAGES.tooLarge(), { status: 413 });
  endingOf(name);
  return { name, fingerprint, bytes: size as number, folder: folderOf(biz) };
}

const badPart = (): Refusal => new Refusal('badRequest', MESSAGES.badRequest, { status: 400 });

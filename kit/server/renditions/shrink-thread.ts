import { readFile } from 'node:fs/promises';
import { parentPort } from 'node:worker_threads';
import { RENDITION_SIDES, type RenditionSide } from '#kit/model/rendition.ts';
import { isPictureTooLarge, readPicture } from '../picture.ts';
import { jpegEnd } from '../jpeg-end.ts';
import { shrinkPixels } from './area-average.ts';
import { fold, lendPixels, unfold } from './codecs.ts';

/** What the thread is given: where a picture lies. */
export interface ShrinkTask {
  path: string;
}

/** What it answers: the picture in every size, none where it cannot be read, or that it is gone. */
export type ShrinkAnswer =
  { made: Record<RenditionSide, Uint8Array<ArrayBuffer>> } | { fault: 'unreadable' | 'missing' };

lendPixels();
parentPort?.on('message', ({ path }: ShrinkTask) => {
  void shrunk(path).then((answer) => parentPort?.postMessage(answer));
});

async function shrunk(path: string): Promise<ShrinkAnswer> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return { fault: 'missing' };
  const facts = readPicture(bytes.subarray(0, jpegEnd(bytes) ?? bytes.length));
  // Judged again: what lies here was taken in by more than one door.
  if (!facts || isPictureTooLarge(facts)) return { fault: 'unreadable' };
  try {
    return { made: await sizesOf(bytes, facts.mime) };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** The largest first; each smaller one is made of the one before. */
async function sizesOf(
  bytes: Buffer,
  mime: Parameters<typeof unfold>[1],
): Promise<Record<RenditionSide, Uint8Array<ArrayBuffer>>> {
  const made: Partial<Record<RenditionSide, Uint8Array<ArrayBuffer>>> = {};
  let pixels = await unfold(bytes, mime);
  for (const side of RENDITION_SIDES.toReversed()) {
    pixels = shrinkPixels(pixels, side);
    made[side] = await fold(pixels);
  }
  return made as Record<RenditionSide, Uint8Array<ArrayBuffer>>;
}

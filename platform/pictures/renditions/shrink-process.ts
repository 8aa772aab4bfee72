import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { RENDITION_SIDES, type RenditionSide } from '#kit/model/rendition.ts';
import { isPictureTooLarge, MAX_PIXELS, readPicture } from '../picture.ts';
import { jpegEnd } from '../jpeg-end.ts';

/** What the process is given: where a picture lies. */
export interface ShrinkTask {
  path: string;
}

/** What it answers: what was made of the picture, that it cannot be read, or that it is gone. */
export type ReadAnswer<M> = { made: M } | { fault: 'unreadable' | 'missing' };

/** The picture in every size. */
export type ShrinkAnswer = ReadAnswer<Record<RenditionSide, Uint8Array>>;

const QUALITY = 76;

// Formats that nobody may upload are read by nobody, whatever a picture claims to be.
sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
// One picture at a time, by one thread: the others of the machine serve people.
sharp.concurrency(1);
sharp.cache(false);

process.on('message', ({ path }: ShrinkTask) => {
  void shrunk(path).then((answer) => process.send?.(answer));
});
// Whoever asked is gone.
process.on('disconnect', () => process.exit());

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
    return { made: await sizesOf(bytes) };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** Upright, as the camera was held; the largest first, and each smaller one of the one before. */
async function sizesOf(bytes: Buffer): Promise<Record<RenditionSide, Uint8Array>> {
  const made: Partial<Record<RenditionSide, Uint8Array>> = {};
  // A picture that some program wrote carelessly is shown; one that is cut off or damaged is not.
  let picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' }).autoOrient();
  for (const side of RENDITION_SIDES.toReversed()) {
    const { data, info } = await picture
      .resize({ width: side, height: side, fit: 'inside', withoutEnlargement: true })
      .toColourspace('srgb')
      .raw()
      .toBuffer({ resolveWithObject: true });
    const { width, height, channels } = info;
    picture = sharp(data, { raw: { width, height, channels } });
    made[side] = await picture.clone().webp({ quality: QUALITY }).toBuffer();
  }
  return made as Record<RenditionSide, Uint8Array>;
}

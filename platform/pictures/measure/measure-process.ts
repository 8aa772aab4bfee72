import { readFile } from 'node:fs/promises';
import sharp from 'sharp';
import { isPictureTooLarge, MAX_PIXELS, readPicture } from '../picture.ts';
import { jpegEnd } from '../jpeg-end.ts';
import type { ReadAnswer, ShrinkTask } from '../renditions/shrink-process.ts';
import { whiteBorder } from './border.ts';

/** What a picture measures, upright as it is seen. */
export interface Measures {
  width: number;
  height: number;
  /** Of its border, in percent. */
  whitePercent: number;
}

/** The border is judged on a small copy: noise of a camera is no colour. */
const SAMPLED_SIDE = 240;
const WHITE = { r: 255, g: 255, b: 255 };

sharp.block({ operation: ['VipsForeignLoad'] });
sharp.unblock({
  operation: ['VipsForeignLoadJpegBuffer', 'VipsForeignLoadPngBuffer', 'VipsForeignLoadWebpBuffer'],
});
sharp.concurrency(1);
sharp.cache(false);

process.on('message', ({ path }: ShrinkTask) => {
  void measured(path).then((answer) => process.send?.(answer));
});
process.on('disconnect', () => process.exit());

async function measured(path: string): Promise<ReadAnswer<Measures>> {
  const bytes = await readFile(path).catch((error: NodeJS.ErrnoException) => {
    if (error.code === 'ENOENT') return null;
    throw error;
  });
  if (!bytes) return { fault: 'missing' };
  const facts = readPicture(bytes.subarray(0, jpegEnd(bytes) ?? bytes.length));
  if (!facts || isPictureTooLarge(facts)) return { fault: 'unreadable' };
  try {
    return { made: await measuresOf(bytes, facts) };
  } catch {
    return { fault: 'unreadable' };
  }
}

/** What is clear is seen on white, as it is on a page. */
async function measuresOf(bytes: Buffer, { width, height }: { width: number; height: number }): Promise<Measures> {
  const picture = sharp(bytes, { limitInputPixels: MAX_PIXELS, failOn: 'error' });
  const { orientation = 1 } = await picture.metadata();
  const { data, info } = await picture
    .autoOrient()
    .resize({ width: SAMPLED_SIDE, height: SAMPLED_SIDE, fit: 'inside', withoutEnlargement: true })
    .flatten({ background: WHITE })
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true });
  const isTurned = orientation >= 5;
  return {
    width: isTurned ? height : width,
    height: isTurned ? width : height,
    whitePercent: whiteBorder(data, info),
  };
}

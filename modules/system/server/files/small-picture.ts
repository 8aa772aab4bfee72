import type { RenditionSide } from '#kit/model/rendition.ts';
import type { Renditions } from '#platform/pictures/renditions/renditions.ts';
import { file, uploadedFile, type FileAnswer } from '#kit/server/route.ts';

interface StoredPicture {
  name: string;
  mime: string;
  bytes: number;
  sha256: string;
  /** Where it lies. */
  path: string;
}

/** A file no larger than this is handed out as it is where nothing smaller can be made of it. */
const SMALL_BYTES = 100 * 1024;

/**
 * A stored picture as lists and cards show it. What cannot be made smaller (an animation, a damaged
 * file) comes as it is if it is light, else as a sign in its place: a list shows something always.
 * @returns null for the file as it is, and for one that is lost
 */
export async function smallPicture(
  renditions: Renditions,
  { name, mime, bytes, sha256, path }: StoredPicture,
  side: RenditionSide,
): Promise<FileAnswer | null> {
  const isPicture = mime.startsWith('image/');
  const found = isPicture ? await renditions.of(path, side) : 'none';
  if (found === 'lost') return null;
  if (found === 'later') return file(SIGN_NAME, SIGN_MIME, SIGN, true);
  if (found !== 'none')
    return uploadedFile({ name: `${name}.webp`, mime: 'image/webp', inline: true, sha256: `${sha256}-${side}` }, found);
  if (isPicture && bytes <= SMALL_BYTES) return null;
  return { ...file(SIGN_NAME, SIGN_MIME, SIGN, true), etag: '"no-small-picture"' };
}

const SIGN_NAME = 'picture.svg';
const SIGN_MIME = 'image/svg+xml';
/** Hills and a sun, in a grey that is seen on light and on dark. */
const SIGN = Buffer.from(
  '<svg xmlns="http://www.w3.org/2000/svg" width="96" height="96" viewBox="0 0 96 96" ' +
    'fill="none" stroke="#8a94a3" stroke-width="4" stroke-linejoin="round">' +
    '<rect x="18" y="24" width="60" height="48" rx="4"/><circle cx="34" cy="40" r="5"/>' +
    '<path d="M18 66l18-16 12 10 14-16 16 16"/></svg>',
);

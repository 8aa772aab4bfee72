import type { RenditionSide } from '#kit/model/rendition.ts';
import { apiBase } from '../http/http.ts';
import { storedFileAddress } from './stored-file.ts';

/** A file of the server as records keep it (spec §3 "Uploaded file item"). */
export interface StoredFile {
  fileName: string;
  filePath: string;
  /** Bytes; null where only the path was kept. */
  fileSize: number | null;
}

/** Comma-separated paths, or the files one by one. */
export type UploadValue = string | readonly StoredFile[] | null | undefined;

/** The files of a value in either form, whatever else stands in it. */
export function readFiles(value: UploadValue): StoredFile[] {
  if (!value) return [];
  if (typeof value !== 'string') return value.filter(({ filePath }) => Boolean(filePath));
  return value
    .split(',')
    .map((path) => path.trim())
    .filter((path) => path !== '')
    .map((filePath) => ({ fileName: nameOf(filePath), filePath, fileSize: null }));
}

/** @param returnUrl as paths alone, else as a list */
export const writeFiles = (files: readonly StoredFile[], returnUrl: boolean): UploadValue =>
  returnUrl ? files.map(({ filePath }) => filePath).join(',') : files;

/** The name in a path, without the id that the server put behind it. */
export function nameOf(path: string): string {
  const last = path.split(/[?#]/)[0]?.split('/').at(-1) ?? '';
  return decoded(last).replace(/_[0-9a-f]{32}(?=\.[a-z]+$)/, '') || path;
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

export const isForeign = (path: string): boolean => /^https?:\/\//i.test(path);

/**
 * Where a picture is fetched from: elsewhere only when the path says so by http.
 * @param side ours come no larger than this if given
 */
export function addressOf(path: string, side?: RenditionSide): string {
  if (isForeign(path)) return path;
  const whole = apiBase() + storedFileAddress(path);
  return side && !whole.includes('?') ? `${whole}?w=${side}` : whole;
}

/**
 * Attributes of an <img> of up to 96 px that fetches no more of a picture than the screen shows.
 * By densities: an image that chooses by its width listens to the window for ever, and keeps the
 * page it stood on in memory after that is closed.
 */
export const smallPicture = (path: string): { src: string; srcSet?: string; loading: 'lazy' } => {
  const src = addressOf(path, 160);
  if (isForeign(path)) return { src, loading: 'lazy' };
  return { src, srcSet: `${src} 1.7x, ${addressOf(path, 480)} 5x`, loading: 'lazy' };
};

/** The first signs of a name, for narrow places; five by default. */
export const shortName = (name: string, signs = 5): string => {
  const all = [...name];
  return all.length > signs ? `${all.slice(0, signs).join('')}…` : name;
};

export function sizeText(bytes: number): string {
  if (bytes < 1024) return `${bytes} B`;
  const kilobytes = bytes / 1024;
  return kilobytes < 1024 ? `${Math.round(kilobytes)} KB` : `${(kilobytes / 1024).toFixed(1)} MB`;
}

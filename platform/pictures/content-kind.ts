import { readFile } from 'node:fs/promises';
import { Refusal } from '#kit/model/refusal.ts';
import { readGif } from './gif.ts';
import { jpegEnd } from './jpeg-end.ts';
import { isPictureTooLarge, MAX_SIDE, readPicture } from './picture.ts';
import { SheetError } from '../sheets/sheet-error.ts';
import { openSafeZip } from '../sheets/safe-zip.ts';
import { DEFAULT_LIMITS } from '../sheets/sheet-limits.ts';

/** What may be uploaded; there is no other kind. Archives and whatever a browser runs are none. */
export type ContentKind = 'png' | 'jpg' | 'webp' | 'gif' | 'pdf' | 'xls' | 'xlsx' | 'docx' | 'csv' | 'txt';

interface KindFacts {
  mime: string;
  /** Endings of names under which people keep such files. */
  endings: readonly string[];
  /** A browser may show it; everything else is only ever downloaded. */
  isShown: boolean;
}

const OFFICE = 'application/vnd.openxmlformats-officedocument.';
/** A photo is a photo, whichever of these its name says. */
const PICTURES = ['png', 'jpg', 'jpeg', 'webp', 'gif'];

export const CONTENT_KINDS: Readonly<Record<ContentKind, KindFacts>> = {
  png: { mime: 'image/png', endings: PICTURES, isShown: true },
  jpg: { mime: 'image/jpeg', endings: PICTURES, isShown: true },
  webp: { mime: 'image/webp', endings: PICTURES, isShown: true },
  gif: { mime: 'image/gif', endings: PICTURES, isShown: true },
  pdf: { mime: 'application/pdf', endings: ['pdf'], isShown: true },
  xls: { mime: 'application/vnd.ms-excel', endings: ['xls'], isShown: false },
  xlsx: { mime: `${OFFICE}spreadsheetml.sheet`, endings: ['xlsx'], isShown: false },
  docx: { mime: `${OFFICE}wordprocessingml.document`, endings: ['docx'], isShown: false },
  csv: { mime: 'text/csv; charset=utf-8', endings: ['csv'], isShown: false },
  txt: { mime: 'text/plain; charset=utf-8', endings: ['txt'], isShown: false },
};

/**
 * The kind of a stored file by its bytes, held against the ending of its name.
 * @param ending lower case, without the dot
 * @returns null when it is of no allowed kind, or of another than the name says
 * @throws Refusal 422 for pictures too large to unfold and archives built to harm
 */
export async function contentKind(path: string, ending: string): Promise<ContentKind | null> {
  const bytes = await readFile(path);
  const kind = pictureKind(bytes) ?? pdfKind(bytes) ?? oleKind(bytes);
  const found = kind ?? (isZip(bytes) ? await officeKind(path) : textKind(bytes, ending));
  return found && CONTENT_KINDS[found].endings.includes(ending) ? found : null;
}

function pictureKind(bytes: Buffer): ContentKind | null {
  const facts = readPicture(bytes) ?? readGif(bytes) ?? readPhoto(bytes);
  if (!facts) return null;
  const { mime } = facts;
  if (isPictureTooLarge(facts))
    throw new Refusal('pictureSize', `图片的宽和高不能超过${MAX_SIDE}像素，总像素不能超过6400万`, {
      status: 422,
    });
  return mime === 'image/jpeg' ? 'jpg' : (mime.slice('image/'.length) as ContentKind);
}

/** What makes bytes behind a picture something else: a page, an archive, a paper, a program. */
// eslint-disable-next-line no-control-regex
const SECOND_NATURE = /<\s*(?:!doctype|html|script|svg|\?php)\b|PK\x03\x04|%PDF-|^MZ|^#!|^\x7fELF/i;

/** A JPEG of a phone, which puts a second view or a clip behind the first. */
function readPhoto(bytes: Buffer): ReturnType<typeof readPicture> {
  const end = jpegEnd(bytes);
  if (end === null || SECOND_NATURE.test(bytes.toString('latin1', end))) return null;
  return readPicture(bytes.subarray(0, end));
}

/** Begins with its mark and ends like one; readers forgive more, we need not. */
const pdfKind = (bytes: Buffer): ContentKind | null =>
  /^%PDF-[12]\.\d/.test(bytes.toString('latin1', 0, 16)) && bytes.subarray(-2048).includes('%%EOF') ? 'pdf' : null;

const OLE = Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]);

/** The container of old Office files says by the name of a stream that it holds a workbook. */
const oleKind = (bytes: Buffer): ContentKind | null =>
  bytes.subarray(0, 8).equals(OLE) &&
  ['Workbook\0', 'Book\0'].some((name) => bytes.includes(Buffer.from(name, 'utf16le')))
    ? 'xls'
    : null;

const isZip = (bytes: Buffer): boolean => bytes.subarray(0, 4).equals(Buffer.from([0x50, 0x4b, 0x03, 0x04]));

/** Judged by the directory of the archive alone: nothing is unpacked. */
async function officeKind(path: string): Promise<ContentKind | null> {
  try {
    const zip = await openSafeZip(path, DEFAULT_LIMITS.maxUncompressedBytes);
    const names = zip.names();
    zip.close();
    if (!names.includes('[content_types].xml')) return null;
    if (names.some((name) => name.endsWith('vbaproject.bin'))) return null;
    if (names.includes('xl/workbook.xml')) return 'xlsx';
    return names.includes('word/document.xml') ? 'docx' : null;
  } catch (error) {
    if (error instanceof SheetError) throw new Refusal(error.code, error.message, { status: 422 });
    throw error;
  }
}

/** A page, a drawing or a program for a page; what such text is called does not matter. */
const MARKUP = /<\s*(?:!doctype|html|script|svg)\b/i;
const HEAD_CHARS = 4096;

/** Plain text in an encoding of this country or UTF-8/16, without signs that no text has. */
function textKind(bytes: Buffer, ending: string): ContentKind | null {
  if (bytes.length === 0 || (ending !== 'csv' && ending !== 'txt')) return null;
  const text = decoded(bytes);
  if (text === null || /^\s*<|^%PDF|^\{\\rtf/.test(text)) return null;
  return MARKUP.test(text.slice(0, HEAD_CHARS)) ? null : ending;
}

function decoded(bytes: Buffer): string | null {
  const isUtf16 = [0xfeff, 0xfffe].includes(bytes.length > 1 ? bytes.readUInt16BE(0) : 0);
  const encodings = isUtf16 ? ['utf-16le', 'utf-16be'] : ['utf-8', 'gb18030'];
  for (const encoding of encodings)
    try {
      const text = new TextDecoder(encoding, { fatal: true }).decode(bytes);
      // eslint-disable-next-line no-control-regex
      if (!/[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text)) return text;
    } catch {
      // Not in this encoding.
    }
  return null;
}

/** What a picture says of itself in its first bytes. */
interface PictureFacts {
  mime: 'image/png' | 'image/jpeg' | 'image/webp';
  width: number;
  height: number;
}

/** More than any camera has; a picture is judged by this before anybody unfolds it. */
export const MAX_SIDE = 16_384;
export const MAX_PIXELS = 64_000_000;

/** Whether a picture would unfold into more than anybody wants to hold. */
export const isPictureTooLarge = ({ width, height }: { width: number; height: number }): boolean =>
  width < 1 || height < 1 || Math.max(width, height) > MAX_SIDE || width * height > MAX_PIXELS;

/**
 * Reads kind and size of a picture from its content, whatever its name says. Nothing is decoded,
 * so a small file cannot unfold into a large one.
 * @returns null for anything that is no whole PNG, JPEG or still WebP
 */
export function readPicture(bytes: Buffer): PictureFacts | null {
  try {
    return readPng(bytes) ?? readJpeg(bytes) ?? readWebp(bytes);
  } catch (error) {
    // A length inside the file that points beyond its end.
    if (error instanceof RangeError) return null;
    throw error;
  }
}

const PNG = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

/** Walks the chunks: IHDR comes first, and the file ends where IEND does. */
function readPng(bytes: Buffer): PictureFacts | null {
  if (!bytes.subarray(0, 8).equals(PNG) || nameAt(bytes, 12) !== 'IHDR') return null;
  const size = { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  let at = 8;
  while (at < bytes.length) {
    const next = at + 12 + bytes.readUInt32BE(at);
    const name = nameAt(bytes, at + 4);
    // An animation is no portrait.
    if (name === 'acTL') return null;
    if (name === 'IEND') return next === bytes.length ? { mime: 'image/png', ...size } : null;
    at = next;
  }
  return null;
}

/** Walks the segments up to the frame header; the file ends with the end marker. */
function readJpeg(bytes: Buffer): PictureFacts | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  if (bytes.readUInt16BE(bytes.length - 2) !== 0xffd9) return null;
  let at = 2;
  while (at + 9 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xff) at += 1;
    else if (isFrame(marker))
      return {
        mime: 'image/jpeg',
        height: bytes.readUInt16BE(at + 5),
        width: bytes.readUInt16BE(at + 7),
      };
    // Scan data before any frame header is no JPEG.
    else if (marker === 0xda || marker === 0xd9 || marker < 0xc0) return null;
    else at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}

/** Start of frame; DHT, JPG and DAC lie between. */
const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readWebp(bytes: Buffer): PictureFacts | null {
  if (nameAt(bytes, 0) !== 'RIFF' || nameAt(bytes, 8) !== 'WEBP') return null;
  if (bytes.readUInt32LE(4) + 8 !== bytes.length) return null;
  const size = webpSize(bytes);
  return size && { mime: 'image/webp', ...size };
}

const ANIMATED = 0x02;

function webpSize(bytes: Buffer): { width: number; height: number } | null {
  const kind = nameAt(bytes, 12);
  if (kind === 'VP8X') {
    if (((bytes[20] as number) & ANIMATED) !== 0) return null;
    return { width: bytes.readUIntLE(24, 3) + 1, height: bytes.readUIntLE(27, 3) + 1 };
  }
  if (kind === 'VP8L') {
    if (bytes[20] !== 0x2f) return null;
    const bits = bytes.readUInt32LE(21);
    return { width: (bits & 0x3fff) + 1, height: ((bits >>> 14) & 0x3fff) + 1 };
  }
  if (kind !== 'VP8 ' || bytes.readUIntBE(23, 3) !== 0x9d012a) return null;
  return { width: bytes.readUInt16LE(26) & 0x3fff, height: bytes.readUInt16LE(28) & 0x3fff };
}

const nameAt = (bytes: Buffer, at: number): string => bytes.toString('latin1', at, at + 4);

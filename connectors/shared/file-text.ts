/** The kind of a file in front of its base64, as pages and some carriers write it. */
const DATA_ADDRESS = /^data:[\w.+/-]*(?:;[\w=.-]+)*;base64,/i;
/** How the bytes of PDF, PNG, GIF and JPEG begin in base64. */
const BEGINS_AS_FILE = /^(?:JVBERi0|iVBORw0KGgo|R0lGOD|\/9j\/)/;
// eslint-disable-next-line no-control-regex
const ZPL_TEXT = /^[\s\u0010]*(?:\^XA|CT~|~[A-Z]{2})/i;
const BASE64 = /^[\w+/-]+={0,2}$/;

/**
 * A file out of the text of an answer: base64 in any of its spellings, with its kind in front of it, or
 * encoded twice; commands of a label printer also as they are.
 * @returns null where the text is neither
 */
export function fileOfText(text: string): Uint8Array | null {
  if (ZPL_TEXT.test(text)) return Buffer.from(text, 'latin1');
  const plain = text.trim().replace(/^"|"$/g, '').replace(DATA_ADDRESS, '').replace(/\s+/g, '');
  if (!BASE64.test(plain)) return null;
  const bytes = Buffer.from(plain, 'base64');
  const start = bytes.subarray(0, 16).toString('latin1');
  return BEGINS_AS_FILE.test(start) ? Buffer.from(bytes.toString('latin1'), 'base64') : bytes;
}

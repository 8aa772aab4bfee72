/**
 * Where the picture in a JPEG ends. Phones put more behind it (a second view, a clip, notes of
 * their own); whoever judges the picture wants to know what that is.
 * @returns the offset behind the end marker, or null for anything that is no whole JPEG
 */
export function jpegEnd(bytes: Buffer): number | null {
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== 0xffd8) return null;
  let at = 2;
  while (at + 1 < bytes.length) {
    if (bytes[at] !== 0xff) return null;
    const marker = bytes[at + 1] as number;
    if (marker === 0xd9) return at + 2;
    if (marker === 0xff) at += 1;
    else if (marker < 0xc0 || at + 4 > bytes.length) return null;
    else {
      at += 2 + bytes.readUInt16BE(at + 2);
      if (marker === 0xda) at = behindScan(bytes, at);
    }
  }
  return null;
}

/** Within a scan FF stands before 00 and restart marks only; any other mark ends it. */
function behindScan(bytes: Buffer, start: number): number {
  let at = start;
  for (;;) {
    at = bytes.indexOf(0xff, at);
    if (at < 0) return bytes.length;
    const next = bytes[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && (next < 0xd0 || next > 0xd7)) return at;
    at += next === 0xff ? 1 : 2;
  }
}

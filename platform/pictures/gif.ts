/** More pictures than this in one file are a film. */
const MAX_FRAMES = 1000;

/**
 * Reads the size of a GIF by walking its blocks; nothing is decoded. The file ends with its
 * trailer: what hides a script behind or between the blocks is none.
 */
export function readGif(bytes: Buffer): { mime: 'image/gif'; width: number; height: number } | null {
  if (!/^GIF8[79]a$/.test(bytes.toString('latin1', 0, 6)) || bytes.length < 14) return null;
  const size = { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) };
  let at = 13 + tableBytes(bytes[10] ?? 0);
  for (let frames = 0; at < bytes.length;) {
    const block = bytes[at];
    if (block === 0x3b) return at === bytes.length - 1 && frames > 0 ? { mime: 'image/gif', ...size } : null;
    if (block === 0x21) at = afterBlocks(bytes, at + 2);
    else if (block === 0x2c && ++frames <= MAX_FRAMES && isInside(bytes, at, size))
      at = afterBlocks(bytes, at + 11 + tableBytes(bytes[at + 9] ?? 0));
    else return null;
  }
  return null;
}

/** Length of a colour table, from the flags that announce it. */
const tableBytes = (flags: number): number => ((flags & 0x80) === 0 ? 0 : 3 * 2 ** ((flags & 7) + 1));

/** Behind a run of blocks, each of which says how long it is; the last is empty. */
function afterBlocks(bytes: Buffer, start: number): number {
  let at = start;
  while (at < bytes.length && bytes[at] !== 0) at += (bytes[at] ?? 0) + 1;
  return at + 1;
}

/** A frame larger than the picture would be unfolded all the same. */
function isInside(bytes: Buffer, at: number, size: { width: number; height: number }): boolean {
  if (at + 10 > bytes.length) return false;
  const right = bytes.readUInt16LE(at + 1) + bytes.readUInt16LE(at + 5);
  return right <= size.width && bytes.readUInt16LE(at + 3) + bytes.readUInt16LE(at + 7) <= size.height;
}

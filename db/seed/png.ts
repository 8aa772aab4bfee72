import { crc32, deflateSync } from 'node:zlib';

const MAGIC = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);

function chunk(name: string, data: Uint8Array): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

export interface PngPixels {
  width: number;
  height: number;
  /** Row by row: red, green, blue and opacity of each pixel, or its place in the palette. */
  data: Uint8Array | Uint8ClampedArray;
  /** Red, green and blue of each colour, 256 at most; absent: each pixel has its own. */
  palette?: Uint8Array;
}

/** Writes a PNG of eight bits, not interlaced. */
export function encodePng({ width, height, data, palette }: PngPixels): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, palette ? 3 : 6, 0, 0, 0], 8);
  const bytes = palette ? width : width * 4;
  // Each row says first by which rule it was folded: none.
  const rows = Buffer.alloc(height * (bytes + 1));
  for (let y = 0; y < height; y++) rows.set(data.subarray(y * bytes, (y + 1) * bytes), y * (bytes + 1) + 1);
  return Buffer.concat([
    MAGIC,
    chunk('IHDR', size),
    ...(palette ? [chunk('PLTE', palette)] : []),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

import { crc32, deflateSync } from 'node:zlib';

/** Lines drawn by hand: x, y, x, y … each, within the size of the picture. */
export type Strokes = readonly (readonly number[])[];

const WHITE = 255;
const RADIUS = 2;

/**
 * A grey PNG of lines drawn by hand, black on white. What somebody draws comes as numbers and never as a
 * picture: nothing foreign has to be decoded to show or print it.
 */
export function strokesPng(strokes: Strokes, width: number, height: number): Buffer {
  const pixels = Buffer.alloc(width * height, WHITE);
  const dot = (cx: number, cy: number): void => {
    for (let y = Math.max(0, cy - RADIUS); y <= Math.min(height - 1, cy + RADIUS); y += 1)
      for (let x = Math.max(0, cx - RADIUS); x <= Math.min(width - 1, cx + RADIUS); x += 1)
        if ((x - cx) ** 2 + (y - cy) ** 2 <= RADIUS ** 2) pixels[y * width + x] = 0;
  };
  for (const stroke of strokes)
    for (let at = 0; at + 1 < stroke.length; at += 2) {
      const [x, y] = [stroke[at] ?? 0, stroke[at + 1] ?? 0];
      const [fromX, fromY] = at === 0 ? [x, y] : [stroke[at - 2] ?? x, stroke[at - 1] ?? y];
      const steps = Math.max(1, Math.ceil(Math.hypot(x - fromX, y - fromY)));
      for (let step = 0; step <= steps; step += 1)
        dot(Math.round(fromX + ((x - fromX) * step) / steps), Math.round(fromY + ((y - fromY) * step) / steps));
    }
  return encode(pixels, width, height);
}

function encode(pixels: Buffer, width: number, height: number): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  // Eight bits of grey.
  head.set([8, 0, 0, 0, 0], 8);
  const rows = Buffer.alloc((width + 1) * height);
  for (let y = 0; y < height; y += 1) pixels.copy(rows, y * (width + 1) + 1, y * width, (y + 1) * width);
  return Buffer.concat([
    Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]),
    chunk('IHDR', head),
    chunk('IDAT', deflateSync(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

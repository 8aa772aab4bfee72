/** A chunk of a PNG; nobody here looks at its checksum. */
const chunk = (name: string, data: Buffer): Buffer => {
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length, 0);
  head.write(name, 4, 'latin1');
  return Buffer.concat([head, data, Buffer.alloc(4)]);
};

/** A PNG of a size, padded to some weight if wanted. */
export function png(width: number, height: number, padding = 0): Buffer {
  const size = Buffer.alloc(13);
  size.writeUInt32BE(width, 0);
  size.writeUInt32BE(height, 4);
  size.set([8, 6, 0, 0, 0], 8);
  const magic = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    magic,
    chunk('IHDR', size),
    ...(padding > 0 ? [chunk('tEXt', Buffer.alloc(padding, 0x61))] : []),
    chunk('IDAT', Buffer.from('not looked into')),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

/** A JPEG as a camera writes it: frame, one scan with an escaped FF and a restart mark, end. */
export function jpeg(width: number, height: number): Buffer {
  const frame = Buffer.from([0xff, 0xc0, 0, 17, 8, 0, 0, 0, 0, 3, ...Array<number>(9).fill(1)]);
  frame.writeUInt16BE(height, 5);
  frame.writeUInt16BE(width, 7);
  const scan = [0xff, 0xda, 0, 8, 1, 1, 0, 0, 0x3f, 0, 7, 0xff, 0, 7, 0xff, 0xd0, 7];
  return Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 4, 0, 0, ...frame, ...scan, 0xff, 0xd9]);
}

/** A GIF of one frame. */
export const gif = (width: number, height: number): Buffer => {
  const screen = Buffer.alloc(7);
  screen.writeUInt16LE(width, 0);
  screen.writeUInt16LE(height, 2);
  const frame = Buffer.from([0x2c, 0, 0, 0, 0, 1, 0, 1, 0, 0, 2, 2, 0x44, 1, 0, 0x3b]);
  return Buffer.concat([Buffer.from('GIF89a', 'latin1'), screen, frame]);
};

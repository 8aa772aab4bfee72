/** Cell formats by position after the fifteen that the format demands. */
export const XF_GENERAL = 15;
export const XF_HEADER = 16;
export const XF_TEXT = 17;

const MAX_RECORD = 8224;
const FORMAT_GENERAL = 0;
const FORMAT_TEXT = 49;

/** Collects the records of a BIFF8 workbook stream ([MS-XLS] §2.3). All numbers little endian. */
export type Biff8Records = {
  record(id: number, body: Buffer): void;
  length(): number;
  bytes(): Buffer;
};

export function biff8Records(): Biff8Records {
  let buffer = Buffer.allocUnsafe(64 * 1024);
  let used = 0;
  return {
    record(id, body) {
      if (used + body.length + 4 > buffer.length) {
        const bigger = Buffer.allocUnsafe((used + body.length + 4) * 2);
        buffer.copy(bigger, 0, 0, used);
        buffer = bigger;
      }
      used = buffer.writeUInt16LE(id, used);
      used = buffer.writeUInt16LE(body.length, used);
      used += body.copy(buffer, used);
    },
    length: () => used,
    bytes: () => buffer.subarray(0, used),
  };
}

export function u16(...values: number[]): Buffer {
  const body = Buffer.allocUnsafe(values.length * 2);
  values.forEach((value, index) => body.writeUInt16LE(value, index * 2));
  return body;
}

export function u32(...values: number[]): Buffer {
  const body = Buffer.allocUnsafe(values.length * 4);
  values.forEach((value, index) => body.writeUInt32LE(value, index * 4));
  return body;
}

/** BOF of the workbook globals (0x0005) or of a sheet (0x0010). */
export function beginning(kind: 0x0005 | 0x0010): Buffer {
  return Buffer.concat([u16(0x0600, kind, 0x0dbb, 0x07cc), u32(0x41, 0x06)]);
}

/** Fonts (normal, bold) and cell formats: general, bold header, text. */
export function writeFormats(records: Biff8Records): void {
  // Four fonts are the least that every reader expects; number 4 does not exist in BIFF.
  for (const bold of [false, true, false, false]) records.record(0x0031, font(bold));
  for (let style = 0; style < 15; style += 1) {
    records.record(0x00e0, cellFormat(0, FORMAT_GENERAL, 0xfff5, style === 0 ? 0 : 0xf4));
  }
  records.record(0x00e0, cellFormat(0, FORMAT_GENERAL, 0x0001, 0));
  records.record(0x00e0, cellFormat(1, FORMAT_TEXT, 0x0001, 0x0c));
  records.record(0x00e0, cellFormat(0, FORMAT_TEXT, 0x0001, 0x04));
  records.record(0x0293, Buffer.concat([u16(0x8000), Buffer.of(0, 0xff)]));
}

/** The shared string table; a string may run over into CONTINUE records (§2.5.293). */
export function writeStringTable(records: Biff8Records, strings: readonly string[], references: number): void {
  let id = 0x00fc;
  const body = Buffer.allocUnsafe(MAX_RECORD);
  let used = u32(references, strings.length).copy(body);
  const flush = () => {
    records.record(id, body.subarray(0, used));
    id = 0x003c;
    used = 0;
  };
  for (const text of strings) {
    const wide = isWide(text);
    // Length, flag and the first character stay together.
    if (used + 3 + (wide ? 2 : 1) > MAX_RECORD) flush();
    used = body.writeUInt16LE(text.length, used);
    used = body.writeUInt8(wide ? 1 : 0, used);
    for (let taken = 0; taken < text.length;) {
      if (used + (wide ? 2 : 1) > MAX_RECORD) {
        flush();
        used = body.writeUInt8(wide ? 1 : 0, used);
      }
      const room = Math.floor((MAX_RECORD - used) / (wide ? 2 : 1));
      const part = text.slice(taken, taken + room);
      used += body.write(part, used, wide ? 'utf16le' : 'latin1');
      taken += part.length;
    }
  }
  flush();
}

/** A text with its length in one byte, always in UTF-16: sheet and font names. */
export function shortText(text: string): Buffer {
  return Buffer.concat([Buffer.of(text.length, 1), Buffer.from(text, 'utf16le')]);
}

function isWide(text: string): boolean {
  return /[\u0100-\uffff]/.test(text);
}

function font(bold: boolean): Buffer {
  const head = u16(220, 0, 0x7fff, bold ? 700 : 400, 0);
  return Buffer.concat([head, Buffer.of(0, 2, 0, 0), shortText('Calibri')]);
}

function cellFormat(fontIndex: number, format: number, flags: number, own: number): Buffer {
  const bottomAligned = 0x20;
  const noPattern = 0x20c0;
  return Buffer.concat([u16(fontIndex, format, flags), Buffer.of(bottomAligned, 0, 0, own), u32(0, 0), u16(noPattern)]);
}

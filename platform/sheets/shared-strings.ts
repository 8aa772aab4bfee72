import { tooLarge } from './row-meter.ts';

/** The string table of a workbook, packed: strings of their own would cost several times as much. */
export type SharedStrings = {
  add(text: string): void;
  /** undefined when there is no such string. */
  get(index: number): string | undefined;
};

const BLOCK_BYTES = 1024 * 1024;
const MAX_BYTES = 96 * 1024 * 1024;
const MAX_STRINGS = 8_000_000;

export function createSharedStrings(): SharedStrings {
  const blocks: Buffer[] = [];
  let used = BLOCK_BYTES;
  let starts = new Float64Array(1024);
  let lengths = new Uint32Array(1024);
  let count = 0;
  return {
    add(text) {
      const size = Buffer.byteLength(text);
      if (used + size > BLOCK_BYTES) {
        if (blocks.length * BLOCK_BYTES >= MAX_BYTES || count >= MAX_STRINGS) throw tooLarge();
        blocks.push(Buffer.allocUnsafe(BLOCK_BYTES));
        used = 0;
      }
      if (count === starts.length) {
        if (count >= MAX_STRINGS) throw tooLarge();
        starts = grown(starts, new Float64Array(count * 2));
        lengths = grown(lengths, new Uint32Array(count * 2));
      }
      blocks[blocks.length - 1]?.write(text, used);
      starts[count] = (blocks.length - 1) * BLOCK_BYTES + used;
      lengths[count] = size;
      count += 1;
      used += size;
    },
    get(index) {
      const start = index < count ? starts[index] : undefined;
      if (start === undefined) return undefined;
      const offset = start % BLOCK_BYTES;
      const block = blocks[Math.floor(start / BLOCK_BYTES)];
      return block?.toString('utf8', offset, offset + (lengths[index] ?? 0));
    },
  };
}

function grown<T extends Float64Array | Uint32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

import { constants, crc32, deflateRaw } from 'node:zlib';
import { promisify } from 'node:util';
import { Zip } from 'fflate';
import type { ZipInputFile } from 'fflate';
import { SheetError } from './sheet-error.ts';

/** A ZIP archive that is written while it grows. One part is open at a time. */
type ZipStream = {
  /** Adds a whole small part. */
  addPart(name: string, text: string): Promise<void>;
  /** Adds a file as it is, piece by piece: for what is compressed already. */
  addFile(name: string, pieces: AsyncIterable<Uint8Array<ArrayBuffer>>): Promise<void>;
  /** Opens a part that is filled piece by piece; the pieces are compressed off the event loop. */
  openPart(name: string): ZipPart;
  /** Writes the directory. The destination itself stays open. */
  finish(): Promise<void>;
};

export type ZipPart = {
  /**
   * Takes a text; now and then (a piece is full) answers a promise to wait for before the next
   * call, which resolves when there is room for another piece and the destination wants more.
   */
  write(text: string): Promise<void> | undefined;
  close(): Promise<void>;
};

/** Sizes are 32-bit fields in a plain ZIP; beyond that most readers would see a damaged file. */
const MAX_PART_BYTES = 0xffff_ffff;
const PIECE_BYTES = 256 * 1024;
/** Bytes that one UTF-16 unit can take in UTF-8. */
const MAX_UTF8 = 3;

const compress = promisify(deflateRaw);

/**
 * Opens a ZIP archive over a Node stream and respects its backpressure.
 * The container comes from fflate, the compression from zlib at level 1: three times less CPU than
 * compressing in JavaScript, and on another thread than the one that builds the rows.
 */
export function openZipStream(out: NodeJS.WritableStream): ZipStream {
  const sink = openSink(out);
  const zip = new Zip((error, chunk) => {
    if (error) sink.fail(error);
    else sink.push(chunk);
  });
  const openPart = (name: string) => {
    const part = newPart(name);
    zip.add(part);
    return part;
  };
  return {
    async addPart(name, text) {
      const part = openPart(name);
      await pushPiece(part, Buffer.from(text), true);
      await sink.flushed();
    },
    async addFile(name, pieces) {
      const part: ZipInputFile = { ...newPart(name), compression: 0 };
      zip.add(part);
      for await (const piece of pieces) {
        part.crc = crc32(piece, part.crc);
        part.size += piece.length;
        part.ondata?.(null, piece, false);
        await sink.flushed();
      }
      part.ondata?.(null, new Uint8Array(0), true);
      await sink.flushed();
    },
    openPart(name) {
      return fillPart(openPart(name), sink);
    },
    async finish() {
      zip.end();
      await sink.flushed();
    },
  };
}

/**
 * Text is encoded at once into a piece of fixed size, so the garbage stays young and small. A piece
 * is compressed in the thread pool while the caller fills the other one. Each compressed piece is a
 * run of deflate blocks ended on a byte border: joined they are one valid deflate stream.
 */
function fillPart(part: ZipInputFile, sink: Sink): ZipPart {
  const pieces = [Buffer.allocUnsafe(PIECE_BYTES), Buffer.allocUnsafe(PIECE_BYTES)] as const;
  let current = 0;
  let filled = 0;
  let pending: Promise<void> = Promise.resolve();

  async function turnOver(): Promise<void> {
    const piece = pieces[current as 0 | 1].subarray(0, filled);
    current = 1 - current;
    filled = 0;
    await pending;
    pending = pushPiece(part, piece, false);
    // The failure is reported by the next await; this only keeps it from being called unhandled.
    pending.catch(() => undefined);
    await sink.flushed();
  }
  return {
    write(text) {
      if (text.length * MAX_UTF8 > PIECE_BYTES - filled) return writeLong(text);
      filled += pieces[current as 0 | 1].write(text, filled);
      return undefined;
    },
    async close() {
      await turnOver();
      await pending;
      await pushPiece(part, Buffer.alloc(0), true);
      await sink.flushed();
    },
  };

  async function writeLong(text: string): Promise<void> {
    const bytes = Buffer.from(text);
    for (let taken = 0; taken < bytes.length;) {
      if (filled === PIECE_BYTES) await turnOver();
      const copied = bytes.copy(pieces[current as 0 | 1], filled, taken);
      filled += copied;
      taken += copied;
    }
    if (filled > PIECE_BYTES / 2) await turnOver();
  }
}

function newPart(filename: string): ZipInputFile {
  return { filename, size: 0, crc: 0, compression: 8, flag: 3 };
}

async function pushPiece(part: ZipInputFile, piece: Buffer, final: boolean): Promise<void> {
  part.crc = crc32(piece, part.crc);
  part.size += piece.length;
  if (part.size > MAX_PART_BYTES) {
    throw new SheetError('too_large', '导出内容超过 4 GB，请缩小导出范围');
  }
  const finishFlush = final ? constants.Z_FINISH : constants.Z_SYNC_FLUSH;
  const compressed = await compress(piece, { level: 1, finishFlush });
  part.ondata?.(null, compressed as Buffer<ArrayBuffer>, final);
}

type Sink = {
  push(chunk: Uint8Array): void;
  fail(error: Error): void;
  /** Resolves when the destination has room; rejects when it failed or was closed early. */
  flushed(): Promise<void>;
};

function openSink(out: NodeJS.WritableStream): Sink {
  let failure: Error | undefined;
  let full = false;
  let wake: () => void = () => undefined;
  out.on('drain', () => {
    full = false;
    wake();
  });
  const fail = (error: Error) => {
    failure ??= error;
    wake();
  };
  out.on('error', fail);
  out.on('close', () => fail(new Error('the destination was closed before the archive was complete')));
  return {
    push(chunk) {
      if (!failure && !out.write(chunk)) full = true;
    },
    fail,
    async flushed() {
      while (full && !failure) await new Promise<void>((resolve) => (wake = resolve));
      if (failure) throw failure;
    },
  };
}

import { crc32 } from 'node:zlib';
import yauzl from 'yauzl';
import type { Entry, ZipFile } from 'yauzl';
import { SheetError } from './sheet-error.ts';
import { tooLarge } from './row-meter.ts';

/** The parts of a ZIP archive, checked before anything is unpacked. */
export type SafeZip = {
  has(name: string): boolean;
  names(): string[];
  /** The bytes of a part as they are unpacked; throws when they do not match their checksum. */
  read(name: string): AsyncIterable<Buffer>;
  close(): void;
};

const MAX_ENTRIES = 5_000;
/** Apache POI draws the line at the same ratio; sheets of real life stay below 1:50. */
const MAX_RATIO = 100;
const RATIO_FREE_BYTES = 16 * 1024 * 1024;
const NESTED = /\.(?:zip|xls[xmb]?|doc[xm]?|ppt[xm]?|ods|odt|jar|7z|rar|t?gz|bz2|xz)$/i;
/** A document that stands in a sheet as an object: honest people have them, and can take them out. */
const OBJECT = /^xl\/embeddings\/[^/]+\.(?:xls|doc|ppt)[xmb]$/;
const STORED = 0;
const DEFLATED = 8;

/**
 * Opens an archive and refuses it from its directory alone when it could not be an honest workbook:
 * too many entries, more than `maxUncompressedBytes` or 1:100 when unpacked, odd or doubled names,
 * archives inside, encryption. Sizes cannot be forged: reading stops where a part outgrows its
 * declared size. Throws SheetError.
 */
export async function openSafeZip(file: string | Buffer, maxUncompressedBytes: number): Promise<SafeZip> {
  const zip = await open(file);
  try {
    const entries = await readDirectory(zip, maxUncompressedBytes);
    return {
      has: (name) => entries.has(name.toLowerCase()),
      names: () => [...entries.keys()],
      read: (name) => readEntry(zip, entries.get(name.toLowerCase())),
      close: () => zip.close(),
    };
  } catch (error) {
    zip.close();
    throw error;
  }
}

async function open(file: string | Buffer): Promise<ZipFile> {
  try {
    return typeof file === 'string'
      ? await yauzl.openPromise(file, { autoClose: false })
      : await yauzl.fromBufferPromise(file, {});
  } catch (error) {
    throw new SheetError('unreadable', '文件已损坏，无法读取', error);
  }
}

async function readDirectory(zip: ZipFile, maxBytes: number): Promise<Map<string, Entry>> {
  if (zip.entryCount > MAX_ENTRIES) throw unsafe();
  const entries = new Map<string, Entry>();
  let packed = 0;
  let unpacked = 0;
  for await (const entry of eachEntry(zip)) {
    const name = entry.fileName.toLowerCase();
    if (OBJECT.test(name)) throw new SheetError('unsafe', '文件中嵌有其他文档（对象），请删除后再导入');
    if (entries.has(name) || name.includes('\0') || NESTED.test(name)) throw unsafe();
    if (entry.isEncrypted()) throw new SheetError('encrypted', '文件已加密，请取消密码后再导入');
    entries.set(name, entry);
    packed += entry.compressedSize;
    unpacked += entry.uncompressedSize;
    if (unpacked > maxBytes) throw tooLarge();
  }
  if (unpacked > RATIO_FREE_BYTES && unpacked > packed * MAX_RATIO) throw unsafe();
  return entries;
}

async function* eachEntry(zip: ZipFile): AsyncGenerator<Entry> {
  try {
    yield* zip.eachEntry();
  } catch (error) {
    const message = error instanceof Error ? error.message : '';
    // yauzl's wording for entry names that would leave the folder they are unpacked to.
    if (/absolute path|relative path|invalid characters/.test(message)) throw unsafe(error);
    throw new SheetError('unreadable', '文件已损坏，无法读取', error);
  }
}

async function* readEntry(zip: ZipFile, entry: Entry | undefined): AsyncGenerator<Buffer> {
  if (!entry || (entry.compressionMethod !== STORED && entry.compressionMethod !== DEFLATED)) {
    throw new SheetError('unreadable', '文件已损坏，无法读取');
  }
  let sum = 0;
  const stream = await zip.openReadStreamPromise(entry).catch((error: unknown) => {
    throw new SheetError('unreadable', '文件已损坏，无法读取', error);
  });
  try {
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    for (;;) {
      const next = await chunks.next().catch((error: unknown) => {
        throw new SheetError('unreadable', '文件已损坏，无法读取', error);
      });
      if (next.done) break;
      sum = crc32(next.value, sum);
      yield next.value;
    }
  } finally {
    stream.destroy();
  }
  if (sum !== entry.crc32) throw new SheetError('unreadable', '文件已损坏，无法读取');
}

function unsafe(cause?: unknown): SheetError {
  return new SheetError('unsafe', '文件结构异常，出于安全考虑已拒绝', cause);
}

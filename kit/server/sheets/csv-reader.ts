import { createReadStream } from 'node:fs';
import { TextDecoder } from 'node:util';
import { restoreNeutralised } from './neutralise.ts';
import { cellTooLong, createRowMeter, tooLarge, tooManyColumns } from './row-meter.ts';
import { SheetError } from './sheet-error.ts';
import { MAX_CELL_CHARS } from './sheet-limits.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';

/**
 * Streams the rows of a delimited text file: comma, semicolon or tab (whichever the first line has
 * most of, or what its `sep=` line says), quotes doubled inside quotes. UTF-8, UTF-16 with a byte
 * order mark, else GB18030 (what Chinese Excel writes). Values stay exactly as typed: leading zeros
 * and long numbers survive. `rowNumber` counts records. Throws SheetError.
 */
export async function* readCsv(
  file: string | Buffer,
  limits: SheetLimits,
): AsyncGenerator<SheetRow> {
  const encoding = await detectEncoding(file, limits.maxUncompressedBytes);
  const meter = createRowMeter(limits);
  let splitter: RecordSplitter | undefined;
  let head = '';
  let rowNumber = 0;
  const toRows = function* (records: string[][]): Generator<SheetRow> {
    for (const record of records) {
      rowNumber += 1;
      const cells = record.map((text) => (text === '' ? null : restoreNeutralised(text)));
      while (cells.length > 0 && cells[cells.length - 1] === null) cells.pop();
      if (cells.length === 0) continue;
      meter.row(cells);
      yield { rowNumber, cells };
    }
  };
  for await (const text of decoded(file, encoding)) {
    if (splitter) {
      yield* toRows(splitter.write(text));
      continue;
    }
    head += text;
    if (!/[\r\n]/.test(head) && head.length < MAX_CELL_CHARS) continue;
    splitter = startSplitter(head);
    yield* toRows(splitter.write(splitter.rest));
  }
  splitter ??= startSplitter(head);
  if (rowNumber === 0) yield* toRows(splitter.write(splitter.rest));
  yield* toRows(splitter.close());
}

/** Excel fills up all columns that were ever used, so many may be empty. */
const MAX_FIELDS = 16_384;

type RecordSplitter = { rest: string; write(text: string): string[][]; close(): string[][] };

function startSplitter(head: string): RecordSplitter {
  const declared = /^sep=(.)\r?\n/.exec(head);
  if (declared) return recordSplitter(declared[1] ?? ',', head.slice(declared[0].length));
  const [line = ''] = head.replace(/"[^"]*"/g, '').split(/[\r\n]/, 1);
  const count = (delimiter: string) => line.split(delimiter).length;
  const [best = ','] = [',', '\t', ';'].sort((a, b) => count(b) - count(a));
  return recordSplitter(best, head);
}

/** RFC 4180 records, character by character; a quote opens only at the start of a field. */
function recordSplitter(delimiter: string, rest: string): RecordSplitter {
  let record: string[] = [];
  let field = '';
  let state: 'start' | 'plain' | 'quoted' | 'quote-in-quoted' = 'start';
  let skipLineFeed = false;

  function endField(): void {
    if (record.push(field) > MAX_FIELDS) throw tooManyColumns();
    field = '';
    state = 'start';
  }

  function write(text: string): string[][] {
    const records: string[][] = [];
    let from = 0;
    const take = (to: number) => {
      field += text.slice(from, to);
      if (field.length > MAX_CELL_CHARS) {
        throw state === 'quoted'
          ? new SheetError('unreadable', '文件中的引号没有配对')
          : cellTooLong();
      }
    };
    for (let index = 0; index < text.length; index += 1) {
      const character = text[index] as string;
      if (state === 'quoted') {
        if (character !== '"') continue;
        take(index);
        from = index + 1;
        state = 'quote-in-quoted';
        continue;
      }
      if (state === 'quote-in-quoted') {
        state = character === '"' ? 'quoted' : 'plain';
        // A doubled quote stands for itself: the second one stays in the text.
        from = index;
        if (state === 'quoted') continue;
      }
      const lineFeedOfPair = skipLineFeed && character === '\n';
      skipLineFeed = false;
      if (lineFeedOfPair) from = index + 1;
      else if (character === delimiter || character === '\n' || character === '\r') {
        take(index);
        from = index + 1;
        endField();
        if (character === delimiter) continue;
        records.push(record);
        record = [];
        skipLineFeed = character === '\r';
      } else if (state === 'start') {
        state = character === '"' ? 'quoted' : 'plain';
        from = character === '"' ? index + 1 : index;
      }
    }
    if (state !== 'quote-in-quoted') take(text.length);
    return records;
  }

  return {
    rest,
    write,
    close() {
      if (state === 'quoted') throw new SheetError('unreadable', '文件中的引号没有配对');
      if (field === '' && record.length === 0) return [];
      endField();
      return [record];
    },
  };
}

/** Reads the file once to know: valid UTF-8 is UTF-8, anything else must be GB18030. */
async function detectEncoding(file: string | Buffer, maxBytes: number): Promise<string> {
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true });
  let bytes = 0;
  for await (const chunk of rawBytes(file)) {
    if (bytes === 0 && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (bytes === 0 && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    bytes += chunk.length;
    if (bytes > maxBytes) throw tooLarge();
    if (chunk.includes(0)) throw new SheetError('unsupported', '不支持的文件格式');
    utf8 = decodes(utf8, chunk, true);
  }
  return decodes(utf8, new Uint8Array(), false) ? 'utf-8' : 'gb18030';
}

function decodes(
  decoder: TextDecoder | undefined,
  chunk: Uint8Array,
  stream: boolean,
): TextDecoder | undefined {
  try {
    decoder?.decode(chunk, { stream });
    return decoder;
  } catch {
    return undefined;
  }
}

async function* decoded(file: string | Buffer, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  try {
    for await (const chunk of rawBytes(file)) yield decoder.decode(chunk, { stream: true });
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    throw new SheetError('unreadable', '文件编码无法识别，请另存为 UTF-8 或 .xlsx', error);
  }
}

const CHUNK_BYTES = 64 * 1024;

async function* rawBytes(file: string | Buffer): AsyncGenerator<Buffer> {
  if (typeof file === 'string') {
    yield* createReadStream(file, { highWaterMark: CHUNK_BYTES }) as AsyncIterable<Buffer>;
    return;
  }
  for (let start = 0; start < file.length; start += CHUNK_BYTES) {
    yield file.subarray(start, start + CHUNK_BYTES);
  }
}

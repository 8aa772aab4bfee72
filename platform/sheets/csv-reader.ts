import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { TextDecoder } from 'node:util';
import { codePageGuess, decodes } from './code-page.ts';
import { csvRecords } from './csv-records.ts';
import { restoreNeutralised } from './neutralise.ts';
import { createRowMeter, tooLarge } from './row-meter.ts';
import { SheetError } from './sheet-error.ts';
import { newFacts, type SheetFacts, type SheetLook } from './sheet-facts.ts';
import { MAX_CELL_CHARS } from './sheet-limits.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';

/**
 * Streams the rows of a delimited text file: comma, semicolon, tab or bar (whichever its head has
 * most of, or what its `sep=` line says). UTF-8, UTF-16 with a byte order mark, else GB18030 (what
 * Chinese Excel writes) or Windows-1252 (English Excel), distinguished by their letters. Values stay exactly as typed: leading zeros and long numbers survive.
 * `rowNumber` counts records. Throws SheetError.
 */
export async function* readCsv(
  file: string | Buffer,
  limits: SheetLimits,
  { facts = newFacts() }: SheetLook = {},
): AsyncGenerator<SheetRow> {
  const size = typeof file === 'string' ? (await stat(file)).size : file.length;
  if (size > limits.maxUncompressedBytes) throw tooLarge();
  const meter = createRowMeter(limits);
  let rowNumber = 0;
  for await (const record of records(file, await detectEncoding(file), facts)) {
    rowNumber += 1;
    const cells = record.map((text) => restoreNeutralised(plainText(text)) || null);
    while (cells.length > 0 && cells[cells.length - 1] === null) cells.pop();
    if (cells.length === 0) continue;
    meter.row(cells);
    yield { rowNumber, cells, width: record.length };
  }
}

/** `="08817"`: how programs write a text that Excel would make a number of. */
const AS_TEXT = /^="((?:[^"]|"")*)"$/;

function plainText(text: string): string {
  const inner = text.startsWith('="') ? AS_TEXT.exec(text)?.[1] : undefined;
  return inner === undefined ? text : inner.replaceAll('""', '"');
}

async function* records(file: string | Buffer, encoding: string, facts: SheetFacts): AsyncGenerator<string[]> {
  const texts = decoded(file, encoding);
  try {
    let head = '';
    for (let next = await texts.next(); !next.done; next = await texts.next()) {
      head += next.value;
      if (linesOf(head).length > HEAD_LINES || head.length > MAX_CELL_CHARS) break;
    }
    const declared = /^sep=(.)\r?\n/.exec(head);
    facts.separator = declared?.[1] ?? likelyDelimiter(head);
    const splitter = csvRecords(facts.separator);
    yield* splitter.write(head.slice(declared?.[0].length ?? 0));
    for await (const text of texts) yield* splitter.write(text);
    yield* splitter.close();
  } finally {
    await texts.return(undefined);
  }
}

/** Titles may stand above the head. */
const HEAD_LINES = 5;
const linesOf = (text: string): string[] => text.replace(/"[^"]*"/g, '').split(/\r\n?|\n/);

/** Of the first line that is parted into three, else into two: a title above has a comma at most. */
function likelyDelimiter(head: string): string {
  const lines = linesOf(head).slice(0, HEAD_LINES);
  for (const least of [3, 2])
    for (const line of lines) {
      const count = (delimiter: string) => line.split(delimiter).length;
      const [best = ','] = [',', '\t', ';', '|'].sort((a, b) => count(b) - count(a));
      if (count(best) >= least) return best;
    }
  return ',';
}

/** Reads the file once to know: what is marked as UTF-8 or nearly valid is UTF-8, anything else is of China or of the West. */
async function detectEncoding(file: string | Buffer): Promise<string> {
  let utf8: TextDecoder | undefined = new TextDecoder('utf-8', { fatal: true });
  const page = codePageGuess();
  let first = true;
  for await (const chunk of rawBytes(file)) {
    if (first && chunk[0] === 0xff && chunk[1] === 0xfe) return 'utf-16le';
    if (first && chunk[0] === 0xfe && chunk[1] === 0xff) return 'utf-16be';
    if (first && chunk[0] === 0xef && chunk[1] === 0xbb && chunk[2] === 0xbf) return 'utf-8';
    first = false;
    if (chunk.includes(0)) throw new SheetError('unsupported', '不支持的文件格式');
    utf8 = decodes(utf8, chunk, true);
    page.look(chunk);
  }
  return decodes(utf8, new Uint8Array(), false) ? 'utf-8' : page.name();
}

async function* decoded(file: string | Buffer, encoding: string): AsyncGenerator<string> {
  const decoder = new TextDecoder(encoding, { fatal: true });
  let lines = 1;
  let last: Buffer = Buffer.alloc(0);
  try {
    for await (const chunk of rawBytes(file)) {
      last = chunk;
      yield decoder.decode(chunk, { stream: true });
      lines += lineBreaks(chunk);
    }
    last = Buffer.alloc(0);
    yield decoder.decode();
  } catch (error) {
    if (!(error instanceof TypeError)) throw error;
    // Names and addresses that another program cut off by bytes end in half a character.
    const [whole = ''] = new TextDecoder(encoding).decode(last).split('\ufffd', 1);
    const row = lines + lineBreaks(Buffer.from(whole));
    throw new SheetError('unreadable', `第 ${row} 行附近有无法识别的文字，请改正后另存为 UTF-8 或 .xlsx`, error);
  }
}

const lineBreaks = (bytes: Buffer): number => bytes.toString('latin1').split('\n').length - 1;

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

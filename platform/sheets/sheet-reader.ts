import { open } from 'node:fs/promises';
import { readCsv } from './csv-reader.ts';
import { SheetError } from './sheet-error.ts';
import type { SheetLook } from './sheet-facts.ts';
import { DEFAULT_LIMITS } from './sheet-limits.ts';
import type { SheetLimits, SheetRow } from './sheet-limits.ts';
import { readXls } from './xls-reader.ts';
import { readXlsx } from './xlsx-reader.ts';

type SheetFormat = 'xlsx' | 'xls' | 'csv';

const HEAD_BYTES = 4096;

/**
 * Streams the rows of a visible sheet (the first unless `look` names another) of an .xlsx, .xls or .csv
 * file, distinguished by what it holds and never by its name. Empty rows and cells are left out or null. All values are text: dates
 * `YYYY-MM-DD HH:mm:ss`, numbers as plain decimals, booleans TRUE/FALSE, texts without the
 * apostrophe that an export put before them; what a text does not say (an error, a formula that nobody
 * calculated) is in the notes of its row. Iterating throws SheetError, whose message can be
 * shown; leaving the loop early closes the file.
 */
export async function* readSheet(
  file: string | Buffer,
  limits: Partial<SheetLimits> = {},
  look: SheetLook = {},
): AsyncGenerator<SheetRow> {
  const full = { ...DEFAULT_LIMITS, ...limits };
  switch (detectSheetFormat(await fileHead(file))) {
    case 'xlsx':
      return yield* readXlsx(file, full, look);
    case 'xls':
      return yield* readXls(file, full, look);
    case 'csv':
      return yield* readCsv(file, full, look);
  }
}

/** The format by the first bytes of a file. Throws SheetError for anything that is no spreadsheet. */
function detectSheetFormat(head: Buffer): SheetFormat {
  if (head.length === 0) throw new SheetError('empty', '文件为空');
  if (startsWith(head, 0x50, 0x4b, 0x03, 0x04)) return 'xlsx';
  if (startsWith(head, 0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1)) return 'xls';
  const text = head.toString('latin1').replace(/^(?:\xef\xbb\xbf|\xff\xfe|\xfe\xff)/, '');
  if (/^[\s\0]*(?:<|MIME-Version:)/i.test(text)) {
    throw new SheetError('unsupported', '文件内容是网页或 XML，请用 Excel 另存为 .xlsx 后再导入');
  }
  const utf16 = startsWith(head, 0xff, 0xfe) || startsWith(head, 0xfe, 0xff);
  // eslint-disable-next-line no-control-regex
  if (/^%PDF|^\{\\rtf/.test(text) || (!utf16 && /[\0-\x08\x0e-\x1a\x1c-\x1f]/.test(text))) {
    throw new SheetError('unsupported', '不支持的文件格式，请上传 .xlsx、.xls 或 .csv 文件');
  }
  return 'csv';
}

function startsWith(head: Buffer, ...bytes: number[]): boolean {
  return bytes.every((byte, index) => head[index] === byte);
}

async function fileHead(file: string | Buffer): Promise<Buffer> {
  if (typeof file !== 'string') return file.subarray(0, HEAD_BYTES);
  const handle = await open(file, 'r');
  try {
    const { bytesRead, buffer } = await handle.read(Buffer.alloc(HEAD_BYTES), 0, HEAD_BYTES, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await handle.close();
  }
}

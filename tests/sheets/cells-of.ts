import { read, utils } from '@e965/xlsx';
import { restoreNeutralised } from '#platform/sheets/neutralise.ts';
import { readSheet } from '#platform/sheets/sheet-reader.ts';

/** Every .xls begins so. */
const COMPOUND_FILE = Buffer.from('d0cf11e0', 'hex');

/**
 * The rows of a file that the product wrote, as texts, empty ones left out. Nothing hostile is in
 * it, so an .xls is read here and not in the thread of its own that the product reads it in.
 */
export async function cellsOf(bytes: Buffer): Promise<(string | null)[][]> {
  if (bytes.subarray(0, 4).equals(COMPOUND_FILE)) return cellsOfXls(bytes);
  const rows: (string | null)[][] = [];
  for await (const { cells } of readSheet(bytes)) rows.push([...cells]);
  return rows;
}

function cellsOfXls(bytes: Buffer): (string | null)[][] {
  const book = read(bytes, { type: 'buffer', cellHTML: false, cellText: false });
  const sheet = book.Sheets[book.SheetNames[0] ?? ''];
  if (!sheet) return [];
  return utils.sheet_to_json<unknown[]>(sheet, { header: 1, raw: true, defval: null, blankrows: false }).map((row) => {
    const last = row.findLastIndex((cell) => cell !== null);
    return row.slice(0, last + 1).map((cell) => (cell === null ? null : textOf(cell)));
  });
}

const textOf = (cell: unknown): string => (typeof cell === 'string' ? restoreNeutralised(cell) : String(cell));

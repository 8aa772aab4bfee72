import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { writeXlsx, type SheetCell } from '#platform/sheets/xlsx-writer.ts';

/** A workbook of text and number cells under titles. */
export async function workbook(titles: readonly string[], rows: Iterable<readonly SheetCell[]>): Promise<Buffer> {
  const out = new PassThrough();
  const bytes = buffer(out);
  await writeXlsx(out, { sheetName: '导入', columns: titles.map((title) => ({ title })), rows });
  return bytes;
}

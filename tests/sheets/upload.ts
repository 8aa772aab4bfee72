import { PassThrough } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import type { ImportResult } from '#kit/model/file-job.ts';
import { readTable } from '#kit/server/sheets/sheet-table.ts';
import { writeXlsx, type SheetCell } from '#kit/server/sheets/xlsx-writer.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';

export type ImportAnswer = Answer<ImportResult>;

/** Uploads a spreadsheet as the console does: multipart, one file. */
export async function upload<T = ImportResult>(
  scene: TestApp,
  client: Client,
  path: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
): Promise<Answer<T>> {
  const boundary = 'waybill-test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="导入.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const response = await scene.app.http.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      'x-access-token': client.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`\r\n--${boundary}--\r\n`)]),
  });
  return { status: response.statusCode, ...response.json<Omit<Answer<T>, 'status'>>() };
}

/** A workbook of text and number cells under titles. */
export async function workbook(
  titles: readonly string[],
  rows: Iterable<readonly SheetCell[]>,
): Promise<Buffer> {
  const out = new PassThrough();
  const bytes = buffer(out);
  await writeXlsx(out, { sheetName: '导入', columns: titles.map((title) => ({ title })), rows });
  return bytes;
}

/** Rows of a spreadsheet as texts by title. */
export async function readRecords(bytes: Buffer): Promise<Record<string, string | null>[]> {
  const headers = await firstRow(bytes);
  const table = await readTable(
    bytes,
    headers.map((title) => ({ title })),
  );
  const records: Record<string, string | null>[] = [];
  for await (const { values } of table.rows)
    records.push(Object.fromEntries(headers.map((title, index) => [title, values[index] ?? null])));
  return records;
}

/** Titles of a spreadsheet in order. */
export async function firstRow(bytes: Buffer): Promise<string[]> {
  const { readSheet } = await import('#kit/server/sheets/sheet-reader.ts');
  for await (const { cells } of readSheet(bytes)) return cells.map((cell) => cell ?? '');
  return [];
}

import type { ImportResult } from '#kit/model/file-job.ts';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';
import { cellsOf } from './cells-of.ts';

export { workbook } from './workbook.ts';

export type ImportAnswer = Answer<ImportResult>;

/** Uploads a spreadsheet as the console does: multipart, one file, behind it the other fields. */
export async function upload<T = ImportResult>(
  scene: TestApp,
  client: Client,
  path: string,
  bytes: Buffer,
  headers: Record<string, string> = {},
  fields: Record<string, string> = {},
): Promise<Answer<T>> {
  const boundary = 'waybill-test-boundary';
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="file"; filename="导入.xlsx"\r\ncontent-type: application/octet-stream\r\n\r\n`;
  const rest = Object.entries(fields)
    .map(([name, value]) => `\r\n--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}`)
    .join('');
  const response = await scene.app.http.inject({
    method: 'POST',
    url: `/api${path}`,
    headers: {
      'x-access-token': client.token,
      'content-type': `multipart/form-data; boundary=${boundary}`,
      ...headers,
    },
    payload: Buffer.concat([Buffer.from(head), bytes, Buffer.from(`${rest}\r\n--${boundary}--\r\n`)]),
  });
  return { status: response.statusCode, ...response.json<Omit<Answer<T>, 'status'>>() };
}

/** Rows of a spreadsheet as texts by title. */
export async function readRecords(bytes: Buffer): Promise<Record<string, string | null>[]> {
  const [headers = [], ...rows] = await cellsOf(bytes);
  return rows.map((cells) => Object.fromEntries(headers.map((title, index) => [title ?? '', cells[index] ?? null])));
}

/** Titles of a spreadsheet in order. */
export const firstRow = async (bytes: Buffer): Promise<string[]> =>
  ((await cellsOf(bytes))[0] ?? []).map((cell) => cell ?? '');

import { crc32 } from 'node:zlib';
import type { Answer, Client, TestApp } from '#tests/harness/app.ts';

export interface Sent {
  name?: string;
  fields?: Record<string, string>;
  /** How often the file comes in the form. */
  times?: number;
}

const BOUNDARY = 'waybill-test-boundary';

export const multipartType = `multipart/form-data; boundary=${BOUNDARY}`;

/** A form as a browser writes it. */
export function form(bytes: Buffer, { name = '附件.png', fields = {}, times = 1 }: Sent): Buffer {
  const field = Object.entries(fields).map(([key, value]) =>
    Buffer.from(`--${BOUNDARY}\r\ncontent-disposition: form-data; name="${key}"\r\n\r\n${value}\r\n`),
  );
  const file = Buffer.concat([
    Buffer.from(
      `--${BOUNDARY}\r\ncontent-disposition: form-data; name="file"; filename="${name}"\r\n` +
        'content-type: image/png\r\n\r\n',
    ),
    bytes,
    Buffer.from('\r\n'),
  ]);
  const files = Array<Buffer>(times).fill(file);
  return Buffer.concat([...field, ...files, Buffer.from(`--${BOUNDARY}--\r\n`)]);
}

/** Uploads one file as the console does. */
export async function send<T = unknown>(
  scene: TestApp,
  client: Client,
  bytes: Buffer,
  sent: Sent & { path?: string; method?: 'POST' | 'PUT' } = {},
): Promise<Answer<T>> {
  const response = await scene.app.http.inject({
    method: sent.method ?? 'POST',
    url: `/api${sent.path ?? '/sys/common/upload'}`,
    headers: { 'x-access-token': client.token, 'content-type': multipartType },
    payload: form(bytes, sent),
  });
  return { status: response.statusCode, ...response.json<Omit<Answer<T>, 'status'>>() };
}

export const sumOf = (bytes: Buffer): string => crc32(bytes).toString(16).padStart(8, '0');

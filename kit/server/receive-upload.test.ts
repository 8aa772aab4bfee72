import { once } from 'node:events';
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { connect, type AddressInfo, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { createRoom } from './body-room.ts';
import { receiveUpload } from './receive-upload.ts';

let http: FastifyInstance | undefined;
let folder: string;
const sockets: Socket[] = [];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'receive-upload-'));
});
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http?.close();
  rmSync(folder, { recursive: true });
});

/** Answers what the file of a form holds. */
async function serve(): Promise<number> {
  const room = createRoom(20_000);
  const holders = [{ name: 'somebody', share: 1 }];
  http = fastify({ forceCloseConnections: true });
  await http.register(multipart);
  http.setErrorHandler((error, _request, reply) => reply.code(error instanceof Refusal ? error.status : 413).send({}));
  http.post('/', async (request) => {
    const { file } = await receiveUpload(request, { folder, maxBytes: 15_000, room, holders });
    const text = readFileSync(file.path, 'utf8');
    rmSync(file.path);
    return [text];
  });
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

const part = (text: string): string =>
  `--zz\r\ncontent-disposition: form-data; name="f"; filename="a.txt"\r\n\r\n${text}\r\n`;

/** Sends a form, whole or not. */
function begin(port: number, body: string, announced = Buffer.byteLength(body)): Socket {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: multipart/form-data; boundary=zz\r\n` +
      `content-length: ${announced}\r\n\r\n${body}`,
  );
  return socket;
}

/** The answer to a whole form; '' where the connection was cut with what the server had said. */
async function whole(port: number, ...texts: string[]): Promise<string> {
  const socket = begin(port, `${texts.map(part).join('')}--zz--\r\n`);
  let answer = '';
  socket.on('data', (bytes) => (answer += String(bytes)));
  await once(socket, 'close');
  return answer;
}

/** Bytes that lie in the folder. */
const arrived = (): number => readdirSync(folder).reduce((sum, name) => sum + statSync(join(folder, name)).size, 0);

test('a file comes as it was sent; several and too large ones are refused and leave nothing', async () => {
  const port = await serve();
  expect(await whole(port, '床头柜')).toContain('["床头柜"]');
  expect(await whole(port, 'x'.repeat(9_000))).toContain(`["${'x'.repeat(9_000)}"]`);
  expect(await whole(port, 'x'.repeat(15_001))).toMatch(/^HTTP\/1.1 413/);
  expect(await whole(port, 'a', 'b')).toMatch(/^HTTP\/1.1 400/);
  expect(await whole(port, 'a', 'b', 'c')).toMatch(/^HTTP\/1.1 400/);
  expect(await whole(port)).toMatch(/^HTTP\/1.1 400/);
  expect(readdirSync(folder)).toEqual([]);
});

test('what is on its way counts until it is there or its sender is gone', async () => {
  const port = await serve();
  const large = 'x'.repeat(12_000);
  expect(await whole(port, large)).toMatch(/^HTTP\/1.1 200/);
  const unfinished = begin(port, part('x'.repeat(9_000)), 20_000);
  // Before that it might come second, and be refused itself.
  await expect.poll(arrived).toBeGreaterThan(8_000);
  expect(await whole(port, large)).toMatch(/^HTTP\/1.1 429/);
  unfinished.destroy();
  await expect.poll(() => whole(port, large)).toMatch(/^HTTP\/1.1 200/);
  await expect.poll(() => readdirSync(folder)).toEqual([]);
});

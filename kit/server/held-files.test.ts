import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import multipart from '@fastify/multipart';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { Refusal } from '#kit/model/refusal.ts';
import { createRoom } from './body-room.ts';
import { readFiles } from './held-files.ts';

let http: FastifyInstance | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http?.close();
});

/** Answers how long each file of a form is. */
async function serve(): Promise<number> {
  const room = createRoom(20_000);
  const holders = [{ name: 'somebody', share: 1 }];
  http = fastify({ forceCloseConnections: true });
  await http.register(multipart);
  http.setErrorHandler((error, _request, reply) =>
    reply.code(error instanceof Refusal ? error.status : 413).send({}),
  );
  http.post('/', async (request) =>
    (await readFiles(request, { room, holders, maxBytes: 10_000 })).map(({ bytes }) =>
      bytes.toString('utf8'),
    ),
  );
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

async function whole(port: number, ...texts: string[]): Promise<string> {
  const socket = begin(port, `${texts.map(part).join('')}--zz--\r\n`);
  return String((await once(socket, 'data'))[0]);
}

test('files come as they were sent; too many and too large ones are refused', async () => {
  const port = await serve();
  expect(await whole(port, '床头柜', 'x'.repeat(9_000))).toContain(
    `["床头柜","${'x'.repeat(9_000)}"]`,
  );
  expect(await whole(port, 'x'.repeat(10_001))).toMatch(/^HTTP\/1.1 413/);
  expect(await whole(port, 'a', 'b', 'c')).toMatch(/^HTTP\/1.1 413/);
});

test('what a form holds counts until it is read or its sender is gone', async () => {
  const port = await serve();
  const two = ['x'.repeat(6_000), 'y'.repeat(6_000)];
  expect(await whole(port, ...two)).toMatch(/^HTTP\/1.1 200/);
  const unfinished = begin(port, part('x'.repeat(9_000)), 20_000);
  // The server hears of it, and of its end, in turns of its own.
  while (!(await whole(port, ...two)).startsWith('HTTP/1.1 429'));
  unfinished.destroy();
  while (!(await whole(port, ...two)).startsWith('HTTP/1.1 200'));
});

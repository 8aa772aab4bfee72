import { once } from 'node:events';
import { connect, type AddressInfo, type Socket } from 'node:net';
import fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { covers } from '#tests/spec/covers.ts';
import { readJsonBodies, type BodyLimits, type Sender } from './request-body.ts';

let http: FastifyInstance | undefined;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await http?.close();
});

const LIMITS: BodyLimits = { bytes: 10_000, ms: 60_000, heldBytes: 20_000 };

/** Callers with a header `known` have a session. */
async function serve(strangers: Partial<BodyLimits>, people: Partial<BodyLimits> = {}) {
  http = fastify({ forceCloseConnections: true });
  const senderOf = ({ headers }: FastifyRequest): Sender => ({
    isKnown: headers['known'] !== undefined,
    holders: headers['share'] ? [{ name: String(headers['known']), share: 0.5 }] : [],
  });
  const limits = { strangers: { ...LIMITS, ...strangers }, people: { ...LIMITS, ...people } };
  readJsonBodies(http, senderOf, { limits });
  http.post('/', (request) => ({ got: request.body }));
  await http.listen({ port: 0, host: '127.0.0.1' });
  return (http.server.address() as AddressInfo).port;
}

/** Opens a request, sends a part of its body, and answers what comes back. */
function begin(port: number, part: string, announced: number, more = ''): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\n${more}content-length: ${announced}\r\n\r\n${part}`,
  );
  return once(socket, 'data').then(([data]) => String(data));
}

const half = (bytes: number): string => `{"a":"${'x'.repeat(bytes - 6)}`;

test('a body that comes in pieces is read as one, letters cut in two included', async () => {
  const port = await serve({});
  const body = Buffer.from(JSON.stringify({ name: '床头柜'.repeat(800) }));
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.setNoDelay(true);
  socket.write(
    `POST / HTTP/1.1\r\nhost: x\r\nconnection: close\r\ncontent-type: application/json\r\ncontent-length: ${body.length}\r\n\r\n`,
  );
  for (let at = 0; at < body.length; at += 100) {
    socket.write(body.subarray(at, at + 100));
    await new Promise((turn) => setImmediate(turn));
  }
  let answer = '';
  for await (const data of socket) answer += String(data);
  expect(answer).toContain('床头柜'.repeat(800));
});

test('a body that does not come in time is given up', async () => {
  const port = await serve({ ms: 50 });
  const answer = await begin(port, half(100), 5_000);
  expect(answer).toMatch(/^HTTP\/1.1 408/);
  expect(answer).toContain('请求内容未在规定时间内传完');
});

test('what is announced as too much is refused before it comes, what grows beyond is cut', async () => {
  const port = await serve({});
  const announced = await begin(port, '', 10_001);
  expect(announced).toMatch(/^HTTP\/1.1 413/);
  expect(announced).toContain('请求内容过大，不能超过9KB');
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write('POST / HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ntransfer-encoding: chunked\r\n\r\n');
  for (let n = 0; n < 3; n++) socket.write(`fa0\r\n${'x'.repeat(4_000)}\r\n`);
  expect(String((await once(socket, 'data'))[0])).toMatch(/^HTTP\/1.1 413/);
});

test('strangers cannot use up the room of people, and get it back when they are gone', async () => {
  const port = await serve({});
  const three = [1, 2, 3].map(() => begin(port, half(9_000), 10_000));
  for (const one of three) one.catch(() => undefined); // two never get an answer
  expect(await Promise.race(three)).toMatch(/^HTTP\/1.1 503/);
  const known = await begin(port, '{"a":1}', 7, 'known: 1\r\n');
  expect(known).toContain('{"got":{"a":1}}');
  for (const socket of sockets.splice(0)) socket.destroy();
  // The server hears of the ends in turns of its own.
  for (;;) {
    const again = await begin(port, '{"a":1}', 7);
    if (again.includes('{"got":{"a":1}}')) break;
    expect(again).toMatch(/^HTTP\/1.1 503/);
  }
});

test('one of many people cannot use up the room of all', async () => {
  covers('ours: bounds of a caller');
  const port = await serve({});
  const from = (name: string): string => `known: ${name}\r\nshare: half\r\n`;
  const two = [1, 2].map(() => begin(port, half(9_000), 10_000, from('greedy')));
  for (const one of two) one.catch(() => undefined); // one never gets an answer
  expect(await Promise.race(two)).toMatch(/^HTTP\/1.1 429/);
  const other = await begin(port, half(9_000) + '"}'.padStart(1_000, 'x'), 10_000, from('other'));
  expect(other).toMatch(/^HTTP\/1.1 200/);
});

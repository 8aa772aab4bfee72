import { createServer } from 'node:http';
import type { RequestListener, Server } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';
import { createServer as createSocketServer } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { createOutbound, originsOf, OutboundError } from './outbound.ts';
import type { Outbound, OutboundEvent, OutboundOptions } from './outbound.ts';
import { isPublicAddress } from './public-address.ts';

const GET = { method: 'GET', headers: {} } as const;
const open: (() => unknown)[] = [];

afterEach(async () => {
  for (const close of open.splice(0)) await close();
});

async function serve(listener: RequestListener): Promise<string> {
  const server: Server = createServer(listener);
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => {
    server.closeAllConnections();
    return new Promise((done) => server.close(done));
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

function client(options: Partial<OutboundOptions>): Outbound {
  const outbound = createOutbound({ allow: [], allowPrivate: false, ...options });
  open.push(() => outbound.close());
  return outbound;
}

async function failure(call: Promise<unknown>): Promise<OutboundError> {
  const error = await call.then(
    () => new Error('the call went through'),
    (cause: unknown) => cause,
  );
  expect(error).toBeInstanceOf(OutboundError);
  return error as OutboundError;
}

test('reaches a listed origin and sends method, headers and body', async () => {
  const origin = await serve((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      response.setHeader('X-Seen', [String(request.method), String(request.headers['x-one'])]);
      response.end(`got ${Buffer.concat(chunks).toString()}`);
    });
  });
  const outbound = client({ allow: [origin], allowPrivate: true });
  const answer = await outbound(`${origin}/a?b=1`, {
    method: 'POST',
    headers: { 'x-one': '1' },
    body: '运单',
  });
  expect(answer.status).toBe(200);
  expect(answer.headers['x-seen']).toBe('POST, 1');
  expect(new TextDecoder().decode(answer.body)).toBe('got 运单');
});

test.each([
  'http://127.0.0.1:1/',
  'http://127.1:1/',
  'http://2130706433:1/',
  'http://0177.0.0.1:1/',
  'http://0x7f000001:1/',
  'http://[::1]:1/',
  'http://[::ffff:127.0.0.1]:1/',
  'http://[::ffff:a9fe:a9fe]/latest/meta-data/',
  'http://169.254.169.254/latest/meta-data/',
  'http://10.0.0.1/',
  'http://192.168.1.1/',
  'http://100.64.0.1/',
  'http://0.0.0.0/',
  'http://[fe80::1]/',
  'http://[fd00::1]/',
  'http://[64:ff9b::7f00:1]/',
  'http://[2002:7f00:1::]/',
])('an account that names %s gets no connection', async (url) => {
  const outbound = client({ allow: [] });
  const error = await failure(outbound.withOrigins([new URL(url).origin])(url, GET));
  expect(error).toMatchObject({ code: 'blocked', sent: false });
});

test('a name that resolves to a private address is refused, also beside a public one', async () => {
  const resolve = async () => [
    { address: '93.184.216.34', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ];
  const outbound = client({ resolve });
  const call = outbound.withOrigins(['http://rebind.example'])('http://rebind.example/', GET);
  expect(await failure(call)).toMatchObject({ code: 'blocked', sent: false });
});

test('a name is resolved once and the connection goes to what was checked', async () => {
  const origin = await serve((_request, response) => response.end('inside'));
  const { port } = new URL(origin);
  let requested = 0;
  const resolve = async () => {
    requested += 1;
    return [{ address: '127.0.0.1', family: 4 }];
  };
  const named = `http://never-in-dns.example:${port}`;
  const outbound = client({ allow: [named], allowPrivate: true, resolve });
  expect((await outbound(`${named}/`, GET)).status).toBe(200);
  expect(requested).toBe(1);
});

test("an account does not reach what stands in the installation's list", async () => {
  const origin = await serve((_request, response) => response.end('inside'));
  const outbound = client({ allow: [origin], allowPrivate: true });
  expect((await outbound(origin, GET)).status).toBe(200);
  expect((await failure(outbound.withOrigins([])(origin, GET))).code).toBe('blocked');
  expect((await failure(outbound.withOrigins([origin])(origin, GET))).code).toBe('blocked');
});

test('private addresses stay closed to origins that only an account names', async () => {
  const origin = await serve((_request, response) => response.end());
  const other = await serve((_request, response) => response.end());
  const outbound = client({ allow: [], allowPrivate: true });
  expect((await outbound.withOrigins([other], [origin])(origin, GET)).status).toBe(200);
  expect((await failure(outbound.withOrigins([other], [origin])(other, GET))).code).toBe('blocked');
  const strict = client({ allow: [origin], allowPrivate: false });
  expect((await failure(strict(origin, GET))).code).toBe('blocked');
});

test.each(['file:///etc/passwd', 'ftp://example.com/', 'http://user:secret@127.0.0.1/', 'nonsense'])(
  '%s is refused',
  async (url) => {
    const outbound = client({ allow: ['http://127.0.0.1'], allowPrivate: true });
    expect(await failure(outbound(url, GET))).toMatchObject({ code: 'blocked', sent: false });
  },
);

test('another port, scheme or a trailing dot is another origin', async () => {
  const outbound = client({ allow: ['https://api.example.com'] });
  for (const url of [
    'http://api.example.com/',
    'https://api.example.com:8443/',
    'https://api.example.com./',
    'https://api.example.com.evil.test/',
  ]) {
    expect((await failure(outbound(url, GET))).code).toBe('blocked');
  }
});

test('a redirect is the answer and is not followed; a Host header chooses nothing', async () => {
  const seen: unknown[] = [];
  const origin = await serve((request, response) => {
    seen.push(request.url, request.headers.host);
    response.writeHead(302, { location: 'http://169.254.169.254/' }).end();
  });
  const outbound = client({ allow: [origin], allowPrivate: true });
  const init = { method: 'GET', headers: { Host: 'internal.example' } } as const;
  const answer = await outbound(`${origin}/go`, init);
  expect(answer.status).toBe(302);
  expect(answer.headers['location']).toBe('http://169.254.169.254/');
  expect(seen).toEqual(['/go', new URL(origin).host]);
});

test('an answer above its cap is broken off, announced or not', async () => {
  const origin = await serve((request, response) => {
    if (request.url === '/announced') response.setHeader('content-length', 5000);
    response.end(Buffer.alloc(5000));
  });
  const outbound = client({ allow: [origin], allowPrivate: true });
  for (const path of ['/announced', '/chunked']) {
    const call = outbound(origin + path, { ...GET, maxBytes: 1000 });
    expect(await failure(call)).toMatchObject({ code: 'tooLarge', sent: true });
  }
});

test('an error tells whether the request had left', async () => {
  const silent = await serve(() => undefined);
  const cut = await serve((_request, response) => {
    response.writeHead(200, { 'content-length': 100 });
    response.write('half', () => response.destroy());
  });
  const reset = await serve((request) => request.socket.destroy());
  const closed = createSocketServer();
  await new Promise<void>((done) => closed.listen(0, '127.0.0.1', done));
  const nobody = `http://127.0.0.1:${(closed.address() as AddressInfo).port}`;
  await new Promise((done) => closed.close(done));
  const outbound = client({ allow: [silent, cut, reset, nobody], allowPrivate: true });
  const post = { method: 'POST', headers: {}, body: '{}', timeoutMs: 100 } as const;
  expect(await failure(outbound(silent, post))).toMatchObject({ code: 'timeout', sent: true });
  expect(await failure(outbound(cut, post))).toMatchObject({ code: 'reset', sent: true });
  expect(await failure(outbound(reset, post))).toMatchObject({ code: 'reset', sent: true });
  expect(await failure(outbound(nobody, post))).toMatchObject({ code: 'connect', sent: false });
});

test('a TLS handshake that never ends counts as not sent', async () => {
  const sockets: Socket[] = [];
  const server = createSocketServer((socket) => sockets.push(socket));
  await new Promise<void>((done) => server.listen(0, '127.0.0.1', done));
  open.push(() => {
    for (const socket of sockets) socket.destroy();
    return new Promise((done) => server.close(done));
  });
  const origin = `https://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const outbound = client({ allow: [origin], allowPrivate: true });
  const call = outbound(origin, { method: 'POST', headers: {}, body: '{}', timeoutMs: 100 });
  expect(await failure(call)).toMatchObject({ code: 'timeout', sent: false });
});

test('a name that does not resolve, or not in time, was not sent', async () => {
  const lost = client({
    allow: ['http://lost.example'],
    resolve: () => Promise.reject(new Error('ENOTFOUND')),
  });
  expect(await failure(lost('http://lost.example/', GET))).toMatchObject({
    code: 'dns',
    sent: false,
  });
  const slow = client({
    allow: ['http://slow.example'],
    resolve: () => new Promise(() => undefined),
  });
  const call = slow('http://slow.example/', { ...GET, timeoutMs: 50 });
  expect(await failure(call)).toMatchObject({ code: 'timeout', sent: false });
});

test('the log holds neither query nor headers nor body', async () => {
  const origin = await serve((_request, response) => response.end('secret-body'));
  const events: OutboundEvent[] = [];
  const outbound = client({ allow: [origin], allowPrivate: true, log: (e) => events.push(e) });
  await outbound(`${origin}/file?signature=secret-query`, {
    method: 'GET',
    headers: { authorization: 'Bearer secret-token' },
  });
  await failure(outbound('http://elsewhere.example/?secret-query', GET));
  expect(JSON.stringify(events)).not.toMatch(/secret/);
  expect(events).toMatchObject([
    { method: 'GET', origin, path: '/file', status: 200, bytes: 11 },
    { origin: 'http://elsewhere.example', error: 'blocked' },
  ]);
});

test('origins are read from settings, single or in lists', () => {
  expect(
    originsOf([
      'https://api.example.com/v1/graphql',
      'https://api.example.com/token',
      'https://files.example.com, https://cdn.example.com:8443/x',
      'not-a-url',
    ]),
  ).toEqual(['https://api.example.com', 'https://files.example.com', 'https://cdn.example.com:8443']);
});

test('an allow-list that names more than origins stops the start', () => {
  for (const entry of ['https://api.example.com/path', '*', 'api.example.com', 'ftp://x.example']) {
    expect(() => createOutbound({ allow: [entry], allowPrivate: false })).toThrow(TypeError);
  }
});

test('public addresses are distinguished from the rest', () => {
  for (const address of ['1.1.1.1', '93.184.216.34', '172.32.0.1', '2606:4700::1111']) {
    expect(isPublicAddress(address)).toBe(true);
  }
  for (const address of [
    '172.31.255.255',
    '198.18.0.1',
    '224.0.0.1',
    '255.255.255.255',
    '::',
    '2001:db8::1',
    'fe80::1%eth0',
    '',
  ]) {
    expect(isPublicAddress(address)).toBe(false);
  }
});

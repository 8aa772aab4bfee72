import { createServer as createTcp, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { probeDatabase, type ProbedDatabase, type ProbeFault } from './probe.ts';

const closers: (() => void)[] = [];
afterEach(() => {
  for (const close of closers.splice(0)) close();
});

const TARGET: ProbedDatabase = {
  engine: 'postgresql',
  host: '127.0.0.1',
  port: 0,
  database: 'erp',
  username: 'reader',
  password: 'secret',
  tls: 'off',
  schema: null,
};

const listen = (server: Server): Promise<number> =>
  new Promise((tell) => {
    closers.push(() => server.close());
    server.listen(0, '127.0.0.1', () => tell((server.address() as AddressInfo).port));
  });

const message = (type: string, body: Buffer): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeInt32BE(body.length + 4, 1);
  return Buffer.concat([head, body]);
};
const READY = message('Z', Buffer.from('I'));

/** As PostgreSQL speaks: lets everybody in, and answers every question with nothing. */
const postgres = (refuse?: string): Promise<number> =>
  listen(
    createTcp((socket) => {
      socket.on('error', () => undefined);
      let isIn = false;
      socket.on('data', () => {
        if (!isIn) {
          isIn = true;
          if (refuse === undefined) return void socket.write(Buffer.concat([message('R', Buffer.alloc(4)), READY]));
          return void socket.end(message('E', Buffer.from(`SFATAL\0C${refuse}\0Mno\0\0`)));
        }
        socket.write(Buffer.concat([message('C', Buffer.from('SELECT 1\0')), READY]));
      });
    }),
  );

const faultOf = (target: Partial<ProbedDatabase>, more: object = {}): Promise<ProbeFault | null> =>
  probeDatabase({ ...TARGET, ...target }, { mayBePrivate: true, timeoutMs: 500, ...more }).then(
    () => null,
    (error: { fault: ProbeFault }) => error.fault,
  );

test('a PostgreSQL that answers is reached; one that refuses says why', async () => {
  expect(await faultOf({ port: await postgres() })).toBeNull();
  expect(await faultOf({ port: await postgres('28P01') })).toBe('signIn');
  expect(await faultOf({ port: await postgres('3D000') })).toBe('database');
});

/** A packet of MySQL: three bytes of length, its number, its content. */
const packet = (number: number, content: Buffer): Buffer => {
  const head = Buffer.alloc(4);
  head.writeUIntLE(content.length, 0, 3);
  head.writeUInt8(number, 3);
  return Buffer.concat([head, content]);
};
const OK = Buffer.from([0, 0, 0, 2, 0, 0, 0]);
const GREETING = Buffer.concat([
  Buffer.from([10]),
  Buffer.from('8.0.0\0'),
  Buffer.alloc(4),
  Buffer.from('12345678\0'),
  // All abilities, files of the client among them.
  Buffer.from([0xff, 0xf7, 8, 2, 0, 0xff, 0x00, 21]),
  Buffer.alloc(10),
  Buffer.from('123456789012\0mysql_native_password\0'),
]);

/** As MySQL speaks: lets everybody in, and answers a question as it is given. */
const mysql = (answer: Buffer, heard: Buffer[]): Promise<number> =>
  listen(
    createTcp((socket) => {
      socket.on('error', () => undefined);
      socket.write(packet(0, GREETING));
      socket.on('data', (data) => {
        heard.push(data);
        if (heard.length === 1) return void socket.write(packet(2, OK));
        if (heard.length === 2) return void socket.write(packet(1, answer));
        socket.end();
      });
    }),
  );

test('a MySQL that answers is reached, and is sent no file that it asks for', async () => {
  const heard: Buffer[] = [];
  expect(await faultOf({ engine: 'mysql', port: await mysql(OK, heard) })).toBeNull();
  expect(heard[1]?.subarray(5).toString()).toBe('select 1');
  // Files of the client: not among what this one says it can.
  expect((heard[0]?.readUInt32LE(4) ?? 0) & 0x80).toBe(0);
  const asking: Buffer[] = [];
  const port = await mysql(Buffer.concat([Buffer.from([0xfb]), Buffer.from('/etc/passwd')]), asking);
  expect(await faultOf({ engine: 'mysql', port })).not.toBeNull();
  expect(Buffer.concat(asking).toString()).not.toContain('root:');
});

test('nobody there, a server of another kind, and one that never speaks are distinguished', async () => {
  const closed = createTcp();
  const port = await listen(closed);
  await new Promise((tell) => closed.close(tell));
  expect(await faultOf({ port })).toBe('refused');
  expect(
    await faultOf({ engine: 'mysql', port: await listen(createTcp((socket) => socket.end('SSH-2.0-x\r\n'))) }),
  ).toBe('protocol');
  const silent = await listen(createTcp((socket) => socket.on('error', () => undefined)));
  expect(await faultOf({ port: silent })).toBe('timeout');
});

test('a name is looked up once: what it answers the second time leads nowhere', async () => {
  const answers = [[{ address: '203.0.112.9', family: 4 }], [{ address: '127.0.0.1', family: 4 }]];
  let requested = 0;
  const resolve = async () => answers[Math.min(requested++, 1)] ?? [];
  const port = await postgres();
  // At the public address nobody answers; the private one of the second look-up would have.
  expect(await faultOf({ host: 'rebind.example', port }, { mayBePrivate: false, resolve })).not.toBeNull();
  expect(requested).toBe(1);
  expect(await faultOf({ host: 'rebind.example', port }, { mayBePrivate: false, resolve })).toBe('blocked');
  expect(await faultOf({ port }, { mayBePrivate: false })).toBe('blocked');
  const both = async () => answers.flat();
  expect(await faultOf({ host: 'both.example', port }, { mayBePrivate: false, resolve: both })).toBe('blocked');
});

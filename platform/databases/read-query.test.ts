import { createServer, type AddressInfo, type Server } from 'node:net';
import { afterEach, expect, test } from 'vitest';
import { probeDatabase, type ProbedDatabase } from './probe.ts';
import { readQuery } from './read-query.ts';

/* Servers that send without an end: what they are asked ends by weight, long before its time. */

let server: Server | undefined;
afterEach(() => server?.close());

const message = (type: string, body: Buffer, length = body.length): Buffer => {
  const head = Buffer.alloc(5);
  head.write(type);
  head.writeUInt32BE(length + 4, 1);
  return Buffer.concat([head, body]);
};
const READY = message('Z', Buffer.from('I'));
const SIGNED_IN = Buffer.concat([message('R', Buffer.alloc(4)), READY]);
const DONE = Buffer.concat([message('C', Buffer.from('SET\0')), READY]);
/** One column of text. */
const COLUMNS = message('T', Buffer.from('000161000000000000000000000019ffffffffffff0000', 'hex'));
const ASKED = Buffer.concat([message('1', Buffer.alloc(0)), message('2', Buffer.alloc(0)), COLUMNS]);
const GIGABYTES = 0x7fff_ff00;
const FILL = Buffer.alloc(1 << 20);

interface Floods {
  /** In place of a sign-in. */
  greeting?: Buffer;
  /** As MySQL does. */
  speaksFirst?: boolean;
  /** In place of rows. */
  rows?: Buffer;
  /** Sent on and on behind either. */
  on?: Buffer;
}

/** As PostgreSQL speaks, until it begins to send. */
async function flooding({
  greeting,
  speaksFirst = false,
  rows = Buffer.alloc(0),
  on = FILL,
}: Floods): Promise<ProbedDatabase> {
  server = createServer((socket) => {
    socket.on('error', () => undefined);
    const flood = (): void => {
      const more = (): void => {
        while (!socket.destroyed && socket.write(on));
      };
      socket.on('drain', more);
      more();
    };
    if (greeting && speaksFirst) {
      socket.write(greeting);
      flood();
    }
    let isIn = speaksFirst;
    socket.on('data', (data) => {
      if (!isIn) {
        isIn = true;
        socket.write(greeting ?? SIGNED_IN);
        if (greeting) flood();
      } else if (data[0] === 'P'.charCodeAt(0)) {
        socket.write(Buffer.concat([ASKED, rows]));
        flood();
      } else socket.write(DONE);
    });
  });
  await new Promise<void>((tell) => void server?.listen(0, '127.0.0.1', tell));
  const { port } = server.address() as AddressInfo;
  return {
    engine: 'postgresql',
    host: '127.0.0.1',
    port,
    database: 'erp',
    username: 'reader',
    password: 'secret',
    tls: 'off',
    schema: null,
  };
}

const ask = (target: ProbedDatabase) =>
  readQuery(target, { text: 'select a', values: [] }, { mayBePrivate: true, mostRows: 10, timeoutMs: 20_000 });

test('a row of gigabytes is not gathered', async () => {
  const row = message('D', Buffer.from([0, 1, 0x7f, 0xff, 0xf0, 0]), GIGABYTES);
  await expect(ask(await flooding({ rows: row }))).rejects.toMatchObject({ state: 'tooMuch' });
});

test('rows of nothing without an end are not gathered', async () => {
  const row = message('D', Buffer.from([0, 1, 0xff, 0xff, 0xff, 0xff]));
  const on = Buffer.concat(Array.from({ length: 20_000 }, () => row));
  await expect(ask(await flooding({ on }))).rejects.toMatchObject({ state: 'tooMuch' });
});

test('nor is a greeting of gigabytes, by whichever engine', async () => {
  const greeting = message('R', Buffer.alloc(4), GIGABYTES);
  const options = { mayBePrivate: true, timeoutMs: 20_000 };
  await expect(probeDatabase(await flooding({ greeting }), options)).rejects.toMatchObject({ fault: 'protocol' });
  const packet = Buffer.concat([Buffer.from([0xff, 0xff, 0xff, 0]), FILL]);
  const target = { ...(await flooding({ greeting: packet, speaksFirst: true })), engine: 'mysql' as const };
  await expect(probeDatabase(target, options)).rejects.toMatchObject({ fault: 'protocol' });
});

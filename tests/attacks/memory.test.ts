import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { salesOrder } from '#modules/orders/model/order.ts';
import { startTestApp, type Client, type TestApp } from '#tests/harness/app.ts';
import { covers } from '#tests/spec/covers.ts';

/** Memory that one person, or nobody in particular, could make the server take. */

let scene: TestApp;
let admin: Client;
let port = 0;
const sockets: Socket[] = [];
beforeAll(async () => {
  scene = await startTestApp({ isEmpty: true });
  admin = await scene.as('admin');
  const { http } = scene.app;
  port = Number(new URL(await http.listen({ port: 0, host: '127.0.0.1' })).port);
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  await scene?.stop();
});

/** What each session of the product keeps prepared. */
async function preparedBySession(): Promise<number[]> {
  const counts = new Map<number, number>();
  await Promise.all(
    Array.from({ length: 32 }, () =>
      scene.app.db.platform(async (tx) => {
        const one = await tx.one<{ pid: number; n: number }>`
          select pg_backend_pid() as pid, count(*)::integer as n from pg_prepared_statements`;
        await tx.run`select pg_sleep(0.01)`; // so that others take other sessions
        counts.set(one.pid, one.n);
      }),
    ),
  );
  return [...counts.values()];
}

/** Asks the order list with each of many sets of filters: each is a text of its own. */
async function askDifferently(questions: number, times: number): Promise<void> {
  const fields = Object.entries(salesOrder.fields)
    .filter(([, { kind }]) => kind === 'text')
    .slice(0, 10)
    .map(([key]) => key);
  expect(2 ** fields.length).toBeGreaterThan(questions);
  for (let n = 1; n <= questions; n++) {
    const requests = fields.filter((_key, bit) => n & (1 << bit));
    const query = Object.fromEntries(requests.map((key) => [key, 'x']));
    for (let time = 0; time < times; time++) {
      const { status } = await admin.get('/orders/salesOrder/list', query);
      expect(status).toBe(200);
    }
  }
}

test('a question asked once leaves nothing prepared behind', async () => {
  const before = Math.max(...(await preparedBySession()));
  await askDifferently(300, 1);
  expect(Math.max(...(await preparedBySession()))).toBeLessThan(before + 50);
});

test('questions asked again and again are bounded too', async () => {
  await askDifferently(500, 2);
  expect(Math.max(...(await preparedBySession()))).toBeLessThan(500);
});

/** Announces a body over the network, sends a part of it, and answers what comes back meanwhile. */
async function unfinished(path: string, part: string, announced: number): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.write(
    `POST /api${path} HTTP/1.1\r\nhost: x\r\ncontent-type: application/json\r\ncontent-length: ${announced}\r\n\r\n${part}`,
  );
  return String((await once(socket, 'data'))[0]);
}

test('who has no session is turned away before the body comes', async () => {
  const answer = await unfinished('/catalog/product/add', '{"name":"', 9_000_000);
  expect(answer).toMatch(/^HTTP\/1.1 401/);
  expect(answer).toContain('Token失效，请重新登录!');
});

test('strangers may send little, where they may send at all', async () => {
  const answer = await unfinished('/sys/login', '{"username":"', 100_000);
  expect(answer).toContain('请求内容过大，不能超过64KB');
});

test('a body that is too deep or too wide is refused in words, whoever sends it', async () => {
  covers('ours: bounds of a caller');
  let deep: unknown = 'x';
  for (let level = 0; level < 40; level++) deep = [deep];
  const wide = Object.fromEntries(Array.from({ length: 50_000 }, (_, n) => [`field${n}`, n]));
  const many = { ids: Array.from({ length: 300_000 }, (_, n) => n) };
  for (const [body, message] of [
    [{ name: deep }, '请求内容嵌套过深，最多32层'],
    [wide, '请求内容的字段或数据过多，请分批提交'],
    [many, '请求内容的字段或数据过多，请分批提交'],
  ] as const) {
    const refused = await admin.post('/catalog/product/add', body);
    expect([refused.status, refused.message]).toEqual([400, message]);
  }
  const login = await scene.app.http.inject({
    method: 'POST',
    url: '/api/sys/login',
    payload: { username: deep },
  });
  expect(login.json()).toMatchObject({ success: false, message: '请求内容嵌套过深，最多32层' });
});

const MB = 1024 * 1024;

/** Sends a form of files that never ends, as somebody; answers the status of what comes back. */
function endlessForm(path: string, token: string): Promise<string> {
  const socket = connect(port, '127.0.0.1');
  sockets.push(socket);
  socket.on('error', () => undefined);
  const block = Buffer.alloc(64 * 1024, 0x20);
  socket.write(
    `PUT /api${path} HTTP/1.1\r\nhost: x\r\nx-access-token: ${token}\r\n` +
      `content-type: multipart/form-data; boundary=zz\r\ncontent-length: ${200 * MB}\r\n\r\n`,
  );
  let sent = 0;
  const more = (): void => {
    while (sent < 60 * MB && !socket.destroyed) {
      if (sent % (9 * MB) === 0)
        socket.write(`\r\n--zz\r\ncontent-disposition: form-data; name="f${sent}"; filename="a"\r\n\r\n`);
      sent += block.length;
      if (!socket.write(block)) return void socket.once('drain', more);
    }
  };
  more();
  return once(socket, 'data').then(([data]) => String(data).slice(0, 12));
}

test('a form of files that never ends takes no more than one person may hold', async () => {
  const path = '/sys/common/upload/parts/01a2049d-c78a-73e2-9fb1-9822be48256a';
  expect(await endlessForm(path, admin.token)).toBe('HTTP/1.1 413');
});

test('strangers at one address do not keep the others from signing in', async () => {
  const parts = Array.from({ length: 80 }, () =>
    unfinished('/sys/login', `{"username":"${'x'.repeat(60_000)}`, 65_000),
  );
  for (const one of parts) one.catch(() => undefined); // most never get an answer
  expect(await Promise.race(parts)).toMatch(/^HTTP\/1.1 429/);
  const elsewhere = await scene.app.http.inject({
    method: 'POST',
    url: '/api/sys/login',
    remoteAddress: '198.51.100.20',
    payload: { username: 'nobody', password: 'Wrong-Password-1' },
  });
  expect(elsewhere.json()).toMatchObject({ message: '用户名或密码错误' });
});

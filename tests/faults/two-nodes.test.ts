import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer, request, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { PASSWORD } from '#tests/harness/app.ts';
import { createTestDatabase, testCluster, type TestDatabase } from '#tests/harness/database.ts';
import { news, openSocket, type SocketClient } from '#tests/harness/socket-client.ts';
import { covers } from '#tests/spec/covers.ts';

/** As a company runs it: two processes in production mode, PostgreSQL server, Redis, a proxy in front. */

const ROOT = resolve(import.meta.dirname, '../..');
const REDIS_URL = process.env['REDIS_URL'] ?? '';
const PERSON = '203.0.113.7';
const NOTICES = '/sys/annountCement';

interface Node {
  address: string;
  child: ChildProcess;
  /** What it has written so far. */
  text(): string;
}

let database: TestDatabase;
let dataDir: string;
let proxy: Server;
let entrance: string;
let token = '';
const nodes: Node[] = [];

const urlOf = ({ host, port, user, password, database: name }: pg.ClientConfig): string =>
  `postgres://${user}:${encodeURIComponent(String(password ?? ''))}@${host}:${port}/${name}`;

async function startNode(): Promise<Node> {
  const child = spawn(process.execPath, [join(ROOT, 'app/main.ts')], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: {
      PATH: process.env['PATH'],
      NODE_ENV: 'production',
      PORT: '0',
      WAYBILL_DATA_DIR: dataDir,
      DATABASE_URL: urlOf(database.app),
      DATABASE_OWNER_URL: urlOf(database.owner),
      REDIS_URL,
      TRUSTED_PROXIES: 'loopback',
      WAYBILL_SECRET_KEY: 'q8Zr5tWm3LxP7vKd2NcY9bHs4JfG6aTe',
      WAYBILL_ADMIN_PASSWORD: PASSWORD,
      SHUTDOWN_DELAY_SECONDS: '1',
      // The pages are not asked for here.
      WAYBILL_SKIP_BUILD: '1',
    },
  });
  let text = '';
  const address = await new Promise<string>((tell, fail) => {
    const hear = (chunk: Buffer): void => {
      text += chunk.toString();
      const found = /Waybill {2}(http:\S+)/.exec(text)?.[1];
      if (found) tell(found);
    };
    child.stdout.on('data', hear);
    child.stderr.on('data', hear);
    child.once('exit', () => fail(new Error(`the node did not start: ${text}`)));
  });
  return { address, child, text: () => text };
}

async function stopNode({ child }: Node): Promise<number | null> {
  if (child.exitCode !== null) return child.exitCode;
  const gone = once(child, 'exit');
  child.kill('SIGTERM');
  const [code] = (await gone) as [number | null];
  return code;
}

/** Passes each request on to the first node that is ready, as a balancer does that asks before. */
function startProxy(): Promise<Server> {
  const server = createServer((incoming, outgoing) => {
    void (async () => {
      const target = await firstReady();
      const onward = request(
        target + incoming.url,
        {
          method: incoming.method,
          headers: { ...incoming.headers, 'x-forwarded-for': PERSON },
          agent: false,
        },
        (answer) => {
          outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
          answer.pipe(outgoing);
        },
      );
      onward.once('error', () => outgoing.writeHead(502).end('{}'));
      incoming.pipe(onward);
    })();
  });
  return new Promise((done) => server.listen(0, '127.0.0.1', () => done(server)));
}

async function firstReady(): Promise<string> {
  for (const { address } of nodes) {
    const isReady = await fetch(`${address}/readyz`).then(
      (answer) => answer.ok,
      () => false,
    );
    if (isReady) return address;
  }
  return 'http://127.0.0.1:9';
}

async function call<T>(
  address: string,
  path: string,
  body?: object,
  { by = token, method = body ? 'POST' : 'GET' }: { by?: string; method?: string } = {},
): Promise<{ status: number; success: boolean; message: string; result: T }> {
  const answer = await fetch(`${address}/api${path}`, {
    method,
    headers: {
      ...(by ? { 'x-access-token': by } : {}),
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  return { status: answer.status, ...((await answer.json()) as object) } as never;
}

const info = (address: string) =>
  call<{ userInfo: { id: string; username: string } }>(address, '/sys/user/getUserInfo');

describe.runIf(REDIS_URL && testCluster().kind === 'server')('two nodes in production', () => {
  beforeAll(async () => {
    database = await createTestDatabase();
    dataDir = mkdtempSync(join(tmpdir(), 'waybill-nodes-'));
    nodes.push(await startNode(), await startNode());
    proxy = await startProxy();
    entrance = `http://127.0.0.1:${(proxy.address() as AddressInfo).port}`;
  }, 120_000);
  afterAll(async () => {
    proxy?.close();
    await Promise.all(nodes.map(stopNode));
    await database?.drop();
    rmSync(dataDir, { recursive: true, force: true });
  });

  test('who signs in on one is known on the other, by the address that the proxy passed on', async () => {
    covers('ours: several nodes');
    const [one, other] = nodes as [Node, Node];
    const signedIn = await call<{ token: string }>(entrance, '/sys/login', {
      username: 'admin',
      password: PASSWORD,
    });
    expect(signedIn.success, signedIn.message).toBe(true);
    token = signedIn.result.token;
    expect((await info(other.address)).result.userInfo.username).toBe('admin');
    await expect.poll(one.text).toContain(`"ip":"${PERSON}"`);
  });

  test('what is administered on one holds on the other at once', async () => {
    const [one, other] = nodes as [Node, Node];
    const added = await call<{ id: string }>(one.address, '/sys/user/add', {
      username: 'node_clerk',
      realname: '节点员',
      password: PASSWORD,
      selectedroles: 'OPS',
    });
    expect(added.success, added.message).toBe(true);
    const credentials = { username: 'node_clerk', password: PASSWORD };
    const enter = async (): Promise<string> =>
      (await call<{ token: string }>(other.address, '/sys/login', credentials, { by: '' })).result.token;
    interface Menu {
      id: string;
      name: string;
      path: string;
      meta: { title: string };
      children?: Menu[];
    }
    const clerk = await enter();
    const menuOf = async (by: string): Promise<string> =>
      JSON.stringify(
        (await call<{ menu: Menu[] }>(other.address, '/sys/permission/getUserPermissionByToken', undefined, { by }))
          .result?.menu ?? null,
      );
    expect(await menuOf(clerk)).toContain('/base/product');
    const tree = await call<(Menu & { url: string; children?: (Menu & { url: string })[] })[]>(
      one.address,
      '/sys/permission/list',
    );
    const page = tree.result
      .flatMap((row) => [row, ...(row.children ?? [])])
      .find(({ url }) => url === '/base/product');
    await call(one.address, '/sys/permission/edit', { id: page?.id, name: '货品一览' });
    // Well within the seconds after which a node without a message would look by itself.
    await expect.poll(() => menuOf(clerk), { timeout: 1500 }).toContain('货品一览');
    const own = (by: string) => call(other.address, '/sys/user/getUserInfo', undefined, { by });
    const freeze = (status: number) =>
      call(one.address, '/sys/user/frozenBatch', { ids: added.result.id, status }, { method: 'PUT' });
    expect((await own(clerk)).status).toBe(200);
    expect((await freeze(2)).success).toBe(true);
    await expect.poll(async () => (await own(clerk)).status, { timeout: 1500 }).toBe(401);
    await freeze(1);
    const again = await enter();
    const online = await call<{ records: { id: string; username: string }[] }>(
      one.address,
      '/sys/online/list?pageSize=50',
    );
    const session = online.result.records.find(({ username }) => username === 'node_clerk');
    await call(one.address, '/sys/online/forceLogout', { id: session?.id });
    await expect.poll(async () => (await own(again)).status, { timeout: 1500 }).toBe(401);
  });

  test('a notice given on one is heard on both, once', async () => {
    const { id } = (await info(entrance)).result.userInfo;
    const sockets = await Promise.all(
      nodes.map(async ({ address }) => {
        const url = `${address.replace('http', 'ws')}/api/websocket/${id}`;
        return (await openSocket(url, token, { origin: address })) as SocketClient;
      }),
    );
    const [one] = nodes as [Node, Node];
    const made = await call<{ id: string }>(one.address, `${NOTICES}/add`, {
      titile: '两个节点',
      msgContent: '<p>见标题</p>',
    });
    expect(made.success, made.message).toBe(true);
    await call(one.address, `${NOTICES}/doReleaseData?id=${made.result.id}`);
    const heard = (): unknown[][] =>
      sockets.map((socket) => news(socket).filter(({ msgTxt }) => msgTxt === '两个节点'));
    await expect.poll(() => heard().map(({ length }) => length)).toEqual([1, 1]);
    for (const { ws } of sockets) ws.terminate();
  });

  test('one node is rolled while requests run, and none of them fails', async () => {
    const [old] = nodes as [Node, Node];
    let isOver = false;
    const statuses: number[] = [];
    const visitor = async (): Promise<void> => {
      while (!isOver) statuses.push((await info(entrance)).status);
    };
    const visitors = [visitor(), visitor(), visitor()];
    await expect.poll(() => statuses.length).toBeGreaterThan(10);
    expect(await stopNode(old)).toBe(0);
    const during = statuses.length;
    nodes[0] = await startNode();
    expect(statuses.length).toBeGreaterThan(during);
    isOver = true;
    await Promise.all(visitors);
    expect(statuses.filter((status) => status !== 200)).toEqual([]);
    expect(old.text()).toContain('stopping: requests in flight have finished');
    expect((await info((nodes[0] as Node).address)).status).toBe(200);
  }, 120_000);
});

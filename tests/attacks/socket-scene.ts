import { startApp, type App, type StartOptions } from '#app/start.ts';
import { systemActor } from '#kit/server/actor.ts';
import { createTenant, createUser } from '#modules/system/server/index.ts';
import { PASSWORD, SECRET_KEY, startTestApp, type Client } from '#tests/harness/app.ts';
import { openSocket, type SocketClient } from '#tests/harness/socket-client.ts';

export interface Person {
  id: string;
  username: string;
  client: Client;
}

export interface Node {
  app: App;
  /** `ws://…/api` */
  url: string;
  origin: string;
}

/** One installation of two tenants, with as many nodes as a test starts. */
export interface SocketScene {
  admin: Person;
  /** Lists all registers of `base` and edits none. */
  ops: Person;
  /** Like `ops`, but buyers’ personal data is hidden from them. */
  finance: Person;
  /** Administrator of tenant 2. */
  neighbour: Person;
  /** A fresh person of tenant 1, with nothing but their session. */
  visitor(): Promise<Person>;
  node(options?: Partial<StartOptions>): Promise<Node>;
  /** Calls a node over HTTP. */
  call(node: Node, method: 'POST' | 'PUT', path: string, who: Person, body?: object): Promise<unknown>;
  /** Opens a socket that must open; all are closed with {@link SocketScene.hangUp}. */
  notices(node: Node, who: Person): Promise<SocketClient>;
  page(node: Node, who: Person, pageId: string): Promise<SocketClient>;
  hangUp(): void;
  stop(): Promise<void>;
}

/** @see SocketScene */
export async function openSocketScene(): Promise<SocketScene> {
  const scene = await startTestApp({ isEmpty: true });
  const nodes: Node[] = [];
  const open: SocketClient[] = [];
  const { db } = scene.app;
  const person = async (username: string): Promise<Person> => {
    const client = await scene.as(username);
    const { id } = await db.platform(
      (tx) => tx.one<{ id: string }>`select id from app_user where username = ${username}`,
    );
    return { id, username, client };
  };
  const enter = async (node: Node, path: string, { client }: Person): Promise<SocketClient> => {
    const socket = await openSocket(node.url + path, client.token, { origin: node.origin });
    if (typeof socket === 'number') throw new Error(`${path} refused: ${socket}`);
    open.push(socket);
    return socket;
  };
  await createTenant(db, { id: 2, code: 'second', name: '第二租户' }, scene.app.assembled.grants);
  await createUser(db, systemActor(2, 'test'), {
    username: 'neighbour',
    realname: '邻居',
    password: PASSWORD,
    roles: ['TADM'],
  });
  let visitors = 0;
  return {
    admin: await person('admin'),
    ops: await person('yunying'),
    finance: await person('caiwu'),
    neighbour: await person('neighbour'),
    async visitor() {
      visitors += 1;
      const username = `visitor_${visitors}`;
      await createUser(db, systemActor(1, 'test'), {
        username,
        realname: `访客${visitors}`,
        password: PASSWORD,
        departs: ['A01'],
      });
      return person(username);
    },
    async node(options = {}) {
      const app = await startApp({
        clock: scene.now,
        connection: scene.connection,
        dataDir: scene.dataDir,
        secretKey: SECRET_KEY,
        base: '/api',
        sessionDays: 7,
        outboundAllow: [],
        allowPrivate: true,
        scheduleMs: 0,
        worker: { concurrency: 0 },
        ...options,
      });
      const origin = await app.http.listen({ port: 0, host: '127.0.0.1' });
      const node = { app, origin, url: `${origin.replace('http', 'ws')}/api` };
      nodes.push(node);
      return node;
    },
    async call({ app }, method, path, { client }, body = {}) {
      const headers = { 'x-access-token': client.token };
      const answer = await app.http.inject({ method, url: `/api${path}`, headers, payload: body });
      return answer.json();
    },
    notices: (node, who) => enter(node, `/websocket/${who.id}`, who),
    page: (node, who, pageId) => enter(node, `/vxeSocket/${who.id}/${encodeURIComponent(pageId)}`, who),
    hangUp() {
      for (const { ws } of open.splice(0)) ws.terminate();
    },
    async stop() {
      for (const { app } of nodes) await app.stop();
      await scene.stop();
    },
  };
}

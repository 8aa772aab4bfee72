import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startTestApp, type Answer, type Client, type TestApp } from '#tests/harness/app.ts';

/** A call that came to the service behind the gateway. */
export interface Heard {
  method: string;
  url: string;
  headers: IncomingMessage['headers'];
  body: string;
}

export interface Called {
  status: number;
  headers: Headers;
  text: string;
}

export interface GatewayScene {
  scene: TestApp;
  admin: Client;
  /** Of the product, up to the base. */
  origin: string;
  /** Of the service behind it. */
  upstream: string;
  heard: Heard[];
  /** How the service answers next. */
  answering: { with: (heard: Heard, response: ServerResponse) => void };
  /** Stores a route as the editor of the base sends it. */
  save(more?: Record<string, unknown>): Promise<Answer<{ errors: { field: string; message: string }[] }>>;
  list(): Promise<Record<string, unknown>[]>;
  /** Calls the product over the wire; as the administrator where no token is given, as a stranger with null. */
  call(path: string, init?: RequestInit, token?: string | null): Promise<Called>;
  clear(): Promise<void>;
  stop(): Promise<void>;
}

/** Conditions or filters as JSON text, as the editor of the base sends them. */
export const parts = (...list: [name: string, args: unknown][]): string =>
  JSON.stringify(list.map(([name, args]) => ({ name, args })));

/** The condition of most routes here. */
export const PATH: [string, unknown] = ['Path', ['/erp/**']];

export const listen = (server: Server): Promise<string> =>
  new Promise((tell) => {
    server.listen(0, '127.0.0.1', () => tell(`http://127.0.0.1:${(server.address() as AddressInfo).port}`));
  });

/** The product, and one service on the loopback that the operator has listed. */
export async function openGateway(further: readonly string[] = []): Promise<GatewayScene> {
  const heard: Heard[] = [];
  const plain: GatewayScene['answering']['with'] = (_one, response) => void response.end('pong');
  const answering = { with: plain };
  const service = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const one = { method, url, headers, body: Buffer.concat(chunks).toString() };
      heard.push(one);
      answering.with(one, response);
    });
  });
  const upstream = await listen(service);
  const scene = await startTestApp({ isEmpty: true, start: { gatewayUpstreams: [upstream, ...further] } });
  const admin = await scene.as('admin');
  const origin = await scene.app.http.listen({ port: 0, host: '127.0.0.1' });
  return {
    scene,
    admin,
    origin,
    upstream,
    heard,
    answering,
    save: (more = {}) =>
      admin.post('/sys/gatewayRoute/updateAll', {
        router: {
          routerId: 'erp',
          name: '进销存',
          uri: upstream,
          predicates: JSON.stringify([{ name: 'Path', args: ['/erp/**'] }]),
          filters: '[]',
          ...more,
        },
      }),
    list: async () => (await admin.get<Record<string, unknown>[]>('/sys/gatewayRoute/list')).result,
    async call(path, init = {}, token = admin.token) {
      const headers = { ...(init.headers as object), ...(token === null ? {} : { 'x-access-token': token }) };
      const answer = await fetch(`${origin}/api${path}`, { redirect: 'manual', ...init, headers });
      return { status: answer.status, headers: answer.headers, text: await answer.text() };
    },
    async clear() {
      answering.with = plain;
      heard.length = 0;
      await scene.app.db.platform(async (tx) => {
        await tx.run`delete from gateway_route`;
        await tx.run`update gateway_revision set revision = revision + 1`;
      });
    },
    async stop() {
      service.closeAllConnections();
      service.close();
      await scene.stop();
    },
  };
}

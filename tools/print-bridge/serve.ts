import { timingSafeEqual, createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { BRIDGE_NAME, BRIDGE_VERSION, isJobId, type BridgePrinter } from '#modules/fulfilment/model/print-bridge.ts';
import { labelFormat } from '#platform/print/label-file.ts';
import { openJobs, type Jobs } from './jobs.ts';
import type { Printers } from './printers.ts';

export interface BridgeOptions {
  /** 0: any that is free. */
  port: number;
  /** Consoles that may print here, as their pages' origin. */
  origins: readonly string[];
  token: string;
  /** Folder in which jobs are kept. */
  spool: string;
  printers: Printers;
}

const MOST_BYTES = 20 * 1024 * 1024;

/** Starts a bridge on the loopback, which nothing but this machine reaches. */
export async function startBridge(options: BridgeOptions): Promise<{ address: string; close(): Promise<void> }> {
  const jobs = await openJobs(options.spool, options.printers);
  const server = createServer((request, response) => {
    answer(options, jobs, request, response).catch((error: Error) => send(response, 500, { error: error.message }));
  });
  server.listen(options.port, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}`,
    async close() {
      server.closeAllConnections();
      server.close();
      await once(server, 'close');
    },
  };
}

async function answer(
  { origins, token, printers }: BridgeOptions,
  jobs: Jobs,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  // A page of a foreign name that was led to the loopback has another Host; a foreign page its Origin.
  const { host = '', origin, authorization = '' } = request.headers;
  if (!/^(127\.0\.0\.1|localhost)(:\d+)?$/.test(host)) return send(response, 403, { error: 'Host' });
  if (origin === undefined || !origins.includes(origin))
    return send(response, 403, { error: '这个网址不在打印桥的允许名单里' });
  response.setHeader('access-control-allow-origin', origin);
  response.setHeader('vary', 'origin');
  if (request.method === 'OPTIONS') return preflight(response);
  const url = new URL(request.url ?? '/', 'http://127.0.0.1');
  if (request.method === 'GET' && url.pathname === '/v1/bridge')
    return send(response, 200, { name: BRIDGE_NAME, version: BRIDGE_VERSION });
  if (!isSame(authorization, `Bearer ${token}`)) return send(response, 401, { error: '口令不对' });
  if (request.method === 'GET' && url.pathname === '/v1/printers')
    return send(response, 200, { printers: await listed(printers) });
  const [, id = ''] = /^\/v1\/jobs\/([^/]+)$/.exec(url.pathname) ?? [];
  if (!isJobId(id)) return send(response, 404, { error: '没有这个地址' });
  if (request.method === 'GET') {
    const job = await jobs.read(id);
    return job ? send(response, 200, job) : send(response, 404, { error: '没有这个任务' });
  }
  if (request.method === 'PUT') return take(jobs, printers, id, url, request, response);
  return send(response, 405, { error: '不支持' });
}

async function take(
  jobs: Jobs,
  printers: Printers,
  id: string,
  url: URL,
  request: IncomingMessage,
  response: ServerResponse,
): Promise<void> {
  const label = await bodyOf(request);
  if (!label) return send(response, 413, { error: '文件太大' });
  const format = labelFormat(label);
  if (!format) return send(response, 422, { error: '不是 PDF 或 ZPL' });
  const all = await listed(printers);
  const requested = url.searchParams.get('printer');
  const printer = requested ? all.find((one) => one.id === requested) : all.find((one) => one.isDefault);
  if (!printer) return send(response, 404, { error: '没有这台打印机' });
  const title = (url.searchParams.get('title') ?? '').slice(0, 120);
  const taken = await jobs.take(id, { printer: printer.id, title, label, format });
  if ('conflict' in taken) return send(response, 409, { error: taken.conflict });
  return send(response, 200, taken.job);
}

const listed = async (printers: Printers): Promise<BridgePrinter[]> =>
  (await printers.list()).map(({ id, name, isReady }, at) => ({
    id,
    name,
    status: isReady ? 'ready' : 'gone',
    isDefault: at === 0,
  }));

async function bodyOf(request: IncomingMessage): Promise<Buffer | null> {
  const parts: Buffer[] = [];
  let bytes = 0;
  for await (const part of request as AsyncIterable<Buffer>) {
    bytes += part.length;
    if (bytes > MOST_BYTES) return null;
    parts.push(part);
  }
  return Buffer.concat(parts);
}

function preflight(response: ServerResponse): void {
  response.setHeader('access-control-allow-methods', 'GET, PUT');
  response.setHeader('access-control-allow-headers', 'authorization, content-type');
  // A page of the internet asks for this machine: browsers want to hear that it may.
  response.setHeader('access-control-allow-private-network', 'true');
  response.setHeader('access-control-max-age', '600');
  response.writeHead(204).end();
}

function send(response: ServerResponse, status: number, body: object): void {
  if (response.headersSent) return;
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8' });
  response.end(JSON.stringify(body));
}

const digest = (text: string): Buffer => createHash('sha256').update(text).digest();
const isSame = (one: string, other: string): boolean => timingSafeEqual(digest(one), digest(other));

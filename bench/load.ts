import { Agent, request } from 'node:http';
import { cpuSeconds, peakMb, type Served } from './processes.ts';

export interface Call {
  method: 'GET' | 'POST';
  url: string;
  headers?: Record<string, string>;
  body?: string;
}

export interface Run {
  name: string;
  clients: number;
  requests: number;
  perSecond: number;
  p50Ms: number;
  p95Ms: number;
  p99Ms: number;
  /** CPU per request, microseconds: HTTP server and database processes. */
  serverUs: number;
  databaseUs: number;
  cpuUs: number;
  peakMb: number;
  errors: number;
  firstError?: string;
}

export interface Target {
  served: Served;
  postmaster: number;
}

/** Sends one request; answers status, text and the tag that names the answer. */
export function send(agent: Agent, call: Call): Promise<{ status: number; text: string; etag?: string | undefined }> {
  return new Promise((resolve, reject) => {
    const sent = request(call.url, { agent, method: call.method, headers: call.headers ?? {} }, (response) => {
      const parts: Buffer[] = [];
      response.on('data', (part: Buffer) => parts.push(part));
      response.on('error', reject);
      response.on('end', () =>
        resolve({
          status: response.statusCode ?? 0,
          text: Buffer.concat(parts).toString('utf8'),
          etag: response.headers.etag,
        }),
      );
    });
    sent.on('error', reject);
    sent.end(call.body);
  });
}

/**
 * Closed loop: so many clients, each sending its next request when the last one is answered. The
 * CPU of this process, which makes the load, stays out of the figures.
 */
export async function measure(
  name: string,
  { served, postmaster }: Target,
  clients: number,
  calls: readonly Call[],
  expected = 200,
): Promise<Run> {
  const agent = new Agent({ keepAlive: true, maxSockets: clients });
  const times: number[] = [];
  const wrong: string[] = [];
  let next = 0;
  const client = async (): Promise<void> => {
    for (let call = calls[next++]; call; call = calls[next++]) {
      const started = performance.now();
      const { status, text } = await send(agent, call);
      times.push(performance.now() - started);
      if (status !== expected || text.includes('"ok":false')) wrong.push(`${status} ${text}`);
    }
  };
  const before = cpuSeconds(served.pid, postmaster);
  const started = performance.now();
  await Promise.all(Array.from({ length: clients }, client));
  const seconds = (performance.now() - started) / 1000;
  const after = cpuSeconds(served.pid, postmaster);
  agent.destroy();
  times.sort((a, b) => a - b);
  const serverUs = ((after.server - before.server) * 1e6) / calls.length;
  const databaseUs = ((after.database - before.database) * 1e6) / calls.length;
  return {
    name,
    clients,
    requests: calls.length,
    perSecond: calls.length / seconds,
    p50Ms: quantile(times, 0.5),
    p95Ms: quantile(times, 0.95),
    p99Ms: quantile(times, 0.99),
    serverUs,
    databaseUs,
    cpuUs: serverUs + databaseUs,
    peakMb: peakMb(served.pid),
    errors: wrong.length,
    ...(wrong[0] ? { firstError: wrong[0].slice(0, 300) } : {}),
  };
}

export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;

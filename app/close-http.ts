import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import type { Sockets } from '#kit/server/sockets/index.ts';
import type { StartOptions } from './start-options.ts';

/** Tests and tools have no balancer in front. */
export const STOP_AT_ONCE = { delayMs: 0, graceMs: 5000 };

/**
 * Takes the node out of service: readiness has said 503 since the call, a balancer gets time to
 * look elsewhere, then no connection is accepted any more and what is under way finishes within
 * its grace. Browsers open their sockets again at another node.
 */
export async function closeHttp(
  http: FastifyInstance,
  sockets: Sockets,
  { delayMs, graceMs }: { delayMs: number; graceMs: number },
  log: NonNullable<StartOptions['log']>,
): Promise<void> {
  if (delayMs > 0) {
    log('info', { delayMs }, 'stopping: not ready any more');
    await sleep(delayMs);
  }
  sockets.close();
  let wasCut = false;
  const cut = setTimeout(() => {
    wasCut = true;
    http.server.closeAllConnections();
  }, graceMs);
  await http.close();
  clearTimeout(cut);
  if (wasCut) log('warn', { graceMs }, 'stopping: requests in flight were cut off');
  else log('info', {}, 'stopping: requests in flight have finished');
}

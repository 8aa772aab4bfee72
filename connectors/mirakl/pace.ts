import { NotYet } from '#modules/channels/model/port.ts';

/** When each operation of each account was last called, on this node; it outlives a connection: every job connects again. */
const lastCalls = new Map<string, number>();

/** Least time between two calls of an operation, where the marketplace names one. */
export const LEAST_MS = { stockImport: 60_000, returns: 300_000 } as const;

type Paced = keyof typeof LEAST_MS;

/** How long an operation still has to wait; 0 = it may be called. */
export function waitOf(accountId: string, operation: Paced, now: Date): number {
  const last = lastCalls.get(`${accountId} ${operation}`);
  // A clock that was set back keeps nobody waiting.
  const passed = last === undefined ? Infinity : now.getTime() - last;
  return passed < 0 ? 0 : Math.max(0, LEAST_MS[operation] - passed);
}

/** Takes the turn of an operation. @throws NotYet when it was called too lately: nothing was sent */
export function takePace(accountId: string, operation: Paced, title: string, now: Date): void {
  const wait = waitOf(accountId, operation, now);
  if (wait > 0) throw new NotYet(title, `平台每分钟只接受一次${title}，稍后自动继续`, wait);
  lastCalls.set(`${accountId} ${operation}`, now.getTime());
}

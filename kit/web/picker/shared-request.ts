import { REPORT_CACHE_MS } from '#kit/model/limits.ts';
const requests = new Map<string, { at: number; answer: Promise<unknown> }>();

/**
 * One request for all fields of a group that ask for the same address within 30 seconds. A request
 * that fails is forgotten at once, so that the next one tries again.
 * @param group absent: the field asks for itself
 */
export function sharedRequest<T>(
  group: string | undefined,
  url: string,
  start: () => Promise<T>,
  now: number = Date.now(),
): Promise<T> {
  if (group === undefined) return start();
  for (const [key, { at }] of requests) if (now - at >= REPORT_CACHE_MS) requests.delete(key);
  const key = `${group}\n${url}`;
  const known = requests.get(key);
  if (known) return known.answer as Promise<T>;
  const answer = start();
  requests.set(key, { at: now, answer });
  answer.catch(() => requests.delete(key));
  return answer;
}

import { widgetServices } from './services.ts';

/** Most that one question asks for. */
const MOST_ASKED = 100;

/** By username; who is nobody of this house (系统) is called as they are written. */
let known = new Map<string, string>();
let waiting = new Set<string>();
const listeners = new Set<() => void>();

/** What colleagues call somebody, as far as it is known by now; else the username. */
export const personName = (username: string): string => known.get(username) ?? username;

/** Asks for somebody's name, together with all who are asked for within one turn of the browser. */
export function askPersonName(username: string): void {
  if (known.has(username) || waiting.has(username)) return;
  if (waiting.size === 0) setTimeout(() => void send(), 0);
  waiting.add(username);
}

/** Tells when names have come. @returns how to stop */
export function watchPersonNames(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

async function send(): Promise<void> {
  const requested = [...waiting];
  waiting = new Set();
  for (let at = 0; at < requested.length; at += MOST_ASKED) await learn(requested.slice(at, at + MOST_ASKED));
}

async function learn(usernames: readonly string[]): Promise<void> {
  try {
    const found = await widgetServices.get().realNames(usernames.join(','), new AbortController().signal);
    const named = new Map(found.map(({ username, realname }) => [username, realname]));
    known = new Map([...known, ...usernames.map((one): [string, string] => [one, named.get(one) || one])]);
    for (const listener of listeners) listener();
  } catch {
    // The username stands until somebody asks again: a name is no reason to disturb anybody.
  }
}

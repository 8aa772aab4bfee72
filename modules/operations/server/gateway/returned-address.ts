import { readSegments } from './path-pattern.ts';

export interface ReturnedAbout {
  /** Origin of the service that answered. */
  upstream: string;
  /** Prefix of the API. */
  base: string;
  /** Path that was called, below the base, and what it was rewritten to. */
  asked: string;
  sent: string;
}

/**
 * An address in an answer (`Location`, `Content-Location`) as callers reach it: one of the service behind the route
 * leads through the route again, below what its rules took away or put before. One that cannot be had that way is
 * left out, for it would name what stands behind the gateway; another site is named as it was.
 * @returns null where there is none
 */
export function returnedAddress(given: string, { upstream, base, asked, sent }: ReturnedAbout): string | null {
  const from = `${upstream}${sent}`;
  if (!URL.canParse(given, from)) return null;
  const url = new URL(given, from);
  if (url.origin !== upstream) return /^https?:$/.test(url.protocol) ? url.href : null;
  const [outside, inside] = differing(asked, sent);
  const path = url.pathname.split('/');
  if (!inside.every((part, at) => path[at] === part)) return null;
  const found = [...outside, ...path.slice(inside.length)].join('/');
  return readSegments(found) ? `${base}${found}${url.search}${url.hash}` : null;
}

/** What two paths begin with that end alike: the parts that a rule replaced. */
function differing(asked: string, sent: string): [outside: string[], inside: string[]] {
  const [a, b] = [asked.split('/'), sent === '/' ? [''] : sent.split('/')];
  let same = 0;
  const isSame = (): boolean => a.at(-1 - same) === b.at(-1 - same);
  while (sent !== '/' && same < Math.min(a.length, b.length) && isSame()) same++;
  return [a.slice(0, a.length - same), b.slice(0, b.length - same)];
}

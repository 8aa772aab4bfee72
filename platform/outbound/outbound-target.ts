import { lookup } from 'node:dns/promises';
import { isIP } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import { isPublicAddress } from './public-address.ts';

export interface ResolvedAddress {
  address: string;
  family: number;
}

/** Name resolution: every address of a host. */
export type Resolve = (hostname: string) => Promise<ResolvedAddress[]>;

/** A URL that may be called, as far as its text tells. */
export interface OutboundTarget {
  url: URL;
  /** Without the brackets of an IPv6 literal. */
  hostname: string;
  mayBePrivate: boolean;
}

/** Origins that texts name: whole values and lists parted by commas or blanks. */
export function originsOf(texts: readonly string[]): string[] {
  const origins = texts
    .flatMap((value) => value.split(/[\s,]+/))
    .filter((word) => /^https?:\/\//i.test(word) && URL.canParse(word))
    .map((word) => new URL(word).origin);
  return [...new Set(origins)];
}

/** The origin that a text names, and nothing more. @throws TypeError on any other text */
export function requireOrigin(text: string): string {
  const url = URL.canParse(text) ? new URL(text) : null;
  const isOrigin =
    url !== null &&
    (url.protocol === 'http:' || url.protocol === 'https:') &&
    (url.pathname === '/' || url.pathname === '') &&
    url.search === '' &&
    url.hash === '' &&
    url.username === '';
  if (!isOrigin) throw new TypeError(`not an origin: ${text}`);
  return url.origin;
}

/**
 * Checks a URL before anything is resolved: scheme, no credentials, an exact origin that is listed.
 * URL parsing has already turned decimal, octal and hexadecimal hosts into dotted addresses.
 * @param allowed origins that an operator listed; these alone may be private, when `allowPrivate`
 * @param origins further origins of the account, public addresses only
 * @throws OutboundError `blocked`
 */
export function admit(
  text: string,
  allowed: ReadonlySet<string>,
  origins: ReadonlySet<string>,
  allowPrivate: boolean,
): OutboundTarget {
  if (!URL.canParse(text)) throw blocked('the URL cannot be read');
  const url = new URL(text);
  if (url.protocol !== 'http:' && url.protocol !== 'https:') {
    throw blocked(`scheme ${url.protocol} is not allowed`);
  }
  if (url.username !== '' || url.password !== '') throw blocked('the URL carries credentials');
  const isListed = allowed.has(url.origin);
  if (!isListed && !origins.has(url.origin)) throw blocked(`origin ${url.origin} is not allowed`);
  return {
    url,
    hostname: url.hostname.replace(/^\[|\]$/g, ''),
    mayBePrivate: isListed && allowPrivate,
  };
}

/** The system's resolver, in the system's order. */
export async function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

/**
 * The addresses a target stands at, each of them checked: one private address refuses them all.
 * @throws OutboundError `dns` or `blocked`
 */
export async function addressesOf(target: OutboundTarget, resolve: Resolve): Promise<ResolvedAddress[]> {
  const family = isIP(target.hostname);
  let addresses: ResolvedAddress[];
  try {
    addresses = family !== 0 ? [{ address: target.hostname, family }] : await resolve(target.hostname);
  } catch (cause) {
    throw new OutboundError('dns', false, `cannot resolve ${target.hostname}`, { cause });
  }
  if (addresses.length === 0) {
    throw new OutboundError('dns', false, `no address for ${target.hostname}`);
  }
  if (!target.mayBePrivate && !addresses.every(({ address }) => isPublicAddress(address))) {
    throw blocked(`${target.url.origin} stands at a private address`);
  }
  return addresses;
}

function blocked(message: string): OutboundError {
  return new OutboundError('blocked', false, message);
}

import { lookup } from 'node:dns/promises';
import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import { isIP } from 'node:net';
import type { LookupFunction, Socket } from 'node:net';
import { isPublicAddress } from './public-address.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const SOCKETS_PER_ORIGIN = 16;

export interface OutboundInit {
  method: 'GET' | 'POST';
  headers: Record<string, string>;
  body?: string;
  /** Whole call, from resolution to the last byte; default 30 s. */
  timeoutMs?: number;
  /** Cap on the answer's body; default 10 MB. */
  maxBytes?: number;
}

export interface OutboundResponse {
  status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** One call to the outside. Redirects are never followed: the 3xx is the answer. */
export type OutboundFetch = (url: string, init: OutboundInit) => Promise<OutboundResponse>;

export interface Outbound extends OutboundFetch {
  /** The same client for one account: reaches its origins too, at public addresses only. */
  withOrigins(origins: readonly string[]): OutboundFetch;
  /** Closes idle connections. */
  close(): void;
}

/** What a call did, without query, headers or body: those may carry secrets. */
export interface OutboundEvent {
  method: string;
  origin: string;
  path: string;
  ms: number;
  status?: number;
  bytes?: number;
  error?: OutboundErrorCode;
}

export interface ResolvedAddress {
  address: string;
  family: number;
}

export interface OutboundOptions {
  /** Exact origins every caller may reach (`OUTBOUND_ALLOW`), such as `https://api.example.com`. */
  allow: readonly string[];
  /** Whether exactly those origins may stand at private addresses. */
  allowPrivate: boolean;
  log?: (event: OutboundEvent) => void;
  /** Name resolution; the system's unless told. */
  resolve?: (hostname: string) => Promise<ResolvedAddress[]>;
}

/**
 * blocked: refused by the rules of this client · dns, connect: no connection came about ·
 * timeout, reset: the line went silent or broke · tooLarge: the answer went over its cap.
 */
export type OutboundErrorCode = 'blocked' | 'dns' | 'connect' | 'timeout' | 'reset' | 'tooLarge';

/** Why a call has no answer. `sent` tells whether the other side may have seen the request. */
export class OutboundError extends Error {
  readonly code: OutboundErrorCode;
  readonly sent: boolean;

  constructor(code: OutboundErrorCode, sent: boolean, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'OutboundError';
    this.code = code;
    this.sent = sent;
  }
}

interface Target {
  url: URL;
  hostname: string;
  mayBePrivate: boolean;
}

interface Agents {
  http: HttpAgent;
  https: HttpsAgent;
}

/**
 * The one client for calls to the outside. A URL is reached only when its exact origin is listed;
 * its name is resolved once, every address is checked, and the connection is pinned to them, so
 * that a name cannot point elsewhere between check and use.
 * @throws TypeError when `allow` holds something that is not an origin.
 */
export function createOutbound(options: OutboundOptions): Outbound {
  const allowed = new Set(options.allow.map(requireOrigin));
  const agents: Agents = {
    http: new HttpAgent({ keepAlive: true, maxSockets: SOCKETS_PER_ORIGIN }),
    https: new HttpsAgent({ keepAlive: true, maxSockets: SOCKETS_PER_ORIGIN }),
  };
  const resolve = options.resolve ?? resolveBySystem;

  const callWith =
    (origins: ReadonlySet<string>): OutboundFetch =>
    async (url, init) => {
      const started = performance.now();
      const outcome: Partial<OutboundEvent> = {};
      try {
        const target = admit(url, allowed, origins, options.allowPrivate);
        const answer = await exchange(target, init, resolve, agents);
        outcome.status = answer.status;
        outcome.bytes = answer.body.byteLength;
        return answer;
      } catch (error) {
        outcome.error = error instanceof OutboundError ? error.code : 'blocked';
        throw error;
      } finally {
        options.log?.({
          ...describe(url),
          method: init.method,
          ms: Math.round(performance.now() - started),
          ...outcome,
        });
      }
    };

  return Object.assign(callWith(new Set()), {
    withOrigins: (origins: readonly string[]) => callWith(new Set(origins.map(requireOrigin))),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  });
}

/** Origins named anywhere in an account's settings: whole values and lists parted by commas or blanks. */
export function originsOf(settings: Readonly<Record<string, string>>): string[] {
  const origins = Object.values(settings)
    .flatMap((value) => value.split(/[\s,]+/))
    .filter((word) => /^https?:\/\//i.test(word) && URL.canParse(word))
    .map((word) => new URL(word).origin);
  return [...new Set(origins)];
}

function requireOrigin(text: string): string {
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

function describe(text: string): { origin: string; path: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  return { origin: url?.origin ?? '', path: url?.pathname ?? '' };
}

function blocked(message: string): OutboundError {
  return new OutboundError('blocked', false, message);
}

/** URL parsing has already turned decimal, octal and hexadecimal hosts into dotted addresses. */
function admit(
  text: string,
  allowed: ReadonlySet<string>,
  origins: ReadonlySet<string>,
  allowPrivate: boolean,
): Target {
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

async function resolveBySystem(hostname: string): Promise<ResolvedAddress[]> {
  return lookup(hostname, { all: true, verbatim: true });
}

async function addressesOf(
  target: Target,
  resolve: (hostname: string) => Promise<ResolvedAddress[]>,
): Promise<ResolvedAddress[]> {
  const family = isIP(target.hostname);
  let addresses: ResolvedAddress[];
  try {
    addresses =
      family !== 0 ? [{ address: target.hostname, family }] : await resolve(target.hostname);
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

async function exchange(
  target: Target,
  init: OutboundInit,
  resolve: (hostname: string) => Promise<ResolvedAddress[]>,
  agents: Agents,
): Promise<OutboundResponse> {
  const timeoutMs = init.timeoutMs ?? DEFAULT_TIMEOUT_MS;
  let timer: NodeJS.Timeout | undefined;
  let onTimeout = (): void => undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(() => {
      onTimeout();
      reject(new OutboundError('timeout', false, 'the name was not resolved in time'));
    }, timeoutMs);
  });
  late.catch(() => undefined);
  try {
    const addresses = await Promise.race([addressesOf(target, resolve), late]);
    const outgoing = send(target, init, addresses, agents);
    onTimeout = outgoing.expire;
    return await outgoing.answer;
  } finally {
    clearTimeout(timer);
  }
}

/** Starts the request; `expire` breaks it off as timed out. */
function send(
  target: Target,
  init: OutboundInit,
  addresses: readonly ResolvedAddress[],
  agents: Agents,
): { answer: Promise<OutboundResponse>; expire: () => void } {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundResponse>();
  let sent = false;
  let request: ClientRequest;
  const fail = (code: OutboundErrorCode, message: string, cause?: unknown): void => {
    reject(new OutboundError(code, sent, message, cause === undefined ? {} : { cause }));
    request?.destroy();
  };
  try {
    request = open(target, init, addresses, agents);
  } catch (cause) {
    throw new OutboundError('blocked', false, 'the request is malformed', { cause });
  }
  const isTls = target.url.protocol === 'https:';
  request.on('socket', (socket: Socket) => {
    // A connection taken from the pool gets the request at once, a new one after its handshake.
    if (request.reusedSocket || (!isTls && !socket.connecting)) sent = true;
    else socket.once(isTls ? 'secureConnect' : 'connect', () => (sent = true));
  });
  request.on('error', (cause) =>
    fail(sent ? 'reset' : 'connect', sent ? 'the connection broke' : 'no connection', cause),
  );
  request.on('response', (response) => {
    sent = true;
    const maxBytes = init.maxBytes ?? DEFAULT_MAX_BYTES;
    collect(response, maxBytes, resolve, fail);
  });
  request.end(init.body);
  return { answer: promise, expire: () => fail('timeout', 'no answer in time') };
}

function open(
  target: Target,
  init: OutboundInit,
  addresses: readonly ResolvedAddress[],
  agents: Agents,
): ClientRequest {
  const { url } = target;
  const headers: Record<string, string> = {};
  for (const [name, value] of Object.entries(init.headers)) {
    // The URL alone chooses the host.
    if (name.toLowerCase() !== 'host') headers[name] = value;
  }
  if (init.body !== undefined) headers['content-length'] = String(Buffer.byteLength(init.body));
  const options: RequestOptions = {
    method: init.method,
    hostname: target.hostname,
    port: url.port,
    path: `${url.pathname}${url.search}`,
    headers,
    lookup: pinnedTo(addresses),
  };
  return url.protocol === 'https:'
    ? requestHttps({ ...options, agent: agents.https })
    : requestHttp({ ...options, agent: agents.http });
}

function pinnedTo(addresses: readonly ResolvedAddress[]): LookupFunction {
  return (_hostname, options, callback) => {
    const first = addresses[0] as ResolvedAddress;
    if (options.all === true) callback(null, [...addresses]);
    else callback(null, first.address, first.family);
  };
}

function collect(
  response: IncomingMessage,
  maxBytes: number,
  resolve: (answer: OutboundResponse) => void,
  fail: (code: OutboundErrorCode, message: string, cause?: unknown) => void,
): void {
  const chunks: Buffer[] = [];
  let size = 0;
  const tooLarge = (): void => fail('tooLarge', `the answer is larger than ${maxBytes} bytes`);
  if (Number(response.headers['content-length'] ?? 0) > maxBytes) return tooLarge();
  response.on('data', (chunk: Buffer) => {
    size += chunk.byteLength;
    if (size > maxBytes) tooLarge();
    else chunks.push(chunk);
  });
  response.on('error', (cause) => fail('reset', 'the answer broke off', cause));
  response.on('end', () => {
    if (!response.complete) return fail('reset', 'the answer broke off');
    resolve({
      status: response.statusCode ?? 0,
      headers: flatten(response.headers),
      body: new Uint8Array(Buffer.concat(chunks)),
    });
  });
}

function flatten(headers: IncomingMessage['headers']): Record<string, string> {
  const flat: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers)) {
    if (value !== undefined) flat[name] = Array.isArray(value) ? value.join(', ') : value;
  }
  return flat;
}

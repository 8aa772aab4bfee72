import { Agent as HttpAgent, request as requestHttp } from 'node:http';
import type { ClientRequest, IncomingMessage, RequestOptions } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction, Socket } from 'node:net';
import { OutboundError } from './outbound-error.ts';
import type { OutboundErrorCode } from './outbound-error.ts';
import { addressesOf, admit, requireOrigin, resolveBySystem } from './outbound-target.ts';
import type { OutboundTarget, ResolvedAddress, Resolve } from './outbound-target.ts';

export { OutboundError } from './outbound-error.ts';
export type { OutboundErrorCode } from './outbound-error.ts';
export { originsOf } from './outbound-target.ts';

const DEFAULT_TIMEOUT_MS = 30_000;
const DEFAULT_MAX_BYTES = 10 * 1024 * 1024;
const SOCKETS_PER_ORIGIN = 16;

interface OutboundInit {
  method: 'GET' | 'POST' | 'PUT';
  headers: Record<string, string>;
  body?: string;
  /** Whole call, from resolution to the last byte; default 30 s. */
  timeoutMs?: number;
  /** Cap on the answer's body; default 10 MB. */
  maxBytes?: number;
}

interface OutboundResponse {
  status: number;
  /** Lower-case names; repeated headers joined by a comma. */
  headers: Record<string, string>;
  body: Uint8Array;
}

/** One call to the outside. Redirects are never followed: the 3xx is the answer. */
export type OutboundFetch = (url: string, init: OutboundInit) => Promise<OutboundResponse>;

export interface Outbound extends OutboundFetch {
  /**
   * The client for one account: reaches its own origins, at public addresses only, and those that
   * were granted to it. The installation's list is not an account's.
   */
  withOrigins(origins: readonly string[], granted?: readonly string[]): OutboundFetch;
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

export interface OutboundOptions {
  /** Exact origins the installation's own calls may reach (`OUTBOUND_ALLOW`). */
  allow: readonly string[];
  /** Whether those origins, and those granted to an account, may stand at private addresses. */
  allowPrivate: boolean;
  log?: (event: OutboundEvent) => void;
  /** Name resolution; the system's by default. */
  resolve?: Resolve;
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
    (origins: ReadonlySet<string>, trusted: ReadonlySet<string>): OutboundFetch =>
    async (url, init) => {
      const started = performance.now();
      const outcome: Partial<OutboundEvent> = {};
      try {
        const target = admit(url, trusted, origins, options.allowPrivate);
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

  return Object.assign(callWith(new Set(), allowed), {
    withOrigins: (origins: readonly string[], granted: readonly string[] = []) =>
      callWith(new Set(origins.map(requireOrigin)), new Set(granted.map(requireOrigin))),
    close() {
      agents.http.destroy();
      agents.https.destroy();
    },
  });
}

function describe(text: string): { origin: string; path: string } {
  const url = URL.canParse(text) ? new URL(text) : null;
  return { origin: url?.origin ?? '', path: url?.pathname ?? '' };
}

async function exchange(
  target: OutboundTarget,
  init: OutboundInit,
  resolve: Resolve,
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
  target: OutboundTarget,
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
  target: OutboundTarget,
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

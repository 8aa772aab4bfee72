/** What belongs to one connection and not to what goes over it. */
const HOP_BY_HOP = [
  'connection',
  'keep-alive',
  'proxy-authenticate',
  'proxy-authorization',
  'proxy-connection',
  'te',
  'trailer',
  'transfer-encoding',
  'upgrade',
  'http2-settings',
];

/** What says who somebody is at this server: whoever has it may act as them. */
const CREDENTIALS = ['authorization', 'x-access-token', 'cookie', 'sec-websocket-protocol'];

/** What a proxy says about the call; what a client says of it is not believed, nor passed on. */
const OF_PROXIES = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto', 'x-real-ip', 'via'];

/** What an answer says to the browser about this whole server. */
const OF_SERVER = [
  'set-cookie',
  'content-security-policy',
  'content-security-policy-report-only',
  'strict-transport-security',
  'x-frame-options',
  'x-content-type-options',
  'cross-origin-opener-policy',
  'cross-origin-resource-policy',
  'cross-origin-embedder-policy',
  'clear-site-data',
  'service-worker-allowed',
  'alt-svc',
  'nel',
  'report-to',
  'reporting-endpoints',
  'refresh',
  'server',
  'x-powered-by',
  'via',
];

const NOT_SENT: ReadonlySet<string> = new Set([...HOP_BY_HOP, ...OF_PROXIES, 'host', 'expect']);
const NOT_ANSWERED: ReadonlySet<string> = new Set([...HOP_BY_HOP, ...OF_SERVER]);
const NOT_ADDED: ReadonlySet<string> = new Set([...NOT_SENT, 'content-length', 'cookie', 'x-access-token']);

type Headers = Record<string, string | string[] | undefined>;

export interface SentAbout {
  ip: string;
  protocol: string;
  host: string;
  /** Names this installation in `Via`. */
  name: string;
  hasBody: boolean;
  forwardCredentials: boolean;
  added: readonly (readonly [name: string, value: string])[];
  dropped: readonly string[];
}

/** Headers of a call as they go on to another service. @param sent with the host of that service */
export function sentHeaders(sent: Headers, about: SentAbout): Headers {
  const via = [sent['via'] ?? []].flat();
  const headers: Headers = {};
  for (const [name, value] of Object.entries(sent)) {
    if (NOT_SENT.has(name) && name !== 'host') continue;
    if (!about.forwardCredentials && CREDENTIALS.includes(name)) continue;
    if (!about.hasBody && (name === 'content-length' || name === 'content-type')) continue;
    if (!about.dropped.includes(name)) headers[name] = value;
  }
  for (const [name, value] of about.added) headers[name] = value;
  headers['x-forwarded-for'] = about.ip;
  headers['x-forwarded-proto'] = about.protocol;
  headers['x-forwarded-host'] = about.host;
  headers['via'] = [...via, `1.1 ${about.name}`].join(', ');
  return headers;
}

/** Whether a call has come through this installation before. */
export const hasPassed = (headers: Headers, name: string): boolean =>
  [headers['via'] ?? []]
    .flat()
    .flatMap((text) => text.split(','))
    .some((one) => one.trim().split(/\s+/)[1] === name);

export interface AnsweredAbout {
  isPublic: boolean;
  forwardCredentials: boolean;
  added: readonly (readonly [name: string, value: string])[];
  dropped: readonly string[];
  /** An address of the answer as the caller reaches it; null: it is left out. */
  addressOf: (given: string) => string | null;
}

const ADDRESSES: readonly string[] = ['location', 'content-location'];

/** Nothing of what another service answers runs, or loads anything, as a page of this server. */
const FOREIGN_POLICY = "sandbox; default-src 'none'";

/** Headers of an answer as they go back to the caller. */
export function answeredHeaders(sent: Headers, about: AnsweredAbout): Headers {
  const headers: Headers = {};
  const ofConnection = [sent['connection'] ?? []].flat().flatMap((text) => text.toLowerCase().split(/\s*,\s*/));
  for (const [name, value] of Object.entries(sent)) {
    const isOurs = NOT_ANSWERED.has(name) || name.startsWith('access-control-') || ofConnection.includes(name);
    const isAllowed = about.forwardCredentials && name === 'set-cookie';
    if ((!isOurs || isAllowed) && !about.dropped.includes(name)) headers[name] = value;
  }
  for (const name of ADDRESSES) {
    const [given] = [headers[name] ?? []].flat();
    const address = given === undefined ? null : about.addressOf(given);
    if (address === null) delete headers[name];
    else headers[name] = address;
  }
  for (const [name, value] of about.added) headers[name] = value;
  headers['content-security-policy'] = FOREIGN_POLICY;
  headers['x-content-type-options'] = 'nosniff';
  // What one person was answered is nobody else's, whoever stores answers on the way.
  if (!about.isPublic) headers['cache-control'] = 'private, no-store';
  return headers;
}

/** What is wrong with a header that a filter adds to calls; null where nothing is. */
export const addedHeaderFault = (name: string): string | null => nameFault(name, NOT_ADDED);

/** The same of answers. */
export const addedAnswerFault = (name: string): string | null =>
  nameFault(name, NOT_ANSWERED) ??
  (name.startsWith('access-control-') || name === 'content-length' ? ours(name) : null);

const nameFault = (name: string, reserved: ReadonlySet<string>): string | null =>
  /^[\w!#$%&'*+.^`|~-]{1,100}$/.test(name) ? (reserved.has(name) ? ours(name) : null) : '名称写法不对';

const ours = (name: string): string => `“${name}”由系统决定，不能设置`;

import type { FastifyRequest, FastifyServerOptions } from 'fastify';

/** Options of the server's logger; the request id comes with every line of a request. */
type LogOptions = Exclude<NonNullable<FastifyServerOptions['logger']>, boolean>;

const CENSOR = '***';
const MAX_DEPTH = 6;
const MAX_ITEMS = 50;

/** Names, folded to letters and digits, whose values never reach a log. */
const SECRET_NAMES = new Set(
  (
    'password oldpassword newpassword confirmpassword passwd pwd secret clientsecret secretkey ' +
    'apikey token accesstoken refreshtoken idtoken xaccesstoken authorization proxyauthorization ' +
    'cookie cookies setcookie xsign sign ticket captcha recoverycode privatekey credentials ' +
    'secwebsocketprotocol connectionstring idempotencykey'
  ).split(' '),
);
/** Bodies hold personal data: they are not logged whoever passes them. */
const BODY_NAMES = new Set(['body', 'rawbody', 'payload', 'parameters', 'headers', 'rawheaders']);
/** Query values that grant something (one-use tickets, sign-in codes). */
const SECRET_QUERY = /([?&](?:[a-z_-]*token|ticket|code|state|password|sign)=)[^&#\s"\\]*/gi;
/** Paths that end in a secret: a token of the notification socket, a ticket of a sign-in. */
const SECRET_PATH = /(\/websocket\/[^/?#\s"\\]*|\/getLoginUser)\/[^/?#\s"\\]+/g;
/** Secrets inside texts (never across the quotes of a line). */
const SECRET_TEXT: [RegExp, string][] = [
  [SECRET_QUERY, `$1${CENSOR}`],
  [SECRET_PATH, `$1/${CENSOR}`],
  [/\b([a-z][a-z0-9+.-]*:\/\/[^\s/:@"\\]*):[^\s/@"\\]+@/gi, `$1:${CENSOR}@`],
  [/\b(bearer|basic)\s+[\w.~+/=-]{8,}/gi, `$1 ${CENSOR}`],
];

/**
 * How the server logs: one JSON line each, without bodies, headers or the values of secrets at any
 * depth; of an error its kind, code, text and stack, not the row values a database driver adds.
 * @param level fatal, error, warn, info, debug, trace or silent
 */
export function logOptions(level: string): LogOptions {
  return {
    level,
    base: null,
    timestamp: () => `,"time":"${new Date().toISOString()}"`,
    serializers: { req: describeRequest, res: describeReply, err: (error) => describeError(error) },
    formatters: { level: (label) => ({ level: label }), log: (about) => maskAll(about, 0) },
    // Bindings of child loggers do not pass `formatters.log`.
    redact: { paths: ['token', 'password', 'secret', 'authorization', 'cookie'], censor: CENSOR },
    // Last of all, over the whole line: messages and stacks hold addresses too.
    hooks: { streamWrite: maskText },
  };
}

const LEVELS = ['trace', 'debug', 'info', 'warn', 'error', 'fatal'];

/**
 * Writes lines outside of requests in the same shape and with the same masks; of errors their text
 * alone: what a channel or a lost connection throws is expected, and its stack says nothing.
 * @param least the level below which nothing is written; `silent` writes nothing
 */
export function lineWriter(least: string): (level: 'info' | 'warn' | 'error', about: object, message: string) => void {
  return (level, about, msg) => {
    if (least === 'silent' || LEVELS.indexOf(level) < LEVELS.indexOf(least)) return;
    const reported = Object.fromEntries(
      Object.entries(about).map(([name, value]) => [
        name,
        value instanceof Error ? value.message : maskField(name, value, 0),
      ]),
    );
    const line = JSON.stringify({ level, time: new Date().toISOString(), ...reported, msg });
    process.stdout.write(`${maskText(line)}\n`);
  };
}

const describeRequest = (request: FastifyRequest) => ({
  method: request.method,
  path: request.url.split('?', 1)[0],
  remoteAddress: request.ip,
});

const describeReply = ({ statusCode = 0 }: { statusCode?: number }) => ({ statusCode });

interface LoggedError {
  [field: string]: unknown;
  type: string;
  message: string;
  stack: string;
}

function describeError(error: Error, depth = 0): LoggedError {
  if (!(error instanceof Error)) return error; // something else was thrown, and is masked already
  const reported: LoggedError = { type: error.name, message: error.message, stack: '' };
  const { code } = error as { code?: unknown };
  if (code !== undefined) reported.code = code;
  if (error.stack) reported.stack = error.stack;
  if (error.cause !== undefined && depth < MAX_DEPTH) reported.cause = mask(error.cause, depth + 1);
  return reported;
}

/** Fields with a serializer of their own stay as they are for it. */
function maskAll(about: Record<string, unknown>, depth: number): Record<string, unknown> {
  const masked: Record<string, unknown> = {};
  for (const [name, value] of Object.entries(about)) {
    const isSerialised = ['req', 'res'].includes(name) || (name === 'err' && value instanceof Error);
    masked[name] = depth === 0 && isSerialised ? value : maskField(name, value, depth);
  }
  return masked;
}

function maskField(name: string, value: unknown, depth: number): unknown {
  const folded = name.toLowerCase().replace(/[^a-z0-9]/g, '');
  if (value === null || value === undefined) return value;
  if (SECRET_NAMES.has(folded) || BODY_NAMES.has(folded)) return CENSOR;
  return mask(value, depth);
}

function mask(value: unknown, depth: number): unknown {
  if (typeof value === 'bigint') return value.toString();
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= MAX_DEPTH) return '…';
  if (value instanceof Error) return describeError(value, depth);
  if (value instanceof Date) return value;
  if (ArrayBuffer.isView(value)) return `${value.byteLength} bytes`;
  if (Array.isArray(value)) return value.slice(0, MAX_ITEMS).map((item) => mask(item, depth + 1));
  return maskAll(value as Record<string, unknown>, depth + 1);
}

const maskText = (text: string): string =>
  SECRET_TEXT.reduce((masked, [pattern, by]) => masked.replace(pattern, by), text);

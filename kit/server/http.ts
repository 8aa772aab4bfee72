import { randomUUID } from 'node:crypto';
import { STATUS_CODES } from 'node:http';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, {
  LogController,
  type FastifyInstance,
  type FastifyReply,
  type FastifyRequest,
} from 'fastify';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from './actor.ts';
import type { Database } from './database.ts';
import { databaseFault } from './database-fault.ts';
import { readCookies, setCookie } from './cookies.ts';
import { fileCookies, fileCookieOf, type FileCookieOptions } from './file-cookie.ts';
import { answerFile } from './answer-file.ts';
import { MESSAGES } from './messages.ts';
import type { Problem } from './readiness.ts';
import { receiveUpload } from './receive-upload.ts';
import { readJsonBodies } from './request-body.ts';
import { signatureFault } from './signature.ts';
import { serveOpenApi } from './openapi/index.ts';
import {
  isAnswer,
  isBare,
  isFile,
  isRedirect,
  isWithFileCookie,
  type Call,
  type Route,
  type UploadedFile,
} from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    clock(): Date;
  }
}

/** `isPicture`: a cookie that the browser sends by itself speaks for the caller. */
interface CallerAbout {
  ip: string;
  requestId: string;
  isPicture?: boolean;
}
type ResolveActor = (token: string, about: CallerAbout) => Promise<Actor | null>;

export interface HttpOptions {
  db: Database;
  routes: readonly Route[];
  /** Path prefix of every route, e.g. `/api`. */
  base: string;
  /** Resolves a session token to its actor; null when the session is gone. */
  resolveActor: ResolveActor;
  /**
   * Takes the session of a token to the tenant that its client names; null where that is none of
   * the person's. Absent: any tenant but the session's is refused.
   */
  followTenant?: (token: string, tenant: string, about: CallerAbout) => Promise<Actor | null>;
  /** Addresses or networks of proxies whose X-Forwarded-For is believed; nobody's unless told. */
  trustedProxies?: readonly string[];
  /** The time that answers tell and signatures are judged by; the machine's unless told. */
  clock?: () => Date;
  /** What stands in the way of serving; nothing when this node is ready. */
  problems: () => Promise<Problem[]>;
  logger?: object | boolean;
  maxUploadBytes?: number;
  /** Answers paths outside the base (the console's pages); false leaves them unknown. */
  fallback?: (
    request: FastifyRequest,
    reply: FastifyReply,
  ) => FastifyReply | Promise<FastifyReply> | false;
  /** Origins beside our own that pictures of the console may come from. */
  pictureOrigins?: readonly string[];
  /** Origins beside our own that may stand in a frame of the console. */
  frameOrigins?: readonly string[];
  /** The OpenAPI document, served at /openapi.json with a page to browse it at /docs. */
  openApi?: () => unknown;
  /** Lets pictures in pages be fetched; absent: only calls with a token are. */
  fileCookie?: FileCookieOptions;
  /** Somebody tried to change what he has no right to; told before he is answered. */
  onForbidden?: (actor: Actor, route: Route) => Promise<void>;
  /** People reach the server over TLS: browsers are told to use nothing else. */
  isTls?: boolean;
  /** Called after every answered request (metrics, trace). */
  onAnswer?: (about: { route: string; status: number; ms: number }) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    /** Whose session the token is; null for strangers. */
    caller: Actor | null;
  }
}

const contentSecurity = ({ pictureOrigins = [], frameOrigins = [] }: HttpOptions) => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...pictureOrigins],
    connectSrc: ["'self'"],
    objectSrc: ["'none'"],
    frameAncestors: ["'none'"],
    frameSrc: ["'self'", 'blob:', ...frameOrigins],
    baseUri: ["'self'"],
    upgradeInsecureRequests: null,
  },
});

/**
 * The HTTP server: one envelope, one error handler, one permission gate. A route without
 * declared access does not start; everything unexpected answers neutrally with the request id.
 */
export async function createHttp(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: options.logger ?? false,
    genReqId: () => randomUUID(),
    // Headers and body together; JSON has less (request-body.ts), a sheet over a slow line needs it.
    requestTimeout: 300_000,
    trustProxy: options.trustedProxies?.length ? [...options.trustedProxies] : false,
    // One line when a request has been answered, of our own.
    logController: new LogController({ disableRequestLogging: true }),
    // sic: the stock client asks for /sys/category/loadDictItem/
    routerOptions: { ignoreTrailingSlash: true },
    rewriteUrl: ({ url = '/' }) => (url.startsWith(options.base) ? url : withSingleSlashes(url)),
    // A path that cannot be read (`/%E0%A4%A`) reaches no route, and none of the headers that guard
    // a page: the console says elsewhere that there is none.
    frameworkErrors(_error, request, reply) {
      const isOurs = request.url.startsWith(options.base) || !options.fallback;
      return isOurs ? answerUnknown(reply) : reply.redirect('/404');
    },
    // Who stops the server decides how long requests in flight may take.
    forceCloseConnections: 'idle',
  });
  app.decorate('clock', options.clock ?? (() => new Date()));
  await app.register(helmet, {
    contentSecurityPolicy: contentSecurity(options),
    // Over plain http a browser ignores it, and a server without TLS must not ask for it.
    strictTransportSecurity: options.isTls ? { maxAge: HSTS_SECONDS } : false,
  });
  await app.register(multipart, {
    limits: { fileSize: options.maxUploadBytes ?? 10 * 1024 * 1024, files: 20, fields: 50 },
  });
  app.addHook('onResponse', async (request, reply) => logAnswer(request, reply));
  app.decorateRequest('caller', null);
  readJsonBodies(app, ({ caller }) => caller !== null);
  app.setErrorHandler((error, request, reply) => answerError(error as Error, request, reply));
  app.setNotFoundHandler((request, reply) => {
    const isOurs = request.url.startsWith(options.base);
    const page = isOurs ? false : (options.fallback?.(request, reply) ?? false);
    return page === false ? answerUnknown(reply) : page;
  });
  if (options.openApi) serveOpenApi(app, options.openApi);
  app.get('/healthz', async () => ({ status: 'up' }));
  app.get('/readyz', async (_request, reply) => {
    const problems = await options.problems();
    if (problems.length === 0) return { status: 'ready' };
    return reply.code(503).send({ status: 'unavailable', problems });
  });
  const seen = new Set<string>();
  for (const route of options.routes) {
    const key = `${route.method} ${route.path}`;
    if (seen.has(key)) throw new Error(`route declared twice: ${key}`);
    seen.add(key);
    addRoute(app, route, options);
  }
  return app;
}

/** Half a year: long enough to count, short enough to take TLS away again. */
const HSTS_SECONDS = 15_552_000;

/** Probes ask every few seconds and would drown everything else. */
const PROBES = new Set(['/healthz', '/readyz']);

/** One line a request: the path without its query, which holds what people search for. */
function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
  const path = request.url.split('?', 1)[0] ?? '';
  if (PROBES.has(path) && reply.statusCode < 400) return;
  request.log.info(
    {
      method: request.method,
      path,
      status: reply.statusCode,
      ms: Math.round(reply.elapsedTime),
      ip: request.ip,
    },
    'answered',
  );
}

function addRoute(app: FastifyInstance, route: Route, options: HttpOptions): void {
  if (!isDeclared(route.access))
    throw new Error(`route without a permission: ${route.method} ${route.path}`);
  app.route({
    method: route.method,
    url: `${options.base}${route.path}`,
    config: { route },
    // Before the body is read: what strangers send is not worth keeping.
    onRequest: async (request) => {
      request.caller = await authenticate(request, route, options);
      await telling(request, route, options, async () => requireAccess(request.caller, route));
    },
    handler: async (request, reply) => {
      const result = await telling(request, route, options, async () => {
        if (route.isSigned) refuseWrongSignature(request);
        return route.handle(makeCall(request, request.caller, options));
      });
      options.onAnswer?.({
        route: `${route.method} ${route.path}`,
        status: 200,
        ms: reply.elapsedTime,
      });
      if (!isWithFileCookie(result)) return answerResult(request, reply, result);
      if (options.fileCookie)
        void reply.header(
          'set-cookie',
          fileCookies(result.token, options.base, options.fileCookie),
        );
      return answerResult(request, reply, result.result);
    },
  });
}

const isDeclared = (access: Route['access'] | undefined): boolean =>
  access === 'signedIn' ||
  access === 'public' ||
  (typeof access === 'object' && access !== null && access.permission.length > 0);

const unauthorised = (message: string): Refusal =>
  new Refusal('unauthorised', message, { status: 401 });

async function authenticate(
  request: FastifyRequest,
  route: Route,
  options: HttpOptions,
): Promise<Actor | null> {
  const header = tokenOf(request);
  const cookies = route.takesFileCookie ? readCookies(request.headers.cookie) : null;
  const token = header ?? (cookies && fileCookieOf(cookies));
  const about = { ip: request.ip, requestId: request.id, isPicture: header === null };
  const known = token ? await options.resolveActor(token, about) : null;
  if (route.access === 'public') return known;
  if (!token || !known) throw unauthorised(MESSAGES.tokenInvalid);
  const wanted = tenantOf(request);
  const isElsewhere = wanted !== '0' && wanted !== String(known.tenant);
  const actor = isElsewhere ? await options.followTenant?.(token, wanted, about) : known;
  if (!actor) throw unauthorised(MESSAGES.tenantChanged);
  return actor;
}

/** The tenant a client names: '0' where it names none. */
function tenantOf({ headers }: FastifyRequest): string {
  const header = headers['tenant-id'];
  return (Array.isArray(header) ? header.join(',') : header) || '0';
}

function requireAccess(actor: Actor | null, { access, refusals }: Route): void {
  // No right is lacking: the family of the base gets it as words it shows, not as 403.
  if (actor?.onHold && typeof access === 'object')
    throw new Refusal('onHold', actor.onHold, { status: refusals === 'neutral' ? 409 : 403 });
  if (actor && typeof access === 'object' && !may(actor, access.permission)) throw forbidden();
}

/** Runs a call; a refusal for want of a right is told of where the call would have changed something. */
async function telling<T>(
  request: FastifyRequest,
  route: Route,
  { onForbidden }: HttpOptions,
  work: () => Promise<T>,
): Promise<T> {
  try {
    return await work();
  } catch (error) {
    const isTold = error instanceof Refusal && error.status === 403 && route.method !== 'GET';
    if (isTold && request.caller)
      await onForbidden?.(request.caller, route).catch((cause: unknown) =>
        request.log.error({ err: cause }, 'a refused call could not be written down'),
      );
    throw error;
  }
}

/** Sent by stock clients; one that is missing is no fault, the token has decided already. */
function refuseWrongSignature({ headers, url, server }: FastifyRequest): void {
  const sign = headers['x-sign'];
  if (typeof sign !== 'string') return;
  const timestamp = String(headers['x-timestamp'] ?? '');
  const fault = signatureFault({ url }, { sign, timestamp, now: server.clock().getTime() });
  if (fault) throw new Refusal('badSignature', fault, { status: 400 });
}

function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers['x-access-token'];
  return typeof header === 'string' && header.length > 0 && header.length < 200 ? header : null;
}

function makeCall(request: FastifyRequest, actor: Actor | null, options: HttpOptions): Call {
  const key = request.headers['idempotency-key'];
  return {
    get actor() {
      if (!actor) throw unauthorised(MESSAGES.tokenInvalid);
      return actor;
    },
    db: options.db,
    tx(work) {
      return options.db.tx(this.actor, work);
    },
    params: request.params as Record<string, string>,
    query: flatQuery(request.query as Record<string, unknown>),
    body: isPlainObject(request.body) ? request.body : {},
    token: tokenOf(request),
    ip: request.ip,
    requestId: request.id,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.host,
    cookies: readCookies(request.headers.cookie),
    key: typeof key === 'string' && key.length > 0 && key.length <= 100 ? key : null,
    files: () => readFiles(request),
    receive: (limits) => receiveUpload(request, limits),
  };
}

async function readFiles(request: FastifyRequest): Promise<UploadedFile[]> {
  if (!request.isMultipart()) throw new Refusal('badRequest', MESSAGES.badRequest, { status: 400 });
  const files: UploadedFile[] = [];
  for await (const part of request.files()) {
    files.push({ name: part.filename, mime: part.mimetype, bytes: await part.toBuffer() });
  }
  return files;
}

const isPlainObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Repeated parameters keep the first value: no type confusion by `a=1&a=2` or `a[$ne]=1`. */
function flatQuery(query: Record<string, unknown>): Record<string, string> {
  const flat: Record<string, string> = Object.create(null) as Record<string, string>;
  for (const [key, value] of Object.entries(query)) {
    const first = Array.isArray(value) ? value[0] : value;
    if (typeof first === 'string' && key !== '_t') flat[key] = first;
  }
  return flat;
}

function answerResult(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
  if (isFile(result)) return answerFile(request, reply, result);
  if (isRedirect(result))
    return reply
      .header('cache-control', 'no-store')
      .header('set-cookie', result.cookies.map(setCookie))
      .redirect(result.location, 302);
  if (isBare(result)) {
    if (result.cookies.length > 0) reply.header('set-cookie', result.cookies.map(setCookie));
    return reply.header('cache-control', 'no-store').send(result.body);
  }
  if (isAnswer(result))
    return send(reply, 200, {
      success: true,
      code: result.code,
      message: result.message,
      result: result.result,
    });
  return send(reply, 200, { success: true, code: 200, message: '', result: result ?? null });
}

function send(
  reply: FastifyReply,
  status: number,
  envelope: { success: boolean; code: number; message: string; result?: unknown },
): FastifyReply {
  return reply
    .code(status)
    .header('cache-control', 'no-store')
    .send({
      ...envelope,
      result: envelope.result ?? null,
      timestamp: reply.server.clock().getTime(),
    });
}

/** An address typed with a slash too many is the page it would be without. */
function withSingleSlashes(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}

const answerUnknown = (reply: FastifyReply): FastifyReply =>
  send(reply, 404, { success: false, code: 404, message: MESSAGES.pathUnknown });

function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const refusal = toRefusal(error);
  if (!refusal) {
    request.log.error({ err: error, requestId: request.id }, 'unexpected error');
    return send(reply, 500, {
      success: false,
      code: 500,
      message: `${MESSAGES.unexpected}（编号 ${request.id.slice(0, 8)}）`,
    });
  }
  // Nobody's mistake but ours: whoever runs the server has to see it.
  if (refusal.cause) request.log.error({ err: refusal.cause }, 'refused for a fault of our own');
  const route = (request.routeOptions.config as { route?: Route }).route;
  const isNeutral = route?.refusals === 'neutral' && ![401, 403, 429, 503].includes(refusal.status);
  if (refusal.status === 429 || refusal.status === 503) void reply.header('retry-after', '5');
  // The rest of a body that does not come is not waited for.
  if (refusal.status === 408) void reply.header('connection', 'close');
  const code = refusal.status === 403 ? 510 : isNeutral ? 500 : refusal.status;
  const detail = (refusal as Refusal & { result?: Record<string, unknown> }).result;
  const result =
    refusal.errors.length > 0 || detail ? { ...detail, errors: refusal.errors } : undefined;
  return send(reply, isNeutral ? 200 : refusal.status, {
    success: false,
    code,
    message: refusal.message,
    result,
  });
}

/** Maps what libraries and the database throw to a neutral Chinese refusal; null = a bug of ours. */
function toRefusal(error: Error & { code?: string; statusCode?: number }): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = error.code ?? '';
  if (code === '23505') return new Refusal('duplicate', MESSAGES.duplicate, { status: 409 });
  if (/^23/.test(code) || code === '22001')
    return new Refusal('integrity', MESSAGES.integrity, { status: 422 });
  if (/^22/.test(code)) return new Refusal('badRequest', MESSAGES.badRequest, { status: 400 });
  const fault = databaseFault(error);
  if (fault === 'diskFull') return new Refusal(fault, MESSAGES.writeDiskFull, { status: 503 });
  if (fault === 'lost') return new Refusal('unavailable', MESSAGES.unavailable, { status: 503 });
  if (error.statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return new Refusal('tooLarge', MESSAGES.tooLarge(), { status: 413 });
  // The console's files turn odd paths away by 403: to the outside there is just nothing there.
  if (error.statusCode === 403)
    return new Refusal('pathUnknown', MESSAGES.pathUnknown, { status: 404 });
  if (error.statusCode === 429) return new Refusal('tooMany', MESSAGES.tooMany, { status: 429 });
  if (error.statusCode && error.statusCode < 500 && STATUS_CODES[error.statusCode])
    return new Refusal('badRequest', MESSAGES.badRequest, { status: error.statusCode });
  return null;
}

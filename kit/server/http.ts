import { randomUUID } from 'node:crypto';
import helmet from '@fastify/helmet';
import multipart from '@fastify/multipart';
import fastify, { LogController, type FastifyInstance } from 'fastify';
import type { Actor } from './actor.ts';
import { answerError, answerResult, answerUnknown, logAnswer, noteAnswer } from './answers.ts';
import { fileCookies } from './file-cookie.ts';
import type { HttpOptions } from './http-options.ts';
import { makeCall } from './make-call.ts';
import { requireReadable, requireSingle } from './query/conditions.ts';
import type { Page } from './query/list.ts';
import { serveOpenApi } from './openapi/index.ts';
import { createRoom, type Room } from './body-room.ts';
import {
  authenticate,
  lacksRight,
  refuseWriting,
  refuseWrongSignature,
  requireAccess,
  reportingDenial,
} from './request-access.ts';
import { ARRIVING_BYTES } from './receive-upload.ts';
import { readJsonBodies } from './request-body.ts';
import { serveMetrics } from './serve-metrics.ts';
import { senderOf } from './sender.ts';
import { isAnswer, isBare, isFile, isNamed, isRedirect, isWithFileCookie, type Route } from './route.ts';

declare module 'fastify' {
  interface FastifyInstance {
    clock(): Date;
    /** What a right is called, by its code. */
    rightTitle(code: string): string | undefined;
    /** What files of forms may take of the disk while they arrive. */
    arriving: Room;
  }
  interface FastifyRequest {
    /** Whose session the token is; null for strangers. */
    caller: Actor | null;
  }
}

const contentSecurity = ({ pictureOrigins = [], connectOrigins = [], frameOrigins = [] }: HttpOptions) => ({
  directives: {
    defaultSrc: ["'self'"],
    scriptSrc: ["'self'"],
    styleSrc: ["'self'", "'unsafe-inline'"],
    imgSrc: ["'self'", 'data:', 'blob:', ...pictureOrigins],
    connectSrc: ["'self'", ...connectOrigins],
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
  await app.register(multipart);
  app.decorate('rightTitle', options.rightTitle ?? (() => undefined));
  app.decorate('arriving', createRoom(ARRIVING_BYTES));
  app.addHook('onResponse', async (request, reply) => {
    logAnswer(request, reply);
    noteAnswer(request, reply, options);
  });
  app.decorateRequest('caller', null);
  readJsonBodies(app, senderOf);
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
  if (options.metrics) serveMetrics(app, options.metrics);
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

function addRoute(app: FastifyInstance, route: Route, options: HttpOptions): void {
  if (!isDeclared(route.access)) throw new Error(`route without a permission: ${route.method} ${route.path}`);
  app.route({
    method: route.method,
    url: `${options.base}${route.path}`,
    config: { route },
    // Before the body is read: what strangers send is not worth keeping.
    onRequest: async (request) => {
      request.caller = await authenticate(request, route, options);
      await reportingDenial(request, route, options, async () => requireAccess(request.caller, route, request.query));
      refuseWriting(request.caller, route);
    },
    handler: async (request, reply) => {
      const result = await reportingDenial(request, route, options, async () => {
        if (route.isSigned) refuseWrongSignature(request);
        const call = makeCall(request, request.caller, options);
        // Callbacks from outside are spelled as others please.
        if (route.access !== 'public') requireSingle(request.query);
        requireReadable(call.query);
        if (lacksRight(request.caller, route)) return NOTHING;
        const answered = await route.handle(call);
        const plain = options.judgeAnswer && plainResult(answered);
        if (plain) options.judgeAnswer?.(route, plain.result);
        return answered;
      });
      if (!isWithFileCookie(result)) return answerResult(request, reply, result);
      void reply.header('set-cookie', fileCookies(result.token, options));
      return answerResult(request, reply, result.result);
    },
  });
}

/** The result in the envelope; nothing of a file, of what leads elsewhere, or of bare JSON. */
function plainResult(answered: unknown): { result: unknown } | null {
  const inner = isWithFileCookie(answered) ? answered.result : answered;
  if (isFile(inner) || isRedirect(inner) || isBare(inner)) return null;
  return { result: isNamed(inner) ? inner.make() : isAnswer(inner) ? inner.result : inner };
}

/** A page of a list that finds nothing (`Route.emptyBy`). */
const NOTHING: Page = { records: [], total: 0, size: 10, current: 1, pages: 1 };

const isDeclared = (access: Route['access'] | undefined): boolean =>
  access === 'signedIn' ||
  access === 'public' ||
  (typeof access === 'object' && access !== null && access.permission.length > 0);

/** An address typed with a slash too many is the page it would be without. */
function withSingleSlashes(url: string): string {
  const at = url.indexOf('?');
  const path = at < 0 ? url : url.slice(0, at);
  return path.replace(/\/{2,}/g, '/') + url.slice(path.length);
}

import { Transform } from 'node:stream';
import replyFrom from '@fastify/reply-from';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from '#kit/server/actor.ts';
import { answerUnknown } from '#kit/server/answers.ts';
import { readCookies } from '#kit/server/cookies.ts';
import type { HttpOptions } from '#kit/server/http-options.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import { authenticate, refuseWriting } from '#kit/server/request-access.ts';
import type { Route } from '#kit/server/route.ts';
import { OPERATOR_TENANT } from '#modules/system/model/operator-tenant.ts';
import { networkOf } from '#platform/outbound/network-of.ts';
import { createPinnedDispatcher } from '#platform/outbound/pinned-dispatcher.ts';
import type { Resolve } from '#platform/outbound/outbound-target.ts';
import { upstreamFault, targetOf, type CompiledRoute, type GatewaySettings } from './compiled-route.ts';
import { answeredHeaders, hasPassed, sentHeaders } from './forwarded-headers.ts';
import type { GatewayTable } from './gateway-table.ts';
import { readSegments } from './path-pattern.ts';
import { returnedAddress } from './returned-address.ts';
import type { GatewayCall } from './predicates.ts';
import { forwardFault } from './forward-fault.ts';

export interface GatewayOptions extends Pick<HttpOptions, 'db' | 'resolveActor' | 'followTenant'> {
  base: string;
  table: GatewayTable;
  settings: () => GatewaySettings;
  /** Names this installation to itself, where a call comes round again. */
  name: string;
  clock: () => Date;
  /** Name resolution; the system's by default. */
  resolve?: Resolve;
}

const METHODS = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'];

/** A call that some route takes, on its way. */
interface Underway {
  route: CompiledRoute;
  call: GatewayCall;
  end: (isFailure: boolean) => void;
}

declare module 'fastify' {
  interface FastifyRequest {
    forwarded: Underway | null;
  }
}

/**
 * Takes what no route of the product takes below the API base, and forwards what a gateway route does. Bodies go
 * through as they come, in both directions; what belongs to one connection, to this server's sessions or to its
 * pages does not.
 */
export async function serveGateway(http: FastifyInstance, options: GatewayOptions): Promise<void> {
  const { base, settings } = options;
  const dispatcher = createPinnedDispatcher({
    mayReach: (origin) => upstreamFault(origin, settings()) === null,
    ...(options.resolve ? { resolve: options.resolve } : {}),
  });
  // By whichever spelling of an address, name or proxy it came back: what this server answers, it answers to callers
  // of its own, and not as one that a route made of them at this machine's address.
  http.addHook('onRequest', async ({ headers }) => {
    if (hasPassed(headers, options.name)) throw refusal('loop', '网关路由绕回了本系统，请检查上游配置', 508);
  });
  await http.register(async (scope) => {
    // No body is parsed here: that forms are elsewhere is nothing to be warned of.
    const hasPlugin = scope.hasPlugin.bind(scope);
    scope.hasPlugin = (name) => name !== '@fastify/multipart' && hasPlugin(name);
    await scope.register(replyFrom, {
      undici: dispatcher,
      destroyAgent: true,
      disableCache: true,
      disableRequestLogging: true,
    });
    scope.decorateRequest('forwarded', null);
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('*', (request, payload, done) => done(null, payload.pipe(bounded(request))));
    scope.route({
      method: METHODS,
      url: `${base}/*`,
      // A path that nothing takes is answered before anybody looks who asks, as ever.
      onRequest: async (request, reply) => {
        const call = callOf(request, options);
        const route = call && (await options.table.find(call));
        if (!route) return answerUnknown(reply);
        const user = await admit(request, route, options);
        refuseLarge(request, route);
        request.forwarded = { route, call, end: enter(options.table, route, request, user) };
        reply.raw.once('close', () => request.forwarded?.end(false));
      },
      handler: (request, reply) => forward(request, reply, options),
    });
  });
}

/** A call as conditions look at it; undefined for one whose path nothing may take. */
function callOf(request: FastifyRequest, { base, clock }: GatewayOptions): GatewayCall | undefined {
  const [path = '', query = ''] = request.url.slice(base.length).split(/\?(.*)/s);
  const segments = readSegments(path);
  if (!segments) return undefined;
  return {
    method: request.method,
    path,
    segments,
    query: new URLSearchParams(query),
    host: request.hostname.toLowerCase(),
    headers: request.headers,
    cookies: readCookies(request.headers.cookie),
    ip: request.ip,
    now: clock(),
  };
}

const refusal = (code: string, message: string, status: number): Refusal => new Refusal(code, message, { status });

/** Whoever may call a route. @returns who it is; null for a stranger. @throws Refusal 401 or 403 */
async function admit(request: FastifyRequest, route: CompiledRoute, options: GatewayOptions): Promise<string | null> {
  const access = route.access === 'public' ? 'public' : 'signedIn';
  const isReading = ['GET', 'OPTIONS', 'HEAD'].includes(request.method);
  const requested: Pick<Route, 'access' | 'method'> = { access, method: isReading ? 'GET' : 'POST' };
  const actor = await authenticate(request, requested, options);
  if (access === 'public') return actor?.userId ?? null;
  const known = actor as Actor;
  if (known.onHold) throw refusal('onHold', known.onHold, 403);
  refuseWriting(known, requested);
  const isOperator = known.tenant === OPERATOR_TENANT && may(known, 'operations:gatewayRoute:list');
  if (route.access === 'operator' && !isOperator) throw forbidden();
  request.caller = known;
  return known.userId;
}

function enter(
  table: GatewayTable,
  route: CompiledRoute,
  request: FastifyRequest,
  user: string | null,
): (isFailure: boolean) => void {
  const gate = table.enter(route, { ip: networkOf(request.ip), user });
  if (typeof gate === 'function') return gate;
  if (gate === 'open') throw refusal('broken', `“${route.name}”暂不可用，请稍后再试`, 503);
  if (gate === 'busy') throw refusal('busy', `“${route.name}”正忙，请稍后再试`, 503);
  throw new Refusal('tooMany', MESSAGES.tooMany, { status: 429 });
}

const tooLarge = ({ forwarding: { maxBytes } }: CompiledRoute): Refusal =>
  refusal('tooLarge', MESSAGES.bodyTooLarge(maxBytes), 413);

function refuseLarge({ headers }: FastifyRequest, route: CompiledRoute): void {
  if (Number(headers['content-length'] ?? 0) > route.forwarding.maxBytes) throw tooLarge(route);
}

/** A body that says no length is counted as it comes. */
function bounded(request: FastifyRequest): Transform {
  const { route } = request.forwarded as Underway;
  let size = 0;
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length;
      if (size > route.forwarding.maxBytes) done(tooLarge(route));
      else done(null, chunk);
    },
  });
}

function forward(request: FastifyRequest, reply: FastifyReply, { name, base }: GatewayOptions): FastifyReply {
  const { route, call, end } = request.forwarded as Underway;
  const { forwarding, forwardCredentials } = route;
  const [path = '', query = ''] = targetOf(route, call).split(/\?(.*)/s);
  // What a rule made of a path is looked at again: it must not lead above the origin, or elsewhere.
  if (path !== '/' && !readSegments(path)) {
    end(false);
    throw refusal('badTarget', `“${route.name}”改写出的路径不能转发`, 502);
  }
  return reply.from(path, {
    getUpstream: () => route.uri,
    queryString: () => query,
    timeout: route.timeoutSeconds * 1000,
    // A call is never repeated: its caller knows whether it may be.
    retryDelay: () => null,
    rewriteRequestHeaders: (_request, headers) =>
      sentHeaders(
        { ...headers, via: request.headers['via'] },
        {
          ip: request.ip,
          protocol: request.protocol,
          host: request.host,
          name,
          hasBody: request.body !== undefined && request.body !== null,
          forwardCredentials,
          added: forwarding.headers,
          dropped: forwarding.droppedHeaders,
        },
      ) as Record<string, string>,
    rewriteHeaders: (headers) =>
      answeredHeaders(headers as Record<string, string>, {
        isPublic: route.access === 'public',
        forwardCredentials,
        added: forwarding.answerHeaders,
        dropped: forwarding.droppedAnswerHeaders,
        addressOf: (given) => returnedAddress(given, { upstream: route.uri, base, asked: call.path, sent: path }),
      }) as Record<string, string>,
    onResponse: (_request, _reply, answered) => {
      const { stream, statusCode } = answered as unknown as { stream: NodeJS.ReadableStream; statusCode: number };
      end(statusCode >= 500);
      void reply.send(stream);
    },
    onError: (_reply, { error }) => {
      end(true);
      void reply.send(forwardFault(error, route.name));
    },
  });
}

import { STATUS_CODES } from 'node:http';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '#kit/model/refusal.ts';
import { answerFile } from './answer-file.ts';
import { setCookie } from './cookies.ts';
import { databaseFault } from './database-fault.ts';
import type { HttpOptions } from './http-options.ts';
import { isKnown, tagAnswer, tagOf } from './known-answer.ts';
import { MESSAGES } from './messages.ts';
import { isAnswer, isBare, isFile, isNamed, isRedirect, type Route } from './route.ts';
import { assembled } from './written.ts';

export function answerResult(request: FastifyRequest, reply: FastifyReply, result: unknown): FastifyReply {
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
  if (isNamed(result)) {
    const etag = tagOf(request, result.name);
    const made = isKnown(request, etag) ? null : plain(result.make());
    void tagAnswer(reply, etag);
    return made ? send(reply, 200, made) : reply.code(304).send();
  }
  if (isAnswer(result))
    return send(reply, 200, {
      success: true,
      code: result.code,
      message: `${result.message}${result.note ?? ''}`,
      result: result.result,
    });
  return send(reply, 200, plain(result));
}

const plain = (result: unknown) => ({ success: true, code: 200, message: '', result });

function send(
  reply: FastifyReply,
  status: number,
  envelope: { success: boolean; code: number; message: string; result?: unknown },
): FastifyReply {
  const { result = null, ...about } = envelope;
  const timestamp = reply.server.clock().getTime();
  const json = assembled(result);
  void reply.code(status);
  if (!reply.hasHeader('etag')) void reply.header('cache-control', 'no-store');
  if (!json) return reply.send({ ...about, result, timestamp });
  const head = JSON.stringify(about).slice(0, -1);
  return reply
    .header('content-type', 'application/json; charset=utf-8')
    .send(Buffer.concat([Buffer.from(`${head},"result":`), json, Buffer.from(`,"timestamp":${timestamp}}`)]));
}

export const answerUnknown = (reply: FastifyReply): FastifyReply =>
  send(reply, 404, { success: false, code: 404, message: MESSAGES.pathUnknown });

export function answerError(error: Error, request: FastifyRequest, reply: FastifyReply): FastifyReply {
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
  const result = refusal.errors.length > 0 || detail ? { ...detail, errors: refusal.errors } : undefined;
  return send(reply, isNeutral ? 200 : refusal.status, {
    success: false,
    code,
    message: lackingWords(refusal, request, route) ?? refusal.message,
    result,
  });
}

/** Where calls of the given base begin: its clients know its words. */
const BASE_PATHS = /^\/(?:sys|online|actuator)\//;

/** Names the right that somebody lacks, and who gives it; null where none is, or in the words of the base. */
function lackingWords({ permission }: Refusal, { server }: FastifyRequest, route: Route | undefined): string | null {
  const title =
    permission === undefined || !route || BASE_PATHS.test(route.path) ? undefined : server.rightTitle(permission);
  return title === undefined ? null : `没有「${title}」权限，请联系管理员`;
}

/** Maps what libraries and the database throw to a neutral Chinese refusal; null = a bug of ours. */
function toRefusal(error: Error & { code?: string; statusCode?: number }): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = error.code ?? '';
  if (code === '23505') return new Refusal('duplicate', MESSAGES.duplicate, { status: 409 });
  if (/^23/.test(code) || code === '22001') return new Refusal('integrity', MESSAGES.integrity, { status: 422 });
  if (/^22/.test(code)) return new Refusal('badRequest', MESSAGES.badRequest, { status: 400 });
  const fault = databaseFault(error);
  if (fault === 'diskFull') return new Refusal(fault, MESSAGES.writeDiskFull, { status: 503 });
  if (fault === 'lost') return new Refusal('unavailable', MESSAGES.unavailable, { status: 503 });
  if (error.statusCode === 413 || code === 'FST_REQ_FILE_TOO_LARGE')
    return new Refusal('tooLarge', MESSAGES.tooLarge(), { status: 413 });
  // The console's files turn odd paths away by 403: to the outside there is just nothing there.
  if (error.statusCode === 403) return new Refusal('pathUnknown', MESSAGES.pathUnknown, { status: 404 });
  if (error.statusCode === 429) return new Refusal('tooMany', MESSAGES.tooMany, { status: 429 });
  if (error.statusCode && error.statusCode < 500 && STATUS_CODES[error.statusCode])
    return new Refusal('badRequest', MESSAGES.badRequest, { status: error.statusCode });
  return null;
}

/** Probes ask every few seconds and would drown everything else. */
const PROBES = new Set(['/healthz', '/readyz']);

/** One line a request: the path without its query, which holds what people search for. */
export function logAnswer(request: FastifyRequest, reply: FastifyReply): void {
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

/** Says what was answered below the base to whoever counts it. */
export function noteAnswer(
  request: FastifyRequest,
  reply: FastifyReply,
  { base, onAnswered }: Pick<HttpOptions, 'base' | 'onAnswered'>,
): void {
  if (!onAnswered || !request.url.startsWith(`${base}/`)) return;
  onAnswered({
    at: request.server.clock(),
    ms: reply.elapsedTime,
    method: request.method,
    url: request.url,
    // What takes whatever no route has says nothing of the path.
    pattern: request.is404 || request.routeOptions.url === `${base}/*` ? null : (request.routeOptions.url ?? null),
    status: reply.statusCode,
    ip: request.ip,
  });
}

import type { FastifyRequest } from 'fastify';
import type { Actor } from './actor.ts';
import { readCookies } from './cookies.ts';
import type { HttpOptions } from './http-options.ts';
import { MESSAGES } from './messages.ts';
import { receiveUpload } from './receive-upload.ts';
import { requestWords } from './request-words.ts';
import { tokenOf, unauthorised } from './request-access.ts';
import type { Call } from './route.ts';
import { senderOf } from './sender.ts';

export function makeCall(request: FastifyRequest, caller: Actor | null, options: HttpOptions): Call {
  const began = performance.now();
  const query = flatQuery(request.query as Record<string, unknown>);
  const body = isPlainObject(request.body) ? request.body : {};
  const actor = caller && {
    ...caller,
    request: {
      method: request.method,
      url: (request.url.split('?')[0] ?? '').slice(options.base.length, 300),
      param: () => requestWords(query, body),
      elapsed: () => Math.round(performance.now() - began),
    },
  };
  const key = request.headers['idempotency-key'];
  const known = (): Actor => {
    if (!actor) throw unauthorised(MESSAGES.tokenInvalid);
    return actor;
  };
  return {
    get actor() {
      return known();
    },
    db: options.db,
    tx: async (work) => options.db.tx(known(), work),
    params: request.params as Record<string, string>,
    query,
    body,
    token: tokenOf(request),
    ip: request.ip,
    requestId: request.id,
    userAgent: String(request.headers['user-agent'] ?? '').slice(0, 300),
    host: request.host,
    cookies: readCookies(request.headers.cookie),
    key: typeof key === 'string' && key.length > 0 && key.length <= 100 ? key : null,
    receive: (place) => {
      const { holders } = senderOf(request);
      return receiveUpload(request, { ...place, room: request.server.arriving, holders });
    },
  };
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

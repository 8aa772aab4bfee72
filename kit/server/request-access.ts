import type { FastifyRequest } from 'fastify';
import { forbidden, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from './actor.ts';
import { readCookies } from './cookies.ts';
import { fileCookieOf } from './file-cookie.ts';
import type { HttpOptions } from './http-options.ts';
import { MESSAGES } from './messages.ts';
import type { Route } from './route.ts';
import { signatureFault } from './signature.ts';

export const unauthorised = (message: string): Refusal => new Refusal('unauthorised', message, { status: 401 });

export async function authenticate(
  request: FastifyRequest,
  route: Pick<Route, 'access' | 'takesFileCookie'>,
  options: Pick<HttpOptions, 'resolveActor' | 'followTenant'>,
): Promise<Actor | null> {
  const header = tokenOf(request);
  const cookies = route.takesFileCookie ? readCookies(request.headers.cookie) : null;
  const token = header ?? (cookies && fileCookieOf(cookies));
  const about = { ip: request.ip, requestId: request.id, isPicture: header === null };
  const known = token ? await options.resolveActor(token, about) : null;
  if (route.access === 'public') return known;
  if (!token || !known) throw unauthorised(MESSAGES.tokenInvalid);
  const requested = tenantOf(request);
  const isElsewhere = requested !== '0' && requested !== String(known.tenant);
  const actor = isElsewhere ? await options.followTenant?.(token, requested, about) : known;
  if (!actor) throw unauthorised(MESSAGES.tenantChanged);
  return actor;
}

/** The tenant a client names: '0' where it names none. */
function tenantOf({ headers }: FastifyRequest): string {
  const header = headers['tenant-id'];
  return (Array.isArray(header) ? header.join(',') : header) || '0';
}

/** Whether a route asks for a right that the caller has not. */
export const lacksRight = (actor: Actor | null, { access }: Pick<Route, 'access'>): boolean =>
  actor !== null && typeof access === 'object' && !may(actor, access.permission);

/** @param query as it was sent */
export function requireAccess(actor: Actor | null, route: Route, query: unknown): void {
  const { access, refusals, isPersonal, emptyBy } = route;
  if (actor?.behind && isPersonal)
    throw new Refusal('notByDeputy', MESSAGES.notByDeputy, {
      status: refusals === 'neutral' ? 409 : 403,
    });
  // No right is lacking: the family of the base gets it as words it shows, not as 403.
  if (actor?.onHold && typeof access === 'object')
    throw new Refusal('onHold', actor.onHold, { status: refusals === 'neutral' ? 409 : 403 });
  const isAskedByName = emptyBy !== undefined && Boolean((query as Row | undefined)?.[emptyBy]);
  if (lacksRight(actor, route) && !isAskedByName)
    throw forbidden(typeof access === 'object' ? access.permission : undefined);
}

type Row = Record<string, unknown>;

/** @throws Refusal 409 for a call that writes, of somebody who may only read */
export function refuseWriting(actor: Actor | null, route: Pick<Route, 'access' | 'method' | 'effect'>): void {
  if (actor?.readOnly === undefined || route.access === 'public') return;
  const { method, effect = method === 'GET' ? 'reads' : 'writes' } = route;
  if (effect === 'reads' || effect === 'session') return;
  if (effect === 'own' && !actor.isVisitor) return;
  throw new Refusal('readOnly', actor.readOnly);
}

/** Runs a call; a refusal for want of a right is reported where the call would have changed something. */
export async function reportingDenial<T>(
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
export function refuseWrongSignature({ headers, url, server }: FastifyRequest): void {
  const sign = headers['x-sign'];
  if (typeof sign !== 'string') return;
  const timestamp = String(headers['x-timestamp'] ?? '');
  const fault = signatureFault({ url }, { sign, timestamp, now: server.clock().getTime() });
  if (fault) throw new Refusal('badSignature', fault, { status: 400 });
}

export function tokenOf(request: FastifyRequest): string | null {
  const header = request.headers['x-access-token'];
  return typeof header === 'string' && header.length > 0 && header.length < 200 ? header : null;
}

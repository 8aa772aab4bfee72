import type { FastifyRequest } from 'fastify';
import { forbidden, notFound, Refusal } from '#kit/model/refusal.ts';
import { may, type Actor } from '../actor.ts';
import { MESSAGES } from '../messages.ts';
import type { Hub } from './socket-hub.ts';

interface GateOptions {
  hub: Pick<Hub, 'hasRoom'>;
  resolveActor: (token: string, about: { ip: string; requestId: string }) => Promise<Actor | null>;
  listenPermission: (pageId: string) => string | undefined;
}

/** Who has been let in, and where to. */
export interface Visit {
  token: string;
  actor: Actor;
  pageId: string | null;
}

/**
 * Judges a handshake before the upgrade: asked for by a page of ours, with the token of the named
 * person as the only sub-protocol, and within what a person may keep open.
 * @throws Refusal 403 for foreign pages and rights that are lacking, 401 without a session, 429
 */
export async function admit(request: FastifyRequest, options: GateOptions): Promise<Visit> {
  const { userId, pageId } = request.params as { userId: string; pageId?: string };
  // Asked for without an upgrade there is nothing here.
  if (!request.ws) throw notFound();
  if (!isOwnOrigin(request)) throw forbidden();
  const token = String(request.headers['sec-websocket-protocol'] ?? '').trim();
  const about = { ip: request.ip, requestId: request.id };
  const actor = token.length < 200 ? await options.resolveActor(token, about) : null;
  if (!actor || actor.userId === null || actor.userId !== userId)
    throw new Refusal('unauthorised', MESSAGES.tokenInvalid, { status: 401 });
  if (pageId !== undefined) {
    const needed = options.listenPermission(pageId);
    if (needed === undefined || !may(actor, needed)) throw forbidden();
  }
  if (!options.hub.hasRoom(userId)) throw new Refusal('tooMany', MESSAGES.tooMany, { status: 429 });
  return { token, actor, pageId: pageId ?? null };
}

/** Browsers name the page that asks; programs name none. */
function isOwnOrigin({ headers }: FastifyRequest): boolean {
  const { origin, host } = headers;
  if (origin === undefined) return true;
  return URL.canParse(origin) && new URL(origin).host === host?.toLowerCase();
}

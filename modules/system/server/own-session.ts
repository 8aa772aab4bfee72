import { Refusal } from '#kit/model/refusal.ts';
import { MESSAGES } from '#kit/server/messages.ts';
import type { Call } from '#kit/server/route.ts';
import { MUST_CHANGE_PASSWORD } from './person-actor.ts';
import type { Services } from './services.ts';
import type { Session } from './sessions.ts';
import { nameKey } from './users.ts';

/** The session a call comes by. @throws Refusal 401 when it has ended meanwhile */
export async function sessionOf({ sessions }: Services, call: Call): Promise<Session> {
  const session = call.token ? await sessions.find(call.token) : null;
  if (!session) throw sessionOver();
  return session;
}

/**
 * As {@link sessionOf}, for what changes the account: whoever was given their password by somebody
 * else has to choose one of their own before anything else.
 */
export async function freeSessionOf(services: Services, call: Call): Promise<Session> {
  const session = await sessionOf(services, call);
  if (session.mustChangePassword) throw new Refusal('mustChangePassword', MUST_CHANGE_PASSWORD);
  return session;
}

/** Whether a body names another person: clients send a name as it was typed, or an empty one. */
export const isSomebodyElse = (username: unknown, session: Session): boolean =>
  username !== undefined &&
  username !== null &&
  username !== '' &&
  (typeof username !== 'string' || nameKey(username) !== nameKey(session.username));

export const sessionOver = (): Refusal => new Refusal('unauthorised', MESSAGES.tokenInvalid, { status: 401 });

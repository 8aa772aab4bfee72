import { ApiError, isSessionLost } from '#ui/http/api-error.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import {
  sessionCalls,
  type Credentials,
  type Depart,
  type SignInAnswer,
  type Tenant,
} from '#modules/system/model/routes/session.ts';
import { forgetNote, leaveNote } from './note.ts';
import { SIGN_IN_PATH } from './redirect.ts';
import { currentSession, storeSession, type Session, type SessionUser } from '#kit/web/session/session-store.ts';

/** Checks name and password. @throws ApiError */
export const signIn = (credentials: Credentials): Promise<SignInAnswer> =>
  fetchRoute(sessionCalls.signIn, { body: credentials });

/** Answer of a sign-out whose session was over by then (contract §2.5). */
const SESSION_GONE = 'Token无效!';

/** What the user still has to choose before work starts: only where there are several. */
export interface Choices {
  tenants: Tenant[];
  departs: Depart[];
}

export const choicesOf = (answer: SignInAnswer): Choices => ({
  tenants: (answer.tenantList ?? []).length > 1 ? (answer.tenantList ?? []) : [],
  departs: (answer.multi_depart ?? 0) > 1 ? (answer.departs ?? []) : [],
});

/** Enters a tenant. Another one than that of the answer is another session, with a new token. */
export async function chooseTenant(answer: SignInAnswer, tenantId: string): Promise<SignInAnswer> {
  if (String(answer.userInfo.tenantId) === tenantId) return answer;
  return fetchRoute(sessionCalls.selectTenant, { body: { tenantId }, token: answer.token });
}

/** Enters a department of the tenant: the session goes on under a new token. */
export async function chooseDepart(answer: SignInAnswer, orgCode: string): Promise<SignInAnswer> {
  const { username } = answer.userInfo;
  const body = { username, orgCode };
  const moved = await fetchRoute(sessionCalls.selectDepart, { body, token: answer.token });
  return { ...answer, token: moved.token, userInfo: moved.userInfo };
}

/** The session that an answer opens. */
export function sessionOf(answer: SignInAnswer): Session {
  const { token, userInfo, tenantList: tenants = [], sysAllDictItems: dicts = {} } = answer;
  const tenantId = String(userInfo.tenantId ?? tenants[0]?.id ?? 0);
  return { token, tenantId, user: storableUser(userInfo), dicts, tenants };
}

/** What the browser keeps of a person: no particulars that the next at this desk might read. */
export const storableUser = ({
  id,
  username,
  realname,
  avatar = null,
  orgCode = null,
  mustChangePassword = false,
  actedBy,
}: SessionUser): SessionUser => ({
  id,
  username,
  realname,
  avatar,
  orgCode,
  mustChangePassword,
  ...(actedBy ? { actedBy } : {}),
});

/** Keeps the session of an answer: from now on the console is open. */
export function startSession(answer: SignInAnswer): Session {
  const session = sessionOf(answer);
  welcomed = { isHomeless: (answer.departs ?? []).length === 0 };
  forgetNote();
  storeSession(session);
  return session;
}

let welcomed: { isHomeless: boolean } | null = null;

/** Once after a sign-in: whether the user belongs to no department; null otherwise. */
export function takeWelcome(): { isHomeless: boolean } | null {
  const once = welcomed;
  welcomed = null;
  return once;
}

/** After this somebody may be typing on the sign-in page: it is not reloaded any more. */
const RELOAD_LIMIT_MS = 1000;

/**
 * Ends the session here at once, whatever the server says (spec §4), and leads to the sign-in page.
 * The server is notified meanwhile, and the page reloaded when it answers; a failure stands as a
 * note there. Without a network nothing is reloaded: there would be no page at all.
 */
export function signOut(): void {
  const session = currentSession();
  if (!session) return;
  const begun = performance.now();
  void endOnServer(session).then((failure) => {
    // Whoever has signed in meanwhile does not hear of it.
    if (currentSession()) return;
    if (failure) leaveNote(failure.message);
    const isAnswered = failure?.status !== 0 && failure?.status !== 504;
    if (isAnswered && performance.now() - begun < RELOAD_LIMIT_MS) location.reload();
  });
  history.pushState(null, '', SIGN_IN_PATH);
  storeSession(null);
}

/**
 * Tells the server that a session is given up, even while this page is left.
 * @returns why that failed, or null; a session that was gone already needs no word
 */
export async function endOnServer({ token }: Session): Promise<ApiError | null> {
  try {
    await fetchRoute(sessionCalls.signOut, { token, keepalive: true });
    return null;
  } catch (error) {
    if (!(error instanceof ApiError)) return null;
    return isSessionLost(error) || error.message === SESSION_GONE ? null : error;
  }
}

import { ApiError } from '../api-error.ts';
import { call, post } from '../http.ts';
import {
  currentSession,
  keepSession,
  type DictItem,
  type Session,
  type SessionUser,
} from './session-store.ts';

export interface Tenant {
  id: number | string;
  name: string;
}

export interface Depart {
  id: string;
  departName: string;
  orgCode: string;
}

/** Answer of POST /sys/login (contract §2.5). */
export interface SignInAnswer {
  token: string;
  userInfo: SessionUser & { tenantId?: number | string | null; orgCode?: string | null };
  departs?: Depart[];
  /** 0 no department, 1 one, 2 several. */
  multi_depart?: number;
  sysAllDictItems?: Record<string, DictItem[]>;
  tenantList?: Tenant[];
}

/** The server asks for a picture code after failures; it decides when, not the client. */
export interface CaptchaChallenge {
  captchaKey: string;
  image: string;
}

export interface Credentials {
  username: string;
  password: string;
  captcha?: string | undefined;
  captchaKey?: string | undefined;
}

/** Checks name and password. @throws ApiError; its challenge is read by {@link challengeOf} */
export const signIn = ({ captchaKey, ...rest }: Credentials): Promise<SignInAnswer> =>
  post<SignInAnswer>('/sys/login', { ...rest, ...(captchaKey ? { checkKey: captchaKey } : {}) });

/** The picture code a refused sign-in asks for; null when it asks for none. */
export function challengeOf(error: unknown): CaptchaChallenge | null {
  const result = error instanceof ApiError ? (error.result as Record<string, unknown>) : null;
  if (!result?.['captchaRequired']) return null;
  const { captchaKey, image } = result;
  return typeof captchaKey === 'string' && typeof image === 'string' ? { captchaKey, image } : null;
}

/** What the user still has to choose before work starts. */
export interface Choices {
  tenants: Tenant[];
  departs: Depart[];
}

/** Tenants and departments to choose from: only where there are several. */
export const choicesOf = (answer: SignInAnswer): Choices => ({
  tenants: (answer.tenantList ?? []).length > 1 ? (answer.tenantList ?? []) : [],
  departs: answer.multi_depart === 2 ? (answer.departs ?? []) : [],
});

/** Keeps the session of an answer; the tenant is the chosen one, the only one, or the user's. */
export function startSession(answer: SignInAnswer, tenantId?: string): Session {
  const tenant = tenantId ?? answer.userInfo.tenantId ?? answer.tenantList?.[0]?.id ?? 0;
  const session: Session = {
    token: answer.token,
    tenantId: String(tenant),
    user: answer.userInfo,
    dicts: answer.sysAllDictItems ?? {},
  };
  keepSession(session);
  return session;
}

/**
 * Tells the server which tenant and department the session works in, then keeps it. The call
 * speaks for the new token with no tenant header: it is the one that settles the tenant.
 */
export async function chooseWorkplace(
  answer: SignInAnswer,
  chosen: { tenantId?: string | undefined; orgCode?: string | undefined },
): Promise<void> {
  const { result } = await call<{ userInfo?: SignInAnswer['userInfo'] }>(
    'PUT',
    '/sys/selectDepart',
    {
      body: { username: answer.userInfo.username, ...chosen },
      token: answer.token,
    },
  );
  startSession({ ...answer, userInfo: result?.userInfo ?? answer.userInfo }, chosen.tenantId);
}

/** Ends the session here and on the server; never fails. */
export async function signOut(): Promise<void> {
  if (!currentSession()) return;
  try {
    await post('/sys/logout', {});
  } catch {
    // The session ends here whatever the server says (spec §4).
  }
  keepSession(null);
}

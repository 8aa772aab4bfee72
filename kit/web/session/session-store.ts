import { create } from 'zustand';

/** Who is signed in, as the sign-in answered it (contract §2.5). */
export interface SessionUser {
  id: string;
  username: string;
  realname: string;
  avatar?: string | null;
}

export interface DictItem {
  value: string;
  text: string;
}

export interface Session {
  token: string;
  tenantId: string;
  user: SessionUser;
  /** Texts of dictionaries as this tenant shows them, by dictionary code. */
  dicts: Record<string, DictItem[]>;
}

interface SessionState {
  session: Session | null;
}

const KEY = 'waybill.session';
const SEVEN_DAYS = 604_800_000;

/** The session of this browser: kept seven days, shared by all its windows. */
export const useSessionStore = create<SessionState>(() => ({ session: load() }));

export const currentSession = (): Session | null => useSessionStore.getState().session;

/** Keeps a session from now on; null forgets it. */
export function keepSession(session: Session | null): void {
  if (session) {
    const kept = JSON.stringify({ session, until: Date.now() + SEVEN_DAYS });
    localStorage.setItem(KEY, kept);
  } else {
    localStorage.removeItem(KEY);
  }
  useSessionStore.setState({ session });
}

/** Signing in or out in one window is seen by the others. Returns how to stop listening. */
export function followOtherWindows(): () => void {
  const listen = (event: StorageEvent): void => {
    if (event.key !== KEY && event.key !== null) return;
    const next = load();
    if (next?.token !== currentSession()?.token) useSessionStore.setState({ session: next });
  };
  window.addEventListener('storage', listen);
  return () => window.removeEventListener('storage', listen);
}

function load(): Session | null {
  try {
    const kept = JSON.parse(globalThis.localStorage?.getItem(KEY) ?? 'null') as {
      session: Session;
      until: number;
    } | null;
    return kept && kept.until > Date.now() && kept.session?.token ? kept.session : null;
  } catch {
    return null;
  }
}

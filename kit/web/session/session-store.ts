import { create } from 'zustand';
import type { DictItem } from '#kit/model/dict.ts';
import { SESSION_RETENTION_MS } from '#kit/model/limits.ts';
import { dropLocally, writeLocal, readLocal } from '#ui/browser-store.ts';
import { useHost } from '#ui/host.ts';
import { speakFor } from '#ui/http/http.ts';

/** Who is signed in, as the sign-in answered it (contract §2.5). */
export interface SessionUser {
  id: string;
  username: string;
  realname: string;
  /** Path of the picture; another one with every new picture. */
  avatar?: string | null;
  orgCode?: string | null;
  /** Somebody else chose the password: a new one comes before anything else. */
  mustChangePassword?: boolean;
  /** Somebody works in this person's name: who really acts. */
  actedBy?: { username: string; realname: string };
}

export interface Session {
  token: string;
  tenantId: string;
  user: SessionUser;
  /** Texts of dictionaries as this tenant shows them, by dictionary code. */
  dicts: Record<string, DictItem[]>;
  /** Tenants the person may work in, as of the sign-in. */
  tenants?: readonly { id: number | string; name: string }[];
}

interface SessionState {
  session: Session | null;
  /** The browser would not store the session: it lasts as long as this page. */
  isUnstored: boolean;
  /**
   * Whom, or which tenant, another window has changed to: this one is about to be reloaded.
   */
  successor: string | null;
  /** The page is reloaded for the successor right now: the last moment to keep something. */
  isLeaving: boolean;
}

const KEY = 'waybill.session';
/** The seven days are the server's to count: a wrong clock on the desk signs nobody out. */
const CLOCK_DOUBT = 86_400_000;
const READING_MS = 2500;

/** The session of this browser: kept seven days, shared by all its windows. */
export const useSessionStore = create<SessionState>(() => ({
  session: load(),
  isUnstored: false,
  successor: null,
  isLeaving: false,
}));

export const currentSession = (): Session | null => useSessionStore.getState().session;
speakFor(currentSession);

const wordDicts = ({ session }: SessionState): void => useHost.setState({ dictTexts: session?.dicts ?? {} });
wordDicts(useSessionStore.getState());
useSessionStore.subscribe(wordDicts);

/** Keeps a session from now on; null forgets it. */
export function storeSession(session: Session | null): void {
  const isStored = session ? store(session) : forget();
  useSessionStore.setState({ session, isUnstored: session !== null && !isStored });
}

/** Whose work, and of which tenant: what is open stands as long as this, whatever the token. */
export const workplaceOf = ({ tenantId, user }: Session): string => `${tenantId} ${user.id}`;

/** Keeps what has become known of the person who is signed in. */
export function storeUser(user: Partial<SessionUser>): void {
  const session = currentSession();
  if (session) storeSession({ ...session, user: { ...session.user, ...user } });
}

/** Keeps what dictionaries offer as the server has it now. */
export function storeDicts(dicts: Session['dicts']): void {
  const session = currentSession();
  if (session) storeSession({ ...session, dicts });
}

/**
 * Signing in or out in one window is seen by the others. One that shows somebody else's work says
 * so and is reloaded. Returns how to stop listening.
 */
export function followOtherWindows(): () => void {
  let reload: ReturnType<typeof setTimeout> | undefined;
  const listen = (event: StorageEvent): void => {
    if (event.key !== KEY && event.key !== null) return;
    const current = currentSession();
    // Storage that fails lost nothing: what this window holds goes on.
    if (useSessionStore.getState().isUnstored) return;
    const next = load();
    clearTimeout(reload);
    const successor = current && next && successorOf(current, next);
    if (successor) {
      useSessionStore.setState({ successor });
      reload = setTimeout(() => {
        useSessionStore.setState({ isLeaving: true });
        location.reload();
      }, READING_MS);
      return;
    }
    useSessionStore.setState({ session: next, successor: null });
  };
  window.addEventListener('storage', listen);
  return () => {
    clearTimeout(reload);
    window.removeEventListener('storage', listen);
  };
}

/** Another person, or the same one in another tenant: nothing of what is shown holds there. */
function successorOf(current: Session, next: Session): string | null {
  if (current.user.id !== next.user.id) return next.user.realname || next.user.username;
  if (current.tenantId === next.tenantId) return null;
  const tenant = next.tenants?.find(({ id }) => String(id) === next.tenantId);
  return tenant?.name ?? `租户 ${next.tenantId}`;
}

function load(): Session | null {
  try {
    const stored = JSON.parse(readLocal(KEY) ?? 'null') as {
      session: Session;
      until: number;
    } | null;
    if (!stored?.session?.token || !stored.session.user?.id) return null;
    return stored.until + CLOCK_DOUBT > Date.now() ? stored.session : null;
  } catch {
    return null;
  }
}

/** @returns whether the browser took it; a full or forbidden store must not keep anybody out */
function store(session: Session): boolean {
  const isStored = writeLocal(KEY, JSON.stringify({ session, until: Date.now() + SESSION_RETENTION_MS }));
  if (!isStored) forget();
  return isStored;
}

/** An older session must not come back with the next reload. */
const forget = (): boolean => dropLocally(KEY);

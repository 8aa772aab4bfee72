import { useSessionStore, type Session } from './session-store.ts';

/** The session of a signed-in page. @throws without one */
export function useSession(): Session {
  const session = useSessionStore((state) => state.session);
  if (!session) throw new Error('useSession without a session');
  return session;
}

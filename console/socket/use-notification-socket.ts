import { useEffect } from 'react';
import { useSessionStore } from '#kit/web/session/session-store.ts';

/**
 * Keeps the socket of notices open while somebody is signed in; its code comes after the shell.
 * @param isReady the console shows: nothing is fetched before
 */
export function useNotificationSocket(isReady: boolean): void {
  const token = useSessionStore(({ session }) => session?.token);
  const userId = useSessionStore(({ session }) => session?.user.id);
  useEffect(() => {
    if (!isReady || !token || !userId) return;
    let stop: (() => void) | undefined;
    let isOver = false;
    import('./live-connection.ts')
      .then(({ connect }) => {
        if (!isOver) stop = connect(userId, token);
      })
      // Without it the console asks now and then, as it does while the server is away.
      .catch(() => undefined);
    return () => {
      isOver = true;
      stop?.();
    };
  }, [isReady, token, userId]);
}

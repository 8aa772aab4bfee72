import { isTokenRefused, STATUS_TEXT, type ApiError } from '#ui/http/api-error.ts';
import { leaveNote } from './note.ts';
import { currentSession, storeSession } from '#kit/web/session/session-store.ts';
import { endOnServer } from './sign-in.ts';

/** Time the words stand before the page is reloaded (spec §8). */
const READING_MS = 1500;

/** How the console speaks when the session is gone. */
interface LossVoice {
  notice: (text: string) => void;
  /** Resolves when the person wants to sign in again. */
  confirm: (title: string, button: string) => Promise<void>;
  loading: (text: string) => void;
}

/**
 * What happens when the server no longer knows the session (spec §8): 401 says so, and after a
 * moment the session is dropped and the page reloaded; the old 500 with Token失效 asks first,
 * inside an enterprise chat app it only says that it signs in again. Happens once per session.
 */
export function sessionLossHandler(
  voice: LossVoice,
  { isExternalApp }: { isExternalApp: boolean },
): (error: ApiError) => void {
  let lost: string | null = null;
  return (error) => {
    const token = currentSession()?.token ?? null;
    if (token === null || token === lost) return;
    lost = token;
    leaveNote(STATUS_TEXT[401]);
    const leave = (): void => dropAndReload(token);
    if (!isTokenRefused(error)) {
      voice.notice(STATUS_TEXT[401]);
      setTimeout(leave, READING_MS);
    } else if (isExternalApp) {
      voice.loading('重新登录中…');
      leave();
    } else {
      void voice.confirm('登录已过期', '重新登录').then(leave);
    }
  };
}

/** Unless the session was left or another one begun meanwhile. */
function dropAndReload(token: string): void {
  const session = currentSession();
  if (session?.token !== token) return;
  // One call may have been refused a session that the server still holds.
  void endOnServer(session);
  storeSession(null);
  location.reload();
}

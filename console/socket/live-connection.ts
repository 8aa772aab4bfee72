import { apiBase } from '#ui/http/http.ts';
import { askRoute } from '#ui/http/route-call.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { currentSession } from '#kit/web/session/session-store.ts';
import { reloadSoon } from '#kit/web/live/changed-lists.ts';
import { realTimers } from '#ui/timers.ts';
import { dialTo, socketUrl } from './line.ts';
import { useHost, type JoinPage } from '#ui/host.ts';
import { createNotificationSocket } from './notification-socket.ts';
import { joinPage } from './page-socket.ts';
import { readAloud } from './read-aloud.ts';
import {
  onSocketMessage,
  tellHandlers,
  useSocketState,
  type SocketState,
} from '#kit/web/live/socket-messages.ts';

/** A switch of department has a new token on its way when the old one's socket is closed. */
const SUCCESSOR_MS = 3000;

onSocketMessage('changed', ({ resource }) => {
  if (typeof resource === 'string') reloadSoon(resource);
});
for (const cmd of ['topic', 'user'])
  onSocketMessage(cmd, ({ msgId, msgTxt }) => {
    if (typeof msgTxt === 'string') readAloud(String(msgId ?? msgTxt), msgTxt);
  });

/** Opens the socket of notices for a session. @returns how to end it */
export function connect(userId: string, token: string): () => void {
  const socket = createNotificationSocket({
    dial: dialTo(socketUrl(apiBase(), 'websocket', userId), token),
    timers: realTimers,
    onMessage: tellHandlers,
    onState: followState((pageId, hear) => joinPage(pageId, { token, user: { id: userId } }, hear)),
    onSessionOver: () => setTimeout(() => askWhetherOver(token), SUCCESSOR_MS),
  });
  const resume = (): void => {
    if (!document.hidden) socket.resume();
  };
  window.addEventListener('online', resume);
  document.addEventListener('visibilitychange', resume);
  socket.start();
  return () => {
    window.removeEventListener('online', resume);
    document.removeEventListener('visibilitychange', resume);
    socket.stop();
  };
}

/** After a break what is shown may be old: nobody sent the changes meanwhile. */
function followState(join: JoinPage): (state: SocketState) => void {
  let wasOpen = false;
  return (state) => {
    useSocketState.setState({ state });
    // Where notices do not come through, pages would not either.
    useHost.setState({ joinPage: state === 'open' ? join : null });
    if (state !== 'open') return;
    if (wasOpen) void queryClient.invalidateQueries();
    wasOpen = true;
  };
}

/** The answer to any call tells; what follows is the same as for every lost session. */
function askWhetherOver(token: string): void {
  if (currentSession()?.token === token) askRoute(sessionCalls.user).catch(() => undefined);
}

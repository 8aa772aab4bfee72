import { apiBase } from '#ui/http/http.ts';
import { fetchRoute } from '#ui/http/route-call.ts';
import { DICTS_CHANGED } from '#kit/model/socket-words.ts';
import { dictCalls } from '#modules/system/model/routes/dictionary.ts';
import { sessionCalls } from '#modules/system/model/routes/session.ts';
import { queryClient } from '#kit/web/query-client.ts';
import { currentSession, storeDicts } from '#kit/web/session/session-store.ts';
import { reloadSoon } from '#kit/web/live/changed-lists.ts';
import { realTimers } from '#ui/timers.ts';
import { dialTo, socketUrl } from './line.ts';
import { useHost, type JoinPage } from '#ui/host.ts';
import { createNotificationSocket } from './notification-socket.ts';
import { joinPage } from './page-socket.ts';
import { readAloud } from './read-aloud.ts';
import { onSocketMessage, dispatchMessage, useSocketState, type SocketState } from '#kit/web/live/socket-messages.ts';

/** A switch of department has a new token on its way when the old one's socket is closed. */
const SUCCESSOR_MS = 1500;

onSocketMessage('changed', ({ resource }) => {
  if (typeof resource === 'string') reloadSoon(resource);
});
onSocketMessage(DICTS_CHANGED, () => readDictsSoon());
for (const cmd of ['topic', 'user'])
  onSocketMessage(cmd, ({ msgId, msgTxt }) => {
    if (typeof msgTxt === 'string') readAloud(String(msgId ?? msgTxt), msgTxt);
  });

/** Everybody of a tenant hears it at once; not all of them ask at once. */
const SPREAD_MS = 3000;
let isReading = false;

function readDictsSoon(): void {
  if (isReading) return;
  isReading = true;
  setTimeout(() => {
    isReading = false;
    const token = currentSession()?.token;
    fetchRoute(dictCalls.all)
      .then((dicts) => {
        if (currentSession()?.token === token) storeDicts(dicts);
      })
      // What could not be read now is there with the next start.
      .catch(() => undefined);
  }, Math.random() * SPREAD_MS);
}

/** Opens the socket of notices for a session. @returns how to end it */
export function connect(userId: string, token: string): () => void {
  const socket = createNotificationSocket({
    dial: dialTo(socketUrl(apiBase(), 'websocket', userId), token),
    timers: realTimers,
    onMessage: dispatchMessage,
    onState: followState((pageId, hear) => joinPage(pageId, { token, user: { id: userId } }, hear)),
    onSessionOver: () => setTimeout(() => checkSession(token), SUCCESSOR_MS),
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
function checkSession(token: string): void {
  if (currentSession()?.token === token) fetchRoute(sessionCalls.user).catch(() => undefined);
}

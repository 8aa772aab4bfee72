import { useQuery, type UseQueryResult } from '@tanstack/react-query';
import { POLLING_MS } from '#kit/model/limits.ts';
import { fetchRoute, callRoute, onSocketMessage, queryClient, toastError, useSocketState } from '#kit/web/index.ts';
import type { ReceivedAnnouncement, UnreadAnnouncements } from '../../model/notice-wire.ts';
import { noticeCalls } from '../../model/routes/notices.ts';

const UNREAD = ['sys:notice', 'unread'];
/** All of the own list; by its name, for the bell comes before lists and their declarations do. */
const LISTED = ['system:receivedNotice'];
const SHOWN = 5;

/** What is unread, for the bell: asked again when a message says so, or every 6 s without any. */
export function useUnread(): UseQueryResult<UnreadAnnouncements> {
  const isTold = useSocketState(({ state }) => state === 'open');
  return useQuery({
    queryKey: UNREAD,
    queryFn: ({ signal }) => fetchRoute(noticeCalls.unread, { query: { pageSize: SHOWN }, signal }),
    refetchOnWindowFocus: true,
    refetchInterval: ({ state }) => (isTold || state.error ? false : POLLING_MS),
  });
}

// For as long as the console stands: the bell is never away.
for (const cmd of ['topic', 'user']) onSocketMessage(cmd, () => refreshNotices());

/** One notice of the reader's own; it counts as read once it is there. */
export const useReceived = (noticeId: string): UseQueryResult<ReceivedAnnouncement> =>
  useQuery({
    queryKey: ['sys:notice', 'received', noticeId],
    async queryFn({ signal }) {
      const notice = await fetchRoute(noticeCalls.show, { params: { id: noticeId }, signal });
      // It is shown, whether that can be noted or not.
      if (notice.readFlag === '0') void markRead(noticeId).catch(toastError);
      return notice;
    },
    staleTime: Infinity,
    gcTime: 0,
  });

async function markRead(anntId: string): Promise<void> {
  await callRoute(noticeCalls.markRead, { body: { anntId } });
  notifyWindows();
}

/** What is read in one window of this browser is read in the others. */
const windows = new BroadcastChannel('waybill.notices');
windows.onmessage = () => refreshNotices();

function notifyWindows(): void {
  refreshNotices();
  windows.postMessage(null);
}

/** Marks everything as read. @returns what the server said */
export async function readAll(): Promise<string> {
  const { message } = await callRoute(noticeCalls.readAll);
  notifyWindows();
  return message;
}

/** Asks again for what the reader was sent: bell and list. */
export function refreshNotices(): void {
  void queryClient.invalidateQueries({ queryKey: UNREAD });
  void queryClient.invalidateQueries({ queryKey: LISTED });
}

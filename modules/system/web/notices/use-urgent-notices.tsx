import { Button } from 'antd';
import { useEffect } from 'react';
import { speak } from '#kit/web/index.ts';
import { TITLE, type UnreadAnnouncements } from '../../model/notice-wire.ts';

const KEY = 'waybill.urgentNotices';
const MOST_REMEMBERED = 100;
const SECONDS = 15;

/** Shows each urgent notice once beside the page, until it is looked at or put away. */
export function useUrgentNotices(
  unread: UnreadAnnouncements | undefined,
  onShow: (noticeId: string) => void,
): void {
  useEffect(() => {
    if (!unread) return;
    const known = announced();
    const fresh = [...unread.anntMsgList, ...unread.sysMsgList].filter(
      ({ id, priority }) => priority === 'H' && !known.includes(id),
    );
    if (fresh.length === 0) return;
    remember([...known, ...fresh.map(({ id }) => id)]);
    for (const notice of fresh)
      speak(({ notification }) =>
        notification.warning({
          key: notice.id,
          title: `紧急消息：${notice[TITLE]}`,
          description: notice.msgAbstract,
          duration: SECONDS,
          // Below: the bell and what it opens stand above.
          placement: 'bottomRight',
          actions: (
            <Button
              size="small"
              onClick={() => {
                notification.destroy(notice.id);
                onShow(notice.anntId);
              }}
            >
              查看
            </Button>
          ),
        }),
      );
  }, [unread, onShow]);
}

let inMemory: string[] = [];

/** Kept in this browser; where it keeps nothing, until the page is left. */
function announced(): string[] {
  try {
    const ids = JSON.parse(localStorage.getItem(KEY) ?? '[]') as unknown;
    return Array.isArray(ids) ? [...inMemory, ...ids.map(String)] : inMemory;
  } catch {
    return inMemory;
  }
}

function remember(ids: readonly string[]): void {
  inMemory = [...new Set(ids)].slice(-MOST_REMEMBERED);
  try {
    localStorage.setItem(KEY, JSON.stringify(inMemory));
  } catch {
    // Remembered in memory alone.
  }
}

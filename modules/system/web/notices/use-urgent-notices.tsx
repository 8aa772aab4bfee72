import { Button } from 'antd';
import { useEffect } from 'react';
import { writeLocal, readLocal, speak } from '#kit/web/index.ts';
import { TITLE, type UnreadAnnouncements } from '../../model/notice-wire.ts';

const KEY = 'waybill.urgentNotices';
const MOST_REMEMBERED = 100;
const SECONDS = 15;

/** Shows each urgent notice once beside the page, until it is looked at or put away. */
export function useUrgentNotices(unread: UnreadAnnouncements | undefined, onShow: (noticeId: string) => void): void {
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

/** Kept in this browser; where it keeps nothing, until the page is left. */
function announced(): string[] {
  try {
    const ids = JSON.parse(readLocal(KEY) ?? '[]') as unknown;
    return Array.isArray(ids) ? ids.map(String) : [];
  } catch {
    return [];
  }
}

const remember = (ids: readonly string[]): boolean =>
  writeLocal(KEY, JSON.stringify([...new Set(ids)].slice(-MOST_REMEMBERED)));

import { BellOutlined } from '@ant-design/icons';
import { Button, Popover } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { NOTICE_POPOVER_WIDTH, POPOVER_ROOM_BELOW } from '#kit/model/limits.ts';
import { fetched } from '#kit/web/index.ts';
import type { BellPanelProps } from './bell-panel.tsx';
import { refreshNotices, useUnread } from './notice-data.ts';
import type { ReceivedNoticeDialogProps } from './received-notice-dialog.tsx';
import { useUrgentNotices } from './use-urgent-notices.tsx';
import './bell.css';

const BellPanel = fetched<BellPanelProps>(() => import('./bell-panel.tsx').then((module) => module.BellPanel));
const ReceivedNoticeDialog = fetched<ReceivedNoticeDialogProps>(() =>
  import('./received-notice-dialog.tsx').then((module) => module.ReceivedNoticeDialog),
);

/** Notices and system messages in the header: how many are unread, the latest, and one of them. */
export function NoticeBell(): ReactNode {
  const unread = useUnread();
  const [isOpen, setOpen] = useState(false);
  const [placement, setPlacement] = useState<'bottomRight' | 'topRight'>('bottomRight');
  const [shown, setShown] = useState<string | null>(null);
  const button = useRef<HTMLButtonElement>(null);
  useUrgentNotices(unread.data, setShown);
  const count = (unread.data?.anntMsgTotal ?? 0) + (unread.data?.sysMsgTotal ?? 0);
  const close = (): void => {
    setOpen(false);
    button.current?.focus();
  };
  useEscape(isOpen, close);
  return (
    <>
      <Popover
        trigger="click"
        arrow={false}
        placement={placement}
        styles={{
          root: { width: NOTICE_POPOVER_WIDTH, maxWidth: '100vw' },
          container: { padding: 0 },
        }}
        open={isOpen}
        onOpenChange={(next) => {
          if (next && button.current) setPlacement(placeFor(button.current));
          if (next) refreshNotices();
          setOpen(next);
        }}
        content={
          <BellPanel
            unread={unread}
            onShow={(noticeId) => {
              setOpen(false);
              setShown(noticeId);
            }}
            onClose={close}
          />
        }
        destroyOnHidden
      >
        <Button
          ref={button}
          type="text"
          className="wb-bell"
          icon={<BellOutlined />}
          aria-label={count > 0 ? `通知，${count} 条未读` : '通知'}
          aria-haspopup="dialog"
          aria-expanded={isOpen}
        >
          {count > 0 && (
            <span className="wb-bell-count" aria-hidden>
              {count > 99 ? '99+' : count}
            </span>
          )}
        </Button>
      </Popover>
      {shown !== null && <ReceivedNoticeDialog noticeId={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const placeFor = (button: HTMLElement): 'bottomRight' | 'topRight' =>
  window.innerHeight - button.getBoundingClientRect().bottom > POPOVER_ROOM_BELOW ? 'bottomRight' : 'topRight';

/** Escape closes what is open, wherever the keyboard stands. */
function useEscape(isOpen: boolean, close: () => void): void {
  const latest = useRef(close);
  latest.current = close;
  useEffect(() => {
    if (!isOpen) return;
    const listen = (event: KeyboardEvent): void => {
      if (event.key === 'Escape') latest.current();
    };
    document.addEventListener('keydown', listen);
    return () => document.removeEventListener('keydown', listen);
  }, [isOpen]);
}

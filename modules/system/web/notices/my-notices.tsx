import { Button } from 'antd';
import { useState, type ReactNode } from 'react';
import type { WireRow } from '#kit/model/row.ts';
import { confirmAction, fetched, ListPage, toast, toastError, type ColumnSpec } from '#kit/web/index.ts';
import { receivedNotice } from '../../model/announcement.ts';
import { readAll } from './notice-data.ts';
import { PriorityTag } from './priority-tag.tsx';
import type { ReceivedNoticeDialogProps } from './received-notice-dialog.tsx';
import './notices.css';

const ReceivedNoticeDialog = fetched<ReceivedNoticeDialogProps>(() =>
  import('./received-notice-dialog.tsx').then((module) => module.ReceivedNoticeDialog),
);

/** 我的通知: everything the reader was sent, unread ones first. */
export function UserAnnouncementList(): ReactNode {
  const [shown, setShown] = useState<string | null>(null);
  return (
    <>
      <ListPage
        of={receivedNotice}
        columns={columns(setShown)}
        toolbar={() => <Button onClick={() => void allRead()}>全部标为已读</Button>}
        emptyText="发给您的通知和系统消息会出现在这里。"
      />
      {shown !== null && <ReceivedNoticeDialog noticeId={shown} onClose={() => setShown(null)} />}
    </>
  );
}

const columns = (onShow: (noticeId: string) => void): readonly ColumnSpec<WireRow<typeof receivedNotice>>[] => [
  {
    key: 'title',
    width: 360,
    render: (notice) => (
      <Button
        type="link"
        className={notice.readFlag === '0' ? 'wb-notice-title wb-notice-unread' : 'wb-notice-title'}
        onClick={() => onShow(notice.announcementId ?? '')}
      >
        {notice.title}
      </Button>
    ),
  },
  { key: 'category', width: 110 },
  {
    key: 'priority',
    width: 110,
    render: (notice) => <PriorityTag priority={notice.priority} />,
  },
  { key: 'senderName', width: 120 },
  { key: 'sendTime', width: 160 },
  { key: 'readFlag', width: 90, sortable: false },
];

async function allRead(): Promise<void> {
  if (!(await confirmAction({ title: '把全部通知标为已读？', okText: '全部标为已读' }))) return;
  try {
    toast.done(await readAll());
  } catch (error) {
    toastError(error);
  }
}

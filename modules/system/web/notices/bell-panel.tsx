import type { UseQueryResult } from '@tanstack/react-query';
import { Button, Tabs } from 'antd';
import { useEffect, useRef, useState, type ReactNode } from 'react';
import { useOpenPath } from '#console/index.ts';
import { BlankState, toast, toastError } from '#kit/web/index.ts';
import { CATEGORY, MY_NOTICES_PATH } from '../../model/notice.ts';
import { TITLE, type ReceivedAnnouncement, type UnreadAnnouncements } from '../../model/notice-wire.ts';
import { readAll } from './notice-data.ts';
import { PriorityTag } from './priority-tag.tsx';
import './notices.css';

export interface BellPanelProps {
  unread: UseQueryResult<UnreadAnnouncements>;
  onShow: (noticeId: string) => void;
  onClose: () => void;
}

/** The latest unread notices and messages, each kind behind its tab. */
export function BellPanel({ unread, onShow, onClose }: BellPanelProps): ReactNode {
  const open = useOpenPath();
  const panel = useRef<HTMLDivElement>(null);
  const [isBusy, setBusy] = useState(false);
  useEffect(() => panel.current?.focus(), []);
  const { data, error } = unread;
  const total = (data?.anntMsgTotal ?? 0) + (data?.sysMsgTotal ?? 0);
  const allRead = async (): Promise<void> => {
    setBusy(true);
    try {
      toast.done(await readAll());
    } catch (failure) {
      toastError(failure);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div ref={panel} className="wb-notices" role="dialog" aria-label="未读通知" tabIndex={-1}>
      {!data && error ? (
        <BlankState
          tone="bad"
          title="通知加载失败"
          text={error.message}
          actions={<Button onClick={() => void unread.refetch()}>重试</Button>}
        />
      ) : (
        <Tabs
          centered
          size="small"
          defaultActiveKey={firstTab(data)}
          items={[
            {
              key: CATEGORY.notice,
              label: `通知(${data?.anntMsgTotal ?? 0})`,
              children: <Latest notices={data?.anntMsgList} onShow={onShow} />,
            },
            {
              key: CATEGORY.system,
              label: `系统消息(${data?.sysMsgTotal ?? 0})`,
              children: <Latest notices={data?.sysMsgList} onShow={onShow} />,
            },
          ]}
        />
      )}
      <div className="wb-notices-foot">
        <Button type="link" disabled={total === 0} loading={isBusy} onClick={() => void allRead()}>
          全部已读
        </Button>
        <Button
          type="link"
          onClick={() => {
            onClose();
            open(MY_NOTICES_PATH);
          }}
        >
          查看更多
        </Button>
      </div>
    </div>
  );
}

/** Messages alone stand in front, notices otherwise. */
const firstTab = (data: UnreadAnnouncements | undefined): string =>
  data && data.anntMsgTotal === 0 && data.sysMsgTotal > 0 ? CATEGORY.system : CATEGORY.notice;

function Latest({
  notices,
  onShow,
}: {
  notices: readonly ReceivedAnnouncement[] | undefined;
  onShow: (noticeId: string) => void;
}): ReactNode {
  if (!notices) return <BlankState title="加载中…" />;
  if (notices.length === 0) return <BlankState title="没有未读消息" />;
  return (
    <ul>
      {notices.map((notice) => (
        <li key={notice.id}>
          <button type="button" onClick={() => onShow(notice.anntId)}>
            <span className="wb-notices-title">{notice[TITLE]}</span>
            <span className="wb-notices-facts">
              <PriorityTag priority={notice.priority} />
              <span className="wb-time">{notice.sendTime}</span>
            </span>
          </button>
        </li>
      ))}
    </ul>
  );
}

import { Button, Modal, Skeleton } from 'antd';
import type { ReactNode } from 'react';
import { EmbeddedPage, useOpenPath } from '#console/index.ts';
import { BlankState, RichText } from '#kit/web/index.ts';
import { isPagePath, isWebAddress } from '#kit/model/rich-text.ts';
import { TITLE, type ReceivedAnnouncement } from '../../model/notice-wire.ts';
import { PriorityTag } from './priority-tag.tsx';
import './notices.css';

export type ShownNotice = Pick<
  ReceivedAnnouncement,
  'msgContent' | 'priority' | 'sender_dictText' | 'sendTime' | 'openType' | 'openPage'
> & { [TITLE]: string };

interface NoticeDialogProps {
  /** undefined = on its way. */
  notice: ShownNotice | undefined;
  error: Error | null;
  onRetry: () => void;
  onClose: () => void;
}

const TEXT_WIDTH = 720;
const PAGE_WIDTH = 1000;

/** 通知消息: one notice as its reader sees it. */
export function NoticeDialog({ notice, error, onRetry, onClose }: NoticeDialogProps): ReactNode {
  const openPath = useOpenPath();
  const open = (path: string): void => {
    onClose();
    openPath(path);
  };
  const component = notice?.openType === 'component' ? notice.openPage : null;
  return (
    <Modal
      open
      title="通知消息"
      width={component ? PAGE_WIDTH : TEXT_WIDTH}
      onCancel={onClose}
      footer={
        <>
          <Button onClick={onClose}>关闭</Button>
          {notice && <HandleButton notice={notice} onOpen={open} onClose={onClose} />}
        </>
      }
    >
      {error && !notice && (
        <BlankState
          tone="bad"
          title="通知加载失败"
          text={error.message}
          actions={<Button onClick={onRetry}>重试</Button>}
        />
      )}
      {!error && !notice && <Skeleton active />}
      {notice && (
        <article>
          <h2 className="wb-notice-head">{notice[TITLE]}</h2>
          <div className="wb-notice-facts">
            <span>发布人：{notice.sender_dictText || '—'}</span>
            <span>发布时间：{notice.sendTime ?? '未发布'}</span>
            <PriorityTag priority={notice.priority} />
          </div>
          <RichText html={notice.msgContent} onOpen={open} />
          {component && (
            <div className="wb-notice-page">
              <EmbeddedPage component={component} onClose={onClose} />
            </div>
          )}
        </article>
      )}
    </Modal>
  );
}

/** 去处理 leads to where the notice is about: a page of the console, or an address in a new window. */
function HandleButton({
  notice,
  onOpen,
  onClose,
}: {
  notice: ShownNotice;
  onOpen: (path: string) => void;
  onClose: () => void;
}): ReactNode {
  const page = notice.openType === 'url' ? (notice.openPage ?? '') : '';
  const handle = (): void => {
    if (isPagePath(page)) return onOpen(page);
    window.open(page, '_blank', 'noopener,noreferrer');
    onClose();
  };
  if (!isPagePath(page) && !isWebAddress(page)) return null;
  return (
    <Button type="primary" onClick={handle}>
      去处理
    </Button>
  );
}

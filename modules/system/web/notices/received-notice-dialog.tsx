import type { ReactNode } from 'react';
import { useReceived } from './notice-data.ts';
import { NoticeDialog } from './notice-dialog.tsx';

export interface ReceivedNoticeDialogProps {
  noticeId: string;
  onClose: () => void;
}

/** A notice the reader was sent; looking at it marks it as read. */
export function ReceivedNoticeDialog({ noticeId, onClose }: ReceivedNoticeDialogProps): ReactNode {
  const { data, error, refetch } = useReceived(noticeId);
  return <NoticeDialog notice={data} error={error} onRetry={() => void refetch()} onClose={onClose} />;
}

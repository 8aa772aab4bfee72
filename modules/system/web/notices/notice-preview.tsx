import type { ReactNode } from 'react';
import { NoticeDialog } from './notice-dialog.tsx';
import { useNotice } from './use-notice.ts';

export interface NoticePreviewProps {
  id: string;
  onClose: () => void;
}

/** A notice as its readers see it, in whatever state it is; nothing is marked as read. */
export function NoticePreview({ id, onClose }: NoticePreviewProps): ReactNode {
  const { data, error, refetch } = useNotice(id);
  return (
    <NoticeDialog notice={data} error={error} onRetry={() => void refetch()} onClose={onClose} />
  );
}

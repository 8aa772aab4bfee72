import type { ReactNode } from 'react';
import { toWire } from '#kit/model/wire.ts';
import { useRow } from '#kit/web/index.ts';
import { announcement } from '../../model/announcement.ts';
import { NoticeDialog, type ShownNotice } from './notice-dialog.tsx';

export interface NoticePreviewProps {
  id: string;
  onClose: () => void;
}

/** A notice as its readers see it, in whatever state it is; nothing is marked as read. */
export function NoticePreview({ id, onClose }: NoticePreviewProps): ReactNode {
  const { data, error, refetch } = useRow(announcement, id);
  const notice = data && (toWire(announcement.wire, data) as unknown as ShownNotice);
  return <NoticeDialog notice={notice} error={error} onRetry={() => void refetch()} onClose={onClose} />;
}

import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { toast } from '#ui/feedback.tsx';
import { wireTimeAt } from '#ui/tenant-clock.ts';
import { dropDraft, draftsOf, useDraftTurn, useRequestedDraft } from '#kit/web/form/drafts.ts';

export interface DraftNoticeProps {
  owner: string;
  onOpen: (address: string) => void;
}

/** Offers what could not be saved before the last session ended; nothing while there is nothing. */
export function DraftNotice({ owner, onOpen }: DraftNoticeProps): ReactNode {
  useDraftTurn();
  const drafts = draftsOf(owner);
  if (drafts.length === 0) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="wb-drafts"
      title="上次登录结束时有未保存的内容，已为您暂存"
      description={
        <ul>
          {drafts.map(({ key, title, page, address, at }) => (
            <li key={key}>
              <span>
                {page === '' ? title : `${page}：${title}`}（{wireTimeAt(at).slice(5, 16)}）
              </span>
              <Button
                size="small"
                type="primary"
                onClick={() => {
                  useRequestedDraft.setState({ key, page: address.replace(/\?.*$/, '') });
                  onOpen(address);
                  hintWhereItWaits(key, title);
                }}
              >
                继续编辑
              </Button>
              <Button size="small" onClick={() => dropDraft(owner, key)}>
                丢弃
              </Button>
            </li>
          ))}
        </ul>
      }
    />
  );
}

const PATIENCE_MS = 3000;

/** Not every form can be opened from here: whoever opens it by hand finds the draft in it. */
function hintWhereItWaits(key: string, title: string): void {
  setTimeout(() => {
    if (useRequestedDraft.getState().key === key) toast.warn(`请打开“${title}”，暂存的内容会自动填入`);
  }, PATIENCE_MS);
}

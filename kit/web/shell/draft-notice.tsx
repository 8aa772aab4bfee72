import { Alert, Button } from 'antd';
import type { ReactNode } from 'react';
import { dropDraft, draftsOf, useDraftTurn, useWantedDraft } from './drafts.ts';

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
                {page === '' ? title : `${page}：${title}`}（{timeOf(at)}）
              </span>
              <Button
                size="small"
                type="primary"
                onClick={() => {
                  useWantedDraft.setState({ key, page: address.replace(/\?.*$/, '') });
                  onOpen(address);
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

const timeOf = (at: number): string =>
  new Date(at).toLocaleString('zh-CN', {
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });

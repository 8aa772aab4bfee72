import { Alert, Button, Space } from 'antd';
import type { ReactNode } from 'react';
import type { DraftOffer } from './use-draft.ts';
import './form.css';

/** Offers what was typed here when the last session ended; nothing while there is nothing. */
export function DraftNote({ offer }: { offer: DraftOffer | null }): ReactNode {
  if (!offer) return null;
  return (
    <Alert
      type="info"
      showIcon
      className="wb-form-note"
      title="上次登录结束时有未保存的内容，已为您暂存"
      action={
        <Space>
          <Button size="small" type="primary" onClick={offer.take}>
            恢复
          </Button>
          <Button size="small" onClick={offer.drop}>
            丢弃
          </Button>
        </Space>
      }
    />
  );
}

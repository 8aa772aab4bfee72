import { Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import type { SlotActionProps } from '#kit/web/index.ts';
import { retryFailures } from './retry-failures.ts';

/** 重推ASN: the notices of an order that its channel did not take are sent once more. */
export function ResendNotice({ row, onClose }: SlotActionProps<{ id: string; channelOrderNo: string }>): ReactNode {
  const [isBusy, setBusy] = useState(false);
  const send = async (): Promise<void> => {
    setBusy(true);
    await retryFailures({ orderId: row.id, handler: 'channels.shipNotice', failure: 'failed' });
    onClose();
  };
  return (
    <Modal
      open
      title={`重推ASN：${row.channelOrderNo}`}
      okText="重推ASN"
      confirmLoading={isBusy}
      onOk={() => void send()}
      onCancel={onClose}
    >
      把发货通知再发给平台一次；平台已经收到的不会重复。
    </Modal>
  );
}

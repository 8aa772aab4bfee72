import { Alert, Button, Modal, Typography } from 'antd';
import type { ReactNode } from 'react';
import './system.css';

/** The code of a new invitation and the address that brings it along: shown this once. */
export function InvitationCode({ code, onClose }: { code: string; onClose: () => void }): ReactNode {
  const address = `${location.origin}/user/register?invitation=${encodeURIComponent(code)}`;
  return (
    <Modal
      open
      title="邀请码"
      mask={{ closable: false }}
      onCancel={onClose}
      footer={
        <Button type="primary" onClick={onClose}>
          我已保存
        </Button>
      }
    >
      <Alert type="warning" showIcon title="邀请码只显示这一次，请立即发给对方。" />
      <dl className="wb-invitation">
        <dt>邀请码</dt>
        <dd>
          <Typography.Text code copyable={{ text: code, tooltips: ['复制邀请码', '已复制'] }}>
            {code}
          </Typography.Text>
        </dd>
        <dt>注册链接</dt>
        <dd>
          <Typography.Text copyable={{ text: address, tooltips: ['复制注册链接', '已复制'] }}>
            {address}
          </Typography.Text>
        </dd>
      </dl>
    </Modal>
  );
}

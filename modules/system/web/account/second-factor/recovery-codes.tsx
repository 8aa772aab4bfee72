import { Alert, Button, Modal } from 'antd';
import type { ReactNode } from 'react';
import { copyText, toast } from '#kit/web/index.ts';

/** Ten codes for a day without the phone: shown this once. */
export function RecoveryCodes({ codes, onClose }: { codes: readonly string[]; onClose: () => void }): ReactNode {
  const text = codes.join('\n');
  const copy = async (): Promise<void> => {
    if (await copyText(text)) toast.done('恢复码已复制');
    else toast.warn('浏览器不允许复制，请手动选中复制');
  };
  return (
    <Modal
      open
      title="恢复码"
      width={480}
      closable={false}
      keyboard={false}
      mask={{ closable: false }}
      footer={
        <Button type="primary" onClick={onClose}>
          我已保存
        </Button>
      }
    >
      <Alert
        type="warning"
        showIcon
        title="恢复码只显示这一次，请保存在手机以外的安全地方。手机丢失时，每个恢复码可以登录一次。"
      />
      <ol className="ac-codes" aria-label="恢复码">
        {codes.map((code) => (
          <li key={code}>
            <code>{code}</code>
          </li>
        ))}
      </ol>
      <div className="ac-actions">
        <Button onClick={() => void copy()}>复制全部</Button>
        <Button href={`data:text/plain;charset=utf-8,${encodeURIComponent(text)}`} download="恢复码.txt">
          下载
        </Button>
      </div>
    </Modal>
  );
}

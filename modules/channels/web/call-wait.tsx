import { Button, Modal } from 'antd';
import { useState, type ReactNode } from 'react';
import { SettingsPart } from '#kit/web/index.ts';
import { callWait } from '../model/call-wait.ts';

/** How long calls of moves wait, where it is decided. */
export function CallWaitButton(): ReactNode {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button onClick={() => setOpen(true)}>撤回等待</Button>
      {isOpen && (
        <Modal open title="撤回等待" footer={null} onCancel={() => setOpen(false)}>
          <SettingsPart of={callWait} />
        </Modal>
      )}
    </>
  );
}

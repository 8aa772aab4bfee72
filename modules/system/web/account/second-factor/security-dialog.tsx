import { Modal } from 'antd';
import { useRef, type ReactNode } from 'react';

/** A dialog whose first input gets the cursor: while it opens it would take it back. */
export function SecurityDialog({
  title,
  onClose,
  children,
}: {
  title: string;
  onClose: () => void;
  children: ReactNode;
}): ReactNode {
  const body = useRef<HTMLDivElement>(null);
  return (
    <Modal
      open
      title={title}
      width={480}
      footer={null}
      mask={{ closable: false }}
      onCancel={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) body.current?.querySelector('input')?.focus();
      }}
    >
      <div ref={body} className="ac-security-dialog">
        {children}
      </div>
    </Modal>
  );
}

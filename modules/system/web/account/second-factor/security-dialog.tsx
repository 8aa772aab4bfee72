import { useRef, type ReactNode } from 'react';
import { AccountDialog } from '../account-form.tsx';

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
    <AccountDialog
      title={title}
      onClose={onClose}
      afterOpenChange={(isOpen) => {
        if (isOpen) body.current?.querySelector('input')?.focus();
      }}
    >
      <div ref={body} className="ac-security-dialog">
        {children}
      </div>
    </AccountDialog>
  );
}

import { Button, Modal } from 'antd';
import { useEffect, type ReactNode } from 'react';
import { PASSWORD_DIALOG_WIDTH } from '#kit/model/limits.ts';
import { toast } from '#ui/feedback.tsx';
import { useGuardedClose } from '#ui/page/use-guarded-close.ts';
import { PasswordForm } from './password-form.tsx';
import { useSessionStore } from '#kit/web/session/session-store.ts';

export interface AccountDialogProps {
  onClose: () => void;
}

/** 修改密码 (spec §2 dialog 10). */
export function PasswordDialog({ onClose }: AccountDialogProps): ReactNode {
  const username = useSessionStore((state) => state.session?.user.username);
  const { isDirty, setDirty, close } = useGuardedClose(onClose);
  useEffect(() => {
    if (username) return;
    toast.warn('当前系统无登录用户!');
    onClose();
  }, [username, onClose]);
  if (!username) return null;
  return (
    <Modal
      open
      title="修改密码"
      width={PASSWORD_DIALOG_WIDTH}
      footer={null}
      mask={{ closable: !isDirty }}
      onCancel={close}
    >
      <PasswordForm onTyping={() => setDirty(true)} onDone={onClose} actions={<Button onClick={close}>取消</Button>} />
    </Modal>
  );
}

import { useState } from 'react';
import { confirmAction } from '../feedback.tsx';
import { useUnsavedWork } from './held-pages.ts';

export interface GuardedClose {
  isDirty: boolean;
  setDirty: (isDirty: boolean) => void;
  close: () => void;
}

/** Closing something that is typed into: what is not stored yet is only discarded on purpose. */
export function useGuardedClose(onClose: () => void): GuardedClose {
  const [isDirty, setDirty] = useState(false);
  useUnsavedWork(isDirty);
  const close = async (): Promise<void> => {
    const isAgreed =
      !isDirty ||
      (await confirmAction({
        title: '放弃未保存的修改？',
        okText: '放弃修改',
        cancelText: '继续编辑',
        danger: true,
      }));
    if (isAgreed) onClose();
  };
  return { isDirty, setDirty, close: () => void close() };
}

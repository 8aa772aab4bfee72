import type { FormInstance } from 'antd';
import { useEffect } from 'react';

const TYPED_INTO = '.ant-drawer, .ant-modal';

/**
 * Puts the cursor into the first input once the dialog around the form has opened; who types into
 * another one by then is left there.
 */
export function useFirstFocus(form: FormInstance, key: string | undefined): void {
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => {
      const current = document.activeElement;
      const isTyping = current?.matches('input, textarea') && current.closest(TYPED_INTO) !== null;
      if (!isTyping) form.focusField(key);
    }, 60);
    return () => clearTimeout(timer);
  }, [form, key]);
}

import type { FormInstance } from 'antd';
import { useEffect } from 'react';

/** Puts the cursor into the first input once the dialog around the form has opened. */
export function useFirstFocus(form: FormInstance, key: string | undefined): void {
  useEffect(() => {
    if (!key) return;
    const timer = setTimeout(() => form.focusField(key), 60);
    return () => clearTimeout(timer);
  }, [form, key]);
}

import type { FormInstance } from 'antd';
import { useState } from 'react';
import { ApiError, toast, toastError, useGuardedClose, type GuardedClose } from '#kit/web/index.ts';

interface Saving extends GuardedClose {
  isBusy: boolean;
  /** Refusals stand at their inputs; what was typed stays. */
  save: (send: () => Promise<{ message: string }>) => Promise<void>;
}

/** The saving of a form of a page's own, which closes once it is done and asks before it forgets. */
export function useSaving<V extends object>(
  form: FormInstance<V>,
  { onSaved, onClose }: { onSaved: () => void; onClose: () => void },
): Saving {
  const [isBusy, setBusy] = useState(false);
  const guarded = useGuardedClose(onClose);
  return {
    ...guarded,
    isBusy,
    async save(send) {
      setBusy(true);
      try {
        toast.done((await send()).message);
        onSaved();
        onClose();
      } catch (error) {
        setBusy(false);
        const faults = error instanceof ApiError ? error.errors : [];
        if (faults.length === 0) toastError(error);
        form.setFields(faults.map(({ field, message }) => ({ name: field as never, errors: [message] })));
      }
    },
  };
}

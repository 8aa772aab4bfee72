import { useState } from 'react';
import { callResource, detailPath, refreshResource, runMove, toast, useActionKeys, usePage } from '#kit/web/index.ts';
import { returnLifecycle } from '../../model/return-lifecycle.ts';
import { returnOrder } from '../../model/return-order.ts';

interface StoredDraft {
  id: string;
  version: number;
}

/** Stores the request as a draft and submits it; what is refused then stays as the draft it is. */
export function useRequestSent(onClose: () => void) {
  const page = usePage();
  const keys = useActionKeys();
  const [draft, setDraft] = useState<StoredDraft | null>(null);
  return async (body: Record<string, unknown>, isSubmitted: boolean): Promise<void> => {
    try {
      const sent = { ...body, ...draft };
      const key = keys.keyFor(sent);
      const operation = draft ? 'edit' : 'add';
      const call = { body: sent, key };
      const { result: stored } = await callResource<StoredDraft>(returnOrder, operation, call);
      keys.settle(null);
      setDraft({ id: stored.id, version: stored.version });
      if (isSubmitted) {
        const moved = { version: stored.version };
        await runMove(returnLifecycle, stored.id, 'submit', moved, keys.keyFor({ stored, moved }));
        keys.settle(null);
      }
      toast.done(isSubmitted ? '已提交退货申请，待审核' : '已保存草稿');
      void refreshResource(returnOrder);
      onClose();
      page.open(detailPath(returnOrder, stored.id));
    } catch (error) {
      keys.settle(error);
      throw error;
    }
  };
}

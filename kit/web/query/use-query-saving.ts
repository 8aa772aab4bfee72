import type { SavedQuery } from '#kit/model/advanced-query.ts';
import { useState } from 'react';
import { confirmAction, toast, toastError } from '#ui/feedback.tsx';
import type { QueryDraft } from './query-draft.ts';
import type { SavedQueries } from './use-saved-queries.ts';

/** Saving, loading and deleting by name, with the questions in between (spec §5). */
export function useQuerySaving(draft: QueryDraft, saved: SavedQueries) {
  const [current, setCurrent] = useState<string | null>(null);
  const [isNaming, setNaming] = useState(false);
  return {
    current,
    isNaming,
    startNaming: () => setNaming(true),
    endNaming: () => setNaming(false),
    forget: () => setCurrent(null),
    load(query: SavedQuery): void {
      draft.load(query);
      setCurrent(query.name);
    },
    async save(name: string): Promise<void> {
      const query = { name, matchType: draft.matchType, conditions: draft.conditions };
      try {
        if (!(await saveAgreed(saved, query))) return;
        setCurrent(name);
        setNaming(false);
      } catch (error) {
        toastError(error);
      }
    },
    async remove(query: SavedQuery): Promise<void> {
      if (!(await confirmAction({ title: '是否删除当前查询？', okText: '删除', danger: true }))) return;
      try {
        await saved.remove(query);
        if (current === query.name) setCurrent(null);
        toast.done('删除成功');
      } catch (error) {
        toastError(error);
      }
    },
  };
}

/** @returns false when the user did not want to replace the one of that name */
async function saveAgreed(saved: SavedQueries, query: SavedQuery): Promise<boolean> {
  const isKnown = saved.queries.some(({ name }) => name === query.name);
  if (isKnown && !(await confirmReplace(query.name))) return false;
  let isServed = await saved.save(query, isKnown);
  if (isServed === null) {
    // Another desk has saved one of that name since.
    if (!(await confirmReplace(query.name))) return false;
    isServed = await saved.save(query, true);
  }
  toast.done('保存成功');
  if (!isServed) toast.warn('服务器暂时无法访问，已保存在本机，恢复后自动同步');
  return true;
}

const confirmReplace = (name: string): Promise<boolean> =>
  confirmAction({ title: `「${name}」 已存在，是否覆盖？`, okText: '覆盖' });

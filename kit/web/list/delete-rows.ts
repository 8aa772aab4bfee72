import type { Row } from '#ui/cells/faces.ts';
import { confirmAction, toast, toastError } from '#ui/feedback.tsx';
import { callResource } from '../resource-call.ts';
import { NONE_SELECTED } from './selection.ts';
import type { ListHandle } from './use-list.ts';

/** Deleting takes rows by name only, never "everything found". */
export async function deleteRows<R extends Row>(
  list: ListHandle<R>,
  deletion: ((rows: readonly R[]) => string) | undefined,
): Promise<void> {
  const { resource, selection } = list;
  if (selection.mode === 'all') return toast.warn('批量删除只能针对逐条勾选的记录，请先取消“全部筛选结果”');
  const ids = selection.rows.map((row) => row.id);
  if (ids.length === 0) return toast.warn(NONE_SELECTED);
  const isAgreed = await confirmAction({
    title: `删除选中的 ${ids.length} 条${resource.title}？`,
    content: deletion?.(selection.rows) ?? '删除后不可恢复。',
    okText: '删除',
    danger: true,
  });
  if (!isAgreed) return;
  try {
    const { message } = await callResource(resource, 'deleteBatch', {
      query: { ids: ids.join(',') },
    });
    toast.done(message);
    list.clearSelection();
  } catch (error) {
    toastError(error);
  }
  list.refresh();
}

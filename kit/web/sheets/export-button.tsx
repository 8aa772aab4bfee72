import { Button, Dropdown } from 'antd';
import { useState, type ReactNode } from 'react';
import { routePath } from '#kit/model/resource-routes.ts';
import { resourceKey } from '#kit/model/resource.ts';
import type { Row } from '#ui/cells/faces.ts';
import { loadOnce } from '#ui/chunk-reload.ts';
import { toast, toastError } from '#ui/feedback.tsx';
import { download } from '#ui/http/http.ts';
import { queryOf } from '../resource-call.ts';
import { usePermission } from '../session/access.ts';
import type { ListHandle } from '../list/use-list.ts';

/** Above this the answer is an .xlsx under its true name, and it may be written in the background. */
const XLS_LIMIT = 5_000;

/** 导出: the chosen rows, or everything the filter finds, in the order of the list. */
export function ExportButton<R extends Row>({
  list,
  columns,
}: {
  list: ListHandle<R>;
  /** Keys of its columns in order; those of the declaration by default. */
  columns?: readonly string[] | undefined;
}): ReactNode {
  const { resource, selection, filter, params } = list;
  const isPermitted = usePermission(`${resourceKey(resource)}:export`);
  const [isBusy, setBusy] = useState(false);
  if (!isPermitted) return null;

  const chosen = selection.mode === 'rows' ? selection.rows.map((row) => row.id) : [];
  const run = async (selections: readonly string[]): Promise<void> => {
    const total = selections.length > 0 ? selections.length : list.total;
    const path = routePath(resource, 'exportXls');
    const query = queryOf(resource, {
      ...filter,
      column: params.column,
      order: params.order,
      columns: columns?.join(','),
      selections: selections.join(',') || undefined,
    });
    setBusy(true);
    try {
      if (total > XLS_LIMIT) {
        const big = await loadOnce(() => import('./big-export.tsx'));
        const way = await big.chooseWay(total, list.totalText ?? String(total));
        if (way === 'background') await big.exportInBackground(path, resource.title, query);
        if (way !== 'now') return;
      }
      await download(path, query, `${resource.title}.xls`, { timeout: 120_000 });
      toast.done(`已导出 ${total} 条，文件在浏览器的下载文件夹`);
    } catch (error) {
      toastError(error);
    } finally {
      setBusy(false);
    }
  };
  if (chosen.length === 0)
    return (
      <Button loading={isBusy} disabled={list.total === 0} onClick={() => void run([])}>
        导出
      </Button>
    );
  return (
    <Dropdown
      trigger={['click']}
      menu={{
        items: [
          { key: 'chosen', label: `已选 ${chosen.length} 条` },
          { key: 'all', label: `全部筛选结果（${list.totalText ?? list.total} 条）` },
        ],
        onClick: ({ key }) => void run(key === 'chosen' ? chosen : []),
      }}
    >
      <Button loading={isBusy}>导出</Button>
    </Dropdown>
  );
}

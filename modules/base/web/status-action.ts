import type { AnyResource } from '#kit/model/resource.ts';
import { resourceKey } from '#kit/model/resource.ts';
import {
  confirmAction,
  callResource,
  refreshResource,
  rowSaved,
  toast,
  toastError,
  usePermission,
  type Row,
  type RowAction,
} from '#kit/web/index.ts';

/**
 * 停用 and 启用 of a row of a register, as an edit of its status under the version that was seen.
 * @param rest what goes on after it is disabled, for the question
 */
export function useStatusAction(of: AnyResource, rest: string): (row: Row) => RowAction[] {
  const mayEdit = usePermission(`${resourceKey(of)}:edit`);
  return (row) => {
    if (!mayEdit) return [];
    const isOn = row['status'] === 'enabled';
    const title = isOn ? '停用' : '启用';
    const set = async (): Promise<void> => {
      const name = String(row['name'] ?? row[of.label]);
      if (isOn && !(await confirmAction({ title: `停用 ${name}？`, content: rest, okText: '停用' }))) return;
      const body = { id: row.id, version: row['version'], status: isOn ? 'disabled' : 'enabled' };
      try {
        await callResource(of, 'edit', { body });
        toast.done(`已${title} ${name}`);
        rowSaved(of, row.id);
        void refreshResource(of);
      } catch (error) {
        toastError(error);
      }
    };
    return [{ key: 'status', title, isRare: true, danger: isOn, onClick: () => void set() }];
  };
}

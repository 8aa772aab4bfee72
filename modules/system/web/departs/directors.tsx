import { useState, type ReactNode } from 'react';
import { callResource, refreshResource } from '#kit/web/index.ts';
import { depart as resource } from '../../model/depart.ts';
import { user } from '../../model/user.ts';
import { UserByDepartSelect } from '../pickers/lazy-pickers.ts';
import { SaveDialog } from '../save-dialog.tsx';
import type { Depart } from '../use-departs.ts';

/** Who leads a department: they look after its members and roles on 我的部门. */
export function Directors({ depart, onClose }: { depart: Depart; onClose: () => void }): ReactNode {
  const before = String(depart['directorUserIds'] ?? '');
  const [ids, setIds] = useState<string | null>(before);
  const save = async (): Promise<string> => {
    const { id } = depart;
    const body = { id, directorUserIds: ids ?? '', oldDirectorUserIds: before };
    const { message } = await callResource(resource, 'edit', { body });
    void refreshResource(resource);
    void refreshResource(user);
    return message;
  };
  return (
    <SaveDialog title={`负责人：${depart.departName}`} canSave={(ids ?? '') !== before} save={save} onClose={onClose}>
      <p className="sy-grant-note">
        负责人在「我的部门」管理该部门及其下级的成员与部门角色，还需要有这个菜单的权限，例如角色「部门负责人」。
      </p>
      <UserByDepartSelect multiple store="id" aria-label="负责人" value={ids} onChange={setIds} />
    </SaveDialog>
  );
}

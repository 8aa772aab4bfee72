import { Alert, Drawer } from 'antd';
import type { ReactNode } from 'react';
import { fetchRoute, callRoute, useGuardedClose, usePermission } from '#kit/web/index.ts';
import { dataRuleCalls } from '../model/routes/data-rules.ts';
import { roleCalls } from '../model/routes/roles.ts';
import { GrantEditor, type GrantOf } from './grant-editor.tsx';

/** What a role may: menus and their buttons as a tree. */
export function GrantDrawer({
  roleId,
  roleName,
  isFixed,
  onClose,
}: {
  roleId: string;
  roleName: string;
  /** The administrator's role stays whole. */
  isFixed: boolean;
  onClose: () => void;
}): ReactNode {
  const mayGrant = usePermission('system:role:grant') && !isFixed;
  const { setDirty, close } = useGuardedClose(onClose);
  return (
    <Drawer
      open
      title={`${mayGrant ? '角色授权' : '角色权限'}：${roleName}`}
      size={640}
      onClose={close}
      mask={{ closable: !mayGrant }}
    >
      {isFixed && <Alert type="info" showIcon className="wb-form-note" title="租户管理员的权限不能修改" />}
      <GrantEditor
        of={grantsOfRole(roleId, roleName)}
        mayGrant={mayGrant}
        onDirty={setDirty}
        onSaved={onClose}
        onCancel={close}
      />
    </Drawer>
  );
}

const grantsOfRole = (roleId: string, name: string): GrantOf => ({
  name,
  key: ['role', roleId],
  tree: async (signal) => (await fetchRoute(roleCalls.grantTree, { signal })).treeList,
  held: (signal) => fetchRoute(roleCalls.grants, { query: { roleId }, signal }),
  save: (body) => callRoute(roleCalls.saveGrants, { body: { roleId, ...body } }),
  rules: {
    key: ['role', roleId],
    read: (permissionId, signal) => fetchRoute(dataRuleCalls.ofRole, { params: { permissionId, roleId }, signal }),
    save: (body) => callRoute(dataRuleCalls.setOfRole, { body: { roleId, ...body } }),
    note: '选中的规则须全部满足；一条也不选时，该角色看到全部数据。',
  },
});
